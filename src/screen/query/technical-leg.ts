import type { Listing } from '../../catalog/catalog.store.ts'
import { addTo, type Bitset, emptyBitset } from '../../core/bitset.pure.ts'
import { ApiError } from '../../core/errors.ts'
import { type ChainStep, reachOf, TAIL_BARS } from '../frame/chain.pure.ts'
import { frame } from '../frame/frame.ts'
import { type FrameSignal, signalKey } from '../frame/screen-task.pure.ts'
import type { Moment } from '../frame/slot-series.pure.ts'
import type { ScreenTimeframe } from '../technical/line-key.pure.ts'
import type { Operand, PatternKey } from '../technical/pattern-key.pure.ts'

/** A signal as it is evaluated: names understood, defaults filled in. */
export interface Signal extends FrameSignal {
  /** Bars that may lie between it and what follows: the next step, or the last closed bar. */
  readonly lookbackBars: number
  /** True for a state without a window of its own: in the last step it has to hold on the last closed bar. */
  readonly isPresent: boolean
}

/** Signals of which one has to hold within some bars of the anchor, before or after it. */
interface Qualification {
  readonly any: readonly Signal[]
  readonly within: number
}

/** A step of a chain: one signal of the anchor fired, and every qualification held near it. */
export interface Step {
  readonly anchor: readonly Signal[]
  readonly quals: readonly Qualification[]
}

/** Where a listing met a step. */
export interface StepMatch {
  /** 1 for the first step. */
  readonly step: number
  readonly pattern: PatternKey
  readonly a: Operand | null
  readonly b: Operand | null
  readonly timeframe: ScreenTimeframe
  /** Day of the bar, in days since 1970-01-01. */
  readonly firedDay: number
  /** Bars of the timeframe since then; 0 = on the last closed bar. */
  readonly barsAgo: number
}

/** A chain to be looked for. */
export interface ChainQuery extends Moment {
  readonly steps: readonly Step[]
  readonly timeframe: ScreenTimeframe
}

/** Throws 400 for a chain that reaches further back than bars are kept ready. */
export function requireWithinTail(steps: readonly Step[]): void {
  const reach = reachOf(chainOf(steps).steps)
  if (reach <= TAIL_BARS) return
  const message = `"ta" reaches ${reach} bars back: the windows of its steps, and what is within them, may add up to ${TAIL_BARS}.`
  throw new ApiError('invalid_parameter', message, { param: 'ta' })
}

/** Where listings, by their index, met a chain. */
export interface ChainHits {
  /** The listings that met it. */
  readonly listings: Bitset
  /** Bars since the listing met the last step. */
  barsAgoOf(index: number): number
  /** Where the listing met the steps, in their order. */
  stepsOf(index: number): StepMatch[]
}

/** What is hit where no chain is looked for. */
export const NO_HITS: ChainHits = { listings: emptyBitset(0), barsAgoOf: () => 0, stepsOf: () => [] }

/** Finds those of the listings in `among` that meet a chain. Those without bars meet none. */
export async function screenChain(query: ChainQuery, listings: readonly Listing[], among: Bitset): Promise<ChainHits> {
  const { steps, timeframe, today, asOf } = query
  const candidates = frame().setOf(listings, among)
  const slots = frame().slotsOf(listings)
  const found = await frame().evaluateChain({ ...chainOf(steps), timeframe, today, asOf, candidates })
  const slotOf = (index: number) => slots[index] ?? -1
  return {
    listings: listingsAt(found.slots, slots),
    barsAgoOf: (index) => found.barsAgoOf(slotOf(index)),
    stepsOf: (index) =>
      found.stepsOf(slotOf(index)).map(({ anchor, barsAgo, day }, place) => {
        const signal = steps[place]?.anchor[anchor]
        if (!signal) throw new Error('A step was met by a signal that it does not have.')
        const { pattern, a, b } = signal
        return { step: place + 1, pattern, a, b, timeframe, firedDay: day, barsAgo }
      }),
  }
}

/** The index of the listing in each slot, by the slots of the listings. */
const indexesOf = new WeakMap<Int32Array, Int32Array>()

/** The listings in some slots, of those with these slots. */
function listingsAt(fired: readonly Int32Array[], slots: Int32Array): Bitset {
  const indexes = indexesOf.get(slots) ?? invert(slots)
  indexesOf.set(slots, indexes)
  const listings = emptyBitset(slots.length)
  for (const some of fired)
    for (let place = 0; place < some.length; place++) {
      const index = indexes[some[place] ?? -1] ?? -1
      if (index >= 0) addTo(listings, index)
    }
  return listings
}

function invert(slots: Int32Array): Int32Array {
  const indexes = new Int32Array(slots.reduce((largest, slot) => Math.max(largest, slot), -1) + 1).fill(-1)
  slots.forEach((slot, index) => {
    if (slot >= 0) indexes[slot] = index
  })
  return indexes
}

/** A chain as the frame takes it: each different signal once. */
function chainOf(steps: readonly Step[]): { signals: FrameSignal[]; steps: ChainStep[] } {
  const signals: FrameSignal[] = []
  const places = new Map<string, number>()
  const placeOf = ({ lookbackBars: _, isPresent: __, ...signal }: Signal): number => {
    const key = signalKey(signal)
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, signals.length)
    return signals.push(signal) - 1
  }
  return {
    steps: steps.map(({ anchor, quals }) => ({
      anchors: anchor.map((signal) => ({
        signal: placeOf(signal),
        windowBars: signal.lookbackBars,
        ...(signal.isPresent ? { recentBars: 1 } : {}),
      })),
      quals: quals.map(({ any, within }) => ({ any: any.map(placeOf), within })),
    })),
    signals,
  }
}
