import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.pure.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

test.each([
  ['7', 7_000],
  [' 0 ', 0],
  ['Fri, 20 Nov 2026 12:01:30 GMT', 90_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  [null, null],
  ['', null],
  ['soon', null],
  ['-5', null],
  ['1.5', null],
  ['99999999999999', null],
  ['Fri, 99 Nov 2026 12:01:30 GMT', null],
])('Retry-After "%s" means %s ms', (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms)
})
