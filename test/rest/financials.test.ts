import { expect, test } from 'vitest'
import { useApp } from '../setup/app.ts'
import { expectError } from '../setup/route-laws.ts'

const app = useApp()
const json = async (path: string) => (await app.fetch(path)).json()
const find = (query: Record<string, string>) => json(`/v1/financials/find?${new URLSearchParams(query)}`)
const findPattern = (query: Record<string, string>) => json(`/v1/financials/find-pattern?${new URLSearchParams(query)}`)
const post = (path: string, body: unknown) =>
  app.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

interface Candidate {
  readonly score: number
  readonly statement: string | null
}

test.each([
  ['free cash flow margin', 'fcf_margin', 'exact'],
  ['Umsatzrendite', 'net_margin', undefined],
  ['自己資本利益率', 'roe', undefined],
  ['how much debt vs equity', 'debt_to_equity', 'alias'],
  ['net cash', 'net_debt', 'alias'],
  ['BENEFICE NET', 'net_income', undefined],
  ['inventry', 'inventory', 'trigram'],
  ['interest cov', 'interest_coverage', 'prefix'],
])('"%s" is %s', async (q, concept, matchType) => {
  const { query, candidates } = await find({ q })
  expect(query).toBe(q)
  expect(candidates[0]).toMatchObject({ concept, ...(matchType && { match_type: matchType }) })
  expect(Object.keys(candidates[0])).toEqual('concept label statement unit aliases score match_type'.split(' '))
  expect(candidates).toHaveLength(8)
  const scores = candidates.map(({ score }: Candidate) => score)
  expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
})

test('a statement narrows the candidates, a limit cuts them', async () => {
  const { candidates } = await find({ q: 'debt', statement: 'cashflow', limit: '3' })
  expect(candidates.map(({ statement }: Candidate) => statement)).toEqual(['cashflow', 'cashflow', 'cashflow'])
  expect((await find({ q: 'zzzzqqqq' })).candidates).toEqual([])
})

test('several phrases are answered in their order', async () => {
  const answer = await (await post('/v1/financials/find', { queries: ['net cash', 'ROE'], limit: 1 })).json()
  expect(answer.count).toBe(2)
  expect(answer.results.map(({ query }: { query: string }) => query)).toEqual(['net cash', 'ROE'])
  expect(answer.results[1].candidates).toMatchObject([{ concept: 'roe', score: 1 }])
})

test('patterns name what they take', async () => {
  const { candidates } = await findPattern({ q: 'CAGR', limit: '1' })
  expect(candidates).toEqual([
    { pattern: 'compound_growth', params: ['N', 'threshold'], label: 'Compound annual growth', score: 0.98 },
  ])
  const answer = await (await post('/v1/financials/find-pattern', { queries: ['between', 'in the red'] })).json()
  expect(answer.results.map((result: { candidates: { pattern: string }[] }) => result.candidates[0]?.pattern)).toEqual([
    'between',
    'is_negative',
  ])
})

test.each(['/v1/financials/find', '/v1/financials/find-pattern'])('%s is free and takes 25 phrases', async (path) => {
  for (const response of [await app.fetch(`${path}?q=cash`), await post(path, { queries: ['cash'] })])
    expect(response.headers.get('x-credits-charged')).toBe('0')
  const tooMany = await post(path, { queries: Array.from({ length: 26 }, () => 'cash') })
  expect(await expectError(tooMany, 400, 'invalid_parameter')).toMatchObject({ param: 'queries' })
})
