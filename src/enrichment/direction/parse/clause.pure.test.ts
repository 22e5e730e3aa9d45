import { beforeAll, expect, test } from 'vitest'
import { readDirectionLexicon } from '../../../impact/lexicon/direction-lexicon.source.ts'
import { createParser } from './parsed-text.pure.ts'

let clausesOf: (title: string, ...names: string[]) => string[]

beforeAll(async () => {
  const parse = createParser(await readDirectionLexicon())
  clausesOf = (title, ...names) => {
    const places = names.map((name) => ({
      key: name,
      start: title.indexOf(name),
      end: title.indexOf(name) + name.length,
    }))
    const reading = parse(title, places)
    return reading.clauses.map(
      (clause) => `${clause.relation}: ${reading.tokens.words.slice(clause.from, clause.to).join(' ')}`,
    )
  }
})

test('connectives open clauses of their relation', () => {
  expect(clausesOf('Tesco falls as costs rise but sales grow', 'Tesco')).toEqual([
    'main: tesco falls',
    'cause: as costs rise',
    'contrast: but sales grow',
  ])
  expect(clausesOf('Despite sales growth, Tesco warns', 'Tesco')).toEqual([
    'concession: despite sales growth ,',
    'main: tesco warns',
  ])
})

test('a list of names stays together, two statements joined by "and" do not', () => {
  expect(clausesOf('Citi, UBS agree to pay fine', 'Citi', 'UBS')).toHaveLength(1)
  expect(clausesOf('Tesco rises and Ocado falls', 'Tesco', 'Ocado')).toHaveLength(2)
  expect(clausesOf('Tesco and Ocado rise', 'Tesco', 'Ocado')).toHaveLength(1)
})

test('a question mark marks every clause of its sentence', () => {
  expect(clausesOf('Will Tesco rise?', 'Tesco')).toHaveLength(1)
})
