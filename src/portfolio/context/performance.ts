import { roundTo } from '../../core/round.pure.ts'
import type { NavRow } from '../valuation/nav.ts'
import { computeXirr, type DatedAmount } from './money-weighted.ts'

/** Figures of a window; null where there is too little to tell. Risk-free rate 0. */
export interface Performance {
  readonly returnPct: number | null
  readonly twrPct: number | null
  readonly mwrPct: number | null
  readonly cagr: number | null
  readonly volatility: number | null
  readonly sharpe: number | null
  readonly sortino: number | null
  readonly maxDrawdownPct: number | null
}

/** That of a portfolio in which nothing has happened yet. */
export const NO_PERFORMANCE: Performance = {
  returnPct: null,
  twrPct: null,
  mwrPct: null,
  cagr: null,
  volatility: null,
  sharpe: null,
  sortino: null,
  maxDrawdownPct: null,
}

/** Trading days of a year. */
const TRADING_DAYS = 252
const DAYS_PER_YEAR = 365

/** What a window is measured by. */
interface Measured {
  /** Rows of the window. */
  readonly rows: readonly NavRow[]
  /** Whether the first row is that of the first trade, which has no day before. */
  readonly fromInception: boolean
  readonly returnPct: number | null
  readonly amounts: readonly DatedAmount[]
  /** Days of the window. */
  readonly days: number
}

/**
 * Measures a window. Volatility: sample deviation of the daily returns x sqrt 252; Sharpe and Sortino (downside deviation below 0):
 * mean x 252 by it. Returns of less than a year are not annualised.
 */
export function measure({ rows, fromInception, returnPct, amounts, days }: Measured): Performance {
  const growth = rows.reduce((product, { dailyReturn }) => product * (1 + dailyReturn), 1)
  const returns = rows.slice(fromInception ? 1 : 0).map(({ dailyReturn }) => dailyReturn)
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length
  const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  const below = returns.reduce((sum, one) => sum + Math.min(0, one) ** 2, 0)
  const enough = returns.length >= 2
  const volatility = enough ? Math.sqrt((squares / (returns.length - 1)) * TRADING_DAYS) : null
  const downside = enough ? Math.sqrt((below / returns.length) * TRADING_DAYS) : null
  const by = (deviation: number | null) =>
    deviation === null || deviation === 0 ? null : roundTo((mean * TRADING_DAYS) / deviation, 6)
  const mwr = computeXirr(amounts)
  return {
    returnPct,
    twrPct: roundTo((growth - 1) * 100, 6),
    mwrPct: mwr === null ? null : roundTo(mwr * 100, 6),
    cagr: days >= DAYS_PER_YEAR && growth > 0 ? roundTo(growth ** (DAYS_PER_YEAR / days) - 1, 8) : null,
    volatility: volatility === null ? null : roundTo(volatility, 8),
    sharpe: by(volatility),
    sortino: by(downside),
    maxDrawdownPct: roundTo(deepestFall(rows) * 100, 6),
  }
}

/** The deepest fall of the index below its highest value before, within the rows; 0 or less. */
function deepestFall(rows: readonly NavRow[]): number {
  let index = 1
  let peak = 1
  let deepest = 0
  for (const { dailyReturn } of rows) {
    index *= 1 + dailyReturn
    peak = Math.max(peak, index)
    deepest = Math.min(deepest, index / peak - 1)
  }
  return deepest
}
