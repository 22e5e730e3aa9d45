import { describe, expect, test } from 'vitest'
import type { Verdict } from '../vocabulary/verdict.pure.ts'
import { decideVerdict, mostLikely, sharesOf } from './decide.pure.ts'

const verdict: Verdict = {
  direction: 'pos',
  score: 0.5,
  aspect: 'demand',
  because: 'sides with',
  grounds: ['read=verb'],
}

describe('what network and rules decide together', () => {
  test('who decides something is neither up nor down by it', () => {
    expect(sharesOf(Float32Array.of(0.125, 0.25, 0.125, 0.5))).toEqual({ pos: 0.25, neg: 0.125, ambiguous: 0.625 })
  })

  test('what lifts the yen lowers USDJPY', () => {
    expect(sharesOf(Float32Array.of(0.125, 0.5, 0.25, 0.125), -1)).toEqual({ pos: 0.25, neg: 0.5, ambiguous: 0.25 })
  })

  test.each([
    [{ pos: 0.5, neg: 0.3, ambiguous: 0.2 }, 'pos'],
    [{ pos: 0.2, neg: 0.5, ambiguous: 0.3 }, 'neg'],
    [{ pos: 0.4, neg: 0.2, ambiguous: 0.4 }, 'ambiguous'],
  ] as const)('%o is %s', (shares, direction) => expect(mostLikely(shares)).toBe(direction))

  test('an unsure network leaves what the rules read, with the words that say so', () => {
    expect(decideVerdict(verdict, { pos: 0.3, neg: 0.4, ambiguous: 0.3 })).toBe(verdict)
    expect(decideVerdict(verdict, undefined)).toBe(verdict)
  })

  test('a sure one turns it, and the words that said otherwise are not quoted', () => {
    expect(decideVerdict(verdict, { pos: 0.1, neg: 0.8, ambiguous: 0.1 })).toMatchObject({
      direction: 'neg',
      score: -0.8,
      because: '',
      grounds: ['read=network'],
    })
  })

  test('how a price moved is told: no network turns it', () => {
    const told: Verdict = { ...verdict, because: 'jumps', isPriceMove: true }
    expect(decideVerdict(told, { pos: 0.02, neg: 0.95, ambiguous: 0.03 })).toBe(told)
  })

  test('a name that is only mentioned gets no direction', () => {
    const mentioned: Verdict = { ...verdict, direction: 'ambiguous', score: 0, because: '', grounds: ['read=mention'] }
    const shares = { pos: 0.98, neg: 0.01, ambiguous: 0.01 }
    expect(decideVerdict(mentioned, shares).direction).toBe('ambiguous')
    expect(decideVerdict({ ...mentioned, grounds: ['read=nothing'] }, shares).direction).toBe('pos')
  })
})
