import { beforeAll, expect, test } from 'vitest'
import { compileAssets, compileEntries } from './direction-compile.math.ts'
import { readLexicon } from './direction-lexicon.source.ts'
import { read } from './direction-reading.math.ts'

let clausesOf: (title: string, ...names: string[]) => string[]

beforeAll(async () => {
  const lexicon = await readLexicon()
  const entries = compileEntries(lexicon)
  const assets = compileAssets(lexicon)
  clausesOf = (title, ...names) => {
    const places = names.map((name, key) => ({
      key,
      start: title.indexOf(name),
      end: title.indexOf(name) + name.length,
    }))
    const reading = read(title, places, entries, assets)
    return reading.clauses.map(
      (clause) => `${clause.link}: ${reading.tokens.words.slice(clause.from, clause.to).join(' ')}`,
    )
  }
})

test('linking words open clauses of their kind', () => {
  expect(clausesOf('Tesco falls as costs rise but sales grow', 'Tesco')).toEqual([
    'main: tesco falls',
    'cause: as costs rise',
    'turn: but sales grow',
  ])
  expect(clausesOf('Despite sales growth, Tesco warns', 'Tesco')).toEqual([
    'contrast: despite sales growth ,',
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
