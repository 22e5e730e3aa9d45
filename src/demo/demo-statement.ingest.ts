import { createHash } from 'node:crypto'
import { findLeader } from '../../prisma/demo/leader.ts'
import { describeCompany } from '../../prisma/demo/statement-company.ts'
import { generateStatements, restateForLine } from '../../prisma/demo/statements.ts'
import type { Listing } from '../catalog/catalog.store.ts'
import { catalog } from '../catalog/catalog.ts'
import { inTransaction } from '../core/database/db.ts'
import { type IngestSummary, newSummary, type OnProgress } from '../core/file/ingest-summary.ts'
import type { Clock } from '../core/time/clock.ts'
import type { ReportedPeriod } from '../financial/statement/period.pure.ts'
import { prepareCompany, type UsdRateAt } from '../financial/statement/prepare.ts'
import { type CompanyPeriods, storePeriods, vacuumStatements } from '../financial/statement/statement.store.ts'
import { readUsdRates } from '../financial/statement/usd-rate.ts'
import { readActions } from '../market/bars/action.store.ts'
import { isDemoMissing, lockDemoLoading, recordDemo } from './demo-load.store.ts'
import { findLastTradingDay } from './demo-market.ingest.ts'
import { readFirstRateDay, removeDemoStatements, STATEMENTS_PART } from './demo-statement.store.ts'
import { computeShownRatios, type ShownRatios } from './shown-ratio.ts'

/** What a load of demo statements stored, in periods, and the main ratios by listing id. */
export interface StatementLoad {
  readonly summary: IngestSummary
  readonly ratios: ReadonlyMap<number, ShownRatios>
}

/** Companies in one COPY: about 3,000 periods, 8 MB. */
const BATCH = 100
/** Days after the first rate at which every currency has one. */
const RATES_SETTLE_DAYS = 5

/** Loads demo statements of all companies into a database without statements; null when it has some, or had the demo's before. */
export async function loadFirstDemoStatements(clock: Clock, seed: number): Promise<StatementLoad | null> {
  const load = await inTransaction(async (client) => {
    await lockDemoLoading(client)
    if (!(await isDemoMissing(STATEMENTS_PART))) return null
    return reload(clock, seed, null)
  })
  if (load) await vacuumStatements()
  return load
}

/** Deletes the demo statements and loads new ones that fit the market as it is stored; operators' own statements are kept. */
export async function reloadDemoStatements(
  clock: Clock,
  seed: number,
  listings: number | null,
  onProgress?: OnProgress,
): Promise<StatementLoad> {
  const startedAt = clock.now()
  const load = await inTransaction(async (client) => {
    await lockDemoLoading(client)
    return reload(clock, seed, listings, onProgress)
  })
  await vacuumStatements()
  load.summary.elapsed_ms = clock.now() - startedAt
  return load
}

async function reload(
  clock: Clock,
  seed: number,
  listings: number | null,
  onProgress?: OnProgress,
): Promise<StatementLoad> {
  await inTransaction(removeDemoStatements)
  const load = await store(clock, seed, listings, onProgress)
  await inTransaction((client) =>
    recordDemo(STATEMENTS_PART, client, createHash('sha256').update(JSON.stringify({ seed, listings })).digest('hex')),
  )
  return load
}

async function store(clock: Clock, seed: number, most: number | null, onProgress?: OnProgress): Promise<StatementLoad> {
  const summary = newSummary('demo')
  const ratios = new Map<number, ShownRatios>()
  const companies = catalog()
    .rows.listings.filter(({ type }) => type === 'stock')
    .slice(0, most ?? undefined)
  const rateAt = await readRates(companies)
  const options = { seed, lastDay: findLastTradingDay(clock), usdRateAt: rateAt }
  let writing: Promise<void> | undefined
  for (let start = 0; start < companies.length; start += BATCH) {
    const batch = companies.slice(start, start + BATCH)
    const leaders = new Map(batch.map((listing) => [listing, leaderOf(listing)]))
    const actions = await readActions([...leaders.values()].map(({ id }) => id))
    const prepared = batch.map((listing): CompanyPeriods => {
      const leader = leaders.get(listing) ?? listing
      const reported = generateStatements(describeCompany(leader, actions.get(leader.id) ?? []), options)
      const periods = prepareCompany(leader === listing ? reported : ofLine(reported, listing, leader), rateAt)
      const shown = computeShownRatios(periods, leader.marketCapUsd)
      if (shown) ratios.set(listing.id, shown)
      return { listingId: listing.id, periods }
    })
    summary.read += prepared.reduce((sum, { periods }) => sum + periods.length, 0)
    await writing
    writing = storePeriods(prepared, 'demo').then(({ inserted, updated }) => {
      summary.inserted += inserted
      summary.updated += updated
      onProgress?.(summary)
    })
    // The failure is rethrown when awaited above or below; this prevents an unhandled rejection until then.
    writing.catch(() => {})
  }
  await writing
  return { summary, ratios }
}

/** The line that a company's statements are made for; its other lines have the same ones. */
function leaderOf(listing: Listing): Listing {
  const lines = catalog().linesOf(catalog().issuerIdOf(listing.id))
  const leader = findLeader(listing, lines)
  return lines.find(({ id }) => id === leader?.id) ?? listing
}

function ofLine(reported: readonly ReportedPeriod[], line: Listing, leader: Listing): ReportedPeriod[] {
  return restateForLine(
    reported,
    (line.sharesOutstanding ?? 1) / (leader.sharesOutstanding ?? line.sharesOutstanding ?? 1),
  )
}

/** Rates at the ends of periods; the first one known holds for the years before the market's bars begin. */
async function readRates(companies: readonly Listing[]): Promise<UsdRateAt> {
  const currencies = [...new Set(catalog().rows.exchanges.flatMap(({ currency }) => currency ?? []))]
  const known = await readUsdRates([...currencies, ...companies.map(({ currency }) => currency)])
  const first = (await readFirstRateDay()) ?? 0
  return (currency, day) => known(currency, day) ?? known(currency, first + RATES_SETTLE_DAYS)
}
