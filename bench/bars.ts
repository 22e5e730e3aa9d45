import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { catalog, openCatalog } from '../src/catalog/catalog.ts'
import { loadReference } from '../src/catalog/reference/reference.ingest.ts'
import { closeDatabase, openDatabase } from '../src/core/database/db.ts'
import { acquireEmbeddedPostgres } from '../src/core/database/embedded/embedded-postgres.ts'
import { migrate } from '../src/core/database/migration/migrate.ts'
import { systemClock } from '../src/core/time/clock.ts'
import { isoOfDay } from '../src/core/time/day.pure.ts'
import { ingestBars } from '../src/market/bars/bar.ingest.ts'
import { readBars } from '../src/market/bars/bar.source.ts'
import { randomFrom } from './news.ts'
import { freshDataDir } from './service.ts'

const LISTINGS = 400
const DAYS = 5_000

/** Bars/s of ingesting a CSV of 2 million rows, compared with `psql \\copy` of the same rows into a table with the same key; memory during ingest. */
export async function benchBars(): Promise<void> {
  const dataDir = await freshDataDir()
  const embedded = await acquireEmbeddedPostgres(dataDir, null)
  await migrate(embedded.connectionString)
  openDatabase(embedded.connectionString, 4, () => {})
  await loadReference()
  await openCatalog(null)
  const file = join(dataDir, 'bars.csv')
  const plain = join(dataDir, 'plain.csv')
  await writeBars(file, plain)
  const memory: string[] = []
  const ingest = async () => {
    const begun = performance.now()
    const find = (ticker: string) => {
      const listing = catalog().find(ticker)
      return listing && { id: listing.id, ticker, measure: 'price' as const }
    }
    const summary = await ingestBars('bars', readBars(file, { find }), {
      clock: systemClock,
      dataSet: 'own',
      currency: null,
      onProgress({ inserted }) {
        if (inserted >= memory.length * 500_000 + 500_000)
          memory.push(`${inserted}: rss ${Math.round(process.memoryUsage().rss / 1e6)} MB`)
      },
    })
    return { summary, rate: (summary.read * 1000) / (performance.now() - begun) }
  }
  const peer = await plainCopy(embedded.connectionString, plain)
  const first = await ingest()
  const again = await ingest()
  const line = (name: string, rate: number) => `  ${name.padEnd(50)} ${rate.toFixed(0).padStart(8)} bars/s\n`
  process.stdout.write(
    `${LISTINGS * DAYS} bars, CSV of ${((await stat(file)).size / 1e6).toFixed(0)} MB, embedded server\n` +
      line(peer.name, peer.rate) +
      line('ingest', first.rate) +
      line('the same file again', again.rate) +
      `  ingest is ${(first.rate / peer.rate).toFixed(2)} of it; the second run changed ${again.summary.inserted + again.summary.updated}\n` +
      memory.map((one) => `  after ${one}\n`).join(''),
  )
  await closeDatabase()
  await embedded.release()
  await rm(dataDir, { recursive: true, force: true })
}

/** Writes the same bars as a vendor's CSV and as input of COPY. */
async function writeBars(file: string, plain: string): Promise<void> {
  const listings = catalog()
    .rows.listings.filter((listing) => listing.type === 'stock')
    .slice(0, LISTINGS)
  const write = (path: string, header: string, row: (ticker: string, id: number, cells: string) => string) => {
    const random = randomFrom(7)
    function* lines() {
      yield header
      for (const { ticker, id } of listings) {
        let price = 100
        let block = ''
        for (let day = 0; day < DAYS; day++) {
          price = Math.max(1, price * (1 + (random() - 0.5) * 0.03))
          const [open, high, low] = [price * 0.99, price * 1.02, price * 0.98].map((one) => one.toFixed(2))
          const cells = `${isoOfDay(9_000 + day)},${open},${high},${low},${price.toFixed(2)},${Math.floor(random() * 1e7)}`
          block += row(ticker, id, cells)
        }
        yield block
      }
    }
    return pipeline(Readable.from(lines()), createWriteStream(path))
  }
  await write(file, 'Ticker,Date,Open,High,Low,Close,Volume\n', (ticker, _, cells) => `${ticker},${cells}\n`)
  await write(plain, '', (_, id, cells) => `${id},${cells}\n`)
}

/**
 * Baseline: COPY into a table with the same key by the installed `psql` (the embedded PostgreSQL has none), or by the pg client when
 * there is none.
 */
async function plainCopy(connectionString: string, plain: string): Promise<{ name: string; rate: number }> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('CREATE TABLE plain_bar (LIKE bar INCLUDING ALL)')
  const version = spawnSync('psql', ['--version'], { encoding: 'utf8' }).stdout?.match(/[\d.]+/)?.[0]
  const begun = performance.now()
  if (version) {
    const command = `\\copy plain_bar FROM '${plain}' WITH (FORMAT csv)`
    const { status, stderr } = spawnSync('psql', ['-X', '-q', connectionString, '-c', command], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`psql: ${stderr}`)
  } else await pipeline(createReadStream(plain), client.query(from('COPY plain_bar FROM STDIN (FORMAT csv)')))
  const rate = (LISTINGS * DAYS * 1000) / (performance.now() - begun)
  await client.query('DROP TABLE plain_bar')
  await client.end()
  return {
    name: version ? `psql ${version} \\copy of the same rows` : 'COPY of the same rows (there is no psql here)',
    rate,
  }
}
