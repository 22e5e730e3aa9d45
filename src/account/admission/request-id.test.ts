import { expect, test } from 'vitest'
import { newRequestId } from './request-id.ts'

test('request ids are UUIDs of version 7, all different, in the order they were made', () => {
  const ids = Array.from({ length: 20_000 }, newRequestId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  expect(Math.abs(Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16) - Date.now())).toBeLessThan(60_000)
})
