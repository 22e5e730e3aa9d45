import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { preparedBytes } from '../../src/core/http/prepared-body.ts'
import { exampleQueries } from '../../src/pages/graphiql.ts'
import { createApp } from '../../src/yoga.ts'
import { useApp } from '../setup/app.ts'
import { repeated } from '../setup/repeated.ts'

const app = useApp()
const OPEN = ['/', '/docs', '/openapi.json', '/health/live', '/health/ready', '/metrics']
const HTML = { headers: { accept: 'text/html,application/xhtml+xml' }, key: null }

const withHeaders = (headers: Record<string, string>) => ({ ...HTML, headers: { ...HTML.headers, ...headers } })
const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.fetch(path, { key: null, headers, method })
const policyOf = (response: Response) =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )
const hashesOf = (html: string, element: string) =>
  [...html.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))]
    .map(([, block = '']) => `'sha256-${createHash('sha256').update(block).digest('base64')}'`)
    .join(' ')

describe('open pages', () => {
  test.each(OPEN)('%s needs no key, takes no other method and answers HEAD without a body', async (path) => {
    const response = await open(path)
    expect(response.status).toBe(200)
    expect((await response.text()).length).toBeGreaterThan(10)
    const head = await open(path, {}, 'HEAD')
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(head.headers.get('content-type')).toBe(response.headers.get('content-type'))
    const posted = await open(path, {}, 'POST')
    expect(posted.status).toBe(405)
    expect(posted.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  test.each(['/', '/docs', '/openapi.json'])(
    '%s is the same, tagged and compressed, however often it is asked for',
    async (path) => {
      const plain = await open(path)
      const text = await plain.text()
      for (const [encoding, read] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        for (const _ of [1, 2]) {
          const response = await open(path, { 'accept-encoding': encoding })
          expect(response.headers.get('content-encoding')).toBe(encoding)
          expect(read(await response.arrayBuffer()).toString()).toBe(text)
          const again = await open(path, {
            'if-none-match': response.headers.get('etag') ?? '',
            'accept-encoding': encoding,
          })
          expect(again.status).toBe(304)
          expect(again.headers.get('etag')).toBe(response.headers.get('etag'))
        }
      }
      expect((await open(path, { 'if-none-match': plain.headers.get('etag') ?? '' })).status).toBe(304)
      expect((await open(path, { 'if-none-match': '"another"' })).status).toBe(200)
    },
  )

  test.each(['/', '/docs'])('%s may load nothing but the style it brings', async (path) => {
    const response = await open(path)
    const html = await response.text()
    expect(Object.fromEntries(policyOf(response))).toEqual({
      'default-src': "'none'",
      'style-src': hashesOf(html, 'style'),
      'img-src': 'data:',
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(html.match(/<script|<img|<iframe| style=| on\w+=|@import|url\(|(src|href)="(https?:)?\/\//g)).toBeNull()
  })

  test('the home page leads to the reference, the document and GraphiQL', async () => {
    const html = await (await open('/')).text()
    for (const path of ['/docs', '/openapi.json', '/graphql']) expect(html).toContain(`href="${path}"`)
  })

  test('the reference shows every operation of the document under an anchor of its own, with a call to copy', async () => {
    const html = await (await open('/docs')).text()
    const document = await (await open('/openapi.json')).json()
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
    expect(repeated(ids)).toEqual([])
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => operation.operationId),
    )
    for (const name of operations) {
      expect(ids).toContain(name)
      expect(html).toContain(`href="#${name}"`)
    }
    expect(html.match(/<pre><code>curl /g)).toHaveLength(operations.length)
    expect(html.match(/\{id\}[^<]*&quot;<\/code><\/pre>|undefined|\[object/g)).toBeNull()
  })
})

describe('GraphiQL', () => {
  test('a browser gets it without a key; a client without one gets 401', async () => {
    const page = await app.fetch('/graphql', HTML)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).toContain(JSON.stringify(exampleQueries))
    expect((await app.fetch('/graphql?query={account{plan}}', { key: null })).status).toBe(401)
  })

  test('runs its own script only and connects to this service only', async () => {
    const response = await app.fetch('/graphql', HTML)
    const html = await response.text()
    expect(Object.fromEntries(policyOf(response))).toEqual({
      'default-src': "'none'",
      'script-src': `'self' ${hashesOf(html, 'script')}`,
      'style-src': "'self' 'unsafe-inline'",
      'font-src': 'data:',
      'img-src': 'data:',
      'worker-src': 'blob:',
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(html.match(/(?:src|href)="(?!\/assets\/|data:)/g)).toBeNull()
  })

  test('no other site may read it, since it contains a key', async () => {
    const withKey = createApp({ demoKey: 'mi_live_shown_in_the_page' })
    const response = await withKey.fetch('http://localhost/graphql', {
      headers: { accept: 'text/html', origin: 'http://other' },
    })
    expect(await response.text()).toContain('mi_live_shown_in_the_page')
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test('its page is small, and the files it loads are prepared once, compressed, under names that change with them', async () => {
    const page = await app.fetch('/graphql', HTML)
    const html = await page.text()
    expect(html.length).toBeLessThan(10_000)
    expect(page.headers.get('cache-control')).toBe('private, no-cache')
    expect((await app.fetch('/graphql', withHeaders({ 'if-none-match': page.headers.get('etag') ?? '' }))).status).toBe(
      304,
    )
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files).toHaveLength(2)
    for (const path of files) {
      expect(path).toMatch(/-[0-9a-f]{20}\.(js|css)$/)
      const plain = await open(path)
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const text = await plain.text()
      for (const [encoding, read] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const [one, other] = await Promise.all([1, 2].map(() => open(path, { 'accept-encoding': encoding })))
        expect(one?.headers.get('content-encoding')).toBe(encoding)
        expect(one && other && preparedBytes(one)).toBe(other && preparedBytes(other))
        expect(one && read(await one.arrayBuffer()).toString() === text).toBe(true)
      }
    }
    expect((await open('/assets/graphiql-00000000000000000000.js')).status).toBe(404)
    expect((await open('/assets/__proto__')).status).toBe(404)
  })

  test('every example it opens with runs by its name', async () => {
    const query = exampleQueries
    const names = [...query.matchAll(/^query (\w+)/gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(3)
    for (const operationName of names) {
      const response = await app.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, operationName }),
      })
      const { errors, data } = await response.json()
      expect(errors, operationName).toBeUndefined()
      expect(Object.values(data)).not.toContain(null)
    }
  })

  test('a link with a query opens with that query, not with the examples', async () => {
    const page = await app.fetch('/graphql?query={account{plan}}', HTML)
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain('NewsToRipple')
  })
})
