import '../core/env-file.ts'

import { setFlagsFromString } from 'node:v8'
import { loadReference } from '../catalog/reference/reference.ingest.ts'
import { config } from '../core/config.ts'
import { type IngestSummary, newSummary, reject } from '../core/file/ingest-summary.ts'
import { keysOf } from '../core/record.pure.ts'
import { isCik } from '../financial/intake/cik.pure.ts'
import { exampleText, FileError, newCommand, requireReadable, runCommand, UsageError, withDatabase } from './command.ts'
import type { MarketKind } from './ingest/market.ts'
import { classificationNamed, currencyOf, databaseOf, dayOf, yearOf } from './ingest/option-value.ts'
import { summaryText } from './ingest/summary-text.ts'

// What a kind needs is imported when it is the one that was typed: all of it takes three times as long as most commands.
const kinds = {
  codes: () => import('./ingest/codes.ts'),
  cot: () => import('./ingest/cot.ts'),
  macro: () => import('./ingest/macro.ts'),
  market: () => import('./ingest/market.ts'),
  news: () => import('./ingest/news.ts'),
  options: () => import('./ingest/options.ts'),
  statements: () => import('./ingest/statements.ts'),
  trades: () => import('./ingest/trades.ts'),
  tradestats: () => import('./ingest/tradestats.ts'),
}

const command = newCommand(
  'ingest',
  'Brings news, market data, statements, options, futures positions, macro data and trades into the database, also while the service runs. Reading the same again changes nothing.',
  'ingest -- news feed.xml',
).option('--json', 'print the summary as JSON')

const FILE = 'a file, a folder, or - for standard input; gzip or not'

command
  .command('news')
  .description('articles: RSS, Atom, JSON Feed, JSONL or a JSON array')
  .argument('<source>', 'a file, a folder, an http(s) address, or - for standard input; gzip or not')
  .addHelpText('after', exampleText('ingest -- news https://example.com/rss --json'))
  .action((source) => run('news', source, async () => (await kinds.news()).ingestFeed(source)))

command
  .command('bars')
  .description('daily bars as CSV: date, open, high, low, close, volume, ticker by header')
  .argument('<file>', FILE)
  .option('--ticker <ticker>', 'ticker of rows that name none; otherwise the name of the file')
  .option('--currency <code>', 'currency of the prices, such as USD', currencyOf)
  .addHelpText('after', exampleText('ingest -- bars msft.csv --ticker MSFT'))
  .action((file, { ticker, currency }) =>
    run('bars', file, async () => (await kinds.market()).ingestMarket('bars', file, { ticker, currency })),
  )

command
  .command('edgar')
  .description('statements of companies as the SEC has them: companyfacts')
  .argument('[sources...]', 'files, folders, - for standard input, or numbers of companies (CIK) to fetch from the SEC')
  .option('--ticker <ticker>', 'listing a single file is about; without a source, the company to fetch')
  .addHelpText('after', exampleText('ingest -- edgar CIK0000320193.json\n  npm run ingest -- edgar --ticker AAPL'))
  .action((sources, { ticker }) => runEdgar(sources, ticker))

command
  .command('statements')
  .description(
    'statements as CSV: ticker, period_end, period_type (A or Q), currency, then fields such as revenue; ' +
      'fiscal_year, fiscal_period and filing_date if you like',
  )
  .argument('<file>', FILE)
  .option('--ticker <ticker>', 'ticker of rows that name none')
  .addHelpText('after', exampleText('ingest -- statements my-statements.csv'))
  .action((file, { ticker }) =>
    run('statements', file, async () => (await kinds.statements()).ingestTable(file, ticker)),
  )

command
  .command('cot')
  .description("futures positions: the CFTC's legacy Commitments of Traders reports as text, CSV or Socrata JSON")
  .argument('[file]', FILE)
  .option('--year <year>', 'fetch the reports of this year from the CFTC instead', yearOf)
  .addHelpText('after', exampleText('ingest -- cot annual.txt\n  npm run ingest -- cot --year 2026'))
  .action((file, { year }) => runCot(file, year))

command
  .command('options')
  .description('chains of options: JSON of the delayed quotes of Cboe, or CSV of end-of-day quotes by header')
  .argument('[file]', 'a file, a folder, or - for standard input; gzip or not')
  .option('--ticker <ticker>', 'underlying, where the source does not say; without a source, the one to fetch')
  .option('--as-of <day>', 'day of the quotes, YYYY-MM-DD; a column of days in a CSV goes before it', dayOf)
  .addHelpText('after', exampleText('ingest -- options AAPL.json\n  npm run ingest -- options --ticker AAPL'))
  .action((file, { ticker, asOf }) =>
    run('options', file ?? [], async () => (await kinds.options()).ingestOptions(file, { ticker, asOf })),
  )

command
  .command('trades')
  .description(
    'trades of a portfolio: CSV with ticker or isin, date, quantity, price by header; a Flex query of Interactive Brokers; an export of Ghostfolio',
  )
  .argument('<file>', 'a file, or - for standard input; gzip or not')
  .requiredOption('--portfolio <id>', 'the portfolio they are added to')
  .option('--partial', 'store the right lines although others are wrong')
  .addHelpText('after', exampleText('ingest -- trades my-trades.csv --portfolio 1'))
  .action((file, { portfolio, partial = false }) =>
    run(
      'trades',
      file,
      async () => (await kinds.trades()).ingestTrades(file, portfolio, partial),
      partial ? nothingRead : anyRejected,
    ),
  )

