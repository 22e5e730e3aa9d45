import { Unreadable } from '../../core/file/bytes.source.ts'
import { type IngestSummary, newSummary, note, type OnProgress, reject } from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import { dayOfMs } from '../../core/time/day.pure.ts'
import type { Report } from '../report.pure.ts'
import { storeReports } from '../report.store.ts'
import type { CftcClient } from './cftc-fetch.source.ts'
import { findPlaces, type Places, type RowRules, readRow } from './report-column.source.ts'
import { type ReportFile, type RowBlock, readReports, reportFilesOf } from './report-file.source.ts'

/** What an ingest of reports needs beside its source. */
export interface CotTools {
  readonly clock: Clock
  readonly stdin?: AsyncIterable<Uint8Array>
  readonly onProgress?: OnProgress
}

/** Stores the reports of a file, a folder or standard input (`-`); each file wholly or, where it cannot be read to its end, not at all. */
export async function ingestCot(path: string, tools: CotTools): Promise<IngestSummary> {
  const intake = new CotIntake(tools)
  for await (const file of reportFilesOf(path, tools.stdin ?? process.stdin)) await intake.take(file, null)
  return intake.end()
}

/** Fetches and stores the reports of a year. */
export async function ingestCotYear(year: number, client: CftcClient, tools: CotTools): Promise<IngestSummary> {
  const intake = new CotIntake(tools)
  await intake.take({ file: null, combined: false, read: () => yearOf(year, client) }, year)
  return intake.end()
}

async function* yearOf(year: number, client: CftcClient): ReturnType<ReportFile['read']> {
  for (let offset = 0; ; offset += client.pageRows) {
    let count = 0
    for await (const block of readReports(await client.page(year, offset))) {
      count += block.rows.length
      yield block
    }
    if (count < client.pageRows) return
  }
}

/** Reports of contracts without a listing, by code of the contract. */
type UnmappedReports = Map<string, { readonly market: string; count: number }>

/** Contracts named in the note on those without a listing. */
const UNMAPPED_NAMED = 5

class CotIntake {
  readonly #summary = newSummary('cot')
  readonly #tools: CotTools
  readonly #startedAt: number
  readonly #unmapped: UnmappedReports = new Map()

  constructor(tools: CotTools) {
    this.#tools = tools
    this.#startedAt = tools.clock.now()
  }

  /** Stores the reports of one file. */
  async take(file: ReportFile, year: number | null): Promise<void> {
    const rules = { today: dayOfMs(this.#tools.clock.now()), year, combined: file.combined }
    const taken = new FileReports(file, rules)
    const where = file.file === null ? {} : { file: file.file }
    try {
      const { inserted, updated, skipped } = await storeReports(taken.blocks())
      this.#summary.read += taken.count
      this.#summary.inserted += inserted
      this.#summary.updated += updated
      this.#summary.skipped += skipped
      const { rejected, rejected_count } = taken.rejected
      reject(
        this.#summary,
        rejected.map((rejection) => ({ ...rejection, ...where })),
      )
      this.#summary.rejected_count += rejected_count - rejected.length
      for (const [code, facts] of taken.unmapped) countUnmapped(this.#unmapped, code, facts)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      reject(this.#summary, [{ line: 0, reason: error.message, ...where }])
    }
    this.#tools.onProgress?.(this.#summary)
  }

  /** The summary, with a note on the contracts that were left out. */
  end(): IngestSummary {
    const left = [...this.#unmapped.values()]
    if (left.length > 0) {
      const reports = left.reduce((sum, { count }) => sum + count, 0)
      const names = left.slice(0, UNMAPPED_NAMED).map(({ market }) => market)
      note(
        this.#summary,
        `reports left out because their contract has no listing here: ${reports}, of ${left.length} contracts such as ${names.join(', ')}`,
      )
    }
    this.#summary.elapsed_ms = this.#tools.clock.now() - this.#startedAt
    return this.#summary
  }
}

/** What one file holds, as it is read. */
class FileReports {
  /** Reports of contracts without a listing, by code. */
  readonly unmapped: UnmappedReports = new Map()
  readonly rejected = newSummary('cot')
  readonly #file: ReportFile
  readonly #rules: RowRules
  count = 0

  constructor(file: ReportFile, rules: RowRules) {
    this.#file = file
    this.#rules = rules
  }

  /** Its reports in blocks. Throws `Unreadable` when it has none: then one reason stands for all of its rows. */
  async *blocks(): AsyncGenerator<readonly Report[]> {
    let columns: readonly string[] = []
    let places: Places | null = null
    for await (const block of this.#file.read()) {
      reject(this.rejected, block.rejected)
      if (block.rows.length === 0) continue
      if (places === null || block.columns !== columns) places = findPlaces(block.columns)
      columns = block.columns
      yield this.#take(block, places)
    }
    if (this.count + this.unmapped.size > 0) return
    const [first] = this.rejected.rejected
    if (first === undefined) throw new Unreadable('There are no reports in it.')
    const count = this.rejected.rejected_count
    throw new Unreadable(
      count === 1
        ? `Its only report cannot be used: ${first.reason}.`
        : `None of its ${count} reports can be used; line ${first.line}: ${first.reason}.`,
    )
  }

  #take({ rows, lines }: RowBlock, places: Places): Report[] {
    const reports: Report[] = []
    rows.forEach((cells, index) => {
      const row = readRow(cells, places, this.#rules)
      if ('report' in row) reports.push(row.report)
      else if ('reason' in row) reject(this.rejected, [{ line: lines[index] ?? 0, reason: row.reason }])
      else countUnmapped(this.unmapped, row.unmapped, { market: row.market, count: 1 })
    })
    this.count += reports.length
    return reports
  }
}

function countUnmapped(all: UnmappedReports, code: string, { market, count }: { market: string; count: number }): void {
  const known = all.get(code)
  if (known) known.count += count
  else all.set(code, { market, count })
}
