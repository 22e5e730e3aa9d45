import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { compactPhrase } from '../../embedding/phrase/fold-phrase.pure.ts'
import { FUNDAMENTAL_PATTERN } from '../screen/pattern.pure.ts'
import { CONCEPTS } from './concept.source.ts'
import {
  CONCEPT_DESCRIPTIONS,
  CONCEPT_NAMES,
  LABEL_LANGUAGES,
  PATTERN_NAMES,
  PHRASE_LEXICON,
} from './concept-label.source.ts'

/** Names that mean several keys in one language, and are meant to. */
const AMBIGUOUS = new Map(
  readShippedRows(
    new URL('../../../prisma/reference/ambiguous-concept-names.csv', import.meta.url),
    z.object({ language: z.string(), name: z.string(), keys: z.string() }),
  ).map(({ language, name, keys }) => [`${language} ${compactPhrase(name)}`, keys]),
)

const TABLES = [
  ['concepts', CONCEPT_NAMES, CONCEPTS.map(({ key }) => key)],
  ['patterns', PATTERN_NAMES, FUNDAMENTAL_PATTERN.tokens],
] as const

describe.each(TABLES)('%s', (_, names, keys) => {
  test.each(LABEL_LANGUAGES)('each has a label in %s', (language) => {
    expect([...names[language].keys()].sort()).toEqual([...keys].sort())
  })

  test.each(LABEL_LANGUAGES)('no name means two of them in %s, unless it is listed', (language) => {
    const holders = new Map<string, Set<string>>()
    for (const [key, { label, synonyms }] of names[language])
      for (const name of [label, ...synonyms].map(compactPhrase))
        holders.set(name, (holders.get(name) ?? new Set()).add(key))
    const ambiguous = [...holders].filter(([, meant]) => meant.size > 1)
    const unlisted = ambiguous.filter(([name, meant]) => AMBIGUOUS.get(`${language} ${name}`) !== [...meant].join('|'))
    expect(unlisted.map(([name, meant]) => `${language},${name},${[...meant].join('|')}`)).toEqual([])
  })
})

test('each concept has a description', () => {
  expect([...CONCEPT_DESCRIPTIONS.keys()]).toEqual(CONCEPTS.map(({ key }) => key))
})

test('no notion has a term twice', () => {
  for (const { terms } of PHRASE_LEXICON.notions)
    expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([])
})
