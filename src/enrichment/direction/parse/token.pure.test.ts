import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokeniseWithNumbers } from './token.pure.ts'

describe('numbers carry value, scale, sign and unit', () => {
  test.each([
    ['EUR 13.1 mn', 13_100_000, 'money'],
    ['EUR13.1mn', 13_100_000, 'money'],
    ['Rs 6,511 crore', 65_110_000_000, 'money'],
    ['-2.1 pct', -2.1, '%'],
    ['(+3%)', 3, '%'],
    ['5 per cent', 5, '%'],
    ['$3.2bn', 3_200_000_000, 'money'],
    ['900 jobs', 900, ''],
  ])('%s', (text, value, unit) => {
    const tokens = tokeniseWithNumbers(text)
    const at = tokens.kinds.indexOf('number')
    expect(tokens.values[at]).toBeCloseTo(value, 3)
    expect(tokens.units[at]).toBe(unit)
  })

  test('a dash inside a word or range is no sign', () => {
    expect(tokeniseWithNumbers('10-15 %').values.filter((value) => value < 0)).toEqual([])
    expect(tokeniseWithNumbers('Covid-19').values.filter((value) => value < 0)).toEqual([])
  })
})

test('hyphenated words are split, possessives and initials are kept apart', () => {
  expect(tokeniseWithNumbers('better-than-expected').words).toEqual(['better', 'than', 'expected'])
  expect(tokeniseWithNumbers("Sainsbury's U.S. arm isn’t for sale").words).toEqual([
    'sainsbury',
    "'s",
    'us',
    'arm',
    "isn't",
    'for',
    'sale',
  ])
})

test('tokens lie in order inside the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { starts, ends } = tokeniseWithNumbers(text)
      let last = 0
      starts.forEach((start, index) => {
        expect(start).toBeGreaterThanOrEqual(last)
        last = ends[index] ?? 0
        expect(last).toBeGreaterThan(start)
      })
      expect(last).toBeLessThanOrEqual(text.length)
    }),
  )
})
