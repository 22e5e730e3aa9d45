/** A figure as one filing gave it. Days count from 1970-01-01. */
export interface Figure {
  /** Position of the concept. */
  readonly concept: number
  /** First day of the period; the end itself for figures of one day. */
  readonly startDay: number
  readonly endDay: number
  readonly filedDay: number
  /** Tag or column it was reported under; a sum of tags as it is written in concept-tags.csv. */
  readonly tag: string
  readonly currency: string
  readonly value: number
}

/** How long a period is: one day, a quarter, a year, or the part of a year up to its second or third quarter. */
export type Span = 'day' | 'quarter' | 'part' | 'year'

/** A quarter has 12 to 17 weeks: retailers divide a year into 12, 12, 12 and 16, or into 16, 12, 12 and 12. */
const QUARTER_DAYS = [75, 125] as const
/** A fiscal year has 52 or 53 weeks, or ends with a month. */
const YEAR_DAYS = [340, 385] as const

/** The kind of a period by its length; null for one that belongs to no quarter or year. */
export function spanOf({ startDay, endDay }: Pick<Figure, 'startDay' | 'endDay'>): Span | null {
  const days = endDay - startDay + 1
  if (startDay === endDay) return 'day'
  if (days >= QUARTER_DAYS[0] && days <= QUARTER_DAYS[1]) return 'quarter'
  if (days >= YEAR_DAYS[0] && days <= YEAR_DAYS[1]) return 'year'
  return days > QUARTER_DAYS[1] && days < YEAR_DAYS[0] ? 'part' : null
}

/** What a figure is about: restatements of it have the same. */
function subjectOf({ concept, startDay, endDay }: Pick<Figure, 'concept' | 'startDay' | 'endDay'>): string {
  return `${concept} ${startDay} ${endDay}`
}

/** The figures as last filed; of two filed on one day the later in the list. */
export function latestFigures(figures: Iterable<Figure>): Map<string, Figure> {
  const latest = new Map<string, Figure>()
  for (const figure of figures) {
    const subject = subjectOf(figure)
    const known = latest.get(subject)
    if (!known || figure.filedDay >= known.filedDay) latest.set(subject, figure)
  }
  return latest
}

/** Those of `fresh` that say something new: not what the figure filed last on or before their day says already. */
export function newFigures(stored: readonly Figure[], fresh: readonly Figure[]): Figure[] {
  const history = new Map<string, Figure[]>()
  const historyOf = (figure: Figure) => {
    const subject = subjectOf(figure)
    const versions = history.get(subject) ?? []
    history.set(subject, versions)
    return versions
  }
  for (const figure of stored) historyOf(figure).push(figure)
  return fresh
    .toSorted((one, other) => one.filedDay - other.filedDay)
    .filter((figure) => {
      const versions = historyOf(figure)
      const before = versions
        .filter(({ filedDay }) => filedDay <= figure.filedDay)
        .reduce<Figure | null>((last, one) => (last && last.filedDay > one.filedDay ? last : one), null)
      if (before && before.value === figure.value && before.currency === figure.currency) return false
      versions.push(figure)
      return true
    })
}
