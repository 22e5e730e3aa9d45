import type { DayBar } from './bars.pure.ts'

/** What the numbers of a bar are: yields and rates may be below zero, and so may futures on what must be stored (WTI oil, April 2020). */
export type BarMeasure = 'price' | 'commodity' | 'yield'

/** Highest price of anything in any currency; the dearest share costs below 1e6, an index in a weak currency below 1e9. */
const PRICE_MAX = 1e12
/** Lowest price above zero; the cheapest coins cost above 1e-11. */
const PRICE_MIN = 1e-12
/** Percent a year. */
const YIELD_MIN = -100
const YIELD_MAX = 10_000
/** Units of a day; the busiest coins trade below 1e16. */
const VOLUME_MAX = 1e18
/** Relative error of prices that a vendor adjusted and rounded one by one. */
const ROUNDING = 1e-6

type Numbers = Pick<DayBar, 'open' | 'high' | 'low' | 'close' | 'volume'>

/** Why a bar's numbers cannot be true; null when they can. */
export function barProblem({ open, high, low, close, volume }: Numbers, measure: BarMeasure): string | null {
  const prices = [open, high, low, close]
  const shown = `open ${open}, high ${high}, low ${low}, close ${close}`
  if (measure === 'price' && prices.some((price) => price <= 0)) return `a price must be above zero: ${shown}`
  if (measure === 'yield' && prices.some((percent) => percent < YIELD_MIN || percent > YIELD_MAX))
    return `a yield must be within ${YIELD_MIN} and ${YIELD_MAX} percent: ${shown}`
  if (measure !== 'yield' && prices.some((price) => Math.abs(price) > PRICE_MAX))
    return `a price must be at most ${PRICE_MAX}: ${shown}`
  if (measure === 'price' && prices.some((price) => price < PRICE_MIN))
    return `a price must be at least ${PRICE_MIN}: ${shown}`
  if (high < low) return `the high ${high} is below the low ${low}`
  const slack = ROUNDING * Math.max(Math.abs(high), Math.abs(low))
  for (const [name, price] of [
    ['open', open],
    ['close', close],
  ] as const) {
    if (price > high + slack) return `the ${name} ${price} is above the high ${high}`
    if (price < low - slack) return `the ${name} ${price} is below the low ${low}`
  }
  if (volume !== null && volume < 0) return `the volume ${volume} is below zero`
  return volume !== null && volume > VOLUME_MAX ? `a volume must be at most ${VOLUME_MAX}, not ${volume}` : null
}

/** Condition of SQL that holds for bars an answer can be made of, whatever another program wrote into the table; `b` is the bar's alias. */
export function usableBarSql(b: string): string {
  const within = (column: string) => `${b}.${column} BETWEEN -${PRICE_MAX} AND ${PRICE_MAX}`
  return `${b}.date BETWEEN '0001-01-01' AND '9999-12-31' AND ${['open', 'high', 'low', 'close'].map(within).join(' AND ')}
    AND (${b}.volume IS NULL OR ${b}.volume BETWEEN 0 AND ${VOLUME_MAX})`
}

/** New shares per old one; the most any company did in one step was below 10,000. */
const SPLIT_MAX = 1e6

/** Why the value of a corporate action cannot be true; null when it can. */
export function actionProblem(type: 'split' | 'dividend' | 'special', value: number): string | null {
  if (type === 'split') {
    return value >= 1 / SPLIT_MAX && value <= SPLIT_MAX
      ? null
      : `a split must be within ${1 / SPLIT_MAX} and ${SPLIT_MAX}`
  }
  return value >= PRICE_MIN && value <= PRICE_MAX ? null : `a dividend must be within ${PRICE_MIN} and ${PRICE_MAX}`
}

/** Condition of SQL that holds for corporate actions an answer can be made of. */
export const USABLE_ACTION_SQL = `date BETWEEN '0001-01-01' AND '9999-12-31' AND CASE type
  WHEN 'split' THEN value BETWEEN ${1 / SPLIT_MAX} AND ${SPLIT_MAX} ELSE value BETWEEN ${PRICE_MIN} AND ${PRICE_MAX} END`
