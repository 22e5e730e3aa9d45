import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse'
import { openCatalog } from '../src/catalog/catalog.ts'
import { loadReference } from '../src/catalog/reference/reference.ingest.ts'
import { closeDatabase, openDatabase } from '../src/core/database/db.ts'
import { acquireEmbeddedPostgres } from '../src/core/database/embedded/embedded-postgres.ts'
import { migrate } from '../src/core/database/migration/migrate.ts'
import { systemClock } from '../src/core/time/clock.ts'
import { dayOfMs, isoOfDay, weekdayOf } from '../src/core/time/day.pure.ts'
import { CONTRACTS } from '../src/positioning/contract.source.ts'
import { ingestCot } from '../src/positioning/intake/cot.ingest.ts'
import { rankExtremes, requirePositioning } from '../src/positioning/positioning.ts'
import { openReports } from '../src/positioning/report-keeper.ts'
import { freshDataDir, writeLines } from './service.ts'

/** A year of the CFTC's annual text: as many contracts, weeks and columns. */
const CONTRACT_COUNT = 352
const WEEKS = 52
const COLUMNS = 129

/** Seconds to ingest an annual file of the CFTC, beside csv-parse reading it and nothing else; then time to read positions. */
export async function benchCot(): Promise<void> {
  const dataDir = await freshDataDir()
  const file = join(dataDir, 'annual.txt')
  await writeLines(file, annualLines())
  const embedded = await acquireEmbeddedPostgres(dataDir, null)
  await migrate(embedded.connectionString)
  openDatabase(embedded.connectionString, 4, () => {})
  await loadReference()
  await openCatalog(null)
  const parsed = await seconds(() => countRows(file))
  const begun = performance.now()
  const summary = await ingestCot(file, { clock: systemClock })
  const first = (performance.now() - begun) / 1_000
  const again = await seconds(() => ingestCot(file, { clock: systemClock }))
  await openReports(null)
  const size = ((await stat(file)).size / 1e6).toFixed(0)
  process.stdout.write(
    `an annual file of ${CONTRACT_COUNT * WEEKS} reports, ${COLUMNS} columns, ${size} MB, ${summary.inserted} of them on contracts with a listing\n`,
  )
  process.stdout.write(`  read, checked and stored  ${first.toFixed(2)} s; the same file again ${again.toFixed(2)} s\n`)
  process.stdout.write(
    `  csv-parse, reading only   ${parsed.toFixed(2)} s; the ingest takes ${(first / parsed).toFixed(2)} of it\n`,
  )
  const asset = await microseconds(() => requirePositioning('GOLD.COMM'))
  const extremes = await microseconds(() => rankExtremes(null, { limit: 15, offset: 0, all: false }))
  process.stdout.write(`  figures of one asset ${asset.toFixed(0)} µs, of all by extremes ${extremes.toFixed(0)} µs\n`)
  await closeDatabase()
  await embedded.release()
  await rm(dataDir, { recursive: true, force: true })
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

async function microseconds(work: () => unknown): Promise<number> {
  const times = 1_000
  return (
    (await seconds(async () => {
      for (let index = 0; index < times; index++) work()
    })) *
    (1e6 / times)
  )
}

async function countRows(file: string): Promise<number> {
  let count = 0
  for await (const _ of createReadStream(file).pipe(parse({ from_line: 2 }))) count++
  return count
}

const HEADER = [
  'Market and Exchange Names',
  'As of Date in Form YYMMDD',
  'As of Date in Form YYYY-MM-DD',
  'CFTC Contract Market Code',
  'CFTC Market Code in Initials',
  'CFTC Region Code',
  'CFTC Commodity Code',
  'Open Interest (All)',
  'Noncommercial Positions-Long (All)',
  'Noncommercial Positions-Short (All)',
  'Noncommercial Positions-Spreading (All)',
  'Commercial Positions-Long (All)',
  'Commercial Positions-Short (All)',
  ' Total Reportable Positions-Long (All)',
  'Total Reportable Positions-Short (All)',
  'Nonreportable Positions-Long (All)',
  'Nonreportable Positions-Short (All)',
]

async function* annualLines(): AsyncGenerator<string> {
  const others = Array.from({ length: COLUMNS - HEADER.length }, (_, index) => `Other Column ${index}`)
  yield [...HEADER, ...others].map((name) => `"${name}"`).join(',')
  const filler = others.map((_, index) => String(index % 100).padStart(8)).join(',')
  let tuesday = dayOfMs(systemClock.now()) - 1
  while (weekdayOf(tuesday) !== 2) tuesday--
  for (let contract = 0; contract < CONTRACT_COUNT; contract++) {
    const code = CONTRACTS[contract]?.code ?? `9${String(contract).padStart(5, '0')}`
    for (let week = 0; week < WEEKS; week++) {
      const iso = isoOfDay(tuesday - 7 * week)
      const net = (contract * 37 + week * 113) % 9_000
      const counts = [200_000, 60_000 + net, 60_000, 20_000, 110_000 - net, 110_000, 190_000, 190_000, 10_000, 10_000]
      const numbers = counts.map((count) => String(count).padStart(8)).join(',')
      yield `"MARKET ${contract} - SOME EXCHANGE",${iso.slice(2).replaceAll('-', '')},${iso},${code},CMX ,01,088 ,${numbers},${filler}`
    }
  }
}
