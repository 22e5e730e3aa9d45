import { expect, test } from 'vitest'
import { findConcepts } from './find-concept.ts'

const first = (query: string) => findConcepts(query, { limit: 1 }).rows[0]?.concept.key

test('a name of two figures means the one that is spelled like it', () => {
  expect([first('P/L'), first('PL')]).toEqual(['pe', 'book_value'])
})

test('signs, case, accents and the width of letters do not count', () => {
  expect(['p/e', 'P.E.', 'ＰＥ'].map(first)).toEqual(['pe', 'pe', 'pe'])
  expect(first('rentabilite des capitaux propres')).toBe(first('Rentabilité des capitaux propres'))
})

test('the words of a question around a name do not count', () => {
  expect(first('What is the return on equity of the company?')).toBe('roe')
  expect(first('Wie hoch ist die Nettoverschuldung?')).toBe('net_debt')
})
