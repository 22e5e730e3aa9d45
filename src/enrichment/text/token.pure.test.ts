import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenise } from './token.pure.ts'

const words = (text: string) => tokenise(text).words

describe('tokenising a text', () => {
  test('a possessive is a token of its own, with any apostrophe', () => {
    expect(words("Apple's iPhone")).toEqual(['apple', "'s", 'iphone'])
    expect(words('Apple’s iPhone')).toEqual(['apple', "'s", 'iphone'])
  })

  test('"and" and "&" are one word', () => {
    expect(words('Johnson & Johnson')).toEqual(words('Johnson and Johnson'))
  })

  test('accents and dotted initials do not matter', () => {
    expect(words('Nestlé')).toEqual(['nestle'])
    expect(words('J.P. Morgan')).toEqual(['jp', 'morgan'])
    expect(words('the U.S. economy')).toEqual(['the', 'us', 'economy'])
  })

  test('a comma or a spaced dash ends a name, a hyphen does not', () => {
    expect(tokenise('Ford, GM').breaks).toEqual([true, true])
    expect(tokenise('Rio - Reuters').breaks).toEqual([true, true])
    expect(tokenise('Coca-Cola').breaks).toEqual([true, false])
  })

  test('a section label glued to the headline is cut off', () => {
    expect(words('CompaniesDiageo stays neutral')).toEqual(['companies', 'diageo', 'stays', 'neutral'])
  })

  test('casing is detected from the words', () => {
    expect(tokenise('Ford recalls trucks over cameras').casing).toBe('sentence')
    expect(tokenise('Ford Recalls Trucks Over Cameras').casing).toBe('title')
    expect(tokenise('FORD RECALLS TRUCKS OVER CAMERAS').casing).toBe('caps')
    expect(tokenise('ford recalls trucks').casing).toBe('small')
  })

  test('offsets point into the text for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { starts, ends } = tokenise(text)
        let before = 0
        for (let i = 0; i < starts.length; i++) {
          const start = starts[i] ?? -1
          const end = ends[i] ?? -1
          expect(start).toBeGreaterThanOrEqual(before)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          before = end
        }
      }),
    )
  })
})
