import { isoOfDay } from '../../core/time/day.pure.ts'
import { market } from '../../market/market.ts'
import type { Book } from '../valuation/book.ts'
import { type ContextHolding, type Stake, weigh } from './allocation.ts'
import type { Performance } from './performance.ts'

/** Something its owner should look at. */
export interface Flag {
  readonly code: 'concentrated_holding' | 'concentrated_country' | 'stale_price' | 'no_price' | 'no_news' | 'drawdown'
  readonly ticker: string | null
  readonly message: string
}

/** Percent of a portfolio from which one holding, or one country, is much; of a fall from which it is deep; days after which a price is old. */
const LIMITS = { holdingPct: 25, countryPct: 60, drawdownPct: 20, staleDays: 7 } as const

/** Raises the flags of a window. */
export function raiseFlags({
  book,
  holdings,
  stakes,
  performance,
  withoutNews,
  lastDay,
}: {
  readonly book: Book
  readonly holdings: readonly ContextHolding[]
  readonly stakes: readonly Stake[]
  readonly performance: Performance
  /** Ids of holdings that no story of the window moves. */
  readonly withoutNews: ReadonlySet<number>
  readonly lastDay: number
}): Flag[] {
  const flags: Flag[] = []
  for (const { listing, weightPct } of holdings) {
    const { ticker } = listing
    if ((weightPct ?? 0) > LIMITS.holdingPct)
      flags.push({ code: 'concentrated_holding', ticker, message: `${ticker} is ${weightPct} % of the portfolio.` })
    const quote = market().quote(listing.id)
    if (!quote) flags.push({ code: 'no_price', ticker, message: `There are no bars of ${ticker}: it counts at cost.` })
    else if (Math.min(lastDay, book.today) - quote.day > LIMITS.staleDays)
      flags.push({ code: 'stale_price', ticker, message: `The last price of ${ticker} is of ${isoOfDay(quote.day)}.` })
    if (withoutNews.has(listing.id))
      flags.push({ code: 'no_news', ticker, message: `No story of the window moves ${ticker}.` })
  }
  for (const { key, weightPct } of weigh(stakes, ({ country }) => [country ?? 'unknown']))
    if (weightPct > LIMITS.countryPct)
      flags.push({ code: 'concentrated_country', ticker: null, message: `${weightPct} % of the portfolio is ${key}.` })
  if ((performance.maxDrawdownPct ?? 0) < -LIMITS.drawdownPct)
    flags.push({
      code: 'drawdown',
      ticker: null,
      message: `The portfolio fell by ${Math.abs(performance.maxDrawdownPct ?? 0)} % within the window.`,
    })
  return flags
}
