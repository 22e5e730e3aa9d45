import fc from 'fast-check'
import { BARS_OF_YEAR, type PlainBar } from './bar.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2019, 0, 2) / DAY_MS

/** Weekdays from 2019-01-02, as many as were asked for so far: every series has the same ones. */
const weekdays: { readonly day: number; readonly date: string }[] = []

function weekdayAt(index: number): { readonly day: number; readonly date: string } {
  for (let day = (weekdays.at(-1)?.day ?? START - 1) + 1; weekdays.length <= index; day++) {
    const at = new Date(day * DAY_MS)
    if (at.getUTCDay() !== 0 && at.getUTCDay() !== 6) weekdays.push({ day, date: at.toISOString().slice(0, 10) })
  }
  return weekdays[index] ?? { day: START, date: '' }
}

/** Trading days from 2019-01-02: weekdays, without those a predicate closes. */
export function tradingDays(count: number, isClosed: (day: number) => boolean = () => false): string[] {
  const days: string[] = []
  for (let index = 0; days.length < count; index++) {
    const { day, date } = weekdayAt(index)
    if (!isClosed(day)) days.push(date)
  }
  return days
}

/** Bars on successive trading days from closes alone: opened at the close before, high and low half a unit around. */
export function barsOfCloses(closes: readonly number[], spread = 0.5): PlainBar[] {
  const days = tradingDays(closes.length)
  return closes.map((close, index) => {
    const open = closes[index - 1] ?? close
    return {
      date: days[index] ?? '',
      open,
      high: Math.max(open, close) + spread,
      low: Math.min(open, close) - spread,
      close,
      volume: 1000,
    }
  })
}

/** One day of a walk: move of the close in percent, reach of high and low beyond it, volume. */
interface Step {
  readonly move: number
  readonly above: number
  readonly below: number
  readonly volume: number
}

/**
 * Days of a walk, from a number that decides all of them: drawing each value by itself would take longer than all lines of the series.
 * Every eighth value is the least, the greatest or the middle one, so that moves and volumes repeat.
 */
function steps(minLength: number, maxLength: number): fc.Arbitrary<Step[]> {
  return fc
    .tuple(fc.integer({ min: 1, max: 2_147_483_646 }), fc.integer({ min: minLength, max: maxLength }))
    .map(([seed, count]) => {
      let state = seed
      const next = (below: number) => {
        state = (state * 48_271) % 2_147_483_647
        return Math.floor((state / 2_147_483_647) * below)
      }
      const draw = (min: number, max: number) => {
        if (next(8) === 0) return [min, max, Math.round((min + max) / 2)][next(3)] ?? min
        return min + next(max - min + 1)
      }
      return Array.from({ length: count }, () => ({
        move: draw(-60, 60),
        above: draw(0, 30),
        below: draw(0, 30),
        volume: draw(0, 5000),
      }))
    })
}

/** A year of days and what a line needs before it. */
const year = steps(BARS_OF_YEAR[1] + 60, BARS_OF_YEAR[1] + 200)

function walk(steps: readonly Step[], scale: (index: number) => number = () => 1): PlainBar[] {
  const days = tradingDays(steps.length)
  let close = 100
  return steps.map(({ move, above, below, volume }, index) => {
    const open = close
    const next = close * (1 + (move * scale(index)) / 1000)
    close = Math.min(Math.max(next, 0.01), 1e6)
    return {
      date: days[index] ?? '',
      open,
      high: Math.max(open, close) * (1 + (above * scale(index)) / 1000),
      low: Math.min(open, close) * (1 - (below * scale(index)) / 1000),
      close,
      volume,
    }
  })
}

/** Random walk. */
const randomWalk = year.map((steps) => walk(steps))

/** Calm and wild months by turns, so that squeezes begin and release. */
const changingVolatility = fc
  .tuple(year, fc.integer({ min: 10, max: 40 }))
  .map(([steps, month]) => walk(steps, (index) => (Math.floor(index / month) % 2 === 0 ? 0.1 : 1)))

/** The same price on every bar; volume the same too. */
const constant = fc
  .tuple(
    fc.integer({ min: 1, max: 400 }),
    fc.constantFrom(100, 0.1, 33.33, 1e-4, 98_765.4321),
    fc.constantFrom(0, 1000, null),
  )
  .map(([count, price, volume]): PlainBar[] =>
    tradingDays(count).map((date) => ({ date, open: price, high: price, low: price, close: price, volume })),
  )

/** Trading days missing (holidays, suspensions of weeks), with the price jumping over them. */
const withGaps = fc
  .tuple(year, fc.integer({ min: 3, max: 40 }), fc.integer({ min: 1, max: 30 }))
  .map(([steps, every, length]) => {
    const days = tradingDays(steps.length, (day) => day % (every + length) < length)
    return walk(steps, (index) => (index % every === 0 ? 8 : 0.5)).map((bar, index) => ({
      ...bar,
      date: days[index] ?? '',
    }))
  })

