import { describe, expect, test } from 'vitest'
import { tokenise } from '../text/token.pure.ts'
import { isUnit, readInput } from './input.pure.ts'

function inputOf(text: string, names: readonly string[]) {
  const title = tokenise(text)
  const linked = { mentions: [], modifiers: [], sources: [], title, body: null, maskedTitle: title.words }
  const others = names.map((name, i) => {
    const start = text.indexOf(name)
    return { key: `entity:${i}`, field: 'title' as const, start, end: start + name.length }
  })
  return readInput(
    linked,
    [],
    others,
    () => 1,
    ({ key }) => (key === 'entity:0' ? [1] : [0]),
  )
}

describe('a headline as the network sees it', () => {
  test('a name is one token without words of its own, with what the rules read of it', () => {
    const { tokens, names } = inputOf('Acme Steel sues Umbrella over 20% fee', ['Acme Steel', 'Umbrella'])
    expect(tokens.map(({ words, name }) => name ?? words.join(' '))).toEqual([
      ...['name', 'sues', 'name', 'over', 'million', 'fee'],
    ])
    expect(tokens[0]?.words).toEqual([])
    expect(names.map(({ token, start, end, readings }) => [token, start, end, readings])).toEqual([
      [0, 0, 10, [1]],
      [2, 16, 24, [0]],
    ])
  })

  test('punctuation before a token is told', () => {
    const { tokens } = inputOf('Strike over, mine reopens', [])
    expect(tokens.map((one) => one.isAfterPause)).toEqual([true, false, true, false])
  })

  test('what measures a price is no name', () => {
    expect(isUnit('Crude at $60 a barrel', { start: 15, end: 21 })).toBe(true)
    expect(isUnit('Crude at $60 a barrel', { start: 0, end: 5 })).toBe(false)
  })

  test('of a very long headline the beginning is read', () => {
    expect(inputOf(`Acme ${'and more '.repeat(100)}`, ['Acme']).tokens).toHaveLength(32)
    expect(inputOf('', [])).toEqual({ tokens: [], names: [] })
  })
})
