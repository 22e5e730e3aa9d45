import { expect, test } from 'vitest'
import { inflectNoun, inflectVerb } from './inflect.pure.ts'

const NO_ODD = new Map<string, readonly [string, string]>()
const texts = (term: string, odd: ReadonlyMap<string, readonly [string, string]> = NO_ODD) =>
  inflectVerb(term, odd).map((surface) => surface.text)

test('regular verbs inflect on their first word', () => {
  expect(texts('step down')).toEqual(['step down', 'steps down', 'stepping down', 'stepped down'])
  expect(texts('raise')).toEqual(['raise', 'raises', 'raising', 'raised'])
  expect(texts('deny')).toEqual(['deny', 'denies', 'denying', 'denied'])
  expect(texts('miss')).toEqual(['miss', 'misses', 'missing', 'missed'])
})

test('irregular verbs use their own forms; a verb without a past of its own is marked', () => {
  const odd = new Map<string, readonly [string, string]>([
    ['fall', ['fell', 'fallen']],
    ['cut', ['cut', 'cut']],
  ])
  expect(texts('fall', odd)).toEqual(['fall', 'falls', 'falling', 'fell', 'fallen'])
  expect(inflectVerb('cut', odd)[0]).toEqual({ text: 'cut', form: 'same' })
})

test('nouns get their plural', () => {
  expect(inflectNoun('inventory').map((surface) => surface.text)).toEqual(['inventory', 'inventories'])
})
