/** Bars of which it is known whether a signal fires: a chain must lie within. */
export const TAIL_BARS = 256
/** An anchor of a step: a signal and how far its bars may lie from others. */
export interface ChainAnchor {
  /** Index of the signal. */
  readonly signal: number
  /** Most bars between it and the step before. */
  readonly windowBars: number
  /** In the last step, how many of the last bars it has to fire on, the last closed one included; `windowBars` before that one unless given. */
  readonly recentBars?: number
}

/** Most bars between an anchor of the last step and the last closed bar. */
export function barsAgoMaxOf({ windowBars, recentBars = windowBars + 1 }: ChainAnchor): number {
  return recentBars - 1
}

/** Signals of which one must hold within some bars before or after the anchor. */
interface ChainQual {
  readonly any: readonly number[]
  readonly within: number
}

/** A step of a chain: one of the anchors fires while all quals hold. */
export interface ChainStep {
  readonly anchors: readonly ChainAnchor[]
  readonly quals: readonly ChainQual[]
}

/** Where a step of a matched chain fired. */
export interface StepMatch {
  /** Index of the anchor within its step. */
  readonly anchor: number
  /** Bars between the step and the last closed bar; 0 = on the last closed bar. */
  readonly barsAgo: number
}

/** Bits of a signal: bit n of the words from `at` on is set when the signal fires n bars before the last closed bar; there are `bars` of them. */
export interface FiredBits {
  readonly words: Uint32Array
  readonly at: number
  readonly bars: number
}

/** What is known of one listing while a chain is matched. */
export interface FiredBars {
  bitsOf(signal: number): FiredBits
  /** Range, in bars ago of the signal's own timeframe, that spans the bars from `older` to `newer` of the chain's; null = there is none. */
  rangeOf(signal: number, older: number, newer: number): { readonly older: number; readonly newer: number } | null
}

/** Most bars that a chain looks at, the last closed one and those of its quals included. */
export function reachOf(steps: readonly ChainStep[]): number {
  let reach = 0
  for (const [index, { quals }] of steps.entries()) {
    const farthest = farthestOf(steps, index)
    reach = Math.max(reach, farthest + 1)
    for (const { within } of quals) reach = Math.max(reach, farthest + within + 1)
  }
  return reach
}

/** Bars between the step `index` and the last closed bar, at most: those of the last step, and the windows of all that follow. */
function farthestOf(steps: readonly ChainStep[], index: number): number {
  let farthest = 0
  for (let later = steps.length - 1; later >= index; later--) {
    const isLast = later === steps.length - 1
    let widest = 0
    for (const anchor of steps[isLast ? later : later + 1]?.anchors ?? [])
      widest = Math.max(widest, isLast ? barsAgoMaxOf(anchor) : anchor.windowBars)
    farthest += widest
  }
  return farthest
}

/** A step with what follows from its place in the chain. */
interface PlacedStep extends ChainStep {
  /** Bars ago between which it has to fire, both inclusive. */
  readonly nearest: number
  readonly farthest: number
}

/** Tells of one listing after the other where a chain fired; null where it did not. */
export type ChainMatcher = (fired: FiredBars) => StepMatch[] | null

/**
 * Matches a chain: the last step fired at most its window before the last closed bar, and each other one before the step that follows it,
 * within that step's window. Of several ways the one with the latest last step is taken, then the latest step before it, and so on.
 */
export function createChainMatcher(steps: readonly ChainStep[]): ChainMatcher {
  const placed = steps.map((step, index): PlacedStep => {
    const farthest = Math.min(TAIL_BARS - 1, farthestOf(steps, index))
    return { ...step, nearest: steps.length - 1 - index, farthest }
  })
  const latestFirst = placed.toReversed()
  const only = placed.length === 1 ? placed[0] : undefined
  if (only) {
    return (fired) => {
      const matches = matchesOf(only, true, null, fired)
      return matches.length === 0 ? null : matches
    }
  }
  return (fired) => {
    // Cheapest first: most listings fail on an anchor that never fired, and nothing else of them is looked at.
    for (const { anchors, farthest, nearest } of latestFirst)
      if (!anchors.some(({ signal }) => hasAny(fired, signal, farthest, nearest))) return null
    /** Bars ago of each step that completes the chain up to it, latest first, with the anchor that fired. */
    const found: StepMatch[][] = []
    for (const step of placed) {
      const matches = matchesOf(step, step.nearest === 0, found.at(-1) ?? null, fired)
      if (matches.length === 0) return null
      found.push(matches)
    }
    return traceBack(found)
  }
}

