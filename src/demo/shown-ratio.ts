import { conceptOf, STATEMENT_FIELDS } from '../financial/concept/concept.source.ts'
import type { PreparedPeriod } from '../financial/statement/period.pure.ts'

/** Ratios of a company that show whether its statements, price and dividends fit each other; NaN where it has none. */
export type ShownRatios = Readonly<Record<ShownRatio, number>>

/** Those of the ratios whose distribution the demo command prints beside the dividend yield. */
export const SHOWN_RATIOS = [
  'pe',
  'pb',
  'dividend_payout',
  'net_margin',
  'roe',
  'net_debt_ebitda',
  'fcf_yield',
] as const
type ShownRatio = (typeof SHOWN_RATIOS)[number]

const at = (key: string) => conceptOf(key).position
const NET_INCOME = at('net_income')
const BOOK_VALUE = at('book_value')
const FCF = at('fcf')
const ofRatio = (key: string) => at(key) - STATEMENT_FIELDS.length
const PAYOUT = ofRatio('dividend_payout')
const MARGIN = ofRatio('net_margin')
const ROE = ofRatio('roe')
const DEBT = ofRatio('net_debt_ebitda')

/**
 * Ratios of the latest twelve months by the formulas of concepts.csv, with the market value for price times shares; null for a
 * company without twelve months.
 */
export function computeShownRatios(
  periods: readonly PreparedPeriod[],
  marketCapUsd: number | null,
): ShownRatios | null {
  const latest = periods.find(({ periodType }) => periodType === 'T')
  if (!latest) return null
  const { values, ratios, usdRate } = latest
  const marketCap = marketCapUsd !== null && usdRate !== null ? marketCapUsd / usdRate : Number.NaN
  const multipleOf = (figure = Number.NaN) => (figure > 0 ? marketCap / figure : Number.NaN)
  return {
    pe: multipleOf(values[NET_INCOME]),
    pb: multipleOf(values[BOOK_VALUE]),
    dividend_payout: ratios[PAYOUT] ?? Number.NaN,
    net_margin: ratios[MARGIN] ?? Number.NaN,
    roe: ratios[ROE] ?? Number.NaN,
    net_debt_ebitda: ratios[DEBT] ?? Number.NaN,
    fcf_yield: (values[FCF] ?? Number.NaN) / marketCap,
  }
}
