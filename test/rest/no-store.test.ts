import { beforeAll, expect, test } from 'vitest'
import { routes } from '../../rest-compat/routes.ts'
import { ingest, newsItem, useApp } from '../setup/app.ts'

const app = useApp()
beforeAll(() => ingest([newsItem({ title: 'Apple raises its outlook' })]))

const json = { 'content-type': 'application/json' }
const cacheOf = async (path: string, init: Parameters<typeof app.fetch>[1] = {}) =>
  (await app.fetch(path, init)).headers.get('cache-control')

test('what is about the caller is stored by no cache, whatever the outcome', async () => {
  for (const path of ['/v1/account', '/v1/me/prefs']) {
    expect(await cacheOf(path), path).toBe('no-store')
    expect(await cacheOf(path, { method: 'HEAD' }), path).toBe('no-store')
    const tag = (await app.fetch('/v1/me/prefs')).headers.get('etag') ?? ''
    expect(await cacheOf(path, { headers: { 'if-none-match': tag } }), path).toBe('no-store')
  }
  expect(await cacheOf('/v1/me/prefs', { method: 'PUT', headers: json, body: '{"a":1}' })).toBe('no-store')
  for (const query of ['{account{plan}}', '{preferences{value}}', '{news(limit:1){total}}', '{'])
    expect(await cacheOf('/graphql', { method: 'POST', headers: json, body: JSON.stringify({ query }) })).toBe(
      'no-store',
    )
  for (const path of ['/v1/news?limit=x', '/v1/nothing', '/v1/account?a=b'])
    expect(await cacheOf(path)).toBe('no-store')
  expect(await cacheOf('/v1/account', { key: null })).toBe('no-store')
})

test('what is the same for everybody may be kept by its caller, who asks whether it still holds', async () => {
  expect(await cacheOf('/v1/news?limit=1')).toBe('private, max-age=0, must-revalidate')
})

test('a route that shows an account says so', () => {
  const own = routes.filter(({ path, method }) => method === 'GET' && /^\/v1\/(account|me)\b/.test(path))
  expect(own.length).toBeGreaterThan(1)
  for (const route of own) expect(route.ofTheCaller, route.path).toBe(true)
})
