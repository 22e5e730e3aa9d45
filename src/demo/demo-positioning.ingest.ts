import { createHash } from 'node:crypto'
import type pg from 'pg'
import { generatePositions } from '../../prisma/demo/positions.ts'
import { catalog } from '../catalog/catalog.ts'
import { inTransaction } from '../core/database/db.ts'
import { type IngestSummary, newSummary } from '../core/file/ingest-summary.ts'
import type { Clock } from '../core/time/clock.ts'
import { dayOfMs, weekdayOf } from '../core/time/day.pure.ts'
import { readSeries } from '../market/bars/bar.store.ts'
import { type Bars, findFirstOnOrAfter } from '../market/bars/bars.pure.ts'
import { CONTRACTS } from '../positioning/contract.source.ts'
import { findReleaseMs } from '../positioning/figure/late-release.source.ts'
import { reportDayOf } from '../positioning/figure/release.pure.ts'
import { storeDemoReports } from '../positioning/report.store.ts'
import { isDemoMissing, lockDemoLoading, recordDemo } from './demo-load.store.ts'
import { POSITIONS_PART, removeDemoPositions } from './demo-positioning.store.ts'

/** Weekly reports of each contract: four years. */
const REPORTS = 209
/** A price is taken from the last bar of at most as many days before. */
const BAR_AGE_DAYS_MAX = 7

/** Loads demo reports of all contracts into a database without reports; null when it has some, or had the demo's before. */
export async function loadFirstDemoPositions(clock: Clock, seed: number): Promise<IngestSummary | null> {
  return inTransaction(async (client) => {
    await lockDemoLoading(client)
    return (await isDemoMissing(POSITIONS_PART, client)) ? reload(client, clock, seed) : null
  })
}

/** Deletes the demo reports and loads new ones that fit the prices as they are stored; real reports are kept. */
export function reloadDemoPositions(clock: Clock, seed: number): Promise<IngestSummary> {
  return inTransaction(async (client) => {
    await lockDemoLoading(client)
    return reload(client, clock, seed)
  })
}

async function reload(client: pg.PoolClient, clock: Clock, seed: number): Promise<IngestSummary> {
  const startedAt = clock.now()
  const summary = newSummary('demo')
  await removeDemoPositions(client)
  const days = reportDaysUntil(startedAt)
  const assets = CONTRACTS.flatMap((contract) => {
    const listing = catalog().listingByTicker(contract.ticker)
    return listing ? [{ contract, listing }] : []
  })
  const series = await readSeries(assets.map(({ listing }) => listing.id))
  const reports = assets.flatMap(({ contract, listing }) => {
    const isRate = contract.assetClass === 'rates'
    const bars = series.get(listing.id)
    const prices = days.map((day) => {
      const close = bars ? closeOn(bars, day) : Number.NaN
      if (!contract.inverse) return close
      return isRate ? -close : 1 / close
    })
    return generatePositions({ code: contract.code, days, prices, isRate }, seed)
  })
  summary.read = reports.length
  summary.inserted = await storeDemoReports(client, reports)
  await recordDemo(POSITIONS_PART, client, createHash('sha256').update(JSON.stringify({ seed })).digest('hex'))
  summary.elapsed_ms = clock.now() - startedAt
  return summary
}

/** Days of the reports that are published by now, oldest first. */
function reportDaysUntil(nowMs: number): number[] {
  let tuesday = dayOfMs(nowMs)
  while (weekdayOf(tuesday) !== 2 || (findReleaseMs(reportDayOf(tuesday)) ?? 0) > nowMs) tuesday--
  return Array.from({ length: REPORTS }, (_, index) => reportDayOf(tuesday - 7 * (REPORTS - 1 - index)))
}

/** The close of the last bar up to a day; NaN without a recent one. */
function closeOn(bars: Bars, day: number): number {
  const last = findFirstOnOrAfter(bars, day + 1) - 1
  const barDay = bars.day[last]
  return barDay === undefined || day - barDay > BAR_AGE_DAYS_MAX ? Number.NaN : (bars.close[last] ?? Number.NaN)
}
