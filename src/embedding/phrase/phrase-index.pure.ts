import { mapInPieces, type Pieces } from '../../core/pieces.pure.ts'
import type { PhraseFeatures } from './phrase-reader.pure.ts'

/** A name of one of the subjects that are looked for. */
export interface SubjectName {
  /** Index of the subject. */
  readonly subject: number
  readonly features: PhraseFeatures
}

/** Likeness of a name to a query by words, by runs of letters and by notions; cosines of 0 to 1. */
export interface Likeness {
  readonly words: number
  readonly grams: number
  readonly notions: number
}

/** Names by what they share with a query. */
export interface PhraseIndex {
  /** Visits each name that shares a word, a run of letters or a notion with the query. */
  search(features: PhraseFeatures, visit: (name: number, likeness: Likeness) => void): void
}

/** Weight of a feature that no name has, as part of the weight of the rarest. */
const UNKNOWN_SHARE = 0.5
/** Features that are weighed in one go. */
const PIECE_FEATURES = 64

/** A feature with the names that have it and its share of each. */
interface Posting {
  readonly names: Int32Array
  readonly shares: Float32Array
  readonly weight: number
}

/** The features of one kind. */
interface Postings {
  readonly of: ReadonlyMap<string, Posting>
  readonly unknownWeight: number
}

/** Prepares the names; rare features count more (inverse document frequency over subjects, Spaerck Jones 1972). */
export function* createPhraseIndex(names: readonly SubjectName[], subjects: number): Pieces<PhraseIndex> {
  const kinds: { kind: keyof PhraseFeatures; postings: Postings; scores: Float32Array }[] = []
  for (const kind of ['words', 'grams', 'notions'] as const) {
    const features = names.map((name) => name.features[kind])
    kinds.push({ kind, postings: yield* post(names, subjects, features), scores: new Float32Array(names.length) })
  }
  return {
    search(query, visit) {
      const touched = new Set<number>()
      for (const { kind, postings, scores } of kinds) gather(query[kind], postings, scores, touched)
      for (const name of touched) {
        const [words = 0, grams = 0, notions = 0] = kinds.map(({ scores }) => Math.min(1, scores[name] ?? 0))
        visit(name, { words, grams, notions })
        for (const { scores } of kinds) scores[name] = 0
      }
    },
  }
}

function* post(
  names: readonly SubjectName[],
  subjects: number,
  features: readonly ReadonlyMap<string, number>[],
): Pieces<Postings> {
  const holders = new Map<string, { names: number[]; subjects: Set<number> }>()
  yield* mapInPieces(features, (counts, name) => {
    for (const feature of counts.keys()) {
      const held = holders.get(feature) ?? { names: [], subjects: new Set() }
      held.names.push(name)
      held.subjects.add(names[name]?.subject ?? 0)
      holders.set(feature, held)
    }
  })
  const weigh = (subjectsWith: number) => Math.log(1 + subjects / subjectsWith)
  const weightOf = (feature: string) => weigh(holders.get(feature)?.subjects.size ?? 1)
  const lengths = yield* mapInPieces(features, (counts) => lengthOf(counts, weightOf))
  const of = new Map<string, Posting>()
  for (const [feature, { names: holding }] of holders) {
    if (of.size % PIECE_FEATURES === 0) yield
    const weight = weightOf(feature)
    const shares = holding.map(
      (name) => (weight * occurrences(features[name]?.get(feature) ?? 0)) / (lengths[name] ?? 1),
    )
    of.set(feature, { names: Int32Array.from(holding), shares: Float32Array.from(shares), weight })
  }
  return { of, unknownWeight: UNKNOWN_SHARE * weigh(1) }
}

/** Adds each name's cosine with the features to `score`, and the names to `touched`. */
function gather(
  counts: ReadonlyMap<string, number>,
  { of, unknownWeight }: Postings,
  score: Float32Array,
  touched: Set<number>,
): void {
  const length = lengthOf(counts, (feature) => of.get(feature)?.weight ?? unknownWeight)
  for (const [feature, count] of counts) {
    const posting = of.get(feature)
    if (posting === undefined) continue
    const weight = (posting.weight * occurrences(count)) / length
    posting.names.forEach((name, at) => {
      touched.add(name)
      score[name] = (score[name] ?? 0) + weight * (posting.shares[at] ?? 0)
    })
  }
}

/** What a feature that occurs several times in one phrase counts. */
function occurrences(count: number): number {
  return Math.sqrt(count)
}

function lengthOf(counts: ReadonlyMap<string, number>, weightOf: (feature: string) => number): number {
  let squares = 0
  for (const [feature, count] of counts) squares += (weightOf(feature) * occurrences(count)) ** 2
  return Math.sqrt(squares) || 1
}
