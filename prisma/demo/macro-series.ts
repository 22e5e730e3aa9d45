import { z } from 'zod'
import { readShippedRows } from '../../src/core/file/shipped-rows.source.ts'
import { dayOfParts } from '../../src/core/time/day.pure.ts'
import { slumpAt, smoothNoise } from './macro-random.ts'
import { deriveSeed } from './random-process.ts'

const shapeRow = z.object({
  series_id: z.string().min(1),
  /** A level grows by a rate, a rate moves around where it is, `recession` is 1 in slumps. */
  shape: z.enum(['level', 'rate', 'recession']),
  latest: z.coerce.number(),
  /** Of levels percent a year, of rates points a year. */
  growth_pct: z.coerce.number(),
  /** Of levels a share, of rates points. */
  noise: z.coerce.number(),
  /** What a deep slump adds: of levels a share, of rates points. */
  slump: z.coerce.number(),
  decimals: z.coerce.number().int(),
})

/** Series that are made up. */
export const DEMO_SHAPES = readShippedRows(new URL('macro-series.csv', import.meta.url), shapeRow)

/** Series that follow the demo market: the close of a listing, less that of another one. */
export const DEMO_MARKET_SERIES = readShippedRows(
  new URL('macro-market.csv', import.meta.url),
  z.object({ series_id: z.string().min(1), ticker: z.string().min(1), minus: z.string() }),
)

/** Months between two values. */
export type Step = 'weekly' | 1 | 3

/** A made-up series. */
export interface DemoSeries {
  readonly days: number[]
  readonly values: number[]
}

const FIRST_YEAR = 1990
const FIRST_WEEKLY_YEAR = 2015
const SLUMP_IS_RECESSION = 0.35

/** Makes a series up to the last period that ended before `lastDay`. */
export function generateDemoSeries(
  shape: (typeof DEMO_SHAPES)[number],
  step: Step,
  { seed, lastDay }: { readonly seed: number; readonly lastDay: number },
): DemoSeries {
  const days = step === 'weekly' ? weeksUntil(lastDay) : periodsUntil(lastDay, step)
  const noise = smoothNoise(deriveSeed(seed, shape.series_id), days.length)
  const end = yearOf(days.at(-1) ?? lastDay)
  const slumpNow = slumpAt(end)
  const values = days.map((day, place) => {
    const year = yearOf(day)
    const slump = slumpAt(year) - slumpNow
    const wobble = shape.noise * (noise[place] ?? 0)
    const ago = year - end
    if (shape.shape === 'recession') return slumpAt(year) > SLUMP_IS_RECESSION ? 1 : 0
    const value =
      shape.shape === 'rate'
        ? shape.latest + shape.growth_pct * ago + wobble + shape.slump * slump
        : shape.latest * (1 + shape.growth_pct / 100) ** ago * Math.exp(wobble) * (1 + shape.slump * slump)
    // Rates of positive things do not fall below nothing.
    const bounded = shape.shape === 'rate' && shape.latest > 1 && shape.growth_pct === 0 && !isGrowth(shape.series_id)
    return Number((bounded ? Math.max(0.05, value) : value).toFixed(shape.decimals))
  })
  return { days, values }
}

/** The growth of output is negative in slumps. */
function isGrowth(seriesId: string): boolean {
  return seriesId.startsWith('A191')
}

function yearOf(day: number): number {
  return 1970 + day / 365.2425
}

function periodsUntil(lastDay: number, months: 1 | 3): number[] {
  const days: number[] = []
  for (let month = 0; ; month += months) {
    const at = (number: number) => dayOfParts(FIRST_YEAR + Math.floor(number / 12), (number % 12) + 1, 1) ?? 0
    if (at(month + months) > lastDay) return days
    days.push(at(month))
  }
}

/** Saturdays, on which weeks of claims end. */
function weeksUntil(lastDay: number): number[] {
  const days: number[] = []
  const first = dayOfParts(FIRST_WEEKLY_YEAR, 1, 3) ?? 0
  for (let day = first; day <= lastDay; day += 7) days.push(day)
  return days
}
