import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cosineSimilarity, createEmbedder } from './embedding.pure.ts'

const CORPUS = [
  'Designs iPhone smartphones, Mac computers and digital services.',
  'The largest contract chip foundry, making semiconductors in Taiwan.',
  'Designs graphics processors and semiconductors for data centers.',
  'Makes electric cars and batteries.',
  'Sells coffee in cafes.',
  'Produces crude oil and natural gas.',
  'Refines crude oil into petrol and diesel.',
  'Takes deposits and makes loans as a bank.',
]
const SYNONYMS = [
  { term: 'car', concept: 'automobile' },
  { term: 'chip', concept: 'semiconductor' },
  { term: 'lender', concept: 'bank' },
]
const embedder = createEmbedder(CORPUS, { synonyms: SYNONYMS })
const vectors = CORPUS.map((text) => embedder.embed(text))

/** Index of the corpus text nearest to a query. */
function nearest(query: string): number {
  const likeness = vectors.map((vector) => cosineSimilarity(embedder.embed(query), vector))
  return likeness.indexOf(Math.max(...likeness))
}

describe('an embedding', () => {
  test.each([
    ['iphone maker', 0],
    ['chip foundry taiwan', 1],
    ['automobile', 3],
    ['coffee shop', 4],
    ['natural gas producer', 5],
    ['lender', 7],
  ])('finds for "%s" the text that speaks of it', (query, index) => {
    expect(nearest(query)).toBe(index)
  })

  test('of one text is the same from every embedder of one corpus', () => {
    const again = createEmbedder(CORPUS, { synonyms: SYNONYMS })
    for (const [index, text] of CORPUS.entries()) expect(again.embed(text)).toEqual(vectors[index])
  })

  test('of a text without words is all zeros', () => {
    expect(embedder.embed(' ... ').every((value) => value === 0)).toBe(true)
  })

  test('works without a corpus', () => {
    const empty = createEmbedder([])
    expect(cosineSimilarity(empty.embed('chip maker'), empty.embed('chip maker'))).toBeCloseTo(1)
  })

  test('has unit length for any text with words, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const vector = embedder.embed(text)
        const squares = vector.reduce((sum, value) => sum + value * value, 0)
        expect(vector.length).toBe(embedder.dimensions)
        expect(squares === 0 || Math.abs(squares - 1) < 1e-4).toBe(true)
      }),
    )
  })

  test('compares symmetrically, within -1..1', () => {
    fc.assert(
      fc.property(fc.lorem(), fc.lorem(), (a, b) => {
        const likeness = cosineSimilarity(embedder.embed(a), embedder.embed(b))
        expect(likeness).toBe(cosineSimilarity(embedder.embed(b), embedder.embed(a)))
        expect(Math.abs(likeness)).toBeLessThanOrEqual(1)
      }),
    )
  })
})
