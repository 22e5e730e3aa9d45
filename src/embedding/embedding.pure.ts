import { finish, mapInPieces, type Pieces } from '../core/pieces.pure.ts'
import { computeLatentDirections, type TermMatrix } from './embedding-latent.pure.ts'
import { type ConceptFinder, createConceptFinder, type Synonym, tokenise } from './embedding-words.pure.ts'

/** Turns texts into vectors whose dot product is the semantic similarity of the texts. */
export interface Embedder {
  /** Length of every vector. */
  readonly dimensions: number
  /** Unit vector of a text; all zeros when the text has no word. */
  embed(text: string): Float32Array
}

/** Options of an embedder. */
export interface EmbedderOptions {
  readonly synonyms?: readonly Synonym[] | undefined
}

/** Hashed features: words, concepts and letter trigrams. */
const SURFACE_DIMENSIONS = 192
/** Latent directions learnt from the co-occurrence of words in the corpus. */
const LATENT_DIMENSIONS = 64
const DIMENSIONS = SURFACE_DIMENSIONS + LATENT_DIMENSIONS
/** Share of the surface part in the squared length of a vector. */
const SURFACE_SHARE = 0.7
const CONCEPT_WEIGHT = 0.9
const TRIGRAM_WEIGHT = 0.35
/** Maximum number of texts to learn from; of a larger corpus an even sample is used to limit start-up time. */
const TRAINING_TEXTS_MAX = 2_000
/** Maximum length of a text in characters; longer texts are cut to bound the cost of hostile input. */
const TEXT_LENGTH_MAX = 20_000
const WORD_CACHE_MAX = 10_000

/** Signed positions of one word in the surface part. */
interface WordFeatures {
  readonly positions: Uint16Array
  readonly values: Float32Array
}

/**
 * Learns an embedding from a corpus: feature hashing (Weinberger et al. 2009) of words, concepts and trigrams, weighted by inverse
 * document frequency, concatenated with latent semantic directions. Deterministic: the same corpus gives the same vectors.
 */
export function createEmbedder(corpus: readonly string[], options: EmbedderOptions = {}): Embedder {
  return finish(embedderInPieces(corpus, options))
}

/** The same, made piece by piece. */
export function* embedderInPieces(corpus: readonly string[], options: EmbedderOptions = {}): Pieces<Embedder> {
  return (yield* embedCorpus(corpus, options)).embedder
}

/** An embedder with the vectors and term counts of the corpus it was learnt from, in the order of the texts. */
export interface EmbeddedCorpus {
  readonly embedder: Embedder
  /** Vectors of the corpus, computed on each call. */
  vectors(): Pieces<TextVectors>
  /** Number of occurrences of each stemmed word and concept; concepts begin with `~`. */
  readonly terms: readonly ReadonlyMap<string, number>[]
}

/** Vectors of many texts in one block of memory. */
export interface TextVectors {
  /** Number of texts. */
  readonly size: number
  /** Cosine similarity of a vector of the same embedder with that of a text, -1 to 1; 0 when either is zero. */
  similarityTo(vector: Float32Array, text: number): number
}

/** Learns an embedding and keeps the term counts of the corpus, reading each text once. */
export function* embedCorpus(corpus: readonly string[], options: EmbedderOptions = {}): Pieces<EmbeddedCorpus> {
  const conceptsOf = createConceptFinder(options.synonyms ?? [])
  const texts = yield* mapInPieces(corpus, (text) => countTerms(text, conceptsOf))
  const embedTerms = yield* learnEmbedding(texts)
  return { embedder: embedderOf(conceptsOf, embedTerms), terms: texts, vectors: () => vectorsOf(texts, embedTerms) }
}

type EmbedTerms = (terms: ReadonlyMap<string, number>) => Float32Array

