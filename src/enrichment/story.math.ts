import { BODY_HASHES } from './story-body.math.ts'
import { conceptOf } from './story-event.math.ts'
import { mix } from './story-hash.math.ts'
import { likeness, SAME_STORY, SURE_STORY } from './story-likeness.math.ts'
import type { StorySignature } from './story-signature.math.ts'

/** Articles further apart than this are never one story. */
export const STORY_WINDOW_MS = 72 * 3_600_000

/** Articles further apart than this need like words too: the same event told otherwise is told within a day or so. */
const EVENT_WINDOW_MS = 36 * 3_600_000

/** Entries are kept by slices of time, so that forgetting old ones drops whole slices. */
const SLICE_MS = 12 * 3_600_000
/** MinHash with banding (Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", ch. 3): 14 bands of 2 rows. */
const BANDS = 14
const BODY_ROWS = 4
/** More variants of one story add cost and no recall. */
const VARIANTS = 4
const CANDIDATES = 160
/** Of those under one key in 12 hours, the latest: "Nvidia's shares move" must not use up the others' places. */
const PER_KEY = 32

interface Entry {
  readonly storyId: number
  readonly signature: StorySignature
  readonly publishedMs: number
}

interface Slice {
  /** Most buckets hold one entry, which then stands there without an array. */
  readonly buckets: Map<number, Entry | Entry[]>
  readonly variants: Map<number, number>
}

/** Recent stories, searchable by likeness; memory is bounded by what `evictBefore` leaves. */
export class StoryIndex {
  readonly #slices = new Map<number, Slice>()

  /** The story an article belongs to: the likeliest within 72 hours that has not ended, the earlier one on a tie; null when it is new. */
  match(signature: StorySignature, publishedMs: number, ended: ReadonlySet<number> = new Set()): number | null {
    const keys = keysOf(signature)
    const likely: { readonly entry: Entry; readonly found: number }[] = []
    const contradicted = new Set<number>()
    const seen = new Set<Entry>()
    const first = Math.floor((publishedMs - STORY_WINDOW_MS) / SLICE_MS)
    const last = Math.floor((publishedMs + STORY_WINDOW_MS) / SLICE_MS)
    for (let number = last; number >= first; number--) {
      const slice = this.#slices.get(number)
      if (slice === undefined) continue
      for (const key of keys) {
        const bucket = slice.buckets.get(key)
        if (bucket === undefined) continue
        const entries = Array.isArray(bucket) ? bucket : [bucket]
        for (let i = entries.length - 1; i >= Math.max(0, entries.length - PER_KEY) && seen.size < CANDIDATES; i--) {
          const entry = entries[i]
          if (entry === undefined || seen.has(entry)) continue
          seen.add(entry)
          const gapMs = Math.abs(entry.publishedMs - publishedMs)
          if (gapMs > STORY_WINDOW_MS || ended.has(entry.storyId)) continue
          const found = likeness(signature, entry.signature, gapMs <= EVENT_WINDOW_MS)
          if (found < 0) contradicted.add(entry.storyId)
          else if (found >= SAME_STORY) likely.push({ entry, found })
        }
      }
    }
    let best: { readonly entry: Entry; readonly found: number } | null = null
    for (const one of likely) {
      if (one.found < SURE_STORY && contradicted.has(one.entry.storyId)) continue
      const better = best === null || one.found > best.found
      if (better || (one.found === best?.found && one.entry.publishedMs < best.entry.publishedMs)) best = one
    }
    return best?.entry.storyId ?? null
  }

