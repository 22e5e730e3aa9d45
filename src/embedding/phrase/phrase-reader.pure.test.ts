import { expect, test } from 'vitest'
import { compactPhrase, foldPhrase } from './fold-phrase.pure.ts'
import { createPhraseReader } from './phrase-reader.pure.ts'

const read = createPhraseReader({
  fillers: ['what', 'is', 'the', 'は'],
  notions: [{ notion: 'sales', terms: ['売上'] }],
})
const wordsOf = (text: string) => [...read(text).words.keys()]

test('accents, case and width of letters do not count; Thai vowel signs do', () => {
  expect(foldPhrase('Bénéfice NET')).toBe('benefice net')
  expect(foldPhrase('ＲＯＥ')).toBe('roe')
  expect(foldPhrase('กิน')).not.toBe(foldPhrase('กัน'))
})

test('signs between letters do not count, unless there is nothing else', () => {
  expect(['P/E', 'p.e.', 'PE'].map(compactPhrase)).toEqual(['pe', 'pe', 'pe'])
  expect(compactPhrase(' >= ')).toBe('>=')
})

test('filling words say nothing, unless there is nothing else', () => {
  expect(wordsOf('What is the EBITDA?')).toEqual(['ebitda'])
  expect(wordsOf('What is the')).toEqual(['what', 'is', 'the'])
})

test('Japanese and Thai are cut into words without spaces', () => {
  expect(wordsOf('売上高は')).toEqual(['売上', '高'])
  expect(wordsOf('กำไรต่อหุ้น')).toHaveLength(3)
  expect([...read('自己資本').grams.keys()]).toEqual(['自己', '己資', '資本'])
})

test('notions are found whatever the language', () => {
  expect([...read('売上高は').notions.keys()]).toEqual(['sales'])
})
