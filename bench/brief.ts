import { join } from 'node:path'
import pg from 'pg'
import { acquireEmbeddedPostgres } from '../src/core/database/embedded/embedded-postgres.ts'
import { DAY_MS } from '../src/core/time/day.pure.ts'
import { newsLines } from './news.ts'
import { median } from './quantile.ts'
import { freshDataDir, runNode, startService, writeLines } from './service.ts'

const ARTICLES = 100_000
const ROUNDS = 9

/** Baseline: one statement that only counts directions per story in the same window. */
const PLAIN = `SELECT a.lead_direction, count(*) FROM article a JOIN story s ON s.head_id = a.id
  WHERE a.published >= $1::timestamptz AND a.published < $2::timestamptz + interval '1 day' GROUP BY 1`

/** Latency of uncached briefs over 100,000 stories (each window requested once), compared with a plain count by pg. */
export async function benchBrief(): Promise<void> {
  const dataDir = await freshDataDir()
  const file = join(dataDir, 'news.jsonl')
  await writeLines(file, newsLines(ARTICLES))
  await runNode('src/cli/ingest.ts', ['news', file], dataDir)
  const service = await startService(dataDir)
  const embedded = await acquireEmbeddedPostgres(dataDir, null)
  const client = new pg.Client({ connectionString: embedded.connectionString })
  await client.connect()
  const begin = Date.UTC(2026, 0, 1)
  const day = (number: number) => new Date(begin + number * DAY_MS).toISOString().slice(0, 10)
  process.stdout.write(`briefs over ${ARTICLES} articles of 139 days, p50 of ${ROUNDS} windows each, uncached\n`)
  for (const [label, days, query] of [
    ['7 days', 7, ''],
    ['30 days', 30, ''],
    ['90 days', 90, ''],
    ['all stories', 139, ''],
    ['all stories, US', 139, '&country=US'],
    ['all stories, AI', 139, '&megatrend=10000000'],
  ] as const) {
    const own: number[] = []
    const plain: number[] = []
    for (let round = -1; round < ROUNDS; round++) {
      const to = 138 - (days < 139 ? round + 1 : 0)
      // Beyond the first and last article, so that whole-history windows differ but contain the same articles.
      const from = days < 139 ? to - days + 1 : -2 - round
      const begun = performance.now()
      const response = await fetch(`${service.base}/v1/brief?from=${day(from)}&to=${day(to)}${query}`, {
        headers: { authorization: `Bearer ${service.key}` },
      })
      const body: { pulse: { story_count: number } } = JSON.parse(await response.text())
      if (!response.ok || body.pulse.story_count === 0)
        throw new Error(`${label}: ${JSON.stringify(body).slice(0, 200)}`)
      const middle = performance.now()
      await client.query(PLAIN, [day(from), day(to)])
      if (round < 0) continue
      own.push(middle - begun)
      plain.push(performance.now() - middle)
    }
    process.stdout.write(
      `  ${label.padEnd(16)} ${median(own).toFixed(0).padStart(4)} ms; plain count ${median(plain).toFixed(0).padStart(3)} ms, ${(median(own) / median(plain)).toFixed(1)} of it\n`,
    )
  }
  await client.end()
  await embedded.release()
  await service.stop()
}
