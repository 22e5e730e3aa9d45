import type { Listing } from '../../catalog/catalog.store.ts'
import type { Context } from '../../core/graphql/context.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import { dayOfIso, dayOfMs, isoOfDay } from '../../core/time/day.pure.ts'
import { market } from '../market.ts'
import type { Adjustment } from './adjust.pure.ts'
import { isPartial, type Timeframe } from './aggregate.pure.ts'
import { seriesLoader } from './bars.loader.ts'
import { type Bars, findFirstOnOrAfter, sliceBars } from './bars.pure.ts'

/** A bar of an answer, with ISO date. */
export interface Bar {
  readonly date: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number | null
  readonly partial: boolean
}

/** The most recent bars of a listing within a date range, oldest first. */
export interface BarSeries extends Page<Bar> {
  readonly listing: Listing
  readonly timeframe: Timeframe
  readonly adjustment: Adjustment
}

/** A request for the most recent `limit` bars between `from` and `to`, both inclusive. */
interface BarsRequest {
  readonly timeframe: Timeframe
  readonly adjustment: Adjustment
  readonly limit: number
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Reads the bars of a listing; the last one is partial when its week or month is incomplete. */
export async function readBarSeries(listing: Listing, asked: BarsRequest, context: Context): Promise<BarSeries> {
  const { timeframe, adjustment, limit, from, to } = asked
  const whole = await seriesLoader(context, timeframe, adjustment).load(listing.id)
  const first = from === undefined ? 0 : findFirstOnOrAfter(whole, dayOfIso(from) ?? 0)
  const end = to === undefined ? whole.length : findFirstOnOrAfter(whole, (dayOfIso(to) ?? 0) + 1)
  const total = Math.max(0, end - first)
  const shown = sliceBars(whole, Math.max(first, end - limit), end)
  const rows = toRows(shown)
  const last = rows.at(-1)
  if (last && end === whole.length) {
    const today = dayOfMs(context.clock.now())
    const partial = isPartial(shown.day[shown.length - 1] ?? 0, timeframe, today, listing.type === 'crypto')
    rows[rows.length - 1] = { ...last, partial }
  }
  const notes = writeNotes(listing, whole, total)
  return {
    listing,
    timeframe,
    adjustment,
    rows,
    total,
    limit,
    offset: 0,
    all: false,
    ...(notes.length > 0 ? { notes } : {}),
  }
}

function toRows(bars: Bars): Bar[] {
  const rows: Bar[] = []
  for (let index = 0; index < bars.length; index++) {
    const volume = bars.volume[index] ?? Number.NaN
    rows.push({
      date: isoOfDay(bars.day[index] ?? 0),
      open: bars.open[index] ?? 0,
      high: bars.high[index] ?? 0,
      low: bars.low[index] ?? 0,
      close: bars.close[index] ?? 0,
      volume: Number.isNaN(volume) ? null : volume,
      partial: false,
    })
  }
  return rows
}

function writeNotes(listing: Listing, whole: Bars, total: number): string[] {
  if (market().quote(listing.id) === undefined) return [`There are no bars of ${listing.ticker}.`]
  if (total > 0 || whole.length === 0) return []
  const [first, last] = [whole.day[0] ?? 0, whole.day[whole.length - 1] ?? 0]
  return [`The bars of ${listing.ticker} run from ${isoOfDay(first)} to ${isoOfDay(last)}.`]
}
