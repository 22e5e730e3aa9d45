import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { ERRORS } from '../src/core/errors.ts'
import { ingest, useApp } from './setup/app.ts'
import { corpus } from './setup/corpus.ts'
import { blocksOf, COMMAND_LINES, README } from './setup/readme.ts'

const app = useApp()
beforeAll(async () => void (await ingest(corpus())))

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
  const rows = [...README.matchAll(/^\| (\w+) \| ([\d,]+|unlimited) \| ([\d,]+) \|$/gm)].map((row) => row.slice(1, 4))
  const [, ...plans] = file('../prisma/reference/plans.csv').trim().split('\n')
  const declared = plans.map((line) => {
    const [name, credits, perMinute] = line.split(',')
    const spoken = (number = '') => Number(number).toLocaleString('en-US')
    return [name, credits ? spoken(credits) : 'unlimited', spoken(perMinute)]
  })
  expect(rows).toEqual(declared)
})

test('every file the README points to is there', () => {
  const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] ?? '')
  for (const link of links) expect(() => readFileSync(new URL(`../${link}`, import.meta.url)), link).not.toThrow()
})

/** The request a curl line makes, without its key: the app's own is put in its place. */
function callOf(line: string): { url: string; init: RequestInit } {
  const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  )
  const headers = new Headers()
  const init: RequestInit = { headers }
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
    } else if (/^https?:/.test(word)) url = word
    else if (word === '|') break
    else if (!word.startsWith('-')) throw new Error(`The test does not understand "${word}" in: ${line}`)
  }
  const { pathname, search } = new URL(url)
  return { url: pathname + search, init }
}
