import { expect, test } from 'vitest'
import { readEventLexicon } from './event-lexicon.source.ts'

const { goods } = readEventLexicon()
const goodOf = (word: string) => goods.find(({ words }) => words.includes(word))

test('those listed as buyers of a good buy it: who sells something for it is moved by demand, not by its price', () => {
  const buyers = (word: string) => goodOf(word)?.users ?? []
  expect(buyers('electric car')).not.toContain('300750.SHE')
  expect(buyers('telecom')).not.toContain('ERIC-B.ST')
  expect(buyers('homebuilder')).not.toContain('SHW.US')
  expect(buyers('health insurer')).not.toContain('HCA.US')
  expect(buyers('pipeline gas')).not.toContain('NTGY.MC')
  expect(buyers('orange juice')).toEqual(['KO.US'])
})

test('what is made together with a good is another good', () => {
  expect(goodOf('caustic soda')?.commodities).toEqual([])
  expect(goodOf('pvc')?.commodities).toEqual(['PVC.COMM'])
})
