import { editDistance } from '../../core/input/edit-distance.pure.ts'
import { mapInPieces, type Pieces } from '../../core/pieces.pure.ts'
import { stem } from '../../embedding/embedding-words.pure.ts'
import { wordsOf as split } from './spelling.pure.ts'
import type { Translate } from './translate.pure.ts'

/** A code with the words it can be found by, the narrowest first. */
export interface FindableCode {
  readonly code: string
  /** What tells it from its siblings. */
  readonly label: string
  /** Other words for exactly this. */
  readonly terms: readonly string[]
  /** What it is part of, and other words for that. */
  readonly heading: string
  readonly headingTerms: readonly string[]
  /** What that is part of. */
  readonly chapter: string
  /** The official text, once it is known. */
  readonly official: string
}

/** A code that a phrase may mean. */
interface FoundCode {
  /** Index of the code. */
  readonly index: number
  /** 0 to 1. */
  readonly score: number
}

/** Finds the codes that a phrase may mean, best first; `meaning` adds likeness of meaning by index, 0 to 1. */
export type CodeFinder = (query: string, meaning?: (index: number) => number) => FoundCode[]

/** What a word counts where it is found: in words for the code itself, its heading, its chapter. Tuned on phrases of traders. */
const FIELD_WEIGHTS = { own: 1, heading: 0.8, headingTerm: 0.7, official: 0.6, chapter: 0.35 } as const
/** Shares of the words covered, of the name most alike, of meaning, and of being what is mostly traded of a heading. */
const COVER_SHARE = 0.5
const NAME_SHARE = 0.32
const MEANING_SHARE = 0.1
const LEADING_SHARE = 0.06
/** A name of exactly these words: another word for the code, its heading, what tells it from its siblings. */
const SAME = { term: 0.98, heading: 0.9, label: 0.82 } as const
const SCORE_MIN = 0.08
/** What is left over or only a part is rarely meant unless it is said. */
const SIDE_LOSS = 0.05
const SIDE = /^(?:other\b.*|parts?|.* parts)$/

interface Name {
  readonly index: number
  readonly words: ReadonlySet<string>
  readonly kind: keyof typeof SAME
}

/** Prepares codes to be found by words; rare words count more (inverse document frequency, Spaerck Jones 1972). */
export function* createCodeFinder(codes: readonly FindableCode[], translate?: Translate): Pieces<CodeFinder> {
  const wordsOf = rememberedWords()
  const fields = yield* mapInPieces(codes, (code) => fieldsOf(code, wordsOf))
  const postings = yield* post(fields)
  const vocabulary = [...postings.keys()]
  const weightOf = (word: string) => Math.log(1 + codes.length / (postings.get(word)?.length ?? 1))
  const names = (yield* mapInPieces(codes, (code, index) => namesOf(code, index, wordsOf))).flat()
  const namesBySet = new Map<string, Name[]>()
  const namesByWord = new Map<string, Name[]>()
  yield* mapInPieces(names, (name) => {
    append(namesBySet, keyOf(name.words), name)
    for (const word of name.words) append(namesByWord, word, name)
  })
  const corrections = new Map<string, string>()

  return (query, meaning = () => 0) => {
    const isKnown = (word: string) => split(word).every((one) => postings.has(one))
    const english = translate?.(query, isKnown) ?? query
    const words = new Set(split(english).map((word) => knownWord(word, postings, vocabulary, corrections)))
    if (words.size === 0) return []
    const total = [...words].reduce((sum, word) => sum + weightOf(word), 0)
    const cover = new Map<number, number>()
    for (const word of words)
      for (const { index, weight } of postings.get(word) ?? [])
        cover.set(index, (cover.get(index) ?? 0) + (weight * weightOf(word)) / total)
    const likeness = likenessOf(words, namesByWord, weightOf)
    const same = new Map<number, number>()
    for (const { index, kind } of namesBySet.get(keyOf(words)) ?? [])
      same.set(index, Math.max(same.get(index) ?? 0, SAME[kind]))
    const found: FoundCode[] = []
    for (const index of new Set([...cover.keys(), ...same.keys()])) {
      const code = codes[index]
      if (!code) continue
      const leading = code.terms.length > 0 ? LEADING_SHARE : 0
      const partial =
        COVER_SHARE * (cover.get(index) ?? 0) +
        NAME_SHARE * (likeness.get(index) ?? 0) +
        MEANING_SHARE * meaning(index) +
        leading -
        (code.terms.length === 0 && SIDE.test(code.label) ? SIDE_LOSS : 0)
      const exact = same.get(index)
      const score = exact === undefined ? partial : exact + (1 - exact) * Math.max(0, Math.min(1, partial))
      if (score >= SCORE_MIN) found.push({ index, score: Math.round(Math.min(1, score) * 1e4) / 1e4 })
    }
    return found.sort((a, b) => b.score - a.score || a.index - b.index)
  }
}

