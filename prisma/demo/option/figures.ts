import { weekdayOf } from '../../../src/core/time/day.pure.ts'
import type { Bars } from '../../../src/market/bars/bars.pure.ts'
import { createSeries, type FigureSeries } from '../../../src/option/history/figure.pure.ts'
import type { Normal } from '../random-process.ts'
import type { Mood } from './mood.ts'
import { strikeStepOf } from './strikes.ts'

/** Bars as they were quoted and adjusted for splits; both have the same days. */
export interface DemoBars {
  readonly raw: Bars
  readonly adjusted: Bars
}

/** What the volatilities of a demo chain are made of on a day. */
export interface Surface {
  readonly weekly: number
  readonly month: number
  readonly quarter: number
  /** Volatility of the 25-delta put less that of the call, at a month. */
  readonly skew: number
}

/** The volatilities of a session: above what the price has shown lately, drawn to the usual, higher on the eve of a gap and in a fall. */
export function surfaceAt({ recent, usual, eve, tenDays, fear }: Mood, at: number): Surface {
  const [now, awaited, mood] = [recent[at] ?? usual, eve[at] ?? 0, fear[at] ?? 0]
  const fall = Math.max(0, -(tenDays[at] ?? 0))
  const premium = 1.05 + 0.05 * mood
  const drawn = (share: number) => premium * (share * now + (1 - share) * usual) + 0.8 * fall * usual
  const month = drawn(0.6) * (1 + 0.85 * awaited)
  const skew = month * Math.max(-0.05, 0.12 + 0.045 * mood + 0.9 * fall - 0.25 * Math.max(0, tenDays[at] ?? 0))
  return { weekly: drawn(0.8) * (1 + 1.3 * awaited), month, quarter: drawn(0.35) * (1 + 0.25 * awaited), skew }
}

/** Days to the Friday of this week, or of the next from Thursday on. */
export function daysToWeekly(day: number): number {
  const days = (5 - weekdayOf(day) + 7) % 7
  return days < 2 ? days + 7 : days
}

/** Volume and open interest of a session. */
export interface Flow {
  readonly callVolume: number
  readonly putVolume: number
  readonly callOpenInterest: number
  readonly putOpenInterest: number
}

/** Contracts traded and open: a share of the shares traded, more when the price moves, puts in fear. */
export class DemoFlow {
  readonly #bars: DemoBars
  readonly #mood: Mood
  readonly #normal: Normal
  readonly #usual: number

  constructor(bars: DemoBars, mood: Mood, normal: Normal) {
    this.#bars = bars
    this.#mood = mood
    this.#normal = normal
    const { volume, length } = bars.raw
    let sum = 0
    for (let at = 0; at < length; at++) sum += volume[at] || 0
    this.#usual = Math.max(200, (0.0018 * sum) / Math.max(1, length))
  }

  at(at: number): Flow {
    const { raw } = this.#bars
    const random = this.#normal
    const busy = Math.min(6, (raw.volume[at] || 0) / Math.max(1, this.#usual / 0.0018))
    const [fear, lean] = [this.#mood.fear[at] ?? 0, this.#mood.lean[at] ?? 0]
    const burst = random.random.next() < 0.012 ? 2.5 + 2 * random.random.next() : 1
    const isPuts = random.random.next() < 0.5
    const volume = this.#usual * (0.4 + 0.6 * busy) * Math.exp(0.22 * random.next())
    const ratio = 0.75 * Math.exp(0.22 * fear + 0.18 * lean + 0.15 * random.next())
    const open = this.#usual * 22 * (1 + 0.1 * lean)
    const openRatio = 0.85 * Math.exp(0.25 * lean + 0.06 * fear)
    const calls = volume / (1 + ratio)
    return {
      callVolume: Math.round(calls * (isPuts ? 1 : burst)),
      putVolume: Math.round(calls * ratio * (isPuts ? burst : 1)),
      callOpenInterest: Math.round(open / (1 + openRatio)),
      putOpenInterest: Math.round((open * openRatio) / (1 + openRatio)),
    }
  }
}

/** The figures of the last sessions up to `lastDay`, as chains of those days would give them. */
export function generateFigures(bars: DemoBars, mood: Mood, flow: DemoFlow, sessions: number): FigureSeries {
  const { raw } = bars
  const first = Math.max(0, raw.length - sessions)
  const series = createSeries(raw.length - first)
  const { columns } = series
  for (let place = 0; place < series.length; place++) {
    const at = first + place
    const [day, spot] = [raw.day[at] ?? 0, raw.close[at] ?? 1]
    const surface = surfaceAt(mood, at)
    const { callVolume, putVolume, callOpenInterest, putOpenInterest } = flow.at(at)
    const step = strikeStepOf(spot)
    // Where contracts were opened lies behind the price.
    const opened = raw.close[Math.max(0, at - 12)] ?? spot
    // Density of the standard normal distribution around its middle, of contracts of about a month.
    const gamma = 0.25 / (spot * surface.month * Math.sqrt(30 / 365))
    series.day[place] = day
    columns.spot[place] = spot
    columns.ivWeekly[place] = surface.weekly
    columns.iv30[place] = surface.month
    columns.iv90[place] = surface.quarter
    columns.skewWeekly[place] = surface.skew * 1.3
    columns.skew30[place] = surface.skew
    columns.skew90[place] = surface.skew * 0.8
    columns.weeklyDays[place] = daysToWeekly(day)
    columns.callVolume[place] = callVolume
    columns.putVolume[place] = putVolume
    columns.callOpenInterest[place] = callOpenInterest
    columns.putOpenInterest[place] = putOpenInterest
    columns.maxPain[place] = Math.round((0.6 * spot + 0.4 * opened) / step) * step
    columns.gammaExposure[place] = gamma * (callOpenInterest - putOpenInterest) * spot * spot
  }
  return series
}
