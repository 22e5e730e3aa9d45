import type { FigureKey } from '../history/figure.pure.ts'
import type { OptionPattern } from '../option-pattern.pure.ts'
import { HISTORY_SESSIONS_MIN } from './percentile.pure.ts'
import type { Readings } from './readings.pure.ts'

/** What a pattern's rule compares with. */
export interface PatternRule {
  readonly key: OptionPattern
  readonly level: number
  /** Sessions the rule looks back over; 0 = none. */
  readonly sessions: number
}

/** A pattern that shows on a day, with the numbers that make it. */
export interface ActivePattern {
  readonly pattern: OptionPattern
  readonly because: string
}

/** A session of a listing: its readings up to `index`, and the realised volatility of that day. */
export interface Session {
  readonly readings: Readings
  readonly index: number
  /** NaN where bars are missing. */
  readonly realizedVolatility: number
}

type Judge = (session: Session, rule: PatternRule) => string | null

/** Middle of a percentile, from which fear counts as gone. */
const MIDDLE = 0.5

const figure = ({ readings, index }: Session, key: FigureKey, back = 0): number =>
  readings.series.columns[key][index - back] ?? Number.NaN
const score = ({ readings, index }: Session, back = 0): number =>
  index < back ? Number.NaN : readings.score(index - back)
const skew = ({ readings, index }: Session, back = 0): number =>
  index < back ? Number.NaN : readings.skew(index - back).below