/** Volume unknown on some bars, or on all. */
const unknownVolume = fc
  .tuple(year, fc.integer({ min: 1, max: 45 }))
  .map(([steps, every]) => walk(steps).map((bar, index) => (index % every === 0 ? { ...bar, volume: null } : bar)))

/** Weeks in which nobody trades and the price stands, then a few bars with trade. */
const suspended = fc
  .tuple(year, fc.integer({ min: 15, max: 60 }), fc.integer({ min: 1, max: 30 }))
  .map(([steps, pause, trade]) => {
    const quiet = { move: 0, above: 0, below: 0, volume: 0 }
    return walk(steps.map((one, index) => (index % (pause + trade) < pause ? quiet : one)))
  })

/** Fewer bars than any window: none, one, ten, and every length at which a line begins. */
const short = fc
  .tuple(fc.constantFrom(0, 1, 2, 9, 10, 14, 15, 20, 21, 26, 28, 31, 34, 39, 52, 78, 79), steps(79, 79))
  .map(([count, steps]) => walk(steps).slice(0, count))

/** Divides the prices before a split, and multiplies their volume, as adjusting for it does. */
function adjustForSplit(bars: readonly PlainBar[], at: number, ratio: number): PlainBar[] {
  return bars.map((bar, index) => {
    if (index >= at) return bar
    return {
      date: bar.date,
      open: bar.open / ratio,
      high: bar.high / ratio,
      low: bar.low / ratio,
      close: bar.close / ratio,
      volume: bar.volume === null ? null : bar.volume * ratio,
    }
  })
}

/** A split, adjusted for (uneven prices before it) or missed by the source (the price falls to a fraction overnight). */
const withSplit = fc
  .tuple(year, fc.integer({ min: 1, max: 300 }), fc.constantFrom(2, 3, 7, 10, 1 / 8), fc.boolean())
  .map(([steps, at, ratio, isMissed]) => {
    const adjusted = adjustForSplit(walk(steps), at, ratio)
    return isMissed ? adjustForSplit(adjusted, at, 1 / (ratio * ratio)) : adjusted
  })

/** Every close above (below) the one before. */
const monotone = fc
  .tuple(fc.integer({ min: 1, max: 450 }), fc.constantFrom(1, -1), fc.constantFrom(0, 0.5))
  .map(([count, way, spread]) =>
    barsOfCloses(
      Array.from({ length: count }, (_, index) => 1000 + way * index * 2),
      spread,
    ),
  )

/** A calm price with single bars far away from it, in price and in volume. */
const spikes = fc
  .tuple(year, fc.integer({ min: 7, max: 70 }), fc.constantFrom(0.2, 3, 10))
  .map(([steps, every, factor]) =>
    walk(steps, () => 0.05).map((bar, index) => {
      if (index % every !== every - 1) return bar
      const close = bar.close * factor
      return { ...bar, close, high: Math.max(bar.high, close), low: Math.min(bar.low, close), volume: 100_000 }
    }),
  )

/** A saw around 100 in whole numbers: touches the level exactly, stays on it, crosses it, and repeats highs and lows. */
const sawtooth = fc
  .tuple(
    fc.array(fc.constantFrom(-2, -1, 0, 0, 1, 2), { minLength: 1, maxLength: 12 }),
    fc.integer({ min: 1, max: 420 }),
  )
  .map(([teeth, count]) =>
    barsOfCloses(
      Array.from({ length: count }, (_, index) => 100 + (teeth[index % teeth.length] ?? 0)),
      1,
    ),
  )

/** Long enough for a year of months of every line: 52 + 26 months need 7 years of daily bars. */
const manyYears = fc
  .tuple(steps(40, 60), fc.integer({ min: 1800, max: 2600 }), fc.constantFrom(0.3, 1))
  .map(([steps, count, scale]) =>
    walk(
      Array.from({ length: count }, (_, index) => {
        const one = steps[(index * 7 + Math.floor(index / 97)) % steps.length]
        return one ?? { move: 0, above: 0, below: 0, volume: 0 }
      }),
      () => scale,
    ),
  )

/** Kinds of series a screener meets, ordinary and adversarial; daily bars, oldest first. */
export const SERIES: Readonly<Record<string, fc.Arbitrary<PlainBar[]>>> = {
  randomWalk,
  changingVolatility,
  constant,
  withGaps,
  unknownVolume,
  suspended,
  short,
  withSplit,
  monotone,
  spikes,
  sawtooth,
  manyYears,
}
