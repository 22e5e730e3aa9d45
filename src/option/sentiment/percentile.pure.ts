/** Sessions that a percentile looks back over, the day itself among them: a year of trading. */
const HISTORY_SESSIONS = 252
/** Known sessions from which a percentile says anything. */
export const HISTORY_SESSIONS_MIN = 20

/** A value among those of the sessions up to its own. */
export interface Standing {
  /** Share of the sessions whose value lies strictly below, 0 to 1. */
  readonly below: number
  /** The same with half of the sessions of equal value, its own among them: 0.5 in the middle, never 0 or 1. */
  readonly middle: number
  /** Place between the lowest and the highest value, 0 to 1; NaN where they are equal. */
  readonly rank: number
  /** Sessions with a known value. */
  readonly count: number
}

/** Where the value at `index` stands among the last 252 sessions; NaN where it is not known, or too few of them are. */
export function standingAt(values: ArrayLike<number>, index: number): Standing {
  const value = values[index] ?? Number.NaN
  let [below, equal, count] = [0, 0, 0]
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let at = Math.max(0, index - HISTORY_SESSIONS + 1); at <= index; at++) {
    const other = values[at] ?? Number.NaN
    if (Number.isNaN(other)) continue
    count++
    if (other < value) below++
    else if (other === value) equal++
    if (other < least) least = other
    if (other > most) most = other
  }
  if (count < HISTORY_SESSIONS_MIN || Number.isNaN(value))
    return { below: Number.NaN, middle: Number.NaN, rank: Number.NaN, count }
  return {
    below: below / count,
    middle: (below + equal / 2) / count,
    rank: most > least ? (value - least) / (most - least) : Number.NaN,
    count,
  }
}
