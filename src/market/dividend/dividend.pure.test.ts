import { describe, expect, test } from 'vitest'
import { dayOfIso } from '../../core/time/day.pure.ts'
import type { CorporateAction } from '../bars/adjust.pure.ts'
import { computeDividendFacts } from './dividend.pure.ts'

const day = (iso: string) => dayOfIso(iso) ?? 0
const TODAY = day('2026-11-20')

/** Dividends of one yearly amount each, paid in four quarters. */
function quarterly(amounts: Record<number, number>): CorporateAction[] {
  return Object.entries(amounts).flatMap(([year, amount]) =>
    ['02-10', '05-10', '08-10', '11-10'].map((date) => ({
      day: day(`${year}-${date}`),
      type: 'dividend' as const,
      value: amount / 4,
    })),
  )
}

const facts = (actions: CorporateAction[], price: number | null = 100) => computeDividendFacts(actions, TODAY, price)

describe('the streak', () => {
  test('counts complete years without a cut; a flat year keeps it, the present year does not count', () => {
    const some = facts(quarterly({ 2020: 4, 2021: 4, 2022: 5, 2023: 5, 2024: 6, 2025: 6, 2026: 1 }))
    expect(some).toMatchObject({ noCutStreakYears: 5, lastCutYear: null, frequency: 'quarterly' })
  })

  test('any cut ends it, and the latest cut is reported', () => {
    expect(facts(quarterly({ 2021: 4, 2022: 3, 2023: 5, 2024: 4.9, 2025: 5 }))).toMatchObject({
      noCutStreakYears: 1,
      lastCutYear: 2024,
    })
    expect(facts(quarterly({ 2024: 4, 2025: 3.99 }))).toMatchObject({ noCutStreakYears: 0, lastCutYear: 2025 })
  })

  test('a suspension resets it to zero, and the year of resumption does not count', () => {
    expect(facts(quarterly({ 2022: 4, 2023: 4 }))).toMatchObject({ noCutStreakYears: 0, lastCutYear: 2024, ttmDps: 0 })
    expect(facts(quarterly({ 2022: 4, 2024: 4, 2025: 4 }))).toMatchObject({ noCutStreakYears: 1, lastCutYear: 2023 })
  })

  test('a split is no cut, and special dividends neither make nor save a streak', () => {
    const split: CorporateAction = { day: day('2024-07-01'), type: 'split', value: 2 }
    const before = quarterly({ 2023: 4 })
    const around = [
      ...before,
      { day: day('2024-02-10'), type: 'dividend' as const, value: 2 },
      split,
      { day: day('2024-08-10'), type: 'dividend' as const, value: 1 },
      ...quarterly({ 2025: 2 }),
    ]
    expect(facts(around)).toMatchObject({ noCutStreakYears: 2, lastCutYear: null })
    const special: CorporateAction = { day: day('2025-06-01'), type: 'special', value: 10 }
    expect(facts([...quarterly({ 2024: 4, 2025: 3 }), special])).toMatchObject({ noCutStreakYears: 0 })
  })
})

describe('amounts', () => {
  test('the yield is that of the last twelve months, and unknown without a price', () => {
    const actions = quarterly({ 2025: 4, 2026: 8 })
    expect(facts(actions)).toMatchObject({ ttmDps: 8, yield: 0.08, exDay: day('2026-11-10') })
    expect(facts(actions, null)).toMatchObject({ ttmDps: 8, yield: null })
  })

  test('growth is the yearly one over the last five complete years, and unknown when five years ago is', () => {
    expect(facts(quarterly({ 2020: 1, 2025: 2 }))?.cagr5y).toBeCloseTo(2 ** 0.2 - 1, 12)
    expect(facts(quarterly({ 2021: 1, 2025: 2 }))?.cagr5y).toBeNull()
  })

  test('dividends before their ex-date do not count, and a listing without dividends has no figures', () => {
    expect(computeDividendFacts(quarterly({ 2026: 4 }), day('2026-06-01'), 100)).toMatchObject({ ttmDps: 2 })
    expect(facts([{ day: day('2020-01-01'), type: 'split', value: 2 }])).toBeNull()
  })
})
