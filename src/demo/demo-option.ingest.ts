import { createHash } from 'node:crypto'
import { chooseOptionable, generateOptions } from '../../prisma/demo/options.ts'
import { catalog } from '../catalog/catalog.ts'
import { inTransaction } from '../core/database/db.ts'
import { type IngestSummary, newSummary } from '../core/file/ingest-summary.ts'
import type { Clock } from '../core/time/clock.ts'
import { yearOfDay } from '../core/time/day.pure.ts'
import { readActions } from '../market/bars/action.store.ts'
import { adjustBars } from '../market/bars/adjust.pure.ts'
import { readSeries } from '../market/bars/bar.store.ts'
import { MarketDays } from '../option/daily/market-day.ts'
import { createSeries, FIGURE_KEYS, type FigureSeries } from '../option/history/figure.pure.ts'
import {
  addYears,
  claimOptions,
  deleteDataSet,
  notifyOptionsChanged,
  type OptionYear,
  readOrigins,
  replaceChains,
  type StoredChain,
  vacuumOptions,
} from '../option/history/history.store.ts'
import { digestOf } from '../option/history/store-chains.ts'
import { type DemoPart, isDemoMissing, lockDemoLoading, recordDemo } from './demo-load.store.ts'

/** The demo options. */
const OPTIONS_PART: DemoPart = {
  name: 'demo_options',
  ownRows: `SELECT 1 FROM option_series WHERE data_set <> 'demo'`,
}

/** Listings in one COPY: about 60 years of figures, 1 MB. */
const BATCH = 100

/** Loads demo options into a database without options; null when it has some, or had the demo's before. Counts are sessions. */
export async function loadFirstDemoOptions(clock: Clock, seed: number): Promise<IngestSummary | null> {
  const summary = await inTransaction(async (client) => {
    await lockDemoLoading(client)
    if (!(await isDemoMissing(OPTIONS_PART))) return null
    return reload(clock, seed)
  })
  if (summary) await vacuumOptions()
  return summary
}

/** Deletes the demo options and loads new ones that fit the bars as they are stored; operators' own options are kept. */
export async function reloadDemoOptions(clock: Clock, seed: number): Promise<IngestSummary> {
  const summary = await inTransaction(async (client) => {
    await lockDemoLoading(client)
    return reload(clock, seed)
  })
  await vacuumOptions()
  return summary
}

async function reload(clock: Clock, seed: number): Promise<IngestSummary> {
  const startedAt = clock.now()
  await inTransaction((client) => deleteDataSet(client, 'demo'))
  const summary = await store(seed)
  const digest = createHash('sha256').update(JSON.stringify({ seed })).digest('hex')
  await inTransaction((client) => recordDemo(OPTIONS_PART, client, digest))
  summary.elapsed_ms = clock.now() - startedAt
  return summary
}

async function store(seed: number): Promise<IngestSummary> {
  const summary = newSummary('demo')
  const own = new Set((await readOrigins(null)).map(({ listingId }) => listingId))
  const listings = chooseOptionable(catalog().rows.listings).filter(({ id }) => !own.has(id))
  const market = new MarketDays()
  await market.prepare([])
  let writing: Promise<void> | undefined
  for (let first = 0; first < listings.length; first += BATCH) {
    const batch = listings.slice(first, first + BATCH)
    const ids = batch.map(({ id }) => id)
    const [series, actions] = await Promise.all([readSeries(ids), readActions(ids)])
    const years: OptionYear[] = []
    const chains: StoredChain[] = []
    for (const { id, ticker } of batch) {
      const raw = series.get(id)
      if (!raw) continue
      const adjusted = adjustBars(raw, actions.get(id) ?? [], 'split')
      const { rate } = market.on(id, raw.day[raw.length - 1] ?? 0, Number.NaN).carry
      const made = generateOptions(ticker, { raw, adjusted }, { seed, rate })
      if (!made) continue
      summary.read += made.series.length
      years.push(...yearsOf(id, made.series))
      chains.push({ listingId: id, chain: made.chain, digest: digestOf(made.chain) })
    }
    await writing
    writing = write(years, chains)
    // The failure is rethrown when awaited above or below; this prevents an unhandled rejection until then.
    writing.catch(() => {})
  }
  await writing
  summary.inserted = summary.read
  return summary
}

function write(years: readonly OptionYear[], chains: readonly StoredChain[]): Promise<void> {
  const ids = chains.map(({ listingId }) => listingId)
  return inTransaction(async (client) => {
    await claimOptions(client, ids, 'demo')
    await addYears(client, years)
    await replaceChains(client, chains, true)
    await notifyOptionsChanged(client, ids)
  })
}

/** A series by calendar years. */
function yearsOf(listingId: number, series: FigureSeries): OptionYear[] {
  const places = Map.groupBy(series.day.keys(), (place) => yearOfDay(series.day[place] ?? 0))
  return [...places].map(([year, here]) => {
    const part = createSeries(here.length)
    here.forEach((place, at) => {
      part.day[at] = series.day[place] ?? 0
      for (const key of FIGURE_KEYS) part.columns[key][at] = series.columns[key][place] ?? Number.NaN
    })
    return { listingId, year, series: part }
  })
}
