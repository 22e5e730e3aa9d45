import type { Context } from '../../core/graphql/context.ts'
import { dayOfMs } from '../../core/time/day.pure.ts'
import { seriesLoader } from '../../market/bars/bars.loader.ts'
import { findFirstOnOrAfter, sliceBars } from '../../market/bars/bars.pure.ts'
import { type Sentiment, sessionDayOf } from '../../option/sentiment/sentiment.ts'
import { closedBars } from '../frame/slot-series.pure.ts'
import { readLines } from '../technical/line/lines.pure.ts'

/** Direction of a price by its moving averages. */
type Trend = 'up' | 'down' | 'sideways'

/** What the daily bars say beside options, on the session of a sentiment; null where bars are too few. */
export interface OptionTechnical {
  readonly sentiment: Sentiment
  readonly trend: Trend | null
  readonly rsi14: number | null
  readonly aboveEma50: boolean | null
  readonly aboveEma200: boolean | null
}

/** Computes the technical overlay of a sentiment on the closed daily bars up to its session; null where none is asked for or covered. */
export async function readOptionTechnical(sentiment: Sentiment, context: Context): Promise<OptionTechnical | null> {
  const day = sessionDayOf(sentiment)
  if (!sentiment.isTechnical || day === null) return null
  const { listing } = sentiment
  const all = await seriesLoader(context, 'day', 'split').load(listing.id)
  const days = closedBars(all, 1, dayOfMs(context.clock.now()), false)
  const bars = sliceBars(days, 0, findFirstOnOrAfter(days, day + 1))
  const read = readLines(bars, 1)
  const last = (key: 'close' | 'rsi14' | 'ema50' | 'ema200') => read(key)[bars.length - 1] ?? Number.NaN
  const [close, rsi, ema50, ema200] = [last('close'), last('rsi14'), last('ema50'), last('ema200')]
  return {
    sentiment,
    rsi14: Number.isNaN(rsi) ? null : Number(rsi.toPrecision(6)),
    aboveEma50: Number.isNaN(ema50) ? null : close > ema50,
    aboveEma200: Number.isNaN(ema200) ? null : close > ema200,
    trend: trendOf(close, ema50, ema200),
  }
}

/** Up when the price is above its EMA50 and that above the EMA200, down when both are the other way round. */
function trendOf(close: number, ema50: number, ema200: number): Trend | null {
  if (Number.isNaN(ema200)) return null
  if (close > ema50 && ema50 > ema200) return 'up'
  return close < ema50 && ema50 < ema200 ? 'down' : 'sideways'
}
