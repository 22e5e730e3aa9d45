import { dirname, join } from 'node:path'
import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import { Unreadable } from '../../core/file/bytes.source.ts'
import { exists } from '../../core/file/file-access.ts'
import { fileBytes, filesUnder, isFolder } from '../../core/file/folder.source.ts'
import { type IngestSummary, newSummary, note, type OnProgress, reject } from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import { assemblePeriods } from './assemble.ts'
import { cikIn } from './cik.pure.ts'
import { takeCompany } from './company.ingest.ts'
import { type CompanyFacts, readSecDocument } from './company-facts.source.ts'
import { cikOf, listingsOf, type TickersByCik } from './company-listing.ts'
import { readCompanyTickers } from './company-tickers.source.ts'
import type { Industry } from './concept-tag.source.ts'
import type { SecClient } from './sec-fetch.source.ts'
import { fiscalYearsOf, selectFigures } from './select-figures.ts'

/** What an ingest of the SEC's data needs beside its source. */
export interface EdgarTools {
  readonly clock: Clock
  /** Opens the SEC's data over HTTP; throws when the operator gave no contact. Called for companies by number only. */
  readonly openSec: () => SecClient
  /** Listing that a single file is about; the source may then be left out. */
  readonly ticker?: string | undefined
  readonly stdin?: AsyncIterable<Uint8Array>
  readonly onProgress?: OnProgress
}

const JSON_NAME = /\.json(\.gz)?$/i
const TICKERS_NAME = /(^|[\\/])company_tickers\.json(\.gz)?$/i

/**
 * Stores companyfacts of the SEC: from files, folders of them, standard input (`-`), or by a company's number over HTTP. Each company is
 * stored wholly or not at all; the same facts again change nothing.
 */
export async function ingestEdgar(sources: readonly string[], tools: EdgarTools): Promise<IngestSummary> {
  const startedAt = tools.clock.now()
  const intake = new EdgarIntake(tools)
  const given = sources.length > 0 ? sources : [await intake.cikOfTicker()]
  for (const source of given) await intake.take(source)
  intake.summary.elapsed_ms = tools.clock.now() - startedAt
  return intake.summary
}

class EdgarIntake {
  readonly summary = newSummary('edgar')
  readonly #tools: EdgarTools
  #tickers = new Map<number, readonly string[]>()
  #sec: SecClient | null = null

  constructor(tools: EdgarTools) {
    this.#tools = tools
  }

  /** The number of the company of `--ticker`. */
  async cikOfTicker(): Promise<string> {
    const listing = catalog().require(this.#tools.ticker ?? '', 'ticker')
    const known = cikOf(listing, this.#tickers)
    if (known !== null) return String(known)
    const read = await readCompanyTickers(await this.#open().companyTickers())
    this.#learn(read)
    const cik = cikOf(listing, this.#tickers)
    if (cik === null) throw new Unreadable(`The SEC lists no company with the ticker ${listing.symbol}.`)
    return String(cik)
  }

  async take(source: string): Promise<void> {
    const number = cikIn(source)
    if (number !== null && !(await exists(source))) {
      await this.#guard(null, async () => this.#takeDocument(await this.#open().companyFacts(Number(number)), null))
    } else if (source === '-') {
      await this.#guard(null, () => this.#takeDocument(this.#tools.stdin ?? process.stdin, null))
    } else if (await isFolder(source)) await this.#takeFolder(source)
    else {
      await this.#learnBeside(dirname(source))
      await this.#guard(null, () => this.#takeDocument(fileBytes(source), null))
    }
  }

  /** Every JSON file of a folder; those that say which tickers a company has come first. */
  async #takeFolder(folder: string): Promise<void> {
    const files: string[] = []
    for await (const found of filesUnder(folder)) {
      if ('problem' in found) reject(this.summary, [{ line: 0, reason: found.problem, file: found.file }])
      else if (JSON_NAME.test(found.file)) files.push(found.file)
    }
    const isAboutTickers = (file: string) => TICKERS_NAME.test(file) || /submissions/i.test(file)
    for (const file of files.toSorted((one, other) => Number(isAboutTickers(other)) - Number(isAboutTickers(one)))) {
      const bytes = fileBytes(join(folder, file))
      await this.#guard(file, async () => {
        if (TICKERS_NAME.test(file)) this.#learn(await readCompanyTickers(bytes))
        else await this.#takeDocument(bytes, file)
      })
    }
  }

  async #learnBeside(folder: string): Promise<void> {
    const path = join(folder, 'company_tickers.json')
    if (await exists(path))
      await this.#guard('company_tickers.json', async () => this.#learn(await readCompanyTickers(fileBytes(path))))
  }

  /** Runs `work`; what cannot be read becomes a rejection. */
  async #guard(file: string | null, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      reject(this.summary, [{ line: 0, reason: error.message, ...(file === null ? {} : { file }) }])
    }
    this.#tools.onProgress?.(this.summary)
  }

  async #takeDocument(bytes: AsyncIterable<Uint8Array>, file: string | null): Promise<void> {
    const document = await readSecDocument(bytes)
    if (document.kind === 'submissions') this.#learn(new Map([[document.cik, document.tickers]]))
    else await this.#takeFacts(document.facts, file)
  }

  async #takeFacts(company: CompanyFacts, file: string | null): Promise<void> {
    const listings = this.#listingsOf(company, file)
    for (const listing of listings) {
      const figures = selectFigures(company, industryOf(listing))
      if (figures.length === 0) throw new Unreadable(`There are no figures of statements of ${listing.ticker}.`)
      const years = fiscalYearsOf(company)
      const { changes, unbalanced } = await takeCompany(listing.id, figures, ({ figures: known, periods }) => {
        const named = periods.filter(({ periodType }) => periodType === 'A')
        return assemblePeriods(known, new Map([...named.map((one) => [one.endDay, one.fiscalYear] as const), ...years]))
      })
      this.summary.read += changes.size
      for (const change of changes.values()) this.summary[change]++
      for (const text of unbalanced) note(this.summary, `${listing.ticker} ${text}`)
    }
    if (company.unusable > 0)
      note(this.summary, `${company.name}: ${company.unusable} facts without a date or a number are left out`)
  }

  #listingsOf({ cik, name }: CompanyFacts, file: string | null): Listing[] {
    // With a folder the option would give all companies to one listing.
    const { ticker } = this.#tools
    const listings =
      ticker !== undefined && file === null
        ? [catalog().require(ticker, 'ticker')]
        : listingsOf(cik, name, this.#tickers)
    if (listings.length > 0) return listings
    throw new Unreadable(
      `There is no listing of ${name || 'the company'} (CIK ${cik}): name it with --ticker, or put the SEC's company_tickers.json beside the file.`,
    )
  }

  #learn(tickers: TickersByCik): void {
    for (const [cik, list] of tickers) this.#tickers.set(cik, list)
  }

  #open(): SecClient {
    this.#sec ??= this.#tools.openSec()
    return this.#sec
  }
}

/** Whether a company has statements of its industry, by its GICS group: banks and other financial services, insurers. */
function industryOf({ gicsCode }: Listing): Industry | null {
  if (gicsCode?.startsWith('4030')) return 'insurance'
  return gicsCode?.startsWith('4010') || gicsCode?.startsWith('402030') ? 'bank' : null
}
