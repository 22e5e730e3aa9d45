import { expect, test } from 'vitest'
import { createTranslator } from './translate.pure.ts'

const translate = createTranslator([
  { english: 'wine', words: ['Wein', 'vin', 'ワイン'] },
  { english: 'red wine', words: ['vin rouge'] },
  { english: 'salt', words: ['sale', 'sel'] },
  { english: 'coffee', words: ['café'] },
])
const isKnown = (word: string) => ['sale', 'wine', 'exports'].includes(word)

test.each([
  ['Wein', 'wine'],
  ['VIN ROUGE', 'red wine'],
  ['sale', 'salt'],
  ['sale of exports', 'sale of exports'],
  ['vins', 'vins'],
  ['赤ワイン', '赤 wine '],
  ['cafe vert', ' coffee  vert'],
  ['red wine', 'red wine'],
])('"%s" becomes "%s"', (phrase, english) => {
  expect(translate(phrase, isKnown)).toBe(english)
})
