import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { openCatalog } from '../src/catalog/catalog.ts'
import { loadReference } from '../src/catalog/reference/reference.ingest.ts'
import { closeDatabase, openDatabase } from '../src/core/database/db.ts'
import { acquireEmbeddedPostgres } from '../src/core/database/embedded/embedded-postgres.ts'
import { migrate } from '../src/core/database/migration/migrate.ts'
import { systemClock } from '../src/core/time/clock.ts'
import { openEnricher, openParallelReader } from '../src/impact/enricher.ts'
import { readNews } from '../src/news/intake/feed.source.ts'
import { ingestNews } from '../src/news/intake/news.ingest.ts'
import { newsLines } from './news.ts'
import { freshDataDir, writeLines } from './service.ts'

const ARTICLES = 100_000

// Garbage is collected before each reading, so that the figures show live memory only.
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Articles/s and memory of ingest with enrichment, compared with plain inserts of the same titles by pg. */
export async function benchIngest(): Promise<void> {
  const dataDir = await freshDataDir()
  const file = join(dataDir, 'news.jsonl')
  await writeLines(file, newsLines(ARTICLES))
  const embedded = await acquireEmbeddedPostgres(dataDir, null)
  await migrate(embedded.connectionString)
  openDatabase(embedded.connectionString, 4, () => {})
  await loadReference()
  await Promise.all([openCatalog(null), openEnricher()])
  const reader = openParallelReader()
  const memory: { read: number; rssMb: number; heapMb: number }[] = []
  const begun = performance.now()
  const summary = await ingestNews('news', readNews(file), {
    reader,
    clock: systemClock,
    onProgress({ read }) {
      if (read < (memory.length + 1) * (ARTICLES / 10)) return
      collectGarbage()
      const { rss, heapUsed } = process.memoryUsage()
      memory.push({ read, rssMb: Math.round(rss / 1e6), heapMb: Math.round(heapUsed / 1e6) })
    },
  })
  const seconds = (performance.now() - begun) / 1000
  const again = performance.now()
  const repeated = await ingestNews('news', readNews(file), {
    reader,
    clock: systemClock,
  })
  const repeatSeconds = (performance.now() - again) / 1000
  const bare = await bareInserts(embedded.connectionString, file)
  const rate = summary.inserted / seconds
  process.stdout.write(
    `ingest of ${ARTICLES} JSONL articles (${((await stat(file)).size / 1e6).toFixed(0)} MB), one process, full universe\n`,
  )
  process.stdout.write(`  enriched and stored       ${rate.toFixed(0).padStart(6)} articles/s\n`)
  process.stdout.write(
    `  the same file again       ${(repeated.skipped / repeatSeconds).toFixed(0).padStart(6)} articles/s, ${repeated.inserted} new\n`,
  )
  process.stdout.write(
    `  bare pg, one INSERT each  ${bare.toFixed(0).padStart(6)} titles/s; enriched ingest is ${(rate / bare).toFixed(2)} of it\n`,
  )
  for (const { read, rssMb, heapMb } of memory)
    process.stdout.write(`  after ${String(read).padStart(6)}: rss ${rssMb} MB, live heap ${heapMb} MB\n`)
  await reader.close()
  await closeDatabase()
  await embedded.release()
  await rm(dataDir, { recursive: true, force: true })
}

/** Baseline: a loop that inserts titles one by one into the same server. */
async function bareInserts(connectionString: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(
    'CREATE TABLE bare_title (id serial PRIMARY KEY, title text, published timestamptz, source text, url text UNIQUE)',
  )
  const begun = performance.now()
  let count = 0
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { title, published, source, url } = JSON.parse(line)
    await client.query({
      name: 'bare',
      text: 'INSERT INTO bare_title (title, published, source, url) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      values: [title, published, source, url],
    })
    if (++count === 5_000) break
  }
  const rate = (count * 1000) / (performance.now() - begun)
  await client.end()
  return rate
}
