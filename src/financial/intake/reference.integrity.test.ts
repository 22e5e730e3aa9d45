import { expect, test } from 'vitest'
import { repeated } from '../../../test/setup/repeated.ts'
import { readReference } from '../../catalog/reference/reference.source.ts'
import { CONCEPTS, STATEMENT_FIELDS } from '../concept/concept.source.ts'
import { SHIPPED_CIKS } from './company-listing.ts'
import { TAG_RULES } from './concept-tag.source.ts'

test('tags lead to fields of statements, each once per industry', () => {
  expect(TAG_RULES.filter(({ concept }) => CONCEPTS[concept]?.kind !== 'statement')).toEqual([])
  const rules = TAG_RULES.map(({ concept, terms, industry }) =>
    [concept, industry, ...terms.map(({ tags, optional }) => `${tags.join('/')}${optional ? '?' : ''}`)].join(' '),
  )
  expect(repeated(rules)).toEqual([])
  expect(TAG_RULES.filter(({ terms }) => terms.every(({ optional }) => optional))).toEqual([])
})

test('what is paid out has the sign that makes it negative', () => {
  const outflows = new Set(
    STATEMENT_FIELDS.filter(({ sign }) => sign === 'outflow_negative').map(({ position }) => position),
  )
  expect(TAG_RULES.filter(({ concept, sign }) => outflows.has(concept) && sign !== -1)).toEqual([])
})

test('fields of one industry are read from rules of it', () => {
  const wrong = TAG_RULES.filter(({ concept, industry }) => {
    const only = STATEMENT_FIELDS[concept]?.industry ?? null
    return only !== null && only !== industry
  })
  expect(wrong).toEqual([])
})

test('numbers of companies belong to listings that ship, each listing to one', async () => {
  const { rows } = await readReference('listing')
  const stocks = new Set(rows.filter(({ type }) => type === 'stock').map(({ ticker }) => ticker))
  const tickers = [...SHIPPED_CIKS.values()].flat()
  expect(tickers.filter((ticker) => !stocks.has(ticker))).toEqual([])
  expect(repeated(tickers)).toEqual([])
})
