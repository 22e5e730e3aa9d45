import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { ERRORS } from '../src/core/errors.ts'
import { ingest, useApp } from './setup/app.ts'
import { storeRankedCompanies } from './setup/companies.ts'
import { corpus } from './setup/corpus.ts'
import { storeMacroExamples } from './setup/macro.ts'
import { storeCloses } from './setup/market.ts'
import { portfolioCalls } from './setup/portfolio.ts'
import { storePositions } from './setup/positions.ts'
import { blocksOf, COMMAND_LINES, README } from './setup/readme.ts'
import { useScreener } from './setup/screener.ts'

const app = useApp()
beforeAll(async () => {
  await ingest(corpus())
  await storeRankedCompanies()
  await storeCloses(
    'AAPL.US',
    '2026-11-19',
    Array.from({ length: 60 }, (_, day) => 100 + day),
  )
  await storePositions()
  // The portfolio with the id of the examples.
  const { create, trade } = portfolioCalls(app)
  await trade(await create(), 'buy 1 AAPL.US 2026-11-12 270')
  await storeMacroExamples()
})
useScreener()

const file = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const queries = blocksOf('graphql').map((text, index) => ({ name: `query ${index + 1}`, text }))
const curls = COMMAND_LINES.filter((line) => /\bcurl\b/.test(line)).map((line) => ({ line }))

test('the README has queries and calls to try', () => {
  expect(queries.length).toBeGreaterThanOrEqual(2)
  expect(curls.length).toBeGreaterThanOrEqual(5)
})

describe('a GraphQL query of the README', () => {
  test.each(queries)('$name runs and finds something', async ({ text }) => {
    const { data, errors, extensions } = await app.graphql(text)
    expect(errors).toBeUndefined()
    expect(Object.values(data)).not.toContain(null)
    expect(JSON.stringify(data)).not.toMatch(/"items":\[\]/)
    expect(extensions?.credits.charged).toBeGreaterThanOrEqual(0)
  })
})

describe('a call of the README', () => {
  test.each(curls)('$line', async ({ line }) => {
    const { url, init } = callOf(line)
    const response = await app.fetch(url, init)
    const text = await response.text()
    expect(response.status, text).toBeGreaterThanOrEqual(200)
    expect(response.status, text).toBeLessThan(300)
    expect(text).not.toMatch(/"results":\[\]|"matches":\[\]|"nodes":\[\]/)
  })
})

test('the table of errors is the one the service uses', () => {
  const rows = [...README.matchAll(/^\| (\d{3}) \| (\w+) \| (.+?) \|$/gm)].map(([, status, code, means]) => [
    Number(status),
    code,
    means,
  ])
  const declared = Object.entries(ERRORS).map(([code, { status, means }]) => [status, code, means])
  expect(rows).toEqual(declared)
})

test('the table of plans is the one that is loaded', () => {
  const rows = [...README.matchAll(/^\| (\w+) \| ([\d,]+|unlimited) \| ([\d,]+) \| ([\d,]+) \|$/gm)].map((row) =>
    row.slice(1, 5),
  )
  const [, ...plans] = file('../prisma/reference/plans.csv').trim().split('\n')
  const declared = plans.map((line) => {
    const [name, credits, perMinute, runningCalls] = line.split(',')
    const spoken = (number = '') => Number(number).toLocaleString('en-US')
    return [name, credits ? spoken(credits) : 'unlimited', spoken(perMinute), spoken(runningCalls)]
  })
  expect(rows).toEqual(declared)
})

test('every file the README points to is there', () => {
  const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] ?? '')
  for (const link of links) expect(() => readFileSync(new URL(`../${link}`, import.meta.url)), link).not.toThrow()
})

test('every benchmark the README names is explained', () => {
  const named = /`npm run bench -- NAME`\s+measures: ([^.]+)\./.exec(README)?.[1]?.match(/\w+/g) ?? []
  const explained = file('../docs/measurements.md')
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !new RegExp(`\`${name}[ \`]`).test(explained))).toEqual([])
})

describe('the table of promises', () => {
  const table = readFileSync(new URL('../docs/security-and-reliability.md', import.meta.url), 'utf8')
  const rows = [...table.matchAll(/^\| (\d+) \| (.+) \| (.+) \|$/gm)].map(([, number, promise, proof = '']) => ({
    number: Number(number),
    promise,
    proof,
  }))

  test('has all 47', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 47 }, (_, index) => index + 1))
  })

  test.each(rows)('$number: its tests exist, or what is missing is said', ({ proof }) => {
    if (proof.startsWith('not done: ')) return
    for (const named of proof.split('<br>')) {
      const [, file = '', title = ''] = /^`([\w./-]+\.ts)`: (.+)$/.exec(named) ?? []
      const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
      const titles = [...source.matchAll(/(['"`])((?:(?!\1)[^\\]|\\.)+)\1,(?=\s)/g)].map(([, , text]) => text)
      expect(titles, named).toContain(title)
    }
  })
})

/** The request a curl line makes, without its key: the app's own is put in its place. */
function callOf(line: string): { url: string; init: RequestInit } {
  const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  )
  const headers = new Headers()
  const init: RequestInit = { headers }
  const query = new URLSearchParams()
  let url = ''
  for (let index = words.indexOf('curl') + 1; index < words.length; index++) {
    const word = words[index] ?? ''
    const next = () => words[++index] ?? ''
    if (word === '-H' || word === '--header') {
      const [name = '', value = ''] = next().split(/:\s*/, 2)
      if (name.toLowerCase() !== 'authorization') headers.set(name, value)
    } else if (word === '-X' || word === '--request') init.method = next()
    else if (word === '-d' || word === '--data' || word === '--json') {
      init.body = next()
      init.method ??= 'POST'
      if (word === '--json') headers.set('content-type', 'application/json')
    } else if (word === '--data-urlencode') {
      const [name = '', value = ''] = next().split(/=(.*)/s, 2)
      query.set(name, value)
    } else if (/^https?:/.test(word)) url = word
    else if (word === '|') break
    else if (!word.startsWith('-')) throw new Error(`The test does not understand "${word}" in: ${line}`)
  }
  // What -G puts into the query string.
  const { pathname, search } = new URL(url)
  return { url: pathname + (query.size > 0 ? `?${query}` : search), init }
}
