import { bareTitle } from './brief.math.ts'
import { PhraseTrie } from './phrase-trie.math.ts'
import { type Figure, figuresOf } from './story-figure.math.ts'
import { tokenise } from './token.math.ts'

/** The words by which stories are compared, from prisma/reference/lexicon. */
export interface StoryLexicon {
  /** Words that carry no event: "the", "says", "update". */
  readonly stopwords: readonly string[]
  /** Phrases that mean the same in a headline: "jumps" and "climbs" are both `up`. `place/` and `role/` meanings exclude each other; `name/` are names. */
  readonly synonyms: readonly { readonly word: string; readonly means: string }[]
  /** Meanings that exclude each other: `up` and `down`, `hold` and `cut|raise`. At most 15 pairs; the first is the direction of the move. */
  readonly opposites: readonly { readonly one: string; readonly other: string }[]
  /** Ordinary words, to tell names from them in Title Case headlines. */
  readonly commonWords: readonly string[]
}

/** What is kept of an article to recognise the same story elsewhere: hashes and figures, some 200 bytes. */
export interface StorySignature {
  /** Ids of the assets the headline names, in order of mention. */
  readonly assets: readonly number[]
  /** Sorted hashes of other words that look like names. */
  readonly names: readonly number[]
  /** Sorted hashes of the other words that carry the event. */
  readonly words: readonly number[]
  /** Sorted hashes of words whose meaning is shared by many stories (up, profit). */
  readonly soft: readonly number[]
  /** Hashes of places and of roles (chairman, CEO); the lowest bit tells which: 0 place, 1 role. */
  readonly exclusive: readonly number[]
  readonly figures: readonly Figure[]
  /** Two bits a pair of opposites: the first for `one`, the second for `other`. */
  readonly sides: number
  /** What the headline begins with: the id of an asset or the hash of a name, 0 when neither is there. */
  readonly lead: number
  /** Direction of the first move told: 1 up, -1 down, 0 none. */
  readonly move: number
  /** MinHash of the body's four-word shingles; empty without a body. */
  readonly body: readonly number[]
}

/** Where the headline names an asset. */
export interface NamedSpan {
  readonly assetId: number
  readonly start: number
  readonly end: number
  /** The company's own name, as opposed to a brand or person of it, which says more than the company. */
  readonly own: boolean
}

/** Makes a signature; `named` are the assets the linker has found in the title, best with their places. */
export type StorySigner = (title: string, text?: string, named?: readonly (NamedSpan | number)[]) => StorySignature

/** Hash functions for the body's MinHash (Broder, "On the resemblance and containment of documents", 1997). */
export const BODY_HASHES = 16
const BODY_WORDS = 120
const SHINGLE = 4

/** Prepares the word lists and returns the signer. */
export function createStorySigner(lexicon: StoryLexicon): StorySigner {
  const stopwords = new Set(lexicon.stopwords.flatMap((word) => tokenise(word).words))
  const common = new Set(lexicon.commonWords)
  const synonyms = new PhraseTrie<string>()
  for (const { word, means } of lexicon.synonyms) synonyms.add(word, (old) => old ?? means)
  const sideBits = new Map<string, number>()
  lexicon.opposites.forEach(({ one, other }, i) => {
    for (const word of one.split('|')) sideBits.set(word, (sideBits.get(word) ?? 0) | (1 << (2 * i)))
    for (const word of other.split('|')) sideBits.set(word, (sideBits.get(word) ?? 0) | (1 << (2 * i + 1)))
  })
  const up = lexicon.opposites[0]?.one
  const down = lexicon.opposites[0]?.other

  return (title, text, named = []) => {
    const bare = bareTitle(title)
    const shift = Math.max(0, title.indexOf(bare))
    const tokens = tokenise(bare)
    const assets: number[] = named.filter((one) => typeof one === 'number')
    const spans = named.filter((one) => typeof one !== 'number')
    const names = new Set<number>()
    const words = new Set<number>()
    const soft = new Set<number>()
    const exclusive = new Set<number>()
    let sides = 0
    let move = 0
    let lead = 0
    let at = 0
    while (at < tokens.words.length) {
      const from = shift + (tokens.starts[at] ?? 0)
      const span = spans.find((one) => one.start <= from && from < one.end)
      if (span !== undefined) {
        lead ||= span.assetId
        if (!assets.includes(span.assetId)) assets.push(span.assetId)
        if (span.own) {
          at++
          continue
        }
      }
      const hit = synonyms.longest(tokens.words, at, tokens.breaks)
      if (hit !== null) {
        const means = hit.value
        if (means.startsWith('name/')) {
          names.add(hash(means))
          lead ||= hash(means)
          at = hit.to
          continue
        }
        if (means.startsWith('place/')) exclusive.add(hash(means) & ~1)
        else if (means.startsWith('role/')) exclusive.add(hash(means) | 1)
        soft.add(hash(means))
        sides |= sideBits.get(means) ?? 0
        if (move === 0 && (means === up || means === down)) move = means === up ? 1 : -1
        at = hit.to
        continue
      }
      const word = tokens.words[at] ?? ''
      const shape = tokens.shapes[at] ?? 'lower'
      at++
      if (shape === 'sign' || shape === 'number' || stopwords.has(word) || word.length < 2 || /^\d/.test(word)) continue
      const isCommon = common.has(word)
      const sentence = tokens.casing === 'sentence'
      const proper = shape !== 'lower' && (sentence ? at > 1 || !isCommon : shape === 'upper' || !isCommon)
      if (proper) {
        lead ||= hash(nameStem(word))
        names.add(hash(nameStem(word)))
      } else words.add(hash(stem(word)))
    }
    return {
      assets,
      names: sorted(names),
      words: sorted(words),
      soft: sorted(soft),
      exclusive: sorted(exclusive),
      figures: figuresOf(bare),
      sides: sides >>> 0,
      lead,
      move,
      body: bodyHash(text),
    }
  }
}

/** FNV-1a, cut to 31 bits, which V8 keeps without a box. */
function hash(word: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < word.length; i++) value = Math.imul(value ^ word.charCodeAt(i), 0x01000193)
  return value >>> 1
}

/** A further hash of a hash, different for every seed (the finaliser of MurmurHash3). */
export function mix(value: number, seed: number): number {
  let h = value ^ Math.imul(seed + 1, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

function sorted(values: ReadonlySet<number>): number[] {
  return [...values].sort((a, b) => a - b)
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

function bodyHash(text: string | undefined): number[] {
  if (text === undefined || text.length < 120) return []
  const { words } = tokenise(text.slice(0, 1200))
  const stop = Math.min(words.length, BODY_WORDS) - SHINGLE
  if (stop < 8) return []
  const hashes = words.slice(0, stop + SHINGLE).map(hash)
  const least: number[] = new Array(BODY_HASHES).fill(0x7fffffff)
  for (let i = 0; i <= stop; i++) {
    let shingle = 0
    for (let k = i; k < i + SHINGLE; k++) shingle = mix(shingle ^ (hashes[k] ?? 0), 7)
    for (let k = 0; k < BODY_HASHES; k++) {
      const value = mix(shingle, k) >>> 1
      if (value < (least[k] ?? 0)) least[k] = value
    }
  }
  return least
}
