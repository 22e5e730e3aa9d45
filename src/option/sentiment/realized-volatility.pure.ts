import { type Bars, findFirstOnOrAfter } from '../../market/bars/bars.pure.ts'

/** Returns in the window, and trading days of a year. */
const SESSIONS = 30
const YEAR_SESSIONS = 252

/**
 * Realised volatility on a day: the sample deviation of the last thirty daily log returns, times the root of 252 (Hull, "Options,
 * Futures, and Other Derivatives", "Estimating volatility from historical data"); NaN without 31 closes above zero.
 */
export function realizedVolatilityOn(bars: Bars, day: number): number {
  const end = findFirstOnOrAfter(bars, day + 1)
  if (end <= SESSIONS) return Number.NaN
  let [sum, squares] = [0, 0]
  for (let at = end - SESSIONS; at < end; at++) {
    const value = Math.log((bars.close[at] ?? Number.NaN) / (bars.close[at - 1] ?? Number.NaN))
    sum += value
    squares += value * value
  }
  const variance = (squares - (sum * sum) / SESSIONS) / (SESSIONS - 1)
  return Number.isFinite(variance) ? Math.sqrt(Math.max(variance, 0) * YEAR_SESSIONS) : Number.NaN
}
