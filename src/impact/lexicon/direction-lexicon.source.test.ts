import { expect, test } from 'vitest'
import { readDirectionLexicon } from './direction-lexicon.source.ts'

test('every lexicon file parses, is large, and says each thing once', async () => {
  const lexicon = await readDirectionLexicon()
  expect(lexicon.terms.length).toBeGreaterThan(1000)
  expect(lexicon.quantities.length).toBeGreaterThan(300)
  expect(lexicon.aspects.length).toBeGreaterThan(500)
  const twice = (keys: readonly string[]) => keys.filter((key, index) => keys.indexOf(key) !== index)
  expect(twice(lexicon.terms.map((row) => `${row.term} ${row.part}`))).toEqual([])
  expect(twice(lexicon.moves.map((row) => `${row.term} ${row.part}`))).toEqual([])
  expect(twice(lexicon.quantities.map((row) => row.term))).toEqual([])
  expect(twice(lexicon.modifiers.map((row) => `${row.term} ${row.part}`))).toEqual([])
  expect(twice(lexicon.verbs.map((row) => row.verb))).toEqual([])
  expect(twice(lexicon.aspects.map((row) => `${row.term} ${row.part} ${row.aspect}`))).toEqual([])
})
