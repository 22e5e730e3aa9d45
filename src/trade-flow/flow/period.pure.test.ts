import { expect, test } from 'vitest'
import { monthsOf, parsePeriod, spelledPeriod, yearsOf } from './period.pure.ts'

const NOW = Date.UTC(2026, 10, 20)

test.each([
  ['latest', { kind: 'latest' }],
  [' LAST10 ', { kind: 'last', count: 10 }],
  ['2023', { kind: 'year', year: 2023 }],
  ['last0', null],
  ['last31', null],
  ['1899', null],
  ['2023-2024', null],
  ['', null],
])('"%s" is read as %o', (text, expected) => {
  expect(parsePeriod(text)).toEqual(expected)
})

test('years are complete ones, with two to spare; a year is itself', () => {
  expect(yearsOf({ kind: 'last', count: 3 }, NOW)).toEqual(['2021', '2022', '2023', '2024', '2025'])
  expect(yearsOf({ kind: 'latest' }, NOW)).toEqual(['2023', '2024', '2025'])
  expect(yearsOf({ kind: 'year', year: 2019 }, NOW)).toEqual(['2019'])
})

test('months are those before this one, with a year to spare; of a year those that have been', () => {
  const months = monthsOf({ kind: 'last', count: 12 }, NOW)
  expect([months.length, months[0], months.at(-1)]).toEqual([24, '202411', '202610'])
  expect(monthsOf({ kind: 'year', year: 2025 }, NOW)).toHaveLength(12)
  expect(monthsOf({ kind: 'year', year: 2026 }, NOW).at(-1)).toBe('202610')
})

test('periods are spelt as years or months', () => {
  expect(['2025', '202503'].map(spelledPeriod)).toEqual(['2025', '2025-03'])
})
