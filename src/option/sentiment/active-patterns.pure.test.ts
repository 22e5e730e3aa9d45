import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSeries, type DayFigures, FIGURE_KEYS, type FigureSeries } from '../history/figure.pure.ts'
import { OPTION_PATTERN, type OptionPattern } from '../option-pattern.pure.ts'
import { findActivePatterns } from './active-patterns.pure.ts'
import { OPTION_PATTERN_ROWS } from './pattern.source.ts'
import { standingAt } from './percentile.pure.ts'
import { Readings, SCORE_PARTS } from './readings.pure.ts'

type Day = Partial<DayFigures>

const QUIET: Day = {
  ...{ spot: 100, iv30: 0.3, iv90: 0.3, skew30: 0.05, callVolume: 1_000, putVolume: 800 },
  ...{ callOpenInterest: 10_000, putOpenInterest: 8_000 },
}

function seriesOf(days: readonly Day[]): FigureSeries {
  const series = createSeries(days.length)
  days.forEach((day, at) => {
    series.day[at] = at
    const all: Day = { ...QUIET, ...day }
    for (const key of FIGURE_KEYS) series.columns[key][at] = all[key] ?? Number.NaN
  })
  return series
}

/** A year of days: `of` gives what each differs in, by its number counted back from the last. */
const year = (of: (back: number) => Day, length = 252): Day[] => Array.from({ length }, (_, at) => of(length - 1 - at))

function active(days: readonly Day[], realizedVolatility = Number.NaN): OptionPattern[] {
  const readings = new Readings(seriesOf(days))
  const found = findActivePatterns({ readings, index: days.length - 1, realizedVolatility }, OPTION_PATTERN_ROWS)
  for (const { because } of found) expect(because).toMatch(/^[A-Z].*\d.*\.$/)
  return found.map(({ pattern }) => pattern)
}

/** Rising evenly over the year, so that the last is the highest. */
const rising = (back: number) => 1 - back / 252

describe('percentiles', () => {
  const values = fc.array(fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 0, max: 20 })), {
    minLength: 1,
    maxLength: 400,
  })

  test('equal their definition over the last 252 sessions, and lie between 0 and 1', () => {
    fc.assert(
      fc.property(values, (list) => {
        const index = list.length - 1
        const { below, middle, rank, count } = standingAt(list, index)
        const known = list.slice(-252).filter((value) => !Number.isNaN(value))
        const value = list[index] ?? Number.NaN
        expect(count).toBe(known.length)
        if (Number.isNaN(value) || known.length < 20) {
          expect(below).toBeNaN()
          return
        }
        expect(below).toBe(known.filter((one) => one < value).length / known.length)
        const equal = known.filter((one) => one === value).length
        expect(middle).toBeCloseTo(below + equal / 2 / known.length, 12)
        expect(middle > 0 && middle < 1).toBe(true)
        const [least, most] = [Math.min(...known), Math.max(...known)]
        if (most > least) expect(rank).toBeCloseTo((value - least) / (most - least), 12)
        else expect(rank).toBeNaN()
      }),
    )
  })
})

