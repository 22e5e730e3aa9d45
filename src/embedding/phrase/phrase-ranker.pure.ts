import { enumeration } from '../../core/input/enumeration.pure.ts'
import { mapInPieces, type Pieces } from '../../core/pieces.pure.ts'
import { lowerBound } from '../../core/sorted.pure.ts'
import { embedCorpus } from '../embedding.pure.ts'
import { compactPhrase, foldPhrase } from './fold-phrase.pure.ts'
import { createPhraseIndex, type Likeness, type PhraseIndex } from './phrase-index.pure.ts'
import { createPhraseReader, type PhraseFeatures, type PhraseLexicon, type PhraseReader } from './phrase-reader.pure.ts'

/** How a phrase was recognised. */
export const PHRASE_MATCH = enumeration('PhraseMatch', 'How a phrase was recognised, most reliable first.', {
  exact: 'It is the key or a label.',
  alias: 'It is an alias or a synonym.',
  prefix: 'A name begins with it.',
  words: 'It shares words with a name.',
  trigram: 'It is spelled like a name.',
  semantic: 'It means something similar.',
})
export type PhraseMatch = (typeof PHRASE_MATCH.tokens)[number]

/** Something that is found by what it is called. */
export interface Subject {
  /** Key and labels, one for each language. */
  readonly labels: readonly string[]
  /** Aliases and synonyms of any language. */
  readonly synonyms: readonly string[]
  readonly description: string
}

/** A subject that a phrase may mean. */
interface RankedSubject {
  /** Index of the subject. */
  readonly subject: number
  /** 0 to 1. */
  readonly score: number
  readonly matchType: PhraseMatch
}

/** Finds all that a phrase may mean, best first; only subjects that `admits` accepts. */
export type PhraseRanker = (
  query: string,
  options?: { readonly admits?: ((subject: number) => boolean) | undefined },
) => RankedSubject[]

/** Shares of words, of spelling, of notions and of meaning in the score of a phrase that is no name; tuned on left-out synonyms. */
const WORDS_SHARE = 0.11
const GRAMS_SHARE = 0.23
const NOTIONS_SHARE = 0.29
const MEANING_SHARE = 0.37
/** Scores of whole names; what is less than a whole name stays below them. */
const EXACT_SCORE = 1
const ALIAS_SCORE = 0.98
/** What a whole name loses that is spelled with other signs. */
const RESPELLED_LOSS = 0.005
const PARTIAL_SCORE_MAX = 0.95
/** Likeness and score of a name that differs from the query in order and filling words alone. */
const SAME = 0.999
const SAME_SCORE = 0.97
/** Score of the beginning of a name: of one letter, and what a whole name adds. */
const PREFIX_SCORE = 0.4
const PREFIX_GAIN = 0.5
const PREFIX_LENGTH_MIN = 2
/** Candidates below are not worth showing. */
const SCORE_MIN = 0.05

interface Best {
  score: number
  matchType: PhraseMatch
}

/** Prepares the names of the subjects in every language. */
export function* createPhraseRanker(subjects: readonly Subject[], lexicon: PhraseLexicon): Pieces<PhraseRanker> {
  const read = createPhraseReader(lexicon)
  const texts = subjects.flatMap(({ labels, synonyms }, subject) =>
    distinct([...labels, ...synonyms]).map((text) => ({ subject, text })),
  )
  yield
  const names = yield* mapInPieces(texts, ({ subject, text }) => ({ subject, text, features: read(text) }))
  const index = yield* createPhraseIndex(names, subjects.length)
  const whole = indexWholeNames(subjects)
  yield
  const beginnings = (yield* mapInPieces(names, ({ subject, text }) => ({
    subject,
    compact: compactPhrase(text),
  }))).sort((a, b) => (a.compact < b.compact ? -1 : a.compact > b.compact ? 1 : 0))
  const bySubject = Map.groupBy(names, ({ subject }) => subject)
  const described = yield* mapInPieces(subjects, ({ description }, subject) => [
    ...(bySubject.get(subject) ?? []).map(({ features }) => features),
    read(description),
  ])
  const meaningOf = yield* createMeaning(described)
  return rankBy({
    read,
    subjectOf: Int32Array.from(names, ({ subject }) => subject),
    index,
    whole,
    beginnings,
    meaningOf,
  })
}

/** What a phrase is ranked by. */
interface Prepared {
  readonly read: PhraseReader
  /** Subject of each name of the index. */
  readonly subjectOf: Int32Array
  readonly index: PhraseIndex
  readonly whole: ReadonlyMap<string, readonly WholeName[]>
  /** Names in the order of their letters. */
  readonly beginnings: readonly { readonly subject: number; readonly compact: string }[]
  readonly meaningOf: (query: PhraseFeatures) => number[]
}

