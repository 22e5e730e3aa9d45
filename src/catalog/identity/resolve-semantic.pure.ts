import { mapInPieces, type Pieces } from '../../core/pieces.pure.ts'
import { type Embedder, embedCorpus, type TextVectors } from '../../embedding/embedding.pure.ts'
import {
  type ConceptFinder,
  createConceptFinder,
  type Synonym,
  tokenise,
} from '../../embedding/embedding-words.pure.ts'
import type { ResolvableListing } from './resolve.pure.ts'
import { createVocabulary, type Vocabulary } from './resolve-words.pure.ts'

/** Finds listings by business description. */
export interface SemanticIndex {
  /** True when every word occurs in the descriptions of several listings. */
  describes(words: readonly string[]): boolean
  /** Visits the listings whose description matches the query; `similarity` is 0 to 1. */
  search(query: string, visit: (listing: number, similarity: number) => void): void
}

/** Number of listings, those sharing most words with the query, that are compared by vector. */
const COMPARED_MAX = 120
/** Minimum share of the query's words or concepts, by weight, that a listing must contain to be compared. */
const COVERAGE_MIN = 0.3
const COVERAGE_SHARE = 0.4
const QUERY_TERMS_MAX = 16
/** Minimum number of descriptions that contain a descriptive word; rarer words are probably names. */
const DESCRIBED_MIN = 5

/** Builds the index over the listings with a description; listings are identified by their position in the list. */
export function* createSemanticIndex(
  listings: readonly ResolvableListing[],
  synonyms: readonly Synonym[],
): Pieces<SemanticIndex> {
  const countryName = countryNames()
  const described = listings.flatMap((listing, number) => (listing.description === '' ? [] : [number]))
  const texts = yield* mapInPieces(described, (number) => {
    const listing = listings[number]
    return listing === undefined ? '' : joinText(listing, countryName)
  })
  const trained = yield* trainOn(texts, synonyms)
  const terms = [...trained.holders.keys()].filter((term) => !term.startsWith('~'))
  yield
  const vocabulary = createVocabulary(terms)
  yield
  return searchMeanings(Int32Array.from(described), trained, {
    terms,
    vocabulary,
    conceptsOf: createConceptFinder(synonyms),
  })
}

interface Words {
  readonly terms: readonly string[]
  readonly vocabulary: Vocabulary
  readonly conceptsOf: ConceptFinder
}

/** Apart from what builds the index, so that who keeps it does not keep the texts. */
function searchMeanings(
  described: Int32Array,
  { embedder, vectors, holders }: Trained,
  { terms, vocabulary, conceptsOf }: Words,
): SemanticIndex {
  const weightOf = (term: string) => Math.log(1 + (described.length + 1) / ((holders.get(term)?.length ?? 0) + 1))
  const score = new Float32Array(described.length)
  const nearestKnown = (word: string) =>
    holders.has(word) ? word : (terms[vocabulary.findSimilar(word)[0]?.word ?? -1] ?? word)

  return {
    describes: (words) => {
      const terms = tokenise(words.join(' '))
      return terms.length > 0 && terms.every((term) => (holders.get(term)?.length ?? 0) >= DESCRIBED_MIN)
    },
    search(query, visit) {
      const words = tokenise(query).slice(0, QUERY_TERMS_MAX)
      const known = words.filter((word) => holders.has(word))
      // A single unknown word is probably an unknown name, not a typing error in a descriptive word.
      const meant = known.length < words.length / 2 ? words : words.map(nearestKnown)
      const touched: number[] = []
      let total = 0
      for (const word of new Set(meant)) total += weightOf(word)
      for (const term of new Set([...meant, ...conceptsOf(meant)])) {
        const weight = weightOf(term)
        for (const text of holders.get(term) ?? NOBODY) {
          const before = score[text] ?? 0
          if (before === 0) touched.push(text)
          score[text] = before + weight
        }
      }
      const candidates = touched.filter((text) => (score[text] ?? 0) >= COVERAGE_MIN * total)
      candidates.sort((a, b) => (score[b] ?? 0) - (score[a] ?? 0) || a - b)
      const vector = candidates.length > 0 ? embedder.embed(query) : new Float32Array(0)
      for (const text of candidates.slice(0, COMPARED_MAX)) {
        const coverage = Math.min(1, (score[text] ?? 0) / total)
        const closeness = Math.max(0, vectors.similarityTo(vector, text))
        visit(described[text] ?? 0, COVERAGE_SHARE * coverage + (1 - COVERAGE_SHARE) * closeness)
      }
      for (const text of touched) score[text] = 0
    },
  }
}

interface Trained {
  readonly embedder: Embedder
  readonly vectors: TextVectors
  /** Texts that have a term. */
  readonly holders: ReadonlyMap<string, Int32Array>
}

/** Trains the embedder on the texts and indexes their terms; the term counts are not kept. */
function* trainOn(texts: readonly string[], synonyms: readonly Synonym[]): Pieces<Trained> {
  const { embedder, terms, vectors } = yield* embedCorpus(texts, { synonyms })
  return { embedder, vectors: yield* vectors(), holders: yield* indexTerms(terms) }
}

/** Joins names, country and description of a listing to one text. */
function joinText(listing: ResolvableListing, countryName: (code: string) => string): string {
  const names = [listing.name, ...listing.shortNames, ...listing.aliases]
  return `${names.join(' ')} ${countryName(listing.country)}. ${listing.description}`
}

/** Returns a look-up of English country names by ISO code; empty for an unknown code. */
function countryNames(): (code: string) => string {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const known = new Map<string, string>()
  return (code) => {
    const name = known.get(code) ?? (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? '') : '')
    known.set(code, name)
    return name
  }
}

const NOBODY = new Int32Array(0)

/** Builds the inverted index from words and concepts to texts. */
function* indexTerms(texts: readonly ReadonlyMap<string, number>[]): Pieces<Map<string, Int32Array>> {
  const holders = new Map<string, number[]>()
  yield* mapInPieces(texts, (terms, index) => {
    for (const term of terms.keys()) {
      const list = holders.get(term)
      if (list === undefined) holders.set(term, [index])
      else list.push(index)
    }
  })
  return packed(holders)
}

/** The lists side by side in one block of memory. */
function packed(lists: ReadonlyMap<string, readonly number[]>): Map<string, Int32Array> {
  let end = 0
  for (const list of lists.values()) end += list.length
  const all = new Int32Array(end)
  const views = new Map<string, Int32Array>()
  let at = 0
  for (const [term, list] of lists) {
    all.set(list, at)
    views.set(term, all.subarray(at, at + list.length))
    at += list.length
  }
  return views
}