/** The bars on which a step fired behind one of the matches of the step before it; of the last step the latest only. */
function matchesOf(
  { anchors, quals, nearest, farthest }: PlacedStep,
  isLast: boolean,
  before: readonly StepMatch[] | null,
  fired: FiredBars,
): StepMatch[] {
  const matches: StepMatch[] = []
  let previous = 0
  for (let barsAgo = nextFired(anchors, fired, nearest, farthest); barsAgo <= farthest; ) {
    let gap = 0
    if (before) {
      while (previous < before.length && (before[previous]?.barsAgo ?? 0) <= barsAgo) previous++
      const match = before[previous]
      if (!match) break
      gap = match.barsAgo - barsAgo
    }
    const anchor = firedAnchor(anchors, fired, barsAgo, gap, isLast)
    if (anchor >= 0 && quals.every((qual) => holds(qual, fired, barsAgo))) {
      matches.push({ anchor, barsAgo })
      if (isLast) break
    }
    barsAgo = nextFired(anchors, fired, barsAgo + 1, farthest)
  }
  return matches
}

/** The first of the anchors that fired on a bar, with the step before it within its window. */
function firedAnchor(
  anchors: readonly ChainAnchor[],
  fired: FiredBars,
  barsAgo: number,
  gap: number,
  isLast: boolean,
): number {
  return anchors.findIndex(
    (one) =>
      gap <= one.windowBars && (!isLast || barsAgo <= barsAgoMaxOf(one)) && isSet(fired.bitsOf(one.signal), barsAgo),
  )
}

/** Fewest bars ago, from `from` on, that any of the anchors fired; beyond `to` when there is none up to it. */
function nextFired(anchors: readonly ChainAnchor[], fired: FiredBars, from: number, to: number): number {
  for (let bar = from; bar <= to; bar = (bar | 31) + 1) {
    let word = 0
    for (const { signal } of anchors) {
      const { words, at } = fired.bitsOf(signal)
      word |= words[at + (bar >> 5)] ?? 0
    }
    const rest = word >>> (bar & 31)
    if (rest !== 0) return bar + 31 - Math.clz32(rest & -rest)
  }
  return to + 1
}

/** The latest bars of each step that come before the step that follows it. */
function traceBack(found: readonly (readonly StepMatch[])[]): StepMatch[] {
  const path: StepMatch[] = []
  let after = -1
  for (const matches of found.toReversed()) {
    const match = matches.find(({ barsAgo }) => barsAgo > after)
    if (!match) throw new Error('A chain that matched has a step without a bar.')
    path.unshift(match)
    after = match.barsAgo
  }
  return path
}

function holds({ any, within }: ChainQual, fired: FiredBars, barsAgo: number): boolean {
  return any.some((signal) => hasAny(fired, signal, barsAgo + within, barsAgo - within))
}

/** True when any of the first `bars` bits of a tail is set. */
export function firedWithin(words: Uint32Array, at: number, bars: number): boolean {
  const whole = bars >> 5
  for (let word = 0; word < whole; word++) if (words[at + word]) return true
  const rest = bars & 31
  return rest > 0 && ((words[at + whole] ?? 0) & ((1 << rest) - 1)) !== 0
}

/** True when the signal fires anywhere from `older` to `newer` bars ago, both inclusive, in bars of the chain. */
function hasAny(fired: FiredBars, signal: number, older: number, newer: number): boolean {
  const range = fired.rangeOf(signal, older, newer)
  if (!range) return false
  const { words, at, bars } = fired.bitsOf(signal)
  const from = Math.max(0, range.newer)
  const to = Math.min(bars - 1, range.older)
  for (let bar = from; bar <= to; ) {
    const word = words[at + (bar >> 5)] ?? 0
    if (word >>> (bar & 31) === 0) {
      bar = (bar | 31) + 1
      continue
    }
    const last = Math.min(to, bar | 31)
    for (; bar <= last; bar++) if ((word >>> (bar & 31)) & 1) return true
  }
  return false
}

function isSet({ words, at }: FiredBits, bar: number): boolean {
  return (((words[at + (bar >> 5)] ?? 0) >>> (bar & 31)) & 1) === 1
}
