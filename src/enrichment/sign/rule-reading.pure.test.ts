import { expect, test } from 'vitest'
import type { Verdict } from '../vocabulary/verdict.pure.ts'
import { READING_SIZE, weighRules } from './rule-reading.pure.ts'

const rise: Verdict = { direction: 'pos', score: 0.5, aspect: 'capital', because: 'rises', isPriceMove: true }
const reading = { words: rise, effect: undefined, both: 'neg', isSpeaker: false, isSilent: true } as const

test('what the rules read of a quote is told of what is named: a rise of USDJPY is a fall of the yen', () => {
  expect(weighRules(reading, 1)).toEqual([1, 1, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 1])
  expect(weighRules(reading, -1)).toEqual([1, 0, 1, -0.5, 1, 0, 0, 0, 1, 0, 0, 1])
  expect(weighRules(reading, 1)).toHaveLength(READING_SIZE)
})
