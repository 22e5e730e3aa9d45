import { bareTitle } from './brief.math.ts'
import { type Figure, figuresAgree, figuresOf, sharedFigures } from './story-figure.math.ts'
import { tokenise } from './token.math.ts'

/** The words by which stories are compared, from prisma/reference/lexicon. */
export interface StoryLexicon {
  /** Words that carry no event: "the", "says", "update". */
  readonly stopwords: readonly string[]
  /** Words that mean the same in a headline: "jumps" and "climbs" are both `up`. */
  readonly synonyms: readonly { readonly word: string; readonly means: string }[]
  /** Meanings that exclude each other: `up` and `down`. At most 15 pairs. */
  readonly opposites: readonly { readonly one: string; readonly other: string }[]
  /** Ordinary words, to tell names from them in Title Case headlines. */
  readonly commonWords: readonly string[]
}

/** What is kept of an article to recognise the same story elsewhere: hashes and figures, some 200 bytes. */
export interface StorySignature {
  /** Sorted hashes of words that look like names. */
  readonly names: Uint32Array
  /** Sorted hashes of the other words that carry the event. */
  readonly words: Uint32Array
  /** Sorted hashes of words whose meaning is shared by many stories (up, profit). */
  readonly soft: Uint32Array
  readonly figures: readonly Figure[]
  /** Two bits a pair of opposites: the first for `one`, the second for `other`. */
  readonly sides: number
  /** Ids of the assets the article names, sorted. */
  readonly assets: Uint32Array
  /** MinHash of the body's four-word shingles; empty without a body. */
  readonly body: Uint32Array
}

/** Makes a signature; `assets` are ids of named assets, where the linker has found them. */
export type StorySigner = (title: string, text?: string, assets?: readonly number[]) => StorySignature

/** Hash functions for the body's MinHash (Broder, "On the resemblance and containment of documents", 1997). */
export const BODY_HASHES = 16
const BODY_WORDS = 120
const SHINGLE = 4

/** Prepares the word lists and returns the signer. */
export function createStorySigner(lexicon: StoryLexicon): StorySigner {
  const stopwords = new Set(lexicon.stopwords.flatMap((word) => tokenise(word).words))
  const synonyms = new Map(lexicon.synonyms.map((entry) => [entry.word, entry.means]))
  const common = new Set(lexicon.commonWords)
  const sideBits = new Map<string, number>()
  lexicon.opposites.forEach(({ one, other }, i) => {
    sideBits.set(one, (sideBits.get(one) ?? 0) | (1 << (2 * i)))
    sideBits.set(other, (sideBits.get(other) ?? 0) | (1 << (2 * i + 1)))
  })

  return (title, text, assets = []) => {
    const bare = bareTitle(title)
    const tokens = tokenise(bare)
    const names = new Set<number>()
    const words = new Set<number>()
    const soft = new Set<number>()
    let sides = 0
    for (let i = 0; i < tokens.words.length; i++) {
      const word = tokens.words[i] ?? ''
      const shape = tokens.shapes[i]
      if (shape === 'sign' || shape === 'number' || stopwords.has(word)) continue
      if (/^\d/.test(word)) continue
      const means = synonyms.get(word)
      if (means !== undefined) {
        soft.add(hash(means))
        sides |= sideBits.get(means) ?? 0
        continue
      }
      if (word.length < 2) continue
      const isCommon = common.has(word)
      const proper =
        shape === 'lower' ? false : tokens.casing === 'sentence' ? i > 0 || !isCommon : shape === 'upper' || !isCommon
      if (proper) names.add(hash(nameStem(word)))
      else words.add(hash(stem(word)))
    }
    return {
      names: sorted(names),
      words: sorted(words),
      soft: sorted(soft),
      figures: figuresOf(bare),
      sides,
      assets: Uint32Array.from(new Set(assets)).sort(),
      body: bodyHash(text),
    }
  }
}

