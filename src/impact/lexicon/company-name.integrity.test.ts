import { expect, test } from 'vitest'
import { openUncutEnricher } from '../../../test/setup/uncut-enricher.ts'
import { readLexicons } from './lexicon.source.ts'

test('each company is found by the name that the press gives it first', async () => {
  const { knowledge, impactsOf } = await openUncutEnricher()
  const stocks = knowledge.assets.filter(({ type }) => type === 'stock')
  const isFound = (name: string, ticker: string) =>
    impactsOf(`${name} quarterly profit falls 10%`).get(ticker)?.hop === 0
  const missed = stocks.filter(({ name, shortNames, ticker }) => !isFound(shortNames[0] ?? name, ticker))
  expect(stocks.length).toBeGreaterThan(2_000)
  expect(missed.map(({ ticker }) => ticker)).toEqual([])
})

test('no phrase that is said to be no name is one that the press gives a company', async () => {
  const { knowledge } = await openUncutEnricher()
  const lexicons = await readLexicons()
  const notNames = new Set(lexicons.link.notNames.map((phrase) => phrase.toLowerCase()))
  const taken = knowledge.assets.flatMap(({ ticker, type, shortNames }) =>
    type === 'stock'
      ? shortNames.filter((name) => notNames.has(name.toLowerCase())).map((name) => `${ticker} ${name}`)
      : [],
  )
  expect(taken).toEqual([])
})