  /** Remembers an article as one telling of a story. */
  add(storyId: number, signature: StorySignature, publishedMs: number): void {
    const number = Math.floor(publishedMs / SLICE_MS)
    let slice = this.#slices.get(number)
    if (slice === undefined) {
      slice = { buckets: new Map(), variants: new Map() }
      this.#slices.set(number, slice)
    }
    const variants = slice.variants.get(storyId) ?? 0
    if (variants >= VARIANTS) return
    slice.variants.set(storyId, variants + 1)
    const entry: Entry = { storyId, signature, publishedMs }
    for (const key of keysOf(signature)) {
      const bucket = slice.buckets.get(key)
      if (bucket === undefined) slice.buckets.set(key, entry)
      else if (Array.isArray(bucket)) bucket.push(entry)
      else slice.buckets.set(key, [bucket, entry])
    }
  }

  /** Forgets articles published before a time, by whole slices of 12 hours. */
  evictBefore(ms: number): void {
    for (const number of this.#slices.keys()) if ((number + 1) * SLICE_MS <= ms) this.#slices.delete(number)
  }

  /** Number of articles remembered. */
  get size(): number {
    let size = 0
    for (const slice of this.#slices.values()) for (const count of slice.variants.values()) size += count
    return size
  }
}

/** Bucket keys: like articles share at least one with high probability (0.91 at 40 % common terms). */
function keysOf(signature: StorySignature): number[] {
  const { lead, assets, words, soft, parts, events, exclusive, figures, body } = signature
  const names = signature.names.map((name) => name & ~1)
  const keys = new Set<number>()
  const terms: number[] = [...names, ...words]
  for (const asset of assets) terms.push(mix(asset, 300))
  const exact: number[] = []
  for (const { kind, value } of figures) {
    // Press rounds sums: two digits of them are enough to meet in.
    const rounded = kind === 'money' ? Math.round(Number(value.toPrecision(2)) / 1e5) : Math.round(value * 100)
    exact.push(mix(rounded, 301 + kind.length))
  }
  terms.push(...exact)
  if (terms.length < 4) terms.push(...soft, ...parts)
  for (let band = 0; band < BANDS; band++) {
    let one = 0xffffffff
    let two = 0xffffffff
    for (const value of terms) {
      one = Math.min(one, mix(value, 2 * band))
      two = Math.min(two, mix(value, 2 * band + 1))
    }
    keys.add(keyOf(one, two, 100 + band))
  }
  // A company together with a figure, another company or its rarest words is nearly a story already.
  const subjects = assets.length + names.length > 0 ? [...assets, ...names] : [...words]
  if (lead !== 0 && !assets.includes(lead)) subjects.unshift(lead & ~1)
  for (let i = 0; i < Math.min(3, subjects.length); i++) {
    const subject = subjects[i] ?? 0
    for (const figure of exact.slice(0, 2)) keys.add(keyOf(subject, figure, 90))
    for (let k = i + 1; k < Math.min(4, subjects.length); k++) {
      const other = subjects[k] ?? 0
      keys.add(keyOf(Math.min(subject, other), Math.max(subject, other), 91))
    }
    for (const word of words.slice(0, 3)) keys.add(keyOf(subject, word, 92))
  }
  // What happened to whom: few share it within days, unless it is a price that moved.
  for (let i = 0; i < Math.min(5, subjects.length); i++) {
    for (const event of events) keys.add(keyOf(subjects[i] ?? 0, conceptOf(event), 93))
  }
  // The last resort: the latest of whatever was told of whom the headline begins with.
  for (const asset of assets.slice(0, 2)) keys.add(keyOf(asset, 0, 95))
  if (assets.length === 0) {
    for (const place of exclusive) {
      for (const event of events) keys.add(keyOf(place, conceptOf(event), 94))
    }
  }
  for (let from = 0; from + BODY_ROWS <= body.length && from < BODY_HASHES; from += BODY_ROWS) {
    let key = from
    for (let i = from; i < from + BODY_ROWS; i++) key = mix(key ^ (body[i] ?? 0), 200 + from)
    keys.add(key >>> 2)
  }
  return [...keys]
}

/** 30 bits keep the key a small integer in V8. */
function keyOf(one: number, two: number, seed: number): number {
  return mix(one ^ Math.imul(two, 31), seed) >>> 2
}
