import { keysOf } from '../../core/record.pure.ts'
import type { FigureSeries } from '../history/figure.pure.ts'
import { type Standing, standingAt } from './percentile.pure.ts'

/** A part of the positioning score. */
export type ScorePartKey = 'skew' | 'put_call_open_interest' | 'put_call_volume' | 'term_structure'

/** What a part measures and how much it counts. High values of each mean fear. */
export const SCORE_PARTS: Readonly<Record<ScorePartKey, { readonly weight: number; readonly means: string }>> = {
  skew: { weight: 0.35, means: 'Implied volatility of the 25-delta put less that of the 25-delta call, at 30 days.' },
  put_call_open_interest: { weight: 0.25, means: 'Open puts for each open call.' },
  put_call_volume: { weight: 0.25, means: 'Puts traded for each call, over the last five sessions.' },
  term_structure: { weight: 0.15, means: 'Implied volatility at 30 days divided by that at 90 days.' },
}

/** A part of the score on a day. */
export interface ScorePart {
  readonly part: ScorePartKey
  readonly value: number
  /** Standing among the last 252 sessions, equal values counted half. */
  readonly percentile: number
  /** Share in the score, of the parts that are known. */
  readonly weight: number
  /** What it adds to the score, at most its weight in size. */
  readonly contribution: number
}

/** What standings are remembered of. */
type StandingKey = 'iv' | ScorePartKey

/** Sessions whose volumes are added up where one would be noise. */
const VOLUME_SESSIONS = 5

/** What follows from the history of a listing's figures: ratios, their percentiles and the score, each computed once per session. */
export class Readings {
  readonly series: FigureSeries
  readonly #standings: Partial<Record<StandingKey, (Standing | undefined)[]>> = {}
  readonly #scores = new Map<number, number>()
  readonly #parts = new Map<number, readonly ScorePart[]>()
  readonly #ratios: Partial<Record<ScorePartKey, Float64Array>> = {}

  constructor(series: FigureSeries) {
    this.series = series
  }

  /** Standing of the 30-day implied volatility at the money of a session. */
  volatility(index: number): Standing {
    return this.#standing('iv', this.series.columns.iv30, index)
  }

  /** Standing of the 30-day 25-delta skew of a session. */
  skew(index: number): Standing {
    return this.#standing('skew', this.series.columns.skew30, index)
  }

  /**
   * Positioning score of a session, -1 (all that is bought is protection) to 1: each part counts 1 - 2 x its percentile, weighted by
   * what is known. NaN while no part has a percentile.
   */
  score(index: number): number {
    const known = this.#scores.get(index)
    if (known !== undefined) return known
    const parts = this.#parts.get(index) ?? this.#computeParts(index)
    const score = parts.length === 0 ? Number.NaN : parts.reduce((sum, { contribution }) => sum + contribution, 0)
    this.#scores.set(index, score)
    return score
  }

  /** The parts of the score that are known of a session. */
  parts(index: number): readonly ScorePart[] {
    const remembered = this.#parts.get(index)
    if (remembered) return remembered
    const parts = this.#computeParts(index)
    this.#parts.set(index, parts)
    return parts
  }

  #computeParts(index: number): ScorePart[] {
    const known = keysOf(SCORE_PARTS).flatMap((part) => {
      const percentile = this.#standing(part, this.ratio(part), index).middle
      return Number.isNaN(percentile) ? [] : [{ part, percentile, value: this.ratio(part)[index] ?? Number.NaN }]
    })
    const total = known.reduce((sum, { part }) => sum + SCORE_PARTS[part].weight, 0)
    return known.map(({ part, percentile, value }) => {
      const weight = SCORE_PARTS[part].weight / total
      return { part, value, percentile, weight, contribution: weight * (1 - 2 * percentile) }
    })
  }

  /** What a part measures, for each session. */
  ratio(part: ScorePartKey): ArrayLike<number> {
    if (part === 'skew') return this.series.columns.skew30
    this.#ratios[part] ??= this.#computeRatio(part)
    return this.#ratios[part]
  }

  #computeRatio(part: Exclude<ScorePartKey, 'skew'>): Float64Array {
    const { columns, length } = this.series
    if (part === 'term_structure') return divided(columns.iv30, columns.iv90, length)
    if (part === 'put_call_open_interest') return divided(columns.putOpenInterest, columns.callOpenInterest, length)
    return divided(sums(columns.putVolume, length), sums(columns.callVolume, length), length)
  }

  #standing(key: StandingKey, values: ArrayLike<number>, index: number): Standing {
    this.#standings[key] ??= []
    const standings = this.#standings[key]
    standings[index] ??= standingAt(values, index)
    return standings[index]
  }
}

function divided(above: ArrayLike<number>, below: ArrayLike<number>, length: number): Float64Array {
  return Float64Array.from({ length }, (_, index) => {
    const divisor = below[index] ?? 0
    return divisor > 0 ? (above[index] ?? Number.NaN) / divisor : Number.NaN
  })
}

/** Sums over the last sessions, shorter at the beginning; sessions that are not known count nothing. */
function sums(values: Float32Array, length: number): Float64Array {
  return Float64Array.from({ length }, (_, index) => {
    let sum = 0
    for (let at = Math.max(0, index - VOLUME_SESSIONS + 1); at <= index; at++) sum += values[at] || 0
    return sum
  })
}
