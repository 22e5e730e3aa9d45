import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '../rest-compat/routes.ts'
import { serveRoutes } from '../rest-compat/served-route.ts'
import { DAY_MS } from '../src/core/time/day.pure.ts'
import { schema } from '../src/schema.ts'
import { callsOf, prepareAccount, timed } from './calls.ts'
import { newsLines } from './news.ts'
import { percentile } from './quantile.ts'
import { type BenchService, freshDataDir, runNode, startService, writeLines } from './service.ts'

const ARTICLES = 100_000
const DAYS = 30
const ROUNDS = 8
const CALLS_A_ROUND = 4
/** Articles that arrive before each round, so that its first calls find everything out of date. */
const NEWS_A_ROUND = 20
/** What the service promises for new data is seconds; a moment is what a reader gives it who calls at once. */
const MOMENT_MS = 50
const P95_MS_MAX = 300

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
  await prepareAccount(service)
  return service
}

/** Ingests a few articles as a user would, while the service runs. */
async function arrive({ dataDir }: BenchService, round: number): Promise<void> {
  const file = join(dataDir, `round-${round}.jsonl`)
  const beginMs = Date.now() - 3_600_000
  await writeLines(file, newsLines(NEWS_A_ROUND, 1_000 + round, { beginMs, everyMs: 60_000 }))
  await runNode('src/cli/ingest.ts', ['news', file], dataDir)
  await pause(MOMENT_MS)
}

function report(name: string, own: readonly number[], demo: readonly number[]): string {
  const [p95, peer] = [percentile(own, 0.95), percentile(demo, 0.95)]
  const figures = [own[0] ?? Number.NaN, percentile(own, 0.5), p95].map((ms) => ms.toFixed(0).padStart(8)).join('')
  const beside = [percentile(demo, 0.5), peer].map((ms) => ms.toFixed(0).padStart(8)).join('')
  const verdict = p95 > P95_MS_MAX ? `  over ${P95_MS_MAX} ms` : ''
  return `  ${name.slice(0, 56).padEnd(56)} ${figures} ms ${beside} ms ${(p95 / peer).toFixed(1).padStart(7)}${verdict}\n`
}