type WordsOf = (text: string) => readonly string[]

/** Headings and chapters stand with every code in them: each text is split once. */
function rememberedWords(): WordsOf {
  const known = new Map<string, readonly string[]>()
  return (text) => {
    const words = known.get(text) ?? split(text)
    known.set(text, words)
    return words
  }
}

/** The most each word counts for a code. */
function fieldsOf(code: FindableCode, wordsOf: WordsOf): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  const put = (texts: readonly string[], weight: number) => {
    for (const text of texts)
      for (const word of wordsOf(text)) weights.set(word, Math.max(weights.get(word) ?? 0, weight))
  }
  put([code.label, ...code.terms], FIELD_WEIGHTS.own)
  put([code.heading], code.label === '' ? FIELD_WEIGHTS.own : FIELD_WEIGHTS.heading)
  put(code.headingTerms, code.label === '' ? FIELD_WEIGHTS.own : FIELD_WEIGHTS.headingTerm)
  put([code.official], FIELD_WEIGHTS.official)
  put([code.chapter], FIELD_WEIGHTS.chapter)
  return weights
}

interface Posting {
  readonly index: number
  readonly weight: number
}

function* post(fields: readonly ReadonlyMap<string, number>[]): Pieces<ReadonlyMap<string, Posting[]>> {
  const postings = new Map<string, Posting[]>()
  yield* mapInPieces(fields, (weights, index) => {
    for (const [word, weight] of weights) append(postings, word, { index, weight })
  })
  return postings
}

/** What a code is called as a whole. */
function namesOf(code: FindableCode, index: number, wordsOf: WordsOf): Name[] {
  const whole = code.label === ''
  const texts: { text: string; kind: Name['kind'] }[] = [
    ...code.terms.map((text) => ({ text, kind: 'term' as const })),
    ...(whole
      ? []
      : [
          { text: code.label, kind: 'label' as const },
          { text: `${code.heading} ${code.label}`, kind: 'term' as const },
        ]),
    ...[code.heading, ...code.headingTerms].map((text) => ({
      text,
      kind: whole ? ('term' as const) : ('heading' as const),
    })),
    ...partsOf(code.heading).map((text) => ({ text, kind: 'heading' as const })),
  ]
  return texts.flatMap(({ text, kind }) => {
    const words = new Set(wordsOf(text))
    return words.size === 0 ? [] : [{ index, words, kind }]
  })
}

/** What a heading that names several things names. */
function partsOf(heading: string): string[] {
  const parts = heading.split(/, | and /)
  return parts.length > 1 ? parts : []
}

/** Cosine of the words asked with the name of each code that is most like them; a heading's name counts less than an own one. */
function likenessOf(
  words: ReadonlySet<string>,
  namesByWord: ReadonlyMap<string, readonly Name[]>,
  weightOf: (word: string) => number,
): ReadonlyMap<number, number> {
  const length = lengthOf(words, weightOf)
  const shared = new Map<Name, number>()
  for (const word of words)
    for (const name of namesByWord.get(word) ?? []) shared.set(name, (shared.get(name) ?? 0) + weightOf(word) ** 2)
  const best = new Map<number, number>()
  for (const [name, product] of shared) {
    const likeness =
      (name.kind === 'heading' ? FIELD_WEIGHTS.heading : 1) * (product / (length * lengthOf(name.words, weightOf)))
    best.set(name.index, Math.max(best.get(name.index) ?? 0, likeness))
  }
  return best
}

function lengthOf(words: ReadonlySet<string>, weightOf: (word: string) => number): number {
  let squares = 0
  for (const word of words) squares += weightOf(word) ** 2
  return Math.sqrt(squares)
}

/** A word of the vocabulary for one that is in none: without an ending, or a typo away. */
function knownWord(
  word: string,
  postings: ReadonlyMap<string, unknown>,
  vocabulary: readonly string[],
  corrections: Map<string, string>,
): string {
  if (postings.has(word) || word.length < 4) return word
  const known = corrections.get(word)
  if (known !== undefined) return known
  const stemmed = stem(word)
  const edits = word.length >= 8 ? 2 : 1
  let best = postings.has(stemmed) ? stemmed : word
  let distance = best === word ? edits + 1 : 0
  for (const candidate of distance === 0 ? [] : vocabulary) {
    const next = editDistance(word, candidate, distance - 1)
    if (next < distance) {
      best = candidate
      distance = next
    }
  }
  if (corrections.size < 10_000) corrections.set(word, best)
  return best
}

function keyOf(words: ReadonlySet<string>): string {
  return [...words].sort().join(' ')
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
