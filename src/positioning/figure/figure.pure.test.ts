import { array, assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reportOf, weeksUntil } from '../../../test/setup/cot.ts'
import type { Contract } from '../contract.pure.ts'
import { findImbalance } from '../report.pure.ts'
import { computeGroup, cotIndexOfLast, percentileOfLast } from './figure.pure.ts'
import { readPosition } from './read.pure.ts'

const GOLD: Contract = {
  code: '088691',
  ticker: 'GOLD.COMM',
  assetClass: 'commodity',
  name: 'Gold (COMEX)',
  inverse: false,
}
const YEN: Contract = { ...GOLD, ticker: 'USDJPY.FX', assetClass: 'forex', name: 'Japanese yen (CME)', inverse: true }
const NOTES: Contract = { ...GOLD, ticker: 'US-10Y.GB', assetClass: 'rates', name: '10-year notes', inverse: true }

const reports = (nets: readonly number[]) =>
  weeksUntil(20_000, nets.length).map((day, index) => reportOf('088691', day, { largeNet: nets[index] ?? 0 }))

describe('the percentile of the last value', () => {
  test('is 0 for the least, 100 for the greatest, and counts ties half', () => {
    expect(percentileOfLast([3, 2, 1])).toBe(0)
    expect(percentileOfLast([1, 2, 3])).toBe(100)
    expect(percentileOfLast([1, 5, 2, 2])).toBeCloseTo((1.5 / 3) * 100)
    expect(percentileOfLast([7, 7, 7])).toBe(50)
    expect(percentileOfLast([7])).toBeNull()
  })

  test('is within 0 and 100, mirrors with the sign, and does not depend on the order of the others', () => {
    assert(
      property(array(integer({ min: -20, max: 20 }), { minLength: 2, maxLength: 60 }), (values) => {
        const percentile = percentileOfLast(values) ?? Number.NaN
        expect(percentile >= 0 && percentile <= 100).toBe(true)
        expect(percentileOfLast(values.map((value) => -value))).toBeCloseTo(100 - percentile)
        expect(percentileOfLast([...values.slice(0, -1).reverse(), ...values.slice(-1)])).toBe(percentile)
      }),
    )
  })
})

test('the COT index is the place between the least and the greatest; null when all are equal', () => {
  expect(cotIndexOfLast([0, 200, 50])).toBe(25)
  expect(cotIndexOfLast([4, 4])).toBeNull()
})

describe('the figures of a group', () => {
  test('look back on 156 reports and no further', () => {
    const nets = [9_000, ...Array.from({ length: 155 }, (_, index) => index), 8_000]
    expect(computeGroup(reports(nets), 'largeSpeculators')).toMatchObject({
      net: 8_000,
      percentile: 100,
      cotIndex: 100,
    })
    expect(computeGroup(reports(nets.slice(0, -1)), 'largeSpeculators')).toMatchObject({ percentile: 99.4 })
  })

  test('are net of both sides, in percent of the open interest, with the change in a week', () => {
    const large = computeGroup(reports([1_000, 3_000]), 'largeSpeculators')
    expect(large).toMatchObject({ long: 43_000, short: 40_000, net: 3_000, netPctOi: 3, change1w: 2_000 })
    expect(computeGroup(reports([1_000, 3_000]), 'commercials')).toMatchObject({ net: -3_000, change1w: -2_000 })
  })

  test('have no change where the week before is missing, and no share without open interest', () => {
    const [first, second] = reports([1_000, 3_000])
    if (!first || !second) throw new Error('There are two.')
    expect(computeGroup([{ ...first, day: first.day - 7 }, second], 'largeSpeculators')?.change1w).toBeNull()
    expect(computeGroup([{ ...second, openInterest: 0 }], 'largeSpeculators')?.netPctOi).toBeNull()
  })

  test('are extreme from percentile 90 and up to percentile 10, after a year of reports', () => {
    const rising = Array.from({ length: 60 }, (_, index) => index)
    const extreme = (nets: number[]) => computeGroup(reports(nets), 'largeSpeculators')?.extreme
    expect([extreme(rising), extreme(rising.toReversed()), extreme([...rising, 30])]).toEqual([
      'most_long',
      'most_short',
      null,
    ])
    expect(extreme(rising.slice(0, 51))).toBeNull()
  })
})

describe('the sentence', () => {
  const sentence = (contract: Contract, nets: number[]) => {
    const large = computeGroup(reports(nets), 'largeSpeculators')
    return large ? readPosition(contract, large, nets.length) : ''
  }
  const rising = Array.from({ length: 60 }, (_, index) => 100 * index)

  test('says size, share, change, rank and what is bet on', () => {
    expect(sentence(GOLD, rising)).toBe(
      'Large speculators are net long 5,900 contracts of Gold (COMEX), 5.9 % of the open interest, 100 more than a week before, at percentile 100 of the last 60 reports: an unusually large bet that GOLD.COMM rises, which can be undone quickly.',
    )
    expect(sentence(GOLD, [-500, 200])).toContain(
      'net long 200 contracts of Gold (COMEX), 0.2 % of the open interest, after net short 500 a week before, at percentile 100 of the last 2 reports: a bet that GOLD.COMM rises; there are too few reports',
    )
    expect(sentence(GOLD, [5, 0])).toBe('Large speculators hold as many contracts of Gold (COMEX) long as short.')
  })

  test('turns the move round for pairs that begin with the dollar, and for yields', () => {
    expect(sentence(YEN, rising)).toContain('an unusually large bet that USDJPY.FX falls')
    expect(
      sentence(
        NOTES,
        rising.map((net) => -net),
      ),
    ).toContain('an unusually large bet that the rate US-10Y.GB rises')
  })

  test('tells a small position at the end of its range from a large one', () => {
    expect(
      sentence(
        GOLD,
        rising.map((net) => net - 6_000),
      ),
    ).toContain('net short 100 ')
    expect(
      sentence(
        GOLD,
        rising.map((net) => net - 6_000),
      ),
    ).toContain('an unusually small bet that GOLD.COMM falls')
  })
})

test('a report whose sides are not its open interest is out of balance', () => {
  const [report] = reports([1_000])
  if (!report) throw new Error('There is one.')
  expect(findImbalance(report)).toBeNull()
  expect(findImbalance({ ...report, largeLong: 0 })).toMatch(/^the long positions make 59000, /)
  expect(findImbalance({ ...report, smallShort: 0 })).toMatch(/^the short positions make 95000, /)
})
