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

/** The features of one kind: those of place `at` have the names `starts[at]` to `starts[at + 1]`, and these shares of them. */
interface Postings {
  readonly places: ReadonlyMap<string, number>
  readonly starts: Int32Array
  readonly names: Int32Array
  readonly shares: Float32Array
  readonly weights: Float64Array
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
  const places = new Map<string, number>()
  const starts = new Int32Array(holders.size + 1)
  const weights = new Float64Array(holders.size)
  const all = features.reduce((sum, counts) => sum + counts.size, 0)
  const [holding, shares] = [new Int32Array(all), new Float32Array(all)]
  let end = 0
  for (const [feature, held] of holders) {
    const place = places.size
    if (place % PIECE_FEATURES === 0) yield
    const weight = weightOf(feature)
    for (const name of held.names) {
      holding[end] = name
      shares[end++] = (weight * occurrences(features[name]?.get(feature) ?? 0)) / (lengths[name] ?? 1)
    }
    places.set(feature, place)
    weights[place] = weight
    starts[place + 1] = end
  }
  return { places, starts, names: holding, shares, weights, unknownWeight: UNKNOWN_SHARE * weigh(1) }
}

/** Adds each name's cosine with the features to `score`, and the names to `touched`. */
function gather(
  counts: ReadonlyMap<string, number>,
  { places, starts, names, shares, weights, unknownWeight }: Postings,
  score: Float32Array,
  touched: Set<number>,
): void {
  const length = lengthOf(counts, (feature) => weights[places.get(feature) ?? -1] ?? unknownWeight)
  for (const [feature, count] of counts) {
    const place = places.get(feature)
    if (place === undefined) continue
    const weight = ((weights[place] ?? 0) * occurrences(count)) / length
    for (let at = starts[place] ?? 0; at < (starts[place + 1] ?? 0); at++) {
      const name = names[at] ?? 0
      touched.add(name)
      score[name] = (score[name] ?? 0) + weight * (shares[at] ?? 0)
    }
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