command
  .command('macro')
  .description("US macro series as FRED has them: observations as CSV or JSON, descriptions as JSON (its 'seriess')")
  .argument('<file>', FILE)
  .option('--series <id>', 'series of a JSON file that does not say it; otherwise the last part of its name')
  .addHelpText('after', exampleText('ingest -- macro UNRATE.csv'))
  .action((file, { series }) => run('macro', file, async () => (await kinds.macro()).ingestMacro(file, series)))

command
  .command('devbank')
  .description('development indicators as the World Bank has them: values by year as CSV or JSON, descriptions as JSON')
  .argument('<file>', FILE)
  .option('--database <number>', 'the World Bank database they are of (default: 2, WDI)', databaseOf)
  .addHelpText('after', exampleText('ingest -- devbank API_NY.GDP.MKTP.CD.csv'))
  .action((file, { database }) => run('devbank', file, async () => (await kinds.macro()).ingestDevbank(file, database)))

command
  .command('hs')
  .description('official texts of trade codes as the UN publishes them (columns id, text), over the labels that ship')
  .argument('<file>', FILE)
  .option(
    '--classification <name>',
    'HS2022, HS2017, HS2012 or EBOPS2010; otherwise from the name, such as H6.csv',
    classificationNamed,
  )
  .addHelpText('after', exampleText('ingest -- hs cmd_h6.csv'))
  .action((file, { classification }) =>
    run('hs', file, async () => (await kinds.codes()).ingestCodes(file, classification)),
  )

command
  .command('tradestats')
  .description(
    'trade flows as the UN has them (Comtrade): an answer of its API as JSON, a download or a bulk file as CSV or text; every account may read them',
  )
  .argument('<file>', FILE)
  .addHelpText('after', exampleText('ingest -- tradestats TradeData.csv'))
  .action((file) => run('tradestats', file, async () => (await kinds.tradestats()).ingestTradestats(file)))

/** The kinds without options of their own. */
const PLAIN_KINDS = {
  actions: 'splits and dividends as CSV: ticker, date, type (split, dividend or special), value',
  listings: 'listings as CSV, with the columns of prisma/reference/listings',
  memberships: 'members of megatrends as CSV, with the columns of prisma/reference/memberships',
  relations: 'relations between listings as CSV, with the columns of prisma/reference/relations',
} as const satisfies Partial<Record<MarketKind, string>>

for (const kind of keysOf(PLAIN_KINDS)) {
  command
    .command(kind)
    .description(PLAIN_KINDS[kind])
    .argument('<file>', FILE)
    .addHelpText('after', exampleText(`ingest -- ${kind} my-${kind}.csv`))
    .action((file) => run(kind, file, async () => (await kinds.market()).ingestMarket(kind, file, {})))
}

await runCommand(command)

async function runCot(file: string | undefined, year: number | undefined): Promise<void> {
  if ((file === undefined) === (year === undefined))
    throw new UsageError('Name either a file or folder of reports, or a year to fetch with --year.')
  await run('cot', file ?? [], async () => (await kinds.cot()).ingestReports(file ?? null, year ?? null))
}

/** Fetching needs a contact, and a source or a ticker must be given. */
async function runEdgar(sources: readonly string[], ticker: string | undefined): Promise<void> {
  if (sources.length === 0 && ticker === undefined)
    throw new UsageError('Name a file, a folder, a CIK, or a listing with --ticker.')
  if (sources.length > 1 && ticker !== undefined) throw new UsageError('--ticker goes with a single source.')
  const isFetched = sources.length === 0 || sources.some(isCik)
  if (isFetched && config.sec.contact === null)
    throw new UsageError('The SEC asks who is calling: set SEC_CONTACT to your name and mail address.')
  // A large file would grow the heap to three times what is in use; collected earlier, the process stays below 300 MB.
  setFlagsFromString('--optimize-for-size')
  const files = sources.filter((source) => !isCik(source))
  await run('edgar', files, async () => (await kinds.statements()).ingestCompanies(sources, ticker))
}

function nothingRead({ read, rejected_count }: IngestSummary): boolean {
  return read === 0 && rejected_count > 0
}

function anyRejected({ rejected_count }: IngestSummary): boolean {
  return rejected_count > 0
}

/** Ingests a source and prints the summary; exit code 1 when it failed: when nothing could be read, unless told otherwise. */
async function run(
  kind: string,
  source: string | readonly string[],
  ingest: () => Promise<IngestSummary>,
  failed: (summary: IngestSummary) => boolean = nothingRead,
): Promise<void> {
  try {
    for (const path of [source].flat()) if (!isAddress(path)) await requireReadable(path)
  } catch (error) {
    // With --json a caller parses standard output whatever happens.
    if (error instanceof FileError && command.opts().json) {
      const summary = newSummary(kind)
      reject(summary, [{ line: 0, reason: error.reason }])
      print(summary)
    }
    throw error
  }
  await withDatabase(async () => {
    await loadReference()
    const summary = await ingest()
    print(summary)
    process.exitCode = failed(summary) ? 1 : 0
  })
}

function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

function print(summary: IngestSummary): void {
  process.stdout.write(`${command.opts().json ? JSON.stringify(summary) : summaryText(summary)}\n`)
}
