import { expect, test } from 'vitest'
import { z } from 'zod'
import { processorMs } from '../../../test/setup/effort.ts'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { LABEL_LANGUAGES } from '../concept/concept-label.source.ts'
import { findConcepts } from '../concept/find-concept.ts'
import { findPatterns } from './find-pattern.ts'

/** Phrases were written by someone who saw neither labels nor ranker; nothing was or is to be learnt from the frozen half. */
const phraseRow = z.object({
  phrase: z.string().min(1),
  language: z.enum(LABEL_LANGUAGES),
  key: z.string(),
  part: z.enum(['learning', 'frozen']),
})
type PhraseRow = z.infer<typeof phraseRow>

const readPhrases = (name: string) =>
  readShippedRows(new URL(`../../../test/fixtures/${name}.csv`, import.meta.url), phraseRow)
const conceptPhrases = readPhrases('concept-phrases')
const patternPhrases = readPhrases('pattern-phrases')

/** Shares of the phrases whose key is found first, and among the first three. */
function hitShares(rows: readonly PhraseRow[], find: (phrase: string) => string[]): [top1: number, top3: number] {
  const places = rows.map(({ phrase, key }) => find(phrase).indexOf(key))
  const share = (limit: number) => places.filter((place) => place >= 0 && place < limit).length / rows.length
  return [share(1), share(3)]
}

const conceptsOf = (phrase: string) => findConcepts(phrase, { limit: 3 }).rows.map(({ concept }) => concept.key)
const patternsOf = (phrase: string): string[] => findPatterns(phrase, { limit: 3 }).rows.map(({ pattern }) => pattern)

test('there are at least 150 phrases, in every language', () => {
  expect(conceptPhrases.length).toBeGreaterThanOrEqual(150)
  expect(new Set(conceptPhrases.map(({ language }) => language))).toEqual(new Set(LABEL_LANGUAGES))
  expect(new Set(patternPhrases.map(({ language }) => language))).toEqual(new Set(LABEL_LANGUAGES))
})

test.each([
  ['concepts', 'learning', conceptPhrases, conceptsOf],
  ['concepts', 'frozen', conceptPhrases, conceptsOf],
  ['patterns', 'learning', patternPhrases, patternsOf],
  ['patterns', 'frozen', patternPhrases, patternsOf],
] as const)('%s: of the %s phrases 90 % are found first, 97 % among the first three', (_, part, rows, find) => {
  const [top1, top3] = hitShares(
    rows.filter((row) => row.part === part),
    find,
  )
  expect(top1).toBeGreaterThanOrEqual(0.9)
  expect(top3).toBeGreaterThanOrEqual(0.97)
})

test('a phrase takes little of the processor', async () => {
  const takenMs = await processorMs(() => {
    for (const { phrase } of conceptPhrases) findConcepts(phrase, { limit: 8 })
  })
  expect(takenMs / conceptPhrases.length).toBeLessThan(25)
})
