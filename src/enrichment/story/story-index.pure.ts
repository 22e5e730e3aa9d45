import { readConcept } from './event-code.pure.ts'
import type { Figure } from './figure.pure.ts'
import { rehash } from './hash.pure.ts'
import type { StorySignature } from './signature.pure.ts'
import { computeSimilarity, SAME_STORY } from './similarity.pure.ts'

/** Articles further apart than this are never one story. */
export const STORY_WINDOW_MS = 72 * 3_600_000

/** Articles further apart than this must share words: the same event in other words is told within a day or so. */
const EVENT_WINDOW_MS = 36 * 3_600_000

/** Entries are kept in slices of time, so that eviction drops whole slices. */
const SLICE_MS = 12 * 3_600_000
/** MinHash with banding (Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", ch. 3): 14 bands of 2 rows. */
const BANDS = 14
const ROWS_PER_BODY_BAND = 4
/** Most entries of one story in a slice; more add cost and no recall. */
const MAX_VARIANTS = 4
/** Most entries compared with an article. */
const MAX_CANDIDATES = 160
/** Most entries of one bucket and slice, the latest: a frequent kind of story must not use up the candidates. */
const MAX_PER_KEY = 32

interface Entry {
  readonly storyId: number
  readonly signature: StorySignature
  readonly publishedMs: number
}

interface TimeSlice {
  /** Most buckets hold one entry, which then stands there without an array. */
  readonly buckets: Map<number, Entry | Entry[]>
  readonly variants: Map<number, number>
}

/** Index of recent stories by similarity; `evictBefore` bounds its memory. */
export class StoryIndex {
  readonly #slices = new Map<number, TimeSlice>()

  /**
   * The story an article belongs to: the most similar within 72 hours that is not in `ended` and of which no article contradicts it, the
   * earlier one on a tie; null when it is new.
   */
  match(signature: StorySignature, publishedMs: number, ended: ReadonlySet<number> = new Set()): number | null {
    const keys = computeBucketKeys(signature)
    const candidates: { readonly entry: Entry; readonly similarity: number }[] = []
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
        const oldest = Math.max(0, entries.length - MAX_PER_KEY)
        for (let i = entries.length - 1; i >= oldest && seen.size < MAX_CANDIDATES; i--) {
          const entry = entries[i]
          if (entry === undefined || seen.has(entry)) continue
          seen.add(entry)
          const gapMs = Math.abs(entry.publishedMs - publishedMs)
          if (gapMs > STORY_WINDOW_MS || ended.has(entry.storyId)) continue
          const similarity = computeSimilarity(signature, entry.signature, gapMs <= EVENT_WINDOW_MS)
          if (similarity < 0) contradicted.add(entry.storyId)
          else if (similarity >= SAME_STORY) candidates.push({ entry, similarity })
        }
      }
    }
    const [best] = candidates
      .filter(({ entry }) => !contradicted.has(entry.storyId))
      .sort((a, b) => b.similarity - a.similarity || a.entry.publishedMs - b.entry.publishedMs)
    return best?.entry.storyId ?? null
  }

  /** Adds an article to a story. */
  add(storyId: number, signature: StorySignature, publishedMs: number): void {
    const number = Math.floor(publishedMs / SLICE_MS)
    const slice: TimeSlice = this.#slices.get(number) ?? { buckets: new Map(), variants: new Map() }
    this.#slices.set(number, slice)
    const variants = slice.variants.get(storyId) ?? 0
    if (variants >= MAX_VARIANTS) return
    slice.variants.set(storyId, variants + 1)
    const entry: Entry = { storyId, signature, publishedMs }
    for (const key of computeBucketKeys(signature)) {
      const bucket = slice.buckets.get(key)
      if (bucket === undefined) slice.buckets.set(key, entry)
      else if (Array.isArray(bucket)) bucket.push(entry)
      else slice.buckets.set(key, [bucket, entry])
    }
  }

  /** Drops articles published before a time, by whole slices of 12 hours. */
  evictBefore(ms: number): void {
    for (const number of this.#slices.keys()) if ((number + 1) * SLICE_MS <= ms) this.#slices.delete(number)
  }

  /** Number of articles in the index. */
  get size(): number {
    let size = 0
    for (const slice of this.#slices.values()) for (const count of slice.variants.values()) size += count
    return size
  }
}

/** Bucket keys: similar articles share at least one with high probability (0.91 at 40 % common terms). */
function computeBucketKeys(signature: StorySignature): number[] {
  const { lead, assets, words, genericTerms, eventTerms, events, placesAndRoles, figures, body } = signature
  const names = signature.names.map((name) => name & ~1)
  const keys = new Set<number>()
  // The press rounds amounts: two digits are compared.
  const round = ({ kind, value }: Figure) =>
    kind === 'money' ? Math.round(Number(value.toPrecision(2)) / 1e5) : Math.round(value * 100)
  const exact = figures.map((figure) => rehash(round(figure), 301 + figure.kind.length))
  const terms = [...names, ...words, ...assets.map((asset) => rehash(asset, 300)), ...exact]
  if (terms.length < 4) terms.push(...genericTerms, ...eventTerms)
  for (let band = 0; band < BANDS; band++) {
    let one = 0xffffffff
    let two = 0xffffffff
    for (const value of terms) {
      one = Math.min(one, rehash(value, 2 * band))
      two = Math.min(two, rehash(value, 2 * band + 1))
    }
    keys.add(hashPair(one, two, 100 + band))
  }
  // A company with a figure, another company or a rare word is nearly a story already.
  const subjects = assets.length + names.length > 0 ? [...assets, ...names] : [...words]
  if (lead !== 0 && !assets.includes(lead)) subjects.unshift(lead & ~1)
  for (const [i, subject] of subjects.slice(0, 3).entries()) {
    for (const figure of exact.slice(0, 2)) keys.add(hashPair(subject, figure, 90))
    for (const other of subjects.slice(i + 1, 4))
      keys.add(hashPair(Math.min(subject, other), Math.max(subject, other), 91))
    for (const word of words.slice(0, 3)) keys.add(hashPair(subject, word, 92))
  }
  // Event and subject: few articles share both within days, unless a price moved.
  const concepts = events.map(readConcept)
  for (const subject of subjects.slice(0, 5)) for (const concept of concepts) keys.add(hashPair(subject, concept, 93))
  // As a last resort, the latest articles about the asset.
  for (const asset of assets.slice(0, 2)) keys.add(hashPair(asset, 0, 95))
  if (assets.length === 0)
    for (const place of placesAndRoles) for (const concept of concepts) keys.add(hashPair(place, concept, 94))
  for (let from = 0; from < body.length; from += ROWS_PER_BODY_BAND) {
    const band = body.slice(from, from + ROWS_PER_BODY_BAND)
    keys.add(band.reduce((key, value) => rehash(key ^ value, 200 + from), from) >>> 2)
  }
  return [...keys]
}

/** 30 bits keep the key a small integer in V8. */
function hashPair(one: number, two: number, seed: number): number {
  return rehash(one ^ Math.imul(two, 31), seed) >>> 2
}
