import { setTimeout as pause } from 'node:timers/promises'
import { queryText } from '../rest-compat/openapi/query-text.ts'
import type { ServedRoute } from '../rest-compat/served-route.ts'
import { DAY_MS } from '../src/core/time/day.pure.ts'
import type { BenchService } from './service.ts'

/** A call of the REST face. */
export interface Call {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** Scopes and filters that no example of a route has, each a path to a different statement. */
const MORE: readonly string[] = [
  '/v1/megatrends?all=true',
  '/v1/themes/artificial-intelligence/summary?window=90d',
  '/v1/brief?window=30d&country=US',
  '/v1/brief?window=30d&gics=45',
  '/v1/brief?window=30d&news_type=earnings_results',
  '/v1/brief?window=30d&aspect=demand',
  '/v1/stocks?megatrend=10000000',
  '/v1/stocks?megatrend=10000000&gate=membership',
  '/v1/stocks?gics=45',
  '/v1/stocks?country=US&order_by=relevance&limit=50',
  '/v1/news?megatrend=10000000',
  '/v1/news?country=US,JP&order_by=relevance',
  '/v1/news?gics=45&aspect=demand&direction=neg',
  '/v1/news?collapse=false&offset=5000',
  '/v1/news?min_confidence=0.8&min_relevance=0.5&tagged=true',
  '/v1/news?min_confidence=0.99',
]

/** The example of every route that only reads, and more scopes. */
export function callsOf(served: readonly ServedRoute[]): Call[] {
  const ofRoutes = served
    .filter(({ document }) => !document.startsWith('mutation'))
    .map(({ method, path, example = {} }): Call => {
      const values = Object.entries(example)
      const filled = values.reduce(
        (before, [name, value]) => before.replace(`{${name}}`, encodeURIComponent(String(value))),
        path,
      )
      const rest = values.filter(([name]) => !path.includes(`{${name}}`))
      if (method !== 'GET') return { name: `${method} ${filled}`, method, path: filled, body: Object.fromEntries(rest) }
      const query = new URLSearchParams(rest.map(([name, value]) => [name, queryText(value)])).toString()
      const whole = query ? `${filled}?${query}` : filled
      return { name: whole, method, path: whole }
    })
  return [...ofRoutes, ...MORE.map((path) => ({ name: path, method: 'GET', path }))]
}

const TRADED = ['AAPL', 'MSFT', 'NVDA', 'KO', 'XOM']

/** What the examples are about that belongs to an account: a portfolio, a key of the trade database. Waits for the screener, too. */
export async function prepareAccount(service: BenchService): Promise<void> {
  const send = (method: string, path: string, body: object) => timed({ name: path, method, path, body }, service)
  await send('POST', '/v1/portfolios', { name: 'Measured' })
  const date = new Date(Date.now() - 300 * DAY_MS).toISOString().slice(0, 10)
  for (const ticker of TRADED) await send('POST', '/v1/portfolios/1/trades', { ticker, date, quantity: 10, price: 100 })
  await send('PUT', '/v1/me/keys/tradestats', { key: 'demo' })
  const screen = { ta: [{ anchor: [{ pattern: 'above', a: 'close', b: 'sma50' }] }] }
  for (let attempt = 0; attempt < 300; attempt++) {
    const ready = await send('POST', '/v1/screen', screen).catch(() => null)
    if (ready !== null) return
    await pause(200)
  }
  throw new Error('The screener was not ready within a minute.')
}

/** Makes a call; returns how long it took. Throws when it is refused. */
export async function timed({ method, path, body }: Call, { base, key }: BenchService): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const begun = performance.now()
  const answer = await fetch(base + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
  return performance.now() - begun
}