/** FNV-1a, 32 bits. */
export function hash(word: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < word.length; i++) value = Math.imul(value ^ word.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/** A further hash of a hash, different for every seed (the finaliser of MurmurHash3). */
export function mix(value: number, seed: number): number {
  let h = value ^ Math.imul(seed + 1, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

function sorted(values: ReadonlySet<number>): Uint32Array {
  return Uint32Array.from(values).sort()
}

function nameStem(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/** Cuts the commonest English endings; crude on purpose, for both sides are cut alike. */
function stem(word: string): string {
  if (word.length > 6 && word.endsWith('ing')) return word.slice(0, -3)
  if (word.length > 5 && (word.endsWith('ies') || word.endsWith('ied'))) return `${word.slice(0, -3)}y`
  if (word.length > 5 && (word.endsWith('ed') || word.endsWith('es'))) return word.slice(0, -2)
  if (word.length > 4 && word.endsWith('e')) return word.slice(0, -1)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function bodyHash(text: string | undefined): Uint32Array {
  if (text === undefined || text.length < 120) return new Uint32Array(0)
  const { words } = tokenise(text.slice(0, 1200))
  const stop = Math.min(words.length, BODY_WORDS) - SHINGLE
  if (stop < 8) return new Uint32Array(0)
  const least = new Uint32Array(BODY_HASHES).fill(0xffffffff)
  for (let i = 0; i <= stop; i++) {
    const shingle = hash(words.slice(i, i + SHINGLE).join(' '))
    for (let k = 0; k < BODY_HASHES; k++) {
      const value = mix(shingle, k)
      if (value < (least[k] ?? 0)) least[k] = value
    }
  }
  return least
}

const NAME_WEIGHT = 2
const WORD_WEIGHT = 1
const SOFT_WEIGHT = 0.7
const FIGURE_WEIGHT = 1.2

/** Likeness from which two headlines are one story; set on prisma/reference/labelled/duplicates.jsonl. */
export const SAME_STORY = 0.5
const SAME_BODY = 0.6

/** Likeness 0-1 of two articles as stories; 0 when figures, sides or named assets contradict each other. */
export function likeness(a: StorySignature, b: StorySignature): number {
  if (contradicts(a.sides, b.sides) || !figuresAgree(a.figures, b.figures)) return 0
  if (a.assets.length > 0 && b.assets.length > 0) {
    const both = overlap(a.assets, b.assets)
    if (
      both * 2 < Math.min(a.assets.length, b.assets.length) + 1 &&
      both < Math.max(1, Math.min(a.assets.length, b.assets.length))
    )
      return 0
  }
  const body = bodyLikeness(a.body, b.body)
  const names = overlap(a.names, b.names)
  const words = overlap(a.words, b.words)
  const soft = overlap(a.soft, b.soft)
  const figures = sharedFigures(a.figures, b.figures)
  const shared = NAME_WEIGHT * names + WORD_WEIGHT * words + SOFT_WEIGHT * soft + FIGURE_WEIGHT * figures
  const mine = weightOf(a)
  const theirs = weightOf(b)
  if (mine === 0 || theirs === 0) return 0
  const jaccard = shared / (mine + theirs - shared)
  const contained = shared / Math.min(mine, theirs)
  // Each side names something the other does not: more likely two stories of one pattern.
  const strangers = Math.min(a.names.length - names, b.names.length - names)
  const title = 0.55 * jaccard + 0.45 * contained - 0.06 * strangers
  return Math.max(0, Math.min(1, body >= SAME_BODY ? Math.max(title, body) : title))
}

function weightOf(signature: StorySignature): number {
  return (
    NAME_WEIGHT * signature.names.length +
    WORD_WEIGHT * signature.words.length +
    SOFT_WEIGHT * signature.soft.length +
    FIGURE_WEIGHT * signature.figures.length
  )
}

/** One says only "up", the other only "down". */
function contradicts(a: number, b: number): boolean {
  const aOne = a & 0x55555555
  const aOther = (a >>> 1) & 0x55555555
  const bOne = b & 0x55555555
  const bOther = (b >>> 1) & 0x55555555
  return ((aOne & ~aOther & bOther & ~bOne) | (aOther & ~aOne & bOne & ~bOther)) !== 0
}

function bodyLikeness(a: Uint32Array, b: Uint32Array): number {
  if (a.length === 0 || b.length === 0) return 0
  let same = 0
  for (let i = 0; i < a.length; i++) if (a[i] === b[i]) same++
  return same / a.length
}

function overlap(a: Uint32Array, b: Uint32Array): number {
  let both = 0
  let i = 0
  let k = 0
  while (i < a.length && k < b.length) {
    const left = a[i] ?? 0
    const right = b[k] ?? 0
    if (left === right) {
      both++
      i++
      k++
    } else if (left < right) i++
    else k++
  }
  return both
}
