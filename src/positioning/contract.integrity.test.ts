import { expect, test } from 'vitest'
import { z } from 'zod'
import { readReference } from '../catalog/reference/reference.source.ts'
import { readShippedRows } from '../core/file/shipped-rows.source.ts'
import { CONTRACTS } from './contract.source.ts'

const TYPES = {
  commodity: ['commodity', 'crypto'],
  forex: ['forex'],
  rates: ['bond', 'money_market'],
  equity: ['etf'],
} as const

test('each contract has a listing of its kind, and each listing one contract', async () => {
  const { rows } = await readReference('listing')
  const listings = new Map(rows.map((listing) => [listing.ticker, listing]))
  for (const { code, ticker, assetClass } of CONTRACTS)
    expect(TYPES[assetClass], `${code} ${ticker}`).toContain(listings.get(ticker)?.type)
  expect(new Set(CONTRACTS.map(({ code }) => code)).size).toBe(CONTRACTS.length)
  expect(new Set(CONTRACTS.map(({ ticker }) => ticker)).size).toBe(CONTRACTS.length)
  expect(CONTRACTS.length).toBeGreaterThanOrEqual(60)
})

test('contracts are the other way round exactly where the asset is a rate or a pair of dollars', () => {
  for (const { ticker, assetClass, inverse } of CONTRACTS)
    expect(inverse, ticker).toBe(assetClass === 'rates' || (assetClass === 'forex' && ticker.startsWith('USD')))
})

test('the demo knows the open interest of each contract', () => {
  const file = new URL('../../prisma/demo/open-interest.csv', import.meta.url)
  const rows = readShippedRows(file, z.object({ code: z.string(), open_interest: z.coerce.number().positive() }))
  expect(rows.map(({ code }) => code)).toEqual(CONTRACTS.map(({ code }) => code))
})
