import { createHash } from 'node:crypto'
import { demoListings } from '../../prisma/demo/listings.ts'
import { demoMarket } from '../../prisma/demo/market.ts'
import type { Clock } from '../core/clock.ts'
import { inTransaction } from '../core/db.ts'
import { type IngestSummary, newSummary } from '../core/ingest-summary.ts'
import { catalog, openCatalog } from '../listing/catalog.ts'
import { upsertReference } from '../listing/reference.store.ts'
import type { ListingAction } from '../price/action.source.ts'
import { storeActions } from '../price/action.store.ts'
import { storeBars, vacuumBars } from '../price/bar.store.ts'
import { BarBatch } from '../price/bar-batch.ts'
import { dayOfMs, weekdayOf } from '../price/day.math.ts'
import { lacksMarket, ownSeries, rememberDemoMarket, removeDemoMarket } from './demo-market.store.ts'
import { asOnlyDemoLoader } from './demo-news.store.ts'

/** How large the demo market is. */
export interface DemoMarketSize {
  readonly seed: number
  readonly years: number
  /** Listings with prices; null = every one there is. More than there are: the others are made up. */
  readonly listings: number | null
}

/** What the first start loads. */
export const DEMO_MARKET: DemoMarketSize = { seed: 1, years: 3, listings: null }

type OnProgress = (summary: Readonly<IngestSummary>) => void

const BATCH = 40_000
const ACTIONS_BATCH = 20_000

/** Loads the demo market when nobody has brought bars; null when they have, or when the demo was there once. */
export async function loadFirstDemoMarket(
  clock: Clock,
  size: DemoMarketSize = DEMO_MARKET,
): Promise<IngestSummary | null> {
  const summary = await inTransaction(async (client) => {
    await asOnlyDemoLoader(client)
    if (!(await lacksMarket())) return null
    return reload(clock, size, undefined)
  })
  if (summary) await vacuumBars()
  return summary
}

/** Takes the demo market out, if there is one, and loads it anew; what operators brought stays as it is. */
export async function reloadDemoMarket(
  clock: Clock,
  size: DemoMarketSize,
  onProgress?: OnProgress,
): Promise<IngestSummary> {
  const begun = clock.now()
  const summary = await inTransaction(async (client) => {
    await asOnlyDemoLoader(client)
    return reload(clock, size, onProgress)
  })
  await vacuumBars()
  summary.elapsed_ms = clock.now() - begun
  return summary
}

async function reload(clock: Clock, size: DemoMarketSize, onProgress: OnProgress | undefined): Promise<IngestSummary> {
  const known = catalog().rows.listings.filter((listing) => !isInvented(listing.ticker))
  const invented = demoListings(Math.max(0, (size.listings ?? 0) - known.length), size.seed)
  await inTransaction((client) => removeDemoMarket(client, invented.length))
  if (invented.length > 0) {
    await upsertReference('listing', invented, null)
    await openCatalog(null)
  }
  const summary = await store(clock, size, onProgress)
  await inTransaction((client) => rememberDemoMarket(client, digestOf(size)))
  return summary
}

async function store(clock: Clock, size: DemoMarketSize, onProgress?: OnProgress): Promise<IngestSummary> {
  const summary = newSummary('demo')
  const make = demoMarket({ seed: size.seed, years: size.years, lastDay: lastTradingDay(clock) })
  const own = await ownSeries()
  const listings = catalog()
    .rows.listings.filter((listing) => !own.has(listing.id))
    .sort((a, b) => Number(isInvented(a.ticker)) - Number(isInvented(b.ticker)) || a.id - b.id)
    .slice(0, size.listings ?? undefined)
  const underWay: Promise<void>[] = []
  let batch = new BarBatch(BATCH)
  let actions: ListingAction[] = []
  const send = async (others: number) => {
    const full = batch
    batch = new BarBatch(BATCH)
    const writing = storeBars(full, 'demo', null).then(() => {
      summary.inserted += full.count
      onProgress?.(summary)
    })
    // Heard of when its turn comes; until then it must not count as unhandled.
    writing.catch(() => {})
    underWay.push(writing)
    while (underWay.length > others) await underWay.shift()
  }
  for (const listing of listings) {
    const series = make(listing)
    // A listing's bars travel together, so that no batch meets a series that another one has begun.
    if (batch.count + series.bars.length > BATCH) await send(1)
    if (series.bars.length > batch.capacity) batch = new BarBatch(series.bars.length)
    for (const bar of series.bars) batch.add(bar, 0)
    summary.read += series.bars.length
    for (const action of series.actions) actions.push({ ...action, listingId: listing.id })
    if (actions.length >= ACTIONS_BATCH) {
      await storeActions(actions, 'demo')
      actions = []
    }
  }
  if (batch.count > 0) await send(0)
  if (actions.length > 0) await storeActions(actions, 'demo')
  while (underWay.length > 0) await underWay.shift()
  return summary
}

/** The last weekday before today. */
function lastTradingDay(clock: Clock): number {
  let day = dayOfMs(clock.now()) - 1
  while (weekdayOf(day) === 0 || weekdayOf(day) === 6) day--
  return day
}

function isInvented(ticker: string): boolean {
  return /^X\d{5}\./.test(ticker)
}

function digestOf(size: DemoMarketSize): string {
  return createHash('sha256').update(JSON.stringify(size)).digest('hex')
}
