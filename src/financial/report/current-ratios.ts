import type { Context } from '../../core/graphql/context.ts'
import { dayOfMs } from '../../core/time/day.pure.ts'
import { market } from '../../market/market.ts'
import { computeMarketCap } from '../../market/profile/market-cap.ts'
import { type Concept, conceptOf, RATIOS } from '../concept/concept.source.ts'
import { priceFigures } from '../statement/priced.pure.ts'
import type { CompanyFinancials } from './company-financials.ts'
import { type Figure, figureOf, roundRatio } from './figure.ts'

/**
 * All ratios of a company now: those of its latest twelve months, and those that need a price at the latest close. Marks the answer
 * when a price of the demo market is in them.
 */
export function currentRatios({ listing, ttm }: CompanyFinancials, context: Context): Figure[] {
  if (!listing || !ttm) return []
  const { stored } = ttm
  const usd = (key: string) => (stored.values[conceptOf(key).position] ?? Number.NaN) * (stored.usdRate ?? Number.NaN)
  const { usd: marketCap, usdMark } = computeMarketCap(listing)
  if (usdMark) context.dataSets.add(usdMark)
  const priced: Readonly<Record<string, number>> = {
    ...priceFigures({
      marketCap: marketCap ?? Number.NaN,
      netIncome: usd('net_income'),
      normalizedIncome: usd('normalized_income'),
      bookValue: usd('book_value'),
      netDebt: usd('net_debt'),
      minorityInterest: usd('minority_interest'),
      preferredStock: usd('preferred_stock_equity'),
      ebitda: usd('ebitda'),
      fcf: usd('fcf'),
      dividendsPaid: usd('dividends_paid'),
      quotedYield: market().dividends(listing.id, dayOfMs(context.clock.now()))?.yield ?? null,
    }),
  }
  const ratioOf = (concept: Concept): number | null => {
    if (concept.combine !== 'priced') return figureOf(stored, concept, null)
    const value = priced[concept.key] ?? Number.NaN
    return Number.isNaN(value) ? null : roundRatio(value)
  }
  return RATIOS.map((concept) => ({ concept, value: ratioOf(concept), derived: true }))
}
