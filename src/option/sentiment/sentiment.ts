import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../../core/graphql/context.ts'
import { dayOfIso, dayOfMs, isoOfDay } from '../../core/time/day.pure.ts'
import { seriesLoader } from '../../market/bars/bars.loader.ts'
import type { Bars } from '../../market/bars/bars.pure.ts'
import { countUpTo } from '../history/figure.pure.ts'
import { options } from '../history/options.ts'
import { type ActivePattern, findActivePatterns } from './active-patterns.pure.ts'
import { OPTION_PATTERN_ROWS } from './pattern.source.ts'
import type { Readings } from './readings.pure.ts'
import { realizedVolatilityOn } from './realized-volatility.pure.ts'

/** What the options of a listing say on a session. */
interface CoveredSession {
  readonly readings: Readings
  /** Place of the session in the history. */
  readonly index: number
  readonly realizedVolatility: number
  readonly patterns: readonly ActivePattern[]
}

/** Options sentiment of a listing at a day. */
export interface Sentiment {
  readonly listing: Listing
  /** Whether overlays of technical analysis are asked for. */
  readonly isTechnical: boolean
  /** Null where options are not covered, or not yet on that day; `note` says which. */
  readonly session: CoveredSession | null
  readonly note: string | null
}

/** What sentiment is asked for. */
export interface SentimentRequest {
  readonly style: 'plain' | 'technical'
  /** Reads the last session at or before it; the latest when it is not given. */
  readonly asOf?: string | undefined
}

/** Options sentiment of tickers at days. */
export interface SentimentBatch {
  /** Of each ticker the days in their order. */
  readonly rows: readonly Sentiment[]
  readonly total: number
  readonly listings: readonly Listing[]
  /** Days asked for; empty where the latest sessions are. */
  readonly dates: readonly string[]
  readonly unresolved: readonly string[]
}

/** Reads the options sentiment of a listing. */
export async function readSentiment(
  listing: Listing,
  { style, asOf }: SentimentRequest,
  context: Context,
): Promise<Sentiment> {
  const day = requireDay(asOf, context)
  const [histories, bars] = await Promise.all([
    options().histories([listing.id]),
    options().isCovered(listing.id) ? seriesLoader(context, 'day', 'split').load(listing.id) : null,
  ])
  return sentimentOn(listing, day, style, histories.get(listing.id), bars)
}

/** Reads the options sentiment of several tickers, at several days if they are given: each ticker by each day. */
export async function readSentiments(
  {
    tickers,
    asOf,
    style,
  }: { readonly tickers: readonly string[]; readonly asOf?: readonly string[] | undefined } & Pick<
    SentimentRequest,
    'style'
  >,
  context: Context,
): Promise<SentimentBatch> {
  const dates = [...new Set(asOf ?? [])]
  const days = dates.length === 0 ? [requireDay(undefined, context)] : dates.map((iso) => requireDay(iso, context))
  const found = tickers.map((ticker) => ({ ticker, listing: catalog().find(ticker) }))
  const listings = [...new Set(found.flatMap(({ listing }) => listing ?? []))]
  const covered = listings.filter(({ id }) => options().isCovered(id)).map(({ id }) => id)
  const [histories, series] = await Promise.all([
    options().histories(covered),
    seriesLoader(context, 'day', 'split').loadMany(covered),
  ])
  const bars = new Map<number, Bars>()
  for (const [place, one] of series.entries()) {
    if (one instanceof Error) throw one
    bars.set(covered[place] ?? 0, one)
  }
  const rows = listings.flatMap((listing) =>
    days.map((day) => sentimentOn(listing, day, style, histories.get(listing.id), bars.get(listing.id) ?? null)),
  )
  const unresolved = found.flatMap(({ ticker, listing }) => (listing ? [] : [ticker]))
  return { rows, total: rows.length, listings, dates, unresolved }
}

function requireDay(asOf: string | undefined, context: Context): number {
  const today = dayOfMs(context.clock.now())
  const day = asOf === undefined ? today : (dayOfIso(asOf) ?? today)
  if (day <= today) return day
  const near = isoOfDay(today)
  throw new ApiError('invalid_parameter', `"asOf" must not be in the future: ${asOf} is after today, ${near}.`, {
    param: 'asOf',
    did_you_mean: near,
  })
}

function sentimentOn(
  listing: Listing,
  day: number,
  style: SentimentRequest['style'],
  readings: Readings | undefined,
  bars: Bars | null,
): Sentiment {
  const isTechnical = style === 'technical'
  const index = readings ? countUpTo(readings.series, day) - 1 : -1
  if (!readings || index < 0) {
    const first = readings?.series.day[0]
    const note =
      first === undefined
        ? `The options of ${listing.ticker} are not covered.`
        : `The options of ${listing.ticker} are covered from ${isoOfDay(first)} on.`
    return { listing, isTechnical, session: null, note }
  }
  const sessionDay = readings.series.day[index] ?? 0
  const realizedVolatility = bars ? realizedVolatilityOn(bars, sessionDay) : Number.NaN
  const patterns = findActivePatterns({ readings, index, realizedVolatility }, OPTION_PATTERN_ROWS)
  const { count } = readings.volatility(index)
  const note =
    readings.parts(index).length === 0
      ? `Percentiles, the positioning score and most patterns need 20 sessions; ${count} are known.`
      : null
  return { listing, isTechnical, session: { readings, index, realizedVolatility, patterns }, note }
}

/** Day of the session a sentiment is of; null where there is none. */
export function sessionDayOf({ session }: Sentiment): number | null {
  return session ? (session.readings.series.day[session.index] ?? null) : null
}
