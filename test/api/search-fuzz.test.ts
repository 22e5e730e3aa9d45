import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { pool } from '../../src/core/database/db.ts'
import { webSearchText } from '../../src/news/feed/web-search-text.pure.ts'
import { ingest, newsItem, useApp } from '../setup/app.ts'

const app = useApp()
beforeAll(() => ingest([newsItem({ title: 'Oil rises -- as (OPEC) & "others" | cut' })]))

/** What PostgreSQL's full text search reads as more than words. */
const OPERATORS = [
  '-',
  '--',
  '"',
  '(',
  ')',
  '&',
  '|',
  '!',
  ':',
  ':*',
  '*',
  '<->',
  '<2>',
  '\\',
  "'",
  '%',
  '_',
  '$1',
  ' or ',
  ' ',
]
const ODD = [
  '\u00a0',
  '\u0085',
  '\u2028',
  '\u200d',
  '\t',
  '\n',
  '\u0001',
  '\ufeff',
  '😀',
  '👩‍👩‍👧',
  'ภาษา',
  'é',
  '\u0301',
  '\ud800',
  '\udc00',
  '\uffff',
]
const parts = fc.constantFrom(...OPERATORS, ...OPERATORS, ...ODD, 'oil', 'a', 'the', 'x'.repeat(60))
const query = fc
  .oneof(
    fc.array(parts, { minLength: 1, maxLength: 120 }).map((list) => list.join('')),
    fc.tuple(parts, fc.integer({ min: 2, max: 200 }), parts).map(([one, count, end]) => one.repeat(count) + end),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 200 }),
  )
  .map((text) => text.slice(0, 200))

const NAMED = [
  '-'.repeat(33),
  '-'.repeat(200),
  '--(',
  '-(',
  '-"',
  '(-',
  '-(-(-(a',
  '- '.repeat(100),
  '-a '.repeat(66),
  'or '.repeat(66),
  '"'.repeat(199),
  '""'.repeat(50),
  '(((',
  'a:*b',
  '\u0000',
  '\ud800',
  "'; --",
  '%00',
  '<->'.repeat(60),
  '!'.repeat(200),
  'a -or -',
  '-"a b" -"c',
  '"-a" --"b"',
]

describe('whatever a search asks for', () => {
  test.each(NAMED)('%j is answered or refused', async (text) => {
    const response = await app.fetch(`/v1/news/search?q=${encodeURIComponent(text.toWellFormed())}`)
    expect([200, 400]).toContain(response.status)
  })

  test('the service does not fail over REST or GraphQL', async () => {
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const rest = await app.fetch(`/v1/news/search?q=${encodeURIComponent(text.toWellFormed())}`)
        expect([200, 400]).toContain(rest.status)
        const { errors } = await app.graphql('query S($q: String!) { newsSearch(query: $q) { total } }', { q: text })
        expect(errors?.map(({ extensions }) => extensions['code']) ?? []).not.toContain('INTERNAL_SERVER_ERROR')
        expect(errors?.map(({ extensions }) => extensions['code']) ?? []).not.toContain('INTERNAL')
      }),
      { numRuns: 300 },
    )
  })

  test('its words reach PostgreSQL in a form it reads', async () => {
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const words = webSearchText(text).replaceAll('\0', '').toWellFormed()
        await pool.query("SELECT websearch_to_tsquery('english', $1)", [words])
      }),
      { numRuns: 5_000 },
    )
  })

  test('a form PostgreSQL reads anyway keeps its meaning', async () => {
    const plain = fc.array(
      fc.constantFrom(
        'oil',
        'gas',
        '-opec',
        '--coal',
        '"joint venture"',
        'or',
        'AT&T',
        'co-op',
        '(a)',
        '10:30',
        '- b',
        'x!',
      ),
      { minLength: 1, maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(plain, async (list) => {
        const text = list.join(' ')
        const { rows } = await pool.query(
          "SELECT websearch_to_tsquery('english', $1)::text AS given, websearch_to_tsquery('english', $2)::text AS asked",
          [text, webSearchText(text)],
        )
        expect(rows[0]?.asked.replaceAll('!!', ''), text).toBe(rows[0]?.given.replaceAll('!!', ''))
      }),
      { numRuns: 500 },
    )
  })
})