describe('the positioning score', () => {
  test('is the weighted sum of its parts, each 1 - 2 x its percentile', () => {
    const readings = new Readings(
      seriesOf(year((back) => ({ skew30: rising(back), putOpenInterest: 8_000 * rising(back) }))),
    )
    const parts = readings.parts(251)
    expect(parts.map(({ part }) => part)).toEqual(Object.keys(SCORE_PARTS))
    const [skew, openInterest, volume, term] = parts
    // The highest of 252: all below it but itself, which counts half.
    const top = 251.5 / 252
    expect([skew?.percentile, openInterest?.percentile, volume?.percentile, term?.percentile]).toEqual([
      top,
      top,
      0.5,
      0.5,
    ])
    expect(readings.score(251)).toBeCloseTo((0.35 + 0.25) * (1 - 2 * top), 12)
  })

  test('shares the weight of what is not known among the rest', () => {
    const days = year((back) => ({ iv90: Number.NaN, callVolume: 0, putVolume: 0, skew30: rising(back) }))
    const parts = new Readings(seriesOf(days)).parts(251)
    expect(parts.map(({ part, weight }) => [part, weight])).toEqual([
      ['skew', 0.35 / 0.6],
      ['put_call_open_interest', 0.25 / 0.6],
    ])
  })

  test('lies between -1 and 1, and is not known before twenty sessions', () => {
    const day = fc.record({
      skew30: fc.double({ min: -1, max: 1, noNaN: true }),
      iv30: fc.double({ min: 0.01, max: 5, noNaN: true }),
      putVolume: fc.nat(100_000),
      callVolume: fc.nat(100_000),
    })
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 60 }), (days) => {
        const score = new Readings(seriesOf(days)).score(days.length - 1)
        if (days.length < 20) expect(score).toBeNaN()
        else expect(Math.abs(score)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('every pattern shows where its rule holds, and not just beside', () => {
  /** A skew that was at its highest `peak` sessions ago, low since, and lowest now. */
  const turned = (back: number, peak: number) =>
    back === 0 ? -2 : back === peak ? 0.9 : back === 1 ? 0.0455 : back <= 11 ? 0.045 : 0.05 - (back % 7) / 1_000
  const volumes = (of: (back: number) => Partial<DayFigures>) => year(of)
  const cases: Readonly<Record<OptionPattern, readonly [holds: Day[], fails: Day[], realized?: number]>> = {
    bullish_positioning: [
      year((back) => ({ skew30: -rising(back), putOpenInterest: 9_000 - 8_000 * rising(back) })),
      year((back) => ({ skew30: -rising(back) - (back === 0 ? -2 : 0) })),
    ],
    bearish_positioning: [
      year((back) => ({ skew30: rising(back), putOpenInterest: 8_000 * rising(back) })),
      year(() => ({})),
    ],
    turning_bullish: [
      year((back) => ({ skew30: back === 4 ? 0.9 : back === 0 ? -0.9 : 0.05, iv30: back === 4 ? 0.5 : 0.3 })),
      year((back) => ({ skew30: back === 11 ? 0.9 : back === 0 ? -0.9 : 0.05 })),
    ],
    turning_bearish: [
      year((back) => ({ skew30: back === 4 ? -0.9 : back === 0 ? 0.9 : 0.05, iv30: back === 4 ? 0.2 : 0.3 })),
      year((back) => ({ skew30: back === 0 ? 0.9 : 0.05 })),
    ],
    call_heavy: [volumes(() => ({ putVolume: 500 })), volumes(() => ({ putVolume: 501 }))],
    put_heavy: [volumes(() => ({ putVolume: 1_200 })), volumes(() => ({ putVolume: 1_199 }))],
    iv_cheap: [year((back) => ({ iv30: 1 - rising(back) / 2 })), year((back) => ({ iv30: Math.abs(back - 60) + 1 }))],
    iv_expensive: [year((back) => ({ iv30: rising(back) })), year((back) => ({ iv30: 300 - Math.abs(back - 60) }))],
    iv_rising: [
      year((back) => ({ iv30: back === 0 ? 0.346 : 0.3 })),
      year((back) => ({ iv30: back === 0 ? 0.344 : 0.3 })),
    ],
    iv_crush: [
      year((back) => ({ iv30: back === 5 ? 0.5 : back === 0 ? 0.399 : 0.45 })),
      year((back) => ({ iv30: back === 6 ? 0.5 : back === 0 ? 0.399 : 0.45 })),
    ],
    iv_below_realized: [year(() => ({})), year(() => ({ iv30: 0.36 })), 0.35],
    unusual_activity: [
      volumes((back) => (back === 0 ? { callVolume: 2_000, putVolume: 1_600 } : {})),
      volumes((back) => (back === 0 ? { callVolume: 1_999, putVolume: 1_600 } : {})),
    ],
    unusual_calls: [
      volumes((back) => (back === 0 ? { callVolume: 2_500 } : {})),
      volumes((back) => (back === 0 ? { callVolume: 2_499 } : {})),
    ],
    unusual_puts: [
      volumes((back) => (back === 0 ? { putVolume: 2_000 } : {})),
      volumes((back) => (back === 0 ? { putVolume: 1_999 } : {})),
    ],
    fear_elevated: [
      year((back) => ({ skew30: rising(back) })),
      year((back) => ({ skew30: 300 - Math.abs(back - 60) })),
    ],
    complacency: [year((back) => ({ skew30: -rising(back) })), year((back) => ({ skew30: Math.abs(back - 60) }))],
    fear_to_confidence: [
      year((back) => ({ skew30: turned(back, 10) })),
      year((back) => ({ skew30: turned(back, 11) })),
    ],
    confidence_to_fear: [
      year((back) => ({ skew30: -turned(back, 10) })),
      year((back) => ({ skew30: -turned(back, 11) })),
    ],
  }

  test.each(OPTION_PATTERN.tokens)('%s', (pattern) => {
    const [holds, fails, realized] = cases[pattern]
    expect(active(holds, realized)).toContain(pattern)
    expect(active(fails, realized)).not.toContain(pattern)
  })

  test('on a quiet year none shows', () => {
    expect(active(year(() => ({})))).toEqual([])
  })
})

describe('fear to confidence, by the rule of the contract', () => {
  test('a plain evaluation of the rule finds it on the same histories', () => {
    const day = fc.record({
      skew30: fc.integer({ min: -3, max: 9 }).map((step) => step / 100),
      putVolume: fc.integer({ min: 500, max: 1_500 }),
    })
    fc.assert(
      fc.property(fc.array(day, { minLength: 32, maxLength: 60 }), (days) => {
        const series = seriesOf(days)
        const last = days.length - 1
        const percentile = (at: number) => {
          const window = [...series.columns.skew30.slice(0, at + 1)]
          return window.filter((value) => value < (series.columns.skew30[at] ?? 0)).length / window.length
        }
        const readings = new Readings(series)
        const peak = Math.max(...Array.from({ length: 10 }, (_, back) => percentile(last - 1 - back)))
        const plain =
          peak >= 0.8 &&
          percentile(last) <= 0.5 &&
          percentile(last) < percentile(last - 1) &&
          readings.score(last) > readings.score(last - 1)
        expect(active(days).includes('fear_to_confidence')).toBe(plain)
      }),
      { numRuns: 300 },
    )
  })
})

test('option-patterns.csv has every pattern once, in the order of the contract, its rule in a sentence', () => {
  expect(OPTION_PATTERN_ROWS.map(({ key }) => key)).toEqual(OPTION_PATTERN.tokens)
  for (const { rule } of OPTION_PATTERN_ROWS) expect(rule).toMatch(/^[A-Z][^{}]+\.$/)
})