/** Apart from what reads the corpus, so that who keeps the embedder does not keep the corpus. */
function embedderOf(conceptsOf: ConceptFinder, embedTerms: EmbedTerms): Embedder {
  return { dimensions: DIMENSIONS, embed: (text) => embedTerms(countTerms(text, conceptsOf)) }
}

function* learnEmbedding(texts: readonly ReadonlyMap<string, number>[]): Pieces<EmbedTerms> {
  const weightOf = yield* inverseDocumentFrequency(texts)
  return embedBy(weightOf, yield* learnLatent(texts, weightOf))
}

function embedBy(weightOf: (term: string) => number, latent: Latent): EmbedTerms {
  const cache = new Map<string, WordFeatures>()
  const featuresOf = (term: string): WordFeatures => {
    const known = cache.get(term)
    if (known !== undefined) return known
    const features = hashFeatures(term)
    if (cache.size < WORD_CACHE_MAX) cache.set(term, features)
    return features
  }
  return (terms) => {
    const vector = new Float32Array(DIMENSIONS)
    for (const [term, count] of terms) {
      const weight = weightOf(term) * (1 + Math.log(count))
      const { positions, values } = featuresOf(term)
      for (let i = 0; i < positions.length; i++) {
        const position = positions[i] ?? 0
        vector[position] = (vector[position] ?? 0) + weight * (values[i] ?? 0)
      }
      const row = latent.rowOf.get(term)
      if (row === undefined) continue
      for (let k = 0; k < LATENT_DIMENSIONS; k++) {
        const at = SURFACE_DIMENSIONS + k
        vector[at] = (vector[at] ?? 0) + weight * (latent.directions[row * LATENT_DIMENSIONS + k] ?? 0)
      }
    }
    scale(vector, 0, SURFACE_DIMENSIONS, Math.sqrt(SURFACE_SHARE))
    scale(vector, SURFACE_DIMENSIONS, DIMENSIONS, Math.sqrt(1 - SURFACE_SHARE))
    scale(vector, 0, DIMENSIONS, 1)
    return vector
  }
}

function* vectorsOf(texts: readonly ReadonlyMap<string, number>[], embedTerms: EmbedTerms): Pieces<TextVectors> {
  const all = new Float32Array(texts.length * DIMENSIONS)
  yield* mapInPieces(texts, (terms, text) => all.set(embedTerms(terms), text * DIMENSIONS))
  return searchVectors(all)
}

function searchVectors(all: Float32Array): TextVectors {
  return {
    size: all.length / DIMENSIONS,
    similarityTo: (vector, text) => cosineSimilarity(vector, all.subarray(text * DIMENSIONS, (text + 1) * DIMENSIONS)),
  }
}

/** Cosine similarity of two vectors of one embedder, -1 to 1; 0 when either is zero. */
export function cosineSimilarity(a: Float32Array, b: Float32Array): number {
  let dot = 0
  for (let i = 0; i < a.length; i++) dot += (a[i] ?? 0) * (b[i] ?? 0)
  return Math.max(-1, Math.min(1, dot))
}

