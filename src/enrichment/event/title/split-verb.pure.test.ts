import { describe, expect, test } from 'vitest'
import { tokenise } from '../../text/token.pure.ts'
import { createTitleLists } from './event-title.pure.ts'
import { createSplitter, findParticle } from './split-verb.pure.ts'

const wordLists = [
  { list: 'particle', words: ['out', 'off', 'at home'] },
  { list: 'after_particle', words: ['of'] },
] as const

describe('a verb and its particle', () => {
  const splitPhrase = createSplitter({ wordLists })
  const list = createTitleLists({ wordLists, senses: [], groups: [] })

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
  const find = (title: string) => findParticle(list(tokenise(title)), 1, particles)
  test('are found around an object', () => {
    expect(find('Brussels keeps Russian aluminium out of Europe')).toEqual({ from: 4, to: 5, value: 'stop' })
    expect(find('Jakarta keeps coal at home')?.from).toBe(3)
  })

  test('are no pair across punctuation, or where the particle has an object of its own', () => {
    expect(find('Jakarta keeps coal, tin out')).toBeNull()
    expect(find('Jakarta keeps coal out sugar')).toBeNull()
  })
})
