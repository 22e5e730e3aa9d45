import { computeSplitRatio } from '../../src/market/bars/adjust.pure.ts'
import type { DayBar } from '../../src/market/bars/bars.pure.ts'
import { splitCurrency } from '../../src/market/quote/quote-currency.pure.ts'
import type { Factors } from './factors.ts'
import { usdOf } from './final-price.ts'
import type { DemoListing, DemoSeries } from './market.ts'
import { estimateVolume } from './prices.ts'
import { roundBar } from './round-bar.ts'
import { findCalendar } from './trading-calendar.ts'

/** Daily deviation of a line from the price that its leader implies. */
const DEVIATION = 0.0015

/**
 * Generates the series of a second line of a company, or of a contract on the same good in another currency: the price of its leader in
 * US dollars, times `ratio` (shares of the leader that one of its own stands for), on the trading days of its own exchange.
 */
export function generateSecondLine(
  factors: Factors,
  listing: DemoListing,
  leader: { readonly listing: DemoListing; readonly series: DemoSeries },
  ratio: number,
): DemoSeries {
  const { first } = factors
  const normal = factors.normal(listing.ticker)
  const { random } = normal
  const { bars: lead, actions: leadActions } = leader.series
  const splits = leadActions.filter(({ type }) => type === 'split')
  const units = splitCurrency(listing.currency).units / splitCurrency(leader.listing.currency).units
  const factor = (index: number) =>
    (ratio * units * usdOf(factors, leader.listing.currency, index)) / usdOf(factors, listing.currency, index)
  const bars: DayBar[] = []
  const usualVolume = estimateVolume(listing, (lead.at(-1)?.close ?? 1) * factor(factors.days - 1))
  let place = -1
  let before: number | null = null
  for (const index of factors.tradingDays(findCalendar(listing))) {
    const day = first + index
    while ((lead[place + 1]?.day ?? Number.POSITIVE_INFINITY) <= day) place++
    const latest = lead[place]
    if (!latest) continue
    const adjust = computeSplitRatio(splits, latest.day, day)
    const close = (latest.close / adjust) * factor(index) * Math.exp(DEVIATION * normal.next())
    const opened: number = latest.day === day ? latest.open : (before ?? close)
    const open = (latest.day === day ? opened * factor(index) : opened) * Math.exp(DEVIATION * normal.next())
    const range = DEVIATION * 3 * random.next()
    const [high, low] = [Math.max(open, close) * (1 + range), Math.min(open, close) * (1 - range)]
    const volume = Math.round(
      usualVolume * computeSplitRatio(splits, day, factors.lastDay) ** -1 * Math.exp(0.35 * normal.next()),
    )
    bars.push(roundBar({ listingId: listing.id, day, open, high, low, close, volume: volume < 1 ? null : volume }))
    before = close
  }
  const actions = leadActions.map((action) =>
    action.type === 'split'
      ? action
      : { ...action, value: Number((action.value * factor(action.day - first)).toPrecision(4)) },
  )
  return { bars, actions }
}