/** Counts words and concepts; concepts begin with `~`, which no word does. */
function countTerms(text: string, conceptsOf: ConceptFinder): Map<string, number> {
  const words = tokenise(text.slice(0, TEXT_LENGTH_MAX))
  const counts = new Map<string, number>()
  for (const term of words) counts.set(term, (counts.get(term) ?? 0) + 1)
  for (const term of conceptsOf(words)) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

/** Inverse document frequency of a term; an unseen term has the weight of the rarest. */
function* inverseDocumentFrequency(texts: readonly ReadonlyMap<string, number>[]): Pieces<(term: string) => number> {
  const textsWith = new Map<string, number>()
  yield* mapInPieces(texts, (text) => {
    for (const term of text.keys()) textsWith.set(term, (textsWith.get(term) ?? 0) + 1)
  })
  return weightIn(textsWith, texts.length)
}

function weightIn(textsWith: ReadonlyMap<string, number>, texts: number): (term: string) => number {
  return (term) => Math.log(1 + (texts + 1) / ((textsWith.get(term) ?? 0) + 1))
}

interface Latent {
  readonly rowOf: ReadonlyMap<string, number>
  readonly directions: Float64Array
}

/** Learns latent directions of the terms that occur in at least two training texts. */
function* learnLatent(
  texts: readonly ReadonlyMap<string, number>[],
  weightOf: (term: string) => number,
): Pieces<Latent> {
  const stride = Math.max(1, Math.ceil(texts.length / TRAINING_TEXTS_MAX))
  const training = texts.filter((_, index) => index % stride === 0)
  const seen = new Set<string>()
  const rowOf = new Map<string, number>()
  for (const text of training) {
    for (const term of text.keys()) {
      if (!seen.has(term)) seen.add(term)
      else if (!rowOf.has(term)) rowOf.set(term, rowOf.size)
    }
  }
  yield
  const matrix = yield* buildTermMatrix(training, rowOf, weightOf)
  return { rowOf, directions: yield* computeLatentDirections(matrix, LATENT_DIMENSIONS) }
}

/** Builds the matrix of texts (rows of unit length) by terms. */
function* buildTermMatrix(
  texts: readonly ReadonlyMap<string, number>[],
  rowOf: ReadonlyMap<string, number>,
  weightOf: (term: string) => number,
): Pieces<TermMatrix> {
  const starts = new Int32Array(texts.length + 1)
  const columns: number[] = []
  const weights: number[] = []
  yield* mapInPieces(texts, (text, row) => {
    const first = columns.length
    let squares = 0
    for (const [term, count] of text) {
      const column = rowOf.get(term)
      if (column === undefined) continue
      const weight = weightOf(term) * (1 + Math.log(count))
      columns.push(column)
      weights.push(weight)
      squares += weight * weight
    }
    const length = Math.sqrt(squares)
    for (let entry = first; entry < weights.length; entry++) weights[entry] = (weights[entry] ?? 0) / length
    starts[row + 1] = columns.length
  })
  return {
    rows: texts.length,
    terms: rowOf.size,
    starts,
    columns: Int32Array.from(columns),
    weights: Float32Array.from(weights),
  }
}

/** Hashes a term to two positions and, for words of at least four letters, its trigrams, so that similar spellings have similar vectors. */
function hashFeatures(term: string): WordFeatures {
  const isConcept = term.startsWith('~')
  const grams: string[] = []
  if (!isConcept && term.length >= 4) {
    const padded = `^${term.slice(0, 40)}$`
    for (let i = 0; i + 3 <= padded.length; i++) grams.push(padded.slice(i, i + 3))
  }
  const positions = new Uint16Array(2 + grams.length)
  const values = new Float32Array(2 + grams.length)
  const put = (index: number, feature: string, value: number) => {
    const hash = hashText(feature)
    positions[index] = (hash >>> 1) % SURFACE_DIMENSIONS
    values[index] = (hash & 1) === 0 ? value : -value
  }
  const own = (isConcept ? CONCEPT_WEIGHT : 1) * Math.SQRT1_2
  put(0, `1${term}`, own)
  put(1, `2${term}`, own)
  grams.forEach((gram, index) => {
    put(2 + index, `#${gram}`, TRIGRAM_WEIGHT / Math.sqrt(grams.length))
  })
  return { positions, values }
}

/** 32-bit hash of a string: FNV-1a with the finaliser of MurmurHash3. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Scales one part of a vector to a given length; a zero part is unchanged. */
function scale(vector: Float32Array, start: number, end: number, length: number): void {
  let squares = 0
  for (let i = start; i < end; i++) squares += (vector[i] ?? 0) ** 2
  if (squares === 0) return
  const factor = length / Math.sqrt(squares)
  for (let i = start; i < end; i++) vector[i] = (vector[i] ?? 0) * factor
}
