import { expect, test } from 'vitest'
import { createDemoMarket } from '../../prisma/demo/market.ts'
import { adjustBars } from '../market/bars/adjust.pure.ts'
import { type Bars, createBars } from '../market/bars/bars.pure.ts'

type Line = readonly number[]
type Test = (bar: number) => boolean

const RECENT = 20
const YEAR = 252
const at = (line: Line, bar: number) => line[bar] ?? Number.NaN
const window = (line: Line, bar: number, length: number) => line.slice(Math.max(0, bar - length + 1), bar + 1)
const mean = (line: Line) => line.reduce((sum, value) => sum + value, 0) / line.length
const each = (line: Line, of: (bar: number) => number) => line.map((_, bar) => of(bar))
const sma = (line: Line, length: number) =>
  each(line, (bar) => (bar < length - 1 ? Number.NaN : mean(window(line, bar, length))))

/** Exponential smoothing that begins with the first value; `weight` of the newest. */
function smooth(line: Line, weight: number): number[] {
  let level = at(line, 0)
  return line.map((value) => (level += weight * (value - level)))
}
const ema = (line: Line, length: number) => smooth(line, 2 / (length + 1))

function deviation(line: Line, bar: number, length: number): number {
  const part = window(line, bar, length)
  const middle = mean(part)
  return Math.sqrt(mean(part.map((value) => (value - middle) ** 2)))
}

/** Wilder's RSI. */
function rsi(closes: Line): number[] {
  const moves = each(closes, (bar) => (bar === 0 ? 0 : at(closes, bar) - at(closes, bar - 1)))
  const ups = smooth(
    moves.map((move) => Math.max(0, move)),
    1 / 14,
  )
  const downs = smooth(
    moves.map((move) => Math.max(0, -move)),
    1 / 14,
  )
  return each(closes, (bar) => 100 - 100 / (1 + at(ups, bar) / Math.max(1e-12, at(downs, bar))))
}

/** Lowest (`way` 1) or highest (`way` -1) bar of two stretches, the earlier and the later. */
function turns(line: Line, bar: number, way: 1 | -1): readonly [number, number] {
  const extreme = (from: number, to: number) => {
    let best = from
    for (let one = from; one <= to; one++) if (way * at(line, one) < way * at(line, best)) best = one
    return best
  }
  return [extreme(bar - 40, bar - 16), extreme(bar - 10, bar)]
}

