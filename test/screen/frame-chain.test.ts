import { isDeepStrictEqual } from 'node:util'
import { test } from 'vitest'
import { dayOfIso, isoOfDay } from '../../src/core/time/day.pure.ts'
import type { ChainStep } from '../../src/screen/frame/chain.pure.ts'
import { decimalsOf } from '../../src/screen/frame/compact.pure.ts'
import { copyDirectory } from '../../src/screen/frame/directory.pure.ts'
import { FiredCache } from '../../src/screen/frame/fired-cache.ts'
import { screenSlots } from '../../src/screen/frame/screen-slots.ts'
import type { FrameSignal } from '../../src/screen/frame/screen-task.pure.ts'
import { allocateSegment, viewSegment, writeBars } from '../../src/screen/frame/segment.pure.ts'
import { dayOfBar } from '../../src/screen/frame/slot-series.pure.ts'
import type { ScreenTimeframe } from '../../src/screen/technical/line-key.pure.ts'
import { PATTERN_KEYS } from '../../src/screen/technical/pattern-key.pure.ts'
import { resolveOperand } from '../../src/screen/technical/resolve-operand.ts'
import { patternRow } from '../../src/screen/technical/resolve-signal.ts'
import type { PlainBar } from './reference/bar.ts'
import { type PlainMatch, type PlainStep, referenceChain } from './reference/chain.ts'
import { assertChain, toColumns } from './reference/compare.ts'
import type { PlainSignal } from './reference/condition.ts'

test.each([1, 2, 3] as const)(
  'chains of the frame match where the reference evaluator matches them, timeframe %i',
  (timeframe) => {
    assertChain(matchWithinRounding, timeframe)
  },
)

/** What the frame finds; where a price moved by rounding would have brought the reference to it, what the reference finds. */
function matchWithinRounding(
  steps: readonly PlainStep[],
  daily: readonly PlainBar[],
  timeframe: ScreenTimeframe,
): PlainMatch[] | null {
  const found = matchInFrame(steps, daily, timeframe)
  const expected = referenceChain(steps, daily, timeframe)
  if (isDeepStrictEqual(found, expected)) return found
  const isFoundWhenMoved = [ROUNDING, -ROUNDING].some((by) => {
    const moved = daily.map((bar, index) => ({ ...bar, close: bar.close * (1 + (index % 2 === 0 ? by : -by)) }))
    return isDeepStrictEqual(referenceChain(steps, moved, timeframe), found)
  })
  return isFoundWhenMoved ? expected : found
}

const ROUNDING = 1e-12

/** Looks for a chain in a frame of one listing. */
function matchInFrame(
  given: readonly PlainStep[],
  daily: readonly PlainBar[],
  timeframe: ScreenTimeframe,
): PlainMatch[] | null {
  const signals: FrameSignal[] = []
  const steps = given.map(({ anchor, quals }, index): ChainStep => {
    const isLast = index === given.length - 1
    return {
      anchors: anchor.map((signal) => ({
        signal: signals.push(toFrame(signal, timeframe)) - 1,
        windowBars: lookbackOf(signal, false),
        recentBars: lookbackOf(signal, isLast) + 1,
      })),
      quals: (quals ?? []).map(({ any, within }) => ({
        any: any.map((signal) => signals.push(toFrame(signal, signal.timeframe ?? timeframe)) - 1),
        within: within ?? 5,
      })),
    }
  })
  const days = daily.map(({ date }) => dayOfIso(date) ?? 0)
  const bars = { ...toColumns(daily), day: Int32Array.from(days) }
  const decimals = decimalsOf(bars)
  const segment = viewSegment(allocateSegment(daily.length, decimals >= 0))
  writeBars(segment, 0, bars, decimals)
  const directory = copyDirectory(null, 1)
  directory.segment[0] = daily.length > 0 ? 0 : -1
  directory.length[0] = daily.length
  directory.decimals[0] = Math.max(0, decimals)
  directory.weekends[0] = days.some((day) => [0, 6].includes(new Date(day * 86_400_000).getUTCDay())) ? 1 : 0
  const frame = { directory, segments: [segment], splits: new Map() }
  const moment = { today: days.at(-1) ?? 0, asOf: null }
  const found = screenSlots(
    frame,
    { timeframe, signals, steps, candidates: Uint32Array.of(1), ...moment },
    { worker: 0, workers: 1 },
    new FiredCache(1_000_000),
  )
  if (found.slots.length === 0) return null
  return given.map(({ anchor }, step) => {
    const signal = anchor[found.anchors[step] ?? 0]
    return {
      step: step + 1,
      pattern: signal?.pattern ?? '',
      a: signal?.a ?? null,
      b: signal?.b ?? null,
      timeframe,
      fired_at: isoOfDay(dayOfBar(frame, 0, timeframe, moment, found.barsAgo[step] ?? 0)),
      bars_ago: found.barsAgo[step] ?? 0,
    }
  })
}

/** The signal as the frame takes it. Also senseless ones, such as a line above itself, which requests refuse, have an answer by definition. */
function toFrame({ pattern, a, b, for_bars, window_bars }: PlainSignal, timeframe: ScreenTimeframe): FrameSignal {
  const { key } = patternRow(PATTERN_KEYS.find((known) => known === pattern) ?? 'above')
  const operand = (text: string | null | undefined) =>
    text === null || text === undefined ? null : resolveOperand(text).operand
  return {
    pattern: key,
    a: operand(a),
    b: operand(b),
    forBars: for_bars ?? null,
    windowBars: window_bars ?? null,
    timeframe,
  }
}

/** Bars back that an anchor may lie: a state that says nothing has to hold on the last bar. */
function lookbackOf(signal: PlainSignal, isLast: boolean): number {
  const { pattern, windowBars } = toFrame(signal, 1)
  if (windowBars !== null && !pattern.startsWith('net_change')) return windowBars
  return isLast && patternRow(pattern).kind === 'state' ? 0 : 20
}
