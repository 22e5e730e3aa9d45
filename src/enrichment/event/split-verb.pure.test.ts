import { describe, expect, test } from 'vitest'
import { tokenise } from '../text/token.pure.ts'
import { findParticle, splitPhrase } from './split-verb.pure.ts'

describe('a verb and its particle', () => {
  test('part where the particle may stand after the object', () => {
    expect(splitPhrase('keep out')).toEqual({ verb: 'keep', particle: 'out' })
    expect(splitPhrase('keeps at home')).toEqual({ verb: 'keeps', particle: 'at home' })
    expect(splitPhrase('clamp down on')).toBeNull()
    expect(splitPhrase('let off')).toBeNull()
  })

  const particles = new Map([
    ['out', 'stop'],
    ['at home', 'stop'],
  ])
  test('are found around an object', () => {
    const found = findParticle(tokenise('Brussels keeps Russian aluminium out of Europe'), 1, particles)
    expect(found).toEqual({ from: 4, to: 5, value: 'stop' })
    expect(findParticle(tokenise('Jakarta keeps coal at home'), 1, particles)?.from).toBe(3)
  })

  test('are no pair across punctuation, or where the particle has an object of its own', () => {
    expect(findParticle(tokenise('Jakarta keeps coal, tin out'), 1, particles)).toBeNull()
    expect(findParticle(tokenise('Jakarta keeps coal out sugar'), 1, particles)).toBeNull()
  })
})