/** Apart from what reads the names, so that who keeps the ranker does not keep all they were read from. */
function rankBy({ read, subjectOf, index, whole, beginnings, meaningOf }: Prepared): PhraseRanker {
  return (query, { admits = () => true } = {}) => {
    const found = new Map<number, Best>()
    const note = (subject: number, score: number, matchType: PhraseMatch) => {
      const known = found.get(subject)
      if (known === undefined) found.set(subject, { score, matchType })
      else if (score > known.score) Object.assign(known, { score, matchType })
    }
    const compact = compactPhrase(query)
    const features = read(query)
    const meaning = meaningOf(features).map((close) => MEANING_SHARE * Math.max(0, close))
    index.search(features, (name, likeness) => {
      const subject = subjectOf[name] ?? 0
      if (likeness.words * likeness.grams > SAME) note(subject, SAME_SCORE, 'alias')
      else note(subject, PARTIAL_SCORE_MAX * (shared(likeness) + (meaning[subject] ?? 0)), partialMatch(likeness))
    })
    if (compact.length >= PREFIX_LENGTH_MIN) {
      for (
        let at = lowerBound(beginnings.length, (i) => (beginnings[i]?.compact ?? '') < compact);
        beginnings[at]?.compact.startsWith(compact);
        at++
      ) {
        const { subject, compact: name } = beginnings[at] ?? { subject: 0, compact }
        note(subject, PREFIX_SCORE + (PREFIX_GAIN * compact.length) / name.length, 'prefix')
      }
    }
    const spelled = foldPhrase(query.trim())
    for (const name of whole.get(compact) ?? []) {
      const score = name.matchType === 'exact' ? EXACT_SCORE : ALIAS_SCORE
      note(name.subject, name.spelled === spelled ? score : score - RESPELLED_LOSS, name.matchType)
    }
    return [...found]
      .filter(([subject, { score }]) => score >= SCORE_MIN && admits(subject))
      .sort(([a, { score: first }], [b, { score: second }]) => second - first || a - b)
      .map(([subject, { score, matchType }]) => ({ subject, score: Math.round(score * 1e4) / 1e4, matchType }))
  }
}

function shared({ words, grams, notions }: Likeness): number {
  return WORDS_SHARE * words + GRAMS_SHARE * grams + NOTIONS_SHARE * notions
}

function partialMatch({ words, grams, notions }: Likeness): PhraseMatch {
  if (words >= 0.5) return 'words'
  return grams >= 0.3 && grams > notions ? 'trigram' : 'semantic'
}

interface WholeName {
  readonly subject: number
  readonly matchType: 'exact' | 'alias'
  /** With its signs: "P/L" is a ratio, "PL" the equity of a Brazilian company. */
  readonly spelled: string
}

/** The names that are equal but for signs and spaces. */
function indexWholeNames(subjects: readonly Subject[]): ReadonlyMap<string, readonly WholeName[]> {
  const whole = new Map<string, WholeName[]>()
  subjects.forEach(({ labels, synonyms }, subject) => {
    const put = (text: string, matchType: 'exact' | 'alias') => {
      const compact = compactPhrase(text)
      whole.set(compact, [...(whole.get(compact) ?? []), { subject, matchType, spelled: foldPhrase(text) }])
    }
    for (const text of labels) put(text, 'exact')
    for (const text of synonyms) put(text, 'alias')
  })
  return whole
}

/** Likeness of meaning between a phrase and each subject: vectors learnt from the names of all languages together. */
function* createMeaning(subjects: readonly (readonly PhraseFeatures[])[]): Pieces<(query: PhraseFeatures) => number[]> {
  const textOf = ({ words, notions }: PhraseFeatures) =>
    [...words.keys(), ...Array.from(notions.keys(), (notion) => `notion${notion.replaceAll(/\W/g, '')}`)].join(' ')
  const texts = yield* mapInPieces(subjects, (features) => features.map(textOf).join(' '))
  const corpus = yield* embedCorpus(texts)
  const vectors = yield* corpus.vectors()
  const { embedder } = corpus
  return (query) => {
    const vector = embedder.embed(textOf(query))
    return Array.from({ length: vectors.size }, (_, subject) => vectors.similarityTo(vector, subject))
  }
}

function distinct(texts: readonly string[]): string[] {
  return [...new Map(texts.map((text) => [compactPhrase(text), text])).values()]
}
