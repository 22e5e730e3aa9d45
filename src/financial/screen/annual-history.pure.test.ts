import { expect, test } from 'vitest'
import { type AnnualFigure, AnnualHistory, type FigureKind } from './annual-history.pure.ts'

const MONEY: FigureKind = { isMoney: true, isOutflow: false }

function historyOf(years: Readonly<Record<number, number | Partial<AnnualFigure>>>, kind = MONEY): AnnualHistory {
  const history = new AnnualHistory(1)
  const figures = Object.entries(years).map(([year, value]) => ({
    ...{ fiscalYear: Number(year), currency: 'USD', usdRate: 1, value: 0 },
    ...(typeof value === 'number' ? { value } : value),
  }))
  history.set(0, figures, kind)
  return history
}

test('a fiscal year that is missing ends a run of growth', () => {
  expect(historyOf({ 2025: 5, 2024: 4, 2022: 2 }).streaks[0]).toBe(1)
  expect(historyOf({ 2025: 5, 2024: 4, 2023: Number.NaN, 2022: 2 }).streaks[0]).toBe(1)
  expect(historyOf({ 2025: Number.NaN, 2024: 4, 2023: 2 }).streaks[0]).toBe(0)
})

test('losses that shrink grow, but have no growth rate', () => {
  const history = historyOf({ 2025: 3, 2024: -1, 2023: -2 })
  expect(history.streaks[0]).toBe(2)
  expect(history.growthRates(1)[0]).toBeNaN()
  expect(historyOf({ 2025: 3, 2024: 0 }).growthRates(1)[0]).toBeNaN()
})

test('a growth rate is compounded from the base so many years ago', () => {
  expect(historyOf({ 2025: 121, 2023: 100 }).growthRates(2)[0]).toBeCloseTo(0.1)
  expect(historyOf({ 2025: 121, 2024: 110 }).growthRates(2)[0]).toBeNaN()
  expect(historyOf({ 2025: -1, 2023: 100 }).growthRates(2)[0]).toBeNaN()
})

test('cash paid out, stored negative, grows when more is paid', () => {
  const history = historyOf({ 2025: -150, 2024: -100 }, { isMoney: true, isOutflow: true })
  expect(history.streaks[0]).toBe(1)
  expect(history.growthRates(1)[0]).toBeCloseTo(0.5)
})

test('growth is in the currency of the reports; a change of it is bridged by US dollars', () => {
  const euros = (value: number, usdRate: number) => ({ value, currency: 'EUR', usdRate })
  expect(historyOf({ 2025: euros(110, 1), 2024: euros(100, 2) }).growthRates(1)[0]).toBeCloseTo(0.1)
  expect(historyOf({ 2025: 110, 2024: euros(50, 2) }).growthRates(1)[0]).toBeCloseTo(0.1)
  expect(historyOf({ 2025: 110, 2024: { ...euros(50, 2), usdRate: null } }).growthRates(1)[0]).toBeNaN()
  const shares: FigureKind = { isMoney: false, isOutflow: false }
  expect(historyOf({ 2025: 110, 2024: euros(50, 2) }, shares).growthRates(1)[0]).toBeCloseTo(1.2)
})

test('years set anew replace those before', () => {
  const history = historyOf({ 2025: 3, 2024: 2, 2023: 1 })
  expect([history.streaks[0], history.growthRates(2)[0]]).toEqual([2, Math.sqrt(3) - 1])
  history.set(0, [{ fiscalYear: 2026, value: 1, currency: 'USD', usdRate: 1 }], MONEY)
  expect([history.streaks[0], history.growthRates(2)[0]]).toEqual([0, Number.NaN])
})
