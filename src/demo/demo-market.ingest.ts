import { createHash } from 'node:crypto'
import { findLeader } from '../../prisma/demo/leader.ts'
import { generateDemoListings } from '../../prisma/demo/listings.ts'
import { createDemoMarket } from '../../prisma/demo/market.ts'
import { catalog, openCatalog } from '../catalog/catalog.ts'
import { upsertReference } from '../catalog/reference/reference.store.ts'
import { inTransaction } from '../core/database/db.ts'
import { type IngestSummary, newSummary, type OnProgress } from '../core/file/ingest-summary.ts'
import type { Clock } from '../core/time/clock.ts'
import { dayOfMs, weekdayOf } from '../core/time/day.pure.ts'
import type { ListingAction } from '../market/bars/action.source.ts'
import { storeActions } from '../market/bars/action.store.ts'
import { storeBars, vacuumBars } from '../market/bars/bar.store.ts'
import { BarBatch } from '../market/bars/bar-batch.ts'
import { isDemoMissing, lockDemoLoading, recordDemo } from './demo-load.store.ts'
import { MARKET_PART, readOperatorListingIds, removeDemoMarket } from './demo-market.store.ts'
import { DEMO_MARKET, type DemoMarketSize } from './demo-size.ts'

const BATCH = 40_000
const ACTIONS_BATCH = 20_000

/** Loads the demo market into a database without bars; null when it has bars, or had the demo market before. */
export async function loadFirstDemoMarket(
  clock: Clock,
  size: DemoMarketSize = DEMO_MARKET,
): Promise<IngestSummary | null> {
  const summary = await inTransaction(async (client) => {
    await lockDemoLoading(client)
    if (!(await isDemoMissing(MARKET_PART))) return null
    return reload(clock, size, undefined)
  })
  if (summary) await vacuumBars()
  return summary
}

/** Deletes the demo market and loads a new one; operators' own data is kept. */
export async function reloadDemoMarket(
  clock: Clock,
  size: DemoMarketSize,
  onProgress?: OnProgress,
): Promise<IngestSummary> {
  const startedAt = clock.now()
  const summary = await inTransaction(async (client) => {
    await lockDemoLoading(client)
    return reload(clock, size, onProgress)
  })
  await vacuumBars()
  summary.elapsed_ms = clock.now() - startedAt
  return summary
}

async function reload(clock: Clock, size: DemoMarketSize, onProgress: OnProgress | undefined): Promise<IngestSummary> {
  const known = catalog().rows.listings.filter((listing) => !isFictitious(listing.ticker))
  const fictitious = generateDemoListings(Math.max(0, (size.listings ?? 0) - known.length), size.seed)
  await inTransaction((client) => removeDemoMarket(client, fictitious.length))
  if (fictitious.length > 0) {
    await upsertReference('listing', fictitious, null)
    await openCatalog(null)
  }
  const summary = await store(clock, size, onProgress)
  await inTransaction((client) => recordDemo(MARKET_PART, client, digestOf(size)))
  return summary
}

async function store(clock: Clock, size: DemoMarketSize, onProgress?: OnProgress): Promise<IngestSummary> {
  const summary = newSummary('demo')
  const generate = createDemoMarket({ seed: size.seed, years: size.years, lastDay: findLastTradingDay(clock) })
  const own = await readOperatorListingIds()
  const listings = catalog()
    .rows.listings.filter((listing) => !own.has(listing.id))
    .sort((a, b) => Number(isFictitious(a.ticker)) - Number(isFictitious(b.ticker)) || a.id - b.id)
    .slice(0, size.listings ?? undefined)
  const pendingWrites: Promise<void>[] = []
  let batch = new BarBatch(BATCH)
  let actions: ListingAction[] = []
  const flush = async (pendingMax: number) => {
    const full = batch
    batch = new BarBatch(BATCH)
    const writing = storeBars(full, 'demo', null).then(() => {
      summary.inserted += full.count
      onProgress?.(summary)
    })
    // The failure is rethrown when awaited below; this prevents an unhandled rejection until then.
    writing.catch(() => {})
    pendingWrites.push(writing)
    while (pendingWrites.length > pendingMax) await pendingWrites.shift()
  }
  for (const listing of listings) {
    const series = generate({
      ...listing,
      leader: findLeader(listing, catalog().linesOf(catalog().issuerIdOf(listing.id))),
    })
    // All bars of a listing are in one batch, so that no batch has to merge with stored bars of its series.
    if (batch.count + series.bars.length > BATCH) await flush(1)
    if (series.bars.length > batch.capacity) batch = new BarBatch(series.bars.length)
    for (const bar of series.bars) batch.add(bar, 0)
    summary.read += series.bars.length
    for (const action of series.actions) actions.push({ ...action, listingId: listing.id })
    if (actions.length >= ACTIONS_BATCH) {
      await storeActions(actions, 'demo')
      actions = []
    }
  }
  if (batch.count > 0) await flush(0)
  if (actions.length > 0) await storeActions(actions, 'demo')
  while (pendingWrites.length > 0) await pendingWrites.shift()
  return summary
}

/** The last weekday before today: the last day of the demo market. */
export function findLastTradingDay(clock: Clock): number {
  let day = dayOfMs(clock.now()) - 1
  while (weekdayOf(day) === 0 || weekdayOf(day) === 6) day--
  return day
}

function isFictitious(ticker: string): boolean {
  return /^X\d{5}\./.test(ticker)
}

function digestOf(size: DemoMarketSize): string {
  return createHash('sha256').update(JSON.stringify(size)).digest('hex')
}
