import { describe, expect, test } from 'vitest'
import { createVocabulary } from './resolve-words.pure.ts'

const WORDS = ['toyota', 'microsoft', 'micron', 'nike', 'volkswagen', 'target', 'targa', 'duke', 'トヨタ']
const vocabulary = createVocabulary(WORDS)
const spelt = (meant: readonly { word: number }[]) => meant.map(({ word }) => WORDS[word])

describe('a vocabulary', () => {
  test.each([
    ['tayota', 'toyota'],
    ['mircosoft', 'microsoft'],
    ['nkie', 'nike'],
    ['volkswagon', 'volkswagen'],
    ['wolkswagon', 'volkswagen'],
    ['tarqet', 'target'],
  ])('takes "%s" for "%s"', (written, meant) => {
    expect(spelt(vocabulary.findSimilar(written))[0]).toBe(meant)
  })

  test('takes a word for none that is further away', () => {
    expect(vocabulary.findSimilar('samsung')).toEqual([])
    expect(vocabulary.findSimilar('nxxe')).toEqual([])
  })

  test('takes a word of three letters for a typo only when asked to', () => {
    expect(vocabulary.findSimilar('due')).toEqual([])
    expect(spelt(vocabulary.findSimilar('due', 3))).toEqual(['duke'])
  })

  test('gives a nearer word a higher quality', () => {
    const [near] = vocabulary.findSimilar('volkswagon')
    const [far] = vocabulary.findSimilar('wolkswagon')
    expect(near?.quality).toBeGreaterThan(far?.quality ?? 1)
  })

  test('completes a beginning', () => {
    expect(spelt(vocabulary.beginningWith('micr'))).toEqual(['micron', 'microsoft'])
    expect(vocabulary.beginningWith('mic')).toEqual([])
  })
})
