import { expect, test } from 'vitest'
import { foldPhrase } from './fold-phrase.pure.ts'
import { createNotionFinder } from './notion-finder.pure.ts'

const find = createNotionFinder([
  { notion: 'sales', terms: ['revenue', 'Umsatz', '売上', 'ca'] },
  { notion: 'return', terms: ['return', 'Rendite', '利益率'] },
  { notion: 'profit', terms: ['profit', '利益', 'กำไร'] },
  { notion: 'debt', terms: ['負債'] },
  { notion: 'liabilities', terms: ['負債'] },
])
const notionsOf = (phrase: string) => find(foldPhrase(phrase))

test('compounds and scripts without spaces are read through', () => {
  expect(notionsOf('Umsatzrendite')).toEqual(['sales', 'return'])
  expect(notionsOf('売上高')).toEqual(['sales'])
  expect(notionsOf('กำไรต่อหุ้น')).toEqual(['profit'])
})

test('of terms that overlap the longer one counts', () => {
  expect(notionsOf('売上利益率')).toEqual(['sales', 'return'])
})

test('short Latin terms are whole words', () => {
  expect(notionsOf('cash')).toEqual([])
  expect(notionsOf('CA annuel')).toEqual(['sales'])
})

test('a term may name several notions', () => {
  expect(notionsOf('負債')).toEqual(['debt', 'liabilities'])
})
