import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { queryText } from '../rest-compat/openapi/query-text.ts'
import { routes } from '../rest-compat/routes.ts'
import { type ServedRoute, serveRoutes } from '../rest-compat/served-route.ts'
import { schema } from '../src/schema.ts'
import { newsLines } from './news.ts'
import { type BenchService, freshDataDir, runNode, startService, writeLines } from './service.ts'

const ARTICLES = 100_000
const DAYS = 30
const DAY_MS = 86_400_000
const ROUNDS = 8
const CALLS_A_ROUND = 4
/** Articles that arrive before each round, so that its first calls find everything out of date. */
const NEWS_A_ROUND = 20
/** What the service promises for new data is seconds; a moment is what a reader gives it who calls at once. */
const MOMENT_MS = 50
const P95_MS_MAX = 300

interface Call {
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
]

/**
 * Latency of every path that is read, at 100,000 articles of one's own beside the demo. Both get news before each round: its first
 * calls are among the figures, and so is the first call of each path after the start.
 */
export async function benchVolume(): Promise<void> {
  const own = await served(['--articles', '0'], ARTICLES)
  const demo = await served([], 0)
  const calls = callsOf(serveRoutes(routes, schema))
  const timings = calls.map((call) => ({ call, own: [] as number[], demo: [] as number[] }))
  try {
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) await Promise.all([own, demo].map((service) => arrive(service, round)))
      for (const timing of timings) {
        for (let turn = 0; turn < CALLS_A_ROUND; turn++) {
          timing.own.push(await timed(timing.call, own))
          timing.demo.push(await timed(timing.call, demo))
        }
      }
    }
  } finally {
    await own.stop()
    await demo.stop()
  }
  process.stdout.write(
    `${ARTICLES} articles of ${DAYS} days beside the demo, ${ROUNDS * CALLS_A_ROUND} calls each, interleaved; news arrives before every ${CALLS_A_ROUND} calls\n` +
      `  ${''.padEnd(56)}    own first     p50     p95   demo p50     p95   p95 to p95\n`,
  )
  for (const { call, own, demo } of timings) process.stdout.write(report(call.name, own, demo))
}

async function served(demo: readonly string[], articles: number): Promise<BenchService> {
  const dataDir = await freshDataDir()
  await runNode('src/cli/demo.ts', demo, dataDir)
  if (articles > 0) {
    const everyMs = Math.floor(((DAYS - 1) * DAY_MS) / articles)
    const file = join(dataDir, 'news.jsonl')
    await writeLines(file, newsLines(articles, 7, { beginMs: Date.now() - (DAYS - 1) * DAY_MS, everyMs }))
    await runNode('src/cli/ingest.ts', ['news', file], dataDir)
  }
  const service = await startService(dataDir)
  await prepare(service)
  return service
}

const TRADED = ['AAPL', 'MSFT', 'NVDA', 'KO', 'XOM']

/** What the examples are about that belongs to an account: a portfolio, a key of the trade database. Waits for the screener, too. */
async function prepare(service: BenchService): Promise<void> {
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

/** Ingests a few articles as a user would, while the service runs. */
async function arrive({ dataDir }: BenchService, round: number): Promise<void> {
  const file = join(dataDir, `round-${round}.jsonl`)
  const beginMs = Date.now() - 3_600_000
  await writeLines(file, newsLines(NEWS_A_ROUND, 1_000 + round, { beginMs, everyMs: 60_000 }))
  await runNode('src/cli/ingest.ts', ['news', file], dataDir)
  await pause(MOMENT_MS)
}

/** The example of every route that only reads, and more scopes. */
function callsOf(served: readonly ServedRoute[]): Call[] {
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

async function timed({ method, path, body }: Call, { base, key }: BenchService): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const begun = performance.now()
  const answer = await fetch(base + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
  return performance.now() - begun
}

function report(name: string, own: readonly number[], demo: readonly number[]): string {
  const [p95, peer] = [percentile(own, 0.95), percentile(demo, 0.95)]
  const figures = [own[0] ?? Number.NaN, percentile(own, 0.5), p95].map((ms) => ms.toFixed(0).padStart(8)).join('')
  const beside = [percentile(demo, 0.5), peer].map((ms) => ms.toFixed(0).padStart(8)).join('')
  const verdict = p95 > P95_MS_MAX ? `  over ${P95_MS_MAX} ms` : ''
  return `  ${name.slice(0, 56).padEnd(56)} ${figures} ms ${beside} ms ${(p95 / peer).toFixed(1).padStart(7)}${verdict}\n`
}

function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