/** Every pattern of the screener's technical leg, in its plainest reading, over the daily bars of one listing. */
function patternsOf({ high, low, close, volume }: Bars): Record<string, Test> {
  const [highs, lows, closes, volumes] = [[...high], [...low], [...close], [...volume]]
  const [fast, slow, long] = [ema(closes, 20), ema(closes, 50), sma(closes, 200)]
  const strength = rsi(closes)
  const range = each(
    closes,
    (bar) => Math.max(at(highs, bar), at(closes, bar - 1)) - Math.min(at(lows, bar), at(closes, bar - 1)),
  )
  const atr = smooth(
    range.map((value) => value || 0),
    1 / 14,
  )
  const width = each(closes, (bar) => (4 * deviation(closes, bar, 20)) / at(closes, bar))
  const squeezed: Test = (bar) => 2 * deviation(closes, bar, 20) < 1.5 * at(atr, bar)
  const ema12 = ema(closes, 12)
  const ema26 = ema(closes, 26)
  const macd = each(closes, (bar) => at(ema12, bar) - at(ema26, bar))
  const middle = (bar: number, length: number) =>
    (Math.max(...window(highs, bar, length)) + Math.min(...window(lows, bar, length))) / 2
  const cloud = (bar: number) =>
    Math.abs((middle(bar - 26, 9) + middle(bar - 26, 26)) / 2 - middle(bar - 26, 52)) / at(closes, bar)
  const above =
    (a: Line, b: Line): Test =>
    (bar) =>
      at(a, bar) > at(b, bar)
  const crossed =
    (a: Line, b: Line): Test =>
    (bar) =>
      at(a, bar) > at(b, bar) && at(a, bar - 1) <= at(b, bar - 1)
  const during =
    (holds: Test, bars: number): Test =>
    (bar) =>
      Array.from({ length: bars }, (_, back) => bar - back).every(holds)
  const risen =
    (line: Line): Test =>
    (bar) =>
      at(line, bar) > at(line, bar - 1)
  const gap: Line = each(closes, (bar) => Math.abs(at(fast, bar) - at(slow, bar)))
  const top = (bar: number) => Math.max(...window(highs, bar, YEAR))
  const bottom = (bar: number) => Math.min(...window(lows, bar, YEAR))
  const usual = (bar: number) => mean(window(volumes, bar - 1, 20))
  const fired: Test = (bar) => !squeezed(bar) && squeezed(bar - 1)
  const diverged =
    (way: 1 | -1, hidden: boolean): Test =>
    (bar) => {
      const [before, now] = turns(closes, bar, way)
      const price = way * (at(closes, now) - at(closes, before))
      const oscillator = way * (at(strength, now) - at(strength, before))
      return hidden ? price > 0 && oscillator < 0 : price < 0 && oscillator > 0
    }
  return {
    crossover_up: crossed(fast, slow),
    crossover_dn: crossed(slow, fast),
    golden_cross: crossed(sma(closes, 50), long),
    above: above(closes, long),
    below: above(long, closes),
    held_above: during(above(closes, slow), 30),
    held_below: during(above(slow, closes), 30),
    overbought: (bar) => at(strength, bar) >= 70,
    oversold: (bar) => at(strength, bar) <= 30,
    in_range: (bar) => at(strength, bar) >= 45 && at(strength, bar) <= 55,
    rising: during(risen(fast), 10),
    falling: during((bar) => !risen(fast)(bar), 10),
    converge: during((bar) => at(gap, bar) < at(gap, bar - 1), 5),
    expand_up: during((bar) => above(fast, slow)(bar) && risen(gap)(bar), 5),
    expand_dn: during((bar) => above(slow, fast)(bar) && risen(gap)(bar), 5),
    near_ma: (bar) => Math.abs(at(closes, bar) - at(long, bar)) <= at(atr, bar),
    divergence_bull: diverged(1, false),
    divergence_bear: diverged(-1, false),
    hidden_divergence_bull: diverged(1, true),
    hidden_divergence_bear: diverged(-1, true),
    ttm_squeeze: during(squeezed, 5),
    bb_squeeze: (bar) => at(width, bar) <= Math.min(...window(width, bar, 126)),
    squeeze_started: (bar) => squeezed(bar) && !squeezed(bar - 1),
    squeeze_fired: fired,
    squeeze_fired_up: (bar) => fired(bar) && at(macd, bar) > 0,
    squeeze_fired_dn: (bar) => fired(bar) && at(macd, bar) < 0,
    vol_spike: (bar) => at(volumes, bar) > 2.5 * usual(bar),
    vol_dryup: (bar) => at(volumes, bar) < 0.5 * usual(bar),
    rising_volume: during(risen(volumes), 3),
    net_change_up: (bar) => at(closes, bar) > 1.15 * at(closes, bar - 20),
    net_change_dn: (bar) => at(closes, bar) < 0.85 * at(closes, bar - 20),
    at_52w_high: (bar) => at(closes, bar) >= 0.995 * top(bar),
    at_52w_low: (bar) => at(closes, bar) <= 1.005 * bottom(bar),
    near_52w_high: (bar) => at(closes, bar) >= 0.97 * top(bar),
    near_52w_low: (bar) => at(closes, bar) <= 1.03 * bottom(bar),
    off_high: (bar) => at(closes, bar) <= 0.9 * top(bar),
    kumo_squeeze: during((bar) => cloud(bar) < cloud(bar - 1), 4),
    kumo_expand: during((bar) => cloud(bar) > cloud(bar - 1), 4),
  }
}

test('every technical pattern of the screener happens within a month to at least one in a hundred listings', () => {
  const make = createDemoMarket({ seed: 1, years: 3, lastDay: 20_777 })
  const found = new Map<string, number>()
  const listings = 200
  for (let id = 1; id <= listings; id++) {
    const { bars, actions } = make({
      ...{ id, symbol: `D${id}`, ticker: `D${id}.US`, type: 'stock', country: 'US', currency: 'USD' },
      ...{ gicsCode: id % 2 ? '55101010' : '45102010', marketCapUsd: 1e10 },
    })
    const raw = createBars(bars.length)
    bars.forEach(({ day, open, high, low, close, volume }, index) => {
      raw.day[index] = day
      raw.open[index] = open
      raw.high[index] = high
      raw.low[index] = low
      raw.close[index] = close
      raw.volume[index] = volume ?? Number.NaN
    })
    for (const [pattern, holds] of Object.entries(patternsOf(adjustBars(raw, actions, 'split')))) {
      const recent = Array.from({ length: RECENT }, (_, back) => bars.length - 1 - back)
      found.set(pattern, (found.get(pattern) ?? 0) + Number(recent.some(holds)))
    }
  }
  expect(found.size).toBeGreaterThan(35)
  for (const [pattern, count] of found) expect(count, pattern).toBeGreaterThanOrEqual(listings / 100)
})
