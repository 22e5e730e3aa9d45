import { type CorporateAction, computeSplitRatio } from '../../src/market/bars/adjust.pure.ts'
import type { SeededRandom } from './random.ts'
import type { Normal } from './random-process.ts'

/** Inputs for planning the dividends and splits of a listing. */
export interface PlanInputs {
  /** First and last day with prices. */
  readonly first: number
  readonly lastDay: number
  /** Price on the first day, split-adjusted to the last day. */
  readonly startPrice: number
  /** Price on the last day. */
  readonly finalPrice: number
  /** First trading day on or after a day. */
  readonly nextOpen: (day: number) => number
  readonly random: SeededRandom
  readonly normal: Normal
}

/** Adds a payment per share of its day, rounded to four significant digits. */
export function addPayment(
  actions: CorporateAction[],
  splits: readonly CorporateAction[],
  type: 'dividend' | 'special',
  day: number,
  amount: number,
  lastDay: number,
): void {
  const value = Number((amount * computeSplitRatio(splits, day, lastDay)).toPrecision(4))
  if (day <= lastDay && value > 0 && !actions.some((one) => one.day === day && one.type === type))
    actions.push({ day, type, value })
}
