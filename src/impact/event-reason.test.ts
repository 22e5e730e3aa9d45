import { beforeAll, expect, test } from 'vitest'
import { openUncutEnricher } from '../../test/setup/uncut-enricher.ts'

let reasonOf: (title: string, ticker: string) => string | undefined

beforeAll(async () => {
  const { impactsOf } = await openUncutEnricher()
  reasonOf = (title, ticker) => impactsOf(title).get(ticker)?.rationale
})

test.each([
  ['ANZ quarterly profit falls 16.6% as loan losses rise', 'ANZ.AU', /earns less/],
  ['London court holds BHP responsible for Mariana dam collapse', 'BHP.AU', /legal/],
  ['Kratos Defense reports breakthrough in drone technology', 'KTOS.US', /technology/],
  ['Aldar Properties rises as worries over Public Investment Fund ease', 'ALDAR.ADX', /stock exchange/],
])('the reason is that of the verb: %s', (title, ticker, reason) => {
  expect(reasonOf(title, ticker)).toMatch(reason)
})

test('what happened before is no reason', () => {
  const reason = reasonOf('Boeing hands over first 737 MAX to China since tariff truce', 'SAF.PA')
  expect(reason ?? '').not.toMatch(/tariff advantage/)
})

test('the reason names the event, not the words', () => {
  expect(reasonOf('Fire halts Escondida', 'COPPER.COMM')).toMatch(/^Supply of copper shrinks/)
})