const number = (value: number, digits = 2): string => value.toFixed(digits)
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`

/** Session, counted back from this one, at which `of` was most extreme in the direction of `sign` among the `sessions` before. */
function mostBefore(of: (back: number) => number, sessions: number, sign: 1 | -1): number {
  let [best, at] = [Number.NaN, 0]
  for (let back = 1; back <= sessions; back++) {
    const value = of(back)
    if (Number.isNaN(value) || sign * value <= sign * best) continue
    best = value
    at = back
  }
  return at
}

const ago = (back: number): string => (back === 1 ? 'one session before' : `${back} sessions before`)

const positioned =
  (sign: 1 | -1): Judge =>
  (session, { level }) => {
    const now = score(session)
    return sign * now >= level ? `The positioning score is ${number(now)}.` : null
  }

const turning =
  (sign: 1 | -1): Judge =>
  (session, { level, sessions }) => {
    const now = score(session)
    const back = mostBefore((one) => score(session, one), sessions, sign === 1 ? -1 : 1)
    const then = score(session, back)
    if (back === 0 || !(sign * now > 0) || !(sign * then <= -level)) return null
    return `The positioning score is ${number(now)}; it was ${number(then)} ${ago(back)}.`
  }

const heavy =
  (sign: 1 | -1): Judge =>
  (session, { level, sessions }) => {
    let [puts, calls] = [0, 0]
    for (let back = 0; back < sessions; back++) {
      puts += figure(session, 'putVolume', back) || 0
      calls += figure(session, 'callVolume', back) || 0
    }
    const ratio = puts / calls
    if (!(calls > 0) || !(sign * ratio >= sign * level)) return null
    return `Over ${sessions} sessions ${number(ratio)} puts were traded for each call.`
  }

const volatilityPercentile =
  (sign: 1 | -1): Judge =>
  (session, { level }) => {
    const { below, rank, count } = session.readings.volatility(session.index)
    if (Number.isNaN(rank) || !(sign * below >= sign * level)) return null
    return `The 30-day implied volatility is ${percent(figure(session, 'iv30'))}, percentile ${number(below)} of ${count} sessions.`
  }

const skewPercentile =
  (sign: 1 | -1): Judge =>
  (session, { level }) => {
    const { below, rank, count } = session.readings.skew(session.index)
    if (Number.isNaN(rank) || !(sign * below >= sign * level)) return null
    return `The 25-delta put costs ${percent(figure(session, 'skew30'))} more volatility than the call, percentile ${number(below)} of ${count} sessions.`
  }

const unusual =
  (keys: readonly FigureKey[], what: string): Judge =>
  (session, { level, sessions }) => {
    const volume = (back: number) => keys.reduce((sum, key) => sum + figure(session, key, back), 0)
    let [total, known] = [0, 0]
    for (let back = 1; back <= sessions; back++) {
      const value = volume(back)
      if (Number.isNaN(value)) continue
      total += value
      known++
    }
    const times = (volume(0) * known) / total
    if (known < Math.min(sessions, HISTORY_SESSIONS_MIN) || !(total > 0) || !(times >= level)) return null
    return `${what} traded: ${Math.round(volume(0)).toLocaleString('en-US')}, ${number(times, 1)} times the average of ${known} sessions.`
  }

/** Fear (sign 1) or confidence (sign -1) that has given way to the other. */
const reversal =
  (sign: 1 | -1): Judge =>
  (session, { level, sessions }) => {
    const [now, before] = [skew(session), skew(session, 1)]
    const back = mostBefore((one) => skew(session, one), sessions, sign)
    const peak = skew(session, back)
    if (back === 0 || !(sign * peak >= sign * level) || !(sign * now <= sign * MIDDLE)) return null
    const [scoreNow, scoreBefore] = [score(session), score(session, 1)]
    if (!(sign * now < sign * before) || !(sign * scoreNow > sign * scoreBefore)) return null
    const [went, moved] = sign === 1 ? ['fallen', 'risen'] : ['risen', 'fallen']
    return `The percentile of the 25-delta skew has ${went} to ${number(now)} from ${number(peak)} ${ago(back)}; the positioning score has ${moved} from ${number(scoreBefore)} to ${number(scoreNow)}.`
  }

const JUDGES: Readonly<Record<OptionPattern, Judge>> = {
  bullish_positioning: positioned(1),
  bearish_positioning: positioned(-1),
  turning_bullish: turning(1),
  turning_bearish: turning(-1),
  call_heavy: heavy(-1),
  put_heavy: heavy(1),
  iv_cheap: volatilityPercentile(-1),
  iv_expensive: volatilityPercentile(1),
  iv_rising(session, { level, sessions }) {
    const [now, then] = [figure(session, 'iv30'), figure(session, 'iv30', sessions)]
    if (!(now >= level * then)) return null
    return `The 30-day implied volatility is ${percent(now)}; it was ${percent(then)} ${ago(sessions)}.`
  },
  iv_crush(session, { level, sessions }) {
    const now = figure(session, 'iv30')
    const back = mostBefore((one) => figure(session, 'iv30', one), sessions, 1)
    const peak = figure(session, 'iv30', back)
    if (back === 0 || !(now <= level * peak)) return null
    return `The 30-day implied volatility is ${percent(now)}; it was ${percent(peak)} ${ago(back)}.`
  },
  iv_below_realized(session, { level }) {
    const now = figure(session, 'iv30')
    const realized = session.realizedVolatility
    if (!(now < level * realized)) return null
    return `The 30-day implied volatility is ${percent(now)}, the realised one ${percent(realized)}.`
  },
  unusual_activity: unusual(['callVolume', 'putVolume'], 'Contracts'),
  unusual_calls: unusual(['callVolume'], 'Calls'),
  unusual_puts: unusual(['putVolume'], 'Puts'),
  fear_elevated: skewPercentile(1),
  complacency: skewPercentile(-1),
  fear_to_confidence: reversal(1),
  confidence_to_fear: reversal(-1),
}

/** The patterns of `rules` that show on a session, in their order. */
export function findActivePatterns(session: Session, rules: readonly PatternRule[]): ActivePattern[] {
  return rules.flatMap((rule) => {
    const because = JUDGES[rule.key](session, rule)
    return because === null ? [] : [{ pattern: rule.key, because }]
  })
}
