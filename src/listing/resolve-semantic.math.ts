import { cosine, embedCorpus } from '../core/embedding.math.ts'
import { createConceptFinder, type Synonym, textWords } from '../core/embedding-words.math.ts'
import type { ResolvableListing } from './resolve.math.ts'
import { createVocabulary } from './resolve-words.math.ts'

/** Finds listings by what they do. */
export interface SemanticIndex {
  /** Whether all words are ones by which several businesses are described. */
  describes(words: readonly string[]): boolean
  /** Visits the listings whose business the query describes; `similarity` 0-1. */
  search(query: string, visit: (listing: number, similarity: number) => void): void
}

/** So many listings with the most of the query's words are compared by vector. */
const COMPARED_MAX = 120
/** A listing must hold this share of the query's meaning, by words or concepts, to be compared at all. */
const COVERAGE_MIN = 0.3
const COVERAGE_SHARE = 0.4
const QUERY_TERMS_MAX = 16
/** A word in fewer descriptions is rather the name of somebody. */
const DESCRIBED_MIN = 5

/** Builds the index over those listings that have a description; a listing's number is its place in the list. */
export function createSemanticIndex(
  listings: readonly ResolvableListing[],
  synonyms: readonly Synonym[],
): SemanticIndex {
  const countryName = countryNames()
  const described = listings.flatMap((listing, number) => (listing.description === '' ? [] : [number]))
  const texts = described.map((number) => {
    const listing = listings[number]
    return listing === undefined ? '' : aboutText(listing, countryName)
  })
  const { embedder, vectors, holders } = learn(texts, synonyms)
  const conceptsOf = createConceptFinder(synonyms)
  const terms = [...holders.keys()].filter((term) => !term.startsWith('~'))
  const vocabulary = createVocabulary(terms)
  const weightOf = (term: string) => Math.log(1 + (texts.length + 1) / ((holders.get(term)?.length ?? 0) + 1))
  const score = new Float32Array(texts.length)
  const nearestKnown = (word: string) =>
    holders.has(word) ? word : (terms[vocabulary.like(word)[0]?.word ?? -1] ?? word)

  return {
    describes: (words) => {
      const terms = textWords(words.join(' '))
      return terms.length > 0 && terms.every((term) => (holders.get(term)?.length ?? 0) >= DESCRIBED_MIN)
    },
    search(query, visit) {
      const words = textWords(query).slice(0, QUERY_TERMS_MAX)
      const known = words.filter((word) => holders.has(word))
      // A lone unknown word is a name we do not have, not a typo of some word in a description.
      const meant = known.length < words.length / 2 ? words : words.map(nearestKnown)
      const touched: number[] = []
      let total = 0
      for (const word of new Set(meant)) total += weightOf(word)
      for (const term of new Set([...meant, ...conceptsOf(meant)])) {
        const weight = weightOf(term)
        for (const text of holders.get(term) ?? []) {
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
        const likeness = Math.max(0, cosine(vector, vectors[text] ?? vector))
        visit(described[text] ?? 0, COVERAGE_SHARE * coverage + (1 - COVERAGE_SHARE) * likeness)
      }
      for (const text of touched) score[text] = 0
    },
  }
}

/** Embedding of the texts, their vectors and the holders of each term; the term counts themselves are let go. */
function learn(texts: readonly string[], synonyms: readonly Synonym[]) {
  const corpus = embedCorpus(texts, { synonyms })
  return { embedder: corpus.embedder, vectors: corpus.vectors(), holders: termHolders(corpus.terms) }
}

/** Everything said about a listing, as one text. */
function aboutText(listing: ResolvableListing, countryName: (code: string) => string): string {
  const names = [listing.name, ...listing.shortNames, ...listing.aliases]
  return `${names.join(' ')} ${countryName(listing.country)}. ${listing.description}`
}

/** English country names by ISO code; an unknown code names nothing. */
function countryNames(): (code: string) => string {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const known = new Map<string, string>()
  return (code) => {
    const name = known.get(code) ?? (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? '') : '')
    known.set(code, name)
    return name
  }
}

/** For each word and concept, the texts that hold it. */
function termHolders(texts: readonly ReadonlyMap<string, number>[]): Map<string, number[]> {
  const holders = new Map<string, number[]>()
  texts.forEach((terms, index) => {
    for (const term of terms.keys()) {
      const list = holders.get(term)
      if (list === undefined) holders.set(term, [index])
      else list.push(index)
    }
  })
  return holders
}
