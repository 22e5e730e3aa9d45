import { buildPlainBars, type PlainBar, type PlainTimeframe } from './bar.ts'
import type { PlainSignal } from './condition.ts'
import { kindOf, referencePattern } from './pattern.ts'

/** A signal of a qual may be asked in a timeframe of its own. */
interface PlainQualSignal extends PlainSignal {
  readonly timeframe?: PlainTimeframe | undefined
}

/** One of the signals holds near the anchor. */
interface PlainQual {
  readonly any: readonly PlainQualSignal[]
  readonly within?: number | undefined
}

/** One step of a chain: one of the anchors fires, and each qual holds near it. */
export interface PlainStep {
  readonly anchor: readonly PlainSignal[]
  readonly quals?: readonly PlainQual[]
}

/** Where one step of a matched chain fired. */
export interface PlainMatch {
  readonly step: number
  readonly pattern: string
  readonly a: string | null
  readonly b: string | null
  readonly timeframe: PlainTimeframe
  readonly fired_at: string
  readonly bars_ago: number
}

/** One listing's daily bars, asked in the timeframe of a request on a day (without one, the day of the last bar). */
interface Listing {
  readonly daily: readonly PlainBar[]
  readonly bars: readonly PlainBar[]
  readonly timeframe: PlainTimeframe
  readonly today: string | undefined
}

const WINDOW_BARS = 20
const WITHIN = 5

const isNetChange = ({ pattern }: PlainSignal) => pattern === 'net_change_up' || pattern === 'net_change_dn'

/** How far before a step the step before it may lie; window_bars of a net change is the length it measures instead. */
const lookbackOf = (signal: PlainSignal) => (isNetChange(signal) ? WINDOW_BARS : (signal.window_bars ?? WINDOW_BARS))

/** How long ago the last step may have fired; a state without window_bars of its own is asked of the last closed bar. */
function recencyOf(signal: PlainSignal): number {
  if (kindOf(signal.pattern) === 'event') return lookbackOf(signal)
  return isNetChange(signal) ? 0 : (signal.window_bars ?? 0)
}

/** What one signal says on each bar of its timeframe. */
interface Answer {
  readonly signal: PlainSignal
  readonly bars: readonly PlainBar[]
  readonly holds: readonly boolean[]
}

/** A step with the answers of its signals. */
interface AnsweredStep {
  readonly anchors: readonly Answer[]
  readonly quals: readonly { readonly any: readonly Answer[]; readonly within: number }[]
}

function answer(signal: PlainSignal, timeframe: PlainTimeframe, listing: Listing): Answer {
  const bars = buildPlainBars(listing.daily, timeframe, listing.today)
  return { signal, bars, holds: referencePattern(signal, bars, timeframe) }
}

/**
 * A signal holds near an anchor bar when it is true on a bar of its own timeframe that closed in the time of the anchor's bars from
 * `within` before to `within` after, or on the last one that had closed by the first of them.
 */
function holdsNear({ bars, holds }: Answer, within: number, anchor: number, listing: Listing): boolean {
  const first = listing.bars[Math.max(anchor - within, 0)]
  const last = listing.bars[Math.min(anchor + within, listing.bars.length - 1)]
  const before = listing.bars[anchor - within - 1]
  if (first === undefined || last === undefined) return false
  let standing = -1
  for (let index = 0; index < bars.length; index++) {
    const closed = bars[index]?.date ?? ''
    if (closed <= first.date) standing = index
    const isInside = (before === undefined || closed > before.date) && closed <= last.date
    if (isInside && holds[index] === true) return true
  }
  return holds[standing] === true
}

function hasQuals(step: AnsweredStep, anchor: number, listing: Listing): boolean {
  for (const { any, within } of step.quals) {
    if (!any.some((signal) => holdsNear(signal, within, anchor, listing))) return false
  }
  return true
}

/** The steps up to `number`, the last of them fired at most its reach in bars before `end`; the latest bars that do are taken. */
function findSteps(
  steps: readonly AnsweredStep[],
  number: number,
  end: number,
  reachOf: (signal: PlainSignal) => number,
  listing: Listing,
): PlainMatch[] | null {
  const step = steps[number - 1]
  if (step === undefined) return []
  for (let bar = end; bar >= 0; bar--) {
    for (const { signal, holds } of step.anchors) {
      if (holds[bar] !== true || end - bar > reachOf(signal) || !hasQuals(step, bar, listing)) continue
      const earlier = findSteps(steps, number - 1, bar - 1, () => lookbackOf(signal) - 1, listing)
      if (earlier === null) continue
      const match: PlainMatch = {
        step: number,
        pattern: signal.pattern,
        a: signal.a ?? null,
        b: signal.b ?? null,
        timeframe: listing.timeframe,
        fired_at: listing.bars[bar]?.date ?? '',
        bars_ago: listing.bars.length - 1 - bar,
      }
      return [...earlier, match]
    }
  }
  return null
}

/**
 * Looks for a chain in one listing: every step's anchor strictly after the one before it and at most the later anchor's window_bars
 * away, the last one at most its window_bars before the last closed bar.
 */
export function referenceChain(
  steps: readonly PlainStep[],
  daily: readonly PlainBar[],
  timeframe: PlainTimeframe = 1,
  today?: string,
): PlainMatch[] | null {
  const listing: Listing = { daily, bars: buildPlainBars(daily, timeframe, today), timeframe, today }
  const answered = steps.map((step) => ({
    anchors: step.anchor.map((signal) => answer(signal, timeframe, listing)),
    quals: (step.quals ?? []).map(({ any, within }) => ({
      any: any.map((signal) => answer(signal, signal.timeframe ?? timeframe, listing)),
      within: within ?? WITHIN,
    })),
  }))
  return findSteps(answered, steps.length, listing.bars.length - 1, recencyOf, listing)
}
