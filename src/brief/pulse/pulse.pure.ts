import { DAY_MS } from '../../core/time/day.pure.ts'
import { type DaySpan, instantsOf, utcDay } from '../../core/time/window.pure.ts'
import { ASPECTS, type Aspect, type Direction } from '../../enrichment/vocabulary/verdict.pure.ts'

/** Stories of one day that have the same verdict; `null` for stories that move nothing we know. */
export interface StoryCell {
  /** Days since 1970-01-01. */
  readonly day: number
  readonly direction: Direction | null
  readonly aspect: Aspect | null
  readonly stories: number
}

/** Stories by verdict. */
export interface Tally {
  readonly pos: number
  readonly neg: number
  readonly ambiguous: number
}

/** A tally with the aspect it is of. */
export interface AspectTally extends Tally {
  readonly aspect: Aspect
  readonly netDirection: number | null
}

/** One day of a pulse. */
export interface PulseDay {
  readonly date: string
  readonly storyCount: number
  readonly netDirection: number | null
}

/** How the stories of a scope lean. */
export interface Pulse extends Tally {
  readonly storyCount: number
  readonly netDirection: number | null
  /** Share of positive ones among the stories with a verdict. */
  readonly posShare: number | null
  readonly series: readonly PulseDay[]
}

const SERIES_DAYS_MAX = 366

/** (pos - neg) / (pos + neg + ambiguous), -1 to 1; null when no story has a verdict. */
export function netDirection({ pos, neg, ambiguous }: Tally): number | null {
  return ratio(pos - neg, pos + neg + ambiguous)
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}

/** Sums cells into the pulse of a span: every day has its point; spans over a year only from the first to the last day with a story. */
export function pulseOf(cells: readonly StoryCell[], span: DaySpan): Pulse {
  const days = Map.groupBy(cells, (cell) => cell.day)
  const { startMs, endMs } = instantsOf(span)
  let first = startMs / DAY_MS
  let last = endMs / DAY_MS - 1
  if (last - first >= SERIES_DAYS_MAX) {
    const known = [...days.keys()].sort((a, b) => a - b)
    first = known[0] ?? last + 1
    last = known.at(-1) ?? last
  }
  const series: PulseDay[] = []
  for (let day = first; day <= last; day++) {
    const ofDay = days.get(day) ?? []
    series.push({
      date: utcDay(day * DAY_MS),
      storyCount: storiesIn(ofDay),
      netDirection: netDirection(tallyOf(ofDay)),
    })
  }
  const tally = tallyOf(cells)
  return {
    storyCount: storiesIn(cells),
    ...tally,
    netDirection: netDirection(tally),
    posShare: ratio(tally.pos, tally.pos + tally.neg + tally.ambiguous),
    series,
  }
}

/** Tallies by aspect; all eight, in their own order. */
export function aspectHeatmap(cells: readonly StoryCell[]): AspectTally[] {
  const byAspect = Map.groupBy(cells, (cell) => cell.aspect)
  return ASPECTS.map((aspect) => {
    const tally = tallyOf(byAspect.get(aspect) ?? [])
    return { aspect, ...tally, netDirection: netDirection(tally) }
  })
}

function storiesIn(cells: readonly StoryCell[]): number {
  return cells.reduce((sum, cell) => sum + cell.stories, 0)
}

function tallyOf(cells: readonly StoryCell[]): Tally {
  const tally = { pos: 0, neg: 0, ambiguous: 0 }
  for (const cell of cells) if (cell.direction !== null) tally[cell.direction] += cell.stories
  return tally
}
