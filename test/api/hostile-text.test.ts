import { beforeAll, describe, expect, test } from 'vitest'
import { ingest, useApp } from '../setup/app.ts'
import { corpus } from '../setup/corpus.ts'
import { processorMs } from '../setup/effort.ts'
import { expectNoInsides } from '../setup/route-laws.ts'

const app = useApp()
beforeAll(async () => void (await ingest(corpus())))

const ask = (query: string, variables: unknown) =>
  app.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })

describe('text of any kind', () => {
  const FIELDS: Record<string, string> = {
    stock: 'stock(id: $s) { name }',
    article: 'article(id: $s) { title }',
    megatrend: 'megatrend(id: $s) { name }',
    megatrends: 'megatrends(query: $s) { count }',
    newsSearch: 'newsSearch(query: $s) { count }',
    'news source': 'news(source: $s) { count }',
    'news language': 'news(limit: 1, language: $s) { items { briefText briefLanguage } }',
    'news gicsCode': 'news(gicsCode: $s) { count }',
    'news from': 'news(from: $s) { count }',
    'news country': 'news(country: [$s]) { count }',
    'news newsType': 'news(newsType: [$s]) { count }',
    newsByTickers: 'newsByTickers(tickers: [$s]) { count }',
    stockSearch: 'stockSearch(query: $s) { count }',
    stockResolve: 'stockResolve(query: $s) { count }',
    stockResolveBatch: 'stockResolveBatch(queries: [$s]) { count }',
    enrich: 'enrich(title: $s, text: $s, entities: [$s]) { briefText }',
    impacts: 'stock(id: "AAPL") { impacts(after: $s) { nodes { hop } } }',
    charges: 'account { charges(after: $s) { nodes { credits } } }',
  }
  const TEXTS = [
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udfff',
    "'; DROP TABLE article; --",
    "' OR 1=1 --",
    '%',
    '_',
    '\\',
    '\\x00',
    '$1',
    '<script>',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'toString',
    '\r\nX-Injected: 1',
    '🦄'.repeat(50),
    'a'.repeat(200),
    '& | ! ( ) : * <->',
    '"""',
    '((((',
    'NaN',
    '1e999',
    '\u202e',
    'ﷺ'.repeat(60),
    `${'a'.repeat(99)}!`,
  ]

  test.each(Object.entries(FIELDS))('does no harm to %s', async (_, field) => {
    const type = field.includes('(s') ? 'String' : 'String!'
    for (const s of TEXTS) {
      const response = await ask(`query ($s: ${type}) { ${field} }`, { s })
      const text = await response.text()
      // A call that takes too long is a 504.
      expect(response.status, text).toBeLessThan(500)
      expect(text, JSON.stringify(s)).not.toContain('INTERNAL')
      expect(response.headers.get('x-injected')).toBeNull()
      expectNoInsides(text.replaceAll(s, ''))
    }
  })

  test.each(['a', 'Apple ', 'not no never ', '((((', '1,000.00 ', '\ud83d', 'aA1-', 'rises falls ', '"\'', 'ﷺ'])(
    'a long article of %j is read in linear time',
    async (piece) => {
      const variables = { title: piece.repeat(1_000).slice(0, 1_000), text: piece.repeat(20_000).slice(0, 20_000) }
      const takenMs = await processorMs(async () => {
        const response = await ask(
          'query ($title: String!, $text: String) { enrich(title: $title, text: $text) { briefText } }',
          variables,
        )
        expect(await response.json()).not.toHaveProperty('errors')
      })
      expect(takenMs).toBeLessThan(20_000)
    },
  )
})
