import { createHash } from 'node:crypto'
import { findLevel } from '../../prisma/demo/levels.ts'
import { DEMO_COUNTRIES, DEMO_FIRST_YEAR, generateDemoIndicators } from '../../prisma/demo/macro-countries.ts'
import { DEMO_MARKET_SERIES, DEMO_SHAPES, generateDemoSeries, type Step } from '../../prisma/demo/macro-series.ts'
import { catalog } from '../catalog/catalog.ts'
import { inTransaction } from '../core/database/db.ts'
import { type IngestSummary, newSummary } from '../core/file/ingest-summary.ts'
import type { Clock } from '../core/time/clock.ts'
import { yearOfDay } from '../core/time/day.pure.ts'
import { type StoredYearlyValues, writeYearlyValues } from '../macro/development/development.store.ts'
import { MAIN_DATABASE } from '../macro/development/world-bank.source.ts'
import { type StoredSeries, writeSeries } from '../macro/us/series.store.ts'
import { listedSeries } from '../macro/us/us-series.source.ts'
import { readSeries } from '../market/bars/bar.store.ts'
import type { Bars } from '../market/bars/bars.pure.ts'
import { isDemoMissing, lockDemoLoading, recordDemo } from './demo-load.store.ts'
import { MACRO_PART, readOwnMacro, removeDemoMacro } from './demo-macro.store.ts'
import { findLastTradingDay } from './demo-market.ingest.ts'

/** Loads demo values of macro series and indicators into a database without any; null when it has some, or had the demo's before. */
export async function loadFirstDemoMacro(clock: Clock, seed: number): Promise<IngestSummary | null> {
  return inTransaction(async (client) => {
    await lockDemoLoading(client)
    return (await isDemoMissing(MACRO_PART)) ? reload(clock, seed) : null
  })
}

/** Deletes the demo values and makes new ones that fit the market as it is stored; values that files brought are kept. */
export async function reloadDemoMacro(clock: Clock, seed: number): Promise<IngestSummary> {
  return inTransaction(async (client) => {
    await lockDemoLoading(client)
    return reload(clock, seed)
  })
}

async function reload(clock: Clock, seed: number): Promise<IngestSummary> {
  const startedAt = clock.now()
  const summary = newSummary('demo')
  const [series, values] = [await makeSeries(clock, seed), makeValues(clock, seed)]
  await inTransaction(async (client) => {
    await removeDemoMacro(client)
    const own = await readOwnMacro(client)
    const isOwn = ({ indicator, country }: StoredYearlyValues) => own.values.has(`${indicator} ${country}`)
    await writeSeries(
      series.filter(({ seriesId }) => !own.series.has(seriesId)),
      client,
    )
    await writeYearlyValues(
      values.filter((one) => !isOwn(one)),
      client,
    )
    await recordDemo(MACRO_PART, client, createHash('sha256').update(String(seed)).digest('hex'))
  })
  summary.inserted = series.length + values.length
  summary.read = summary.inserted
  summary.elapsed_ms = clock.now() - startedAt
  return summary
}

async function makeSeries(clock: Clock, seed: number): Promise<StoredSeries[]> {
  const lastDay = findLastTradingDay(clock)
  const stored = (seriesId: string, days: readonly number[], values: readonly (number | null)[]): StoredSeries => ({
    seriesId,
    facts: null,
    days,
    values,
    dataSet: 'demo',
    storedAt: new Date(clock.now()),
  })
  const made = DEMO_SHAPES.map((shape) => {
    const { days, values } = generateDemoSeries(shape, stepOf(shape.series_id), { seed, lastDay })
    return stored(shape.series_id, days, values)
  })
  const tickers = new Set(DEMO_MARKET_SERIES.flatMap(({ ticker, minus }) => (minus ? [ticker, minus] : [ticker])))
  const ids = new Map([...tickers].map((ticker) => [ticker, catalog().find(ticker)?.id ?? 0]))
  const bars = await readSeries([...ids.values()])
  const barsOf = (ticker: string): Bars | undefined => bars.get(ids.get(ticker) ?? 0)
  const followed = DEMO_MARKET_SERIES.flatMap(({ series_id: seriesId, ticker, minus }) => {
    const own = barsOf(ticker)
    if (!own) return []
    const less = minus ? closesByDay(barsOf(minus)) : null
    const days = Array.from(own.day)
    const values = days.map((day, place) => {
      const close = own.close[place] ?? 0
      const other = less ? less.get(day) : 0
      return other === undefined ? null : Number((close - other).toFixed(4))
    })
    return [stored(seriesId, days, values)]
  })
  return [...made, ...followed]
}

function closesByDay(bars: Bars | undefined): Map<number, number> {
  return new Map(Array.from(bars?.day ?? [], (day, place) => [day, bars?.close[place] ?? 0]))
}

function stepOf(seriesId: string): Step {
  const frequency = listedSeries(seriesId)?.frequency
  return frequency === 'weekly' ? 'weekly' : frequency === 'quarterly' ? 3 : 1
}

function makeValues(clock: Clock, seed: number): StoredYearlyValues[] {
  // Values of a year are there when it is over.
  const lastYear = yearOfDay(findLastTradingDay(clock)) - 1
  const storedAt = new Date(clock.now())
  return DEMO_COUNTRIES.flatMap((country) => {
    const usd = country.currency === 'USD' ? 1 : findLevel('usd_value', country.currency, 0)
    const perUsd = usd > 0 ? 1 / usd : null
    return Array.from(
      generateDemoIndicators(country, { seed, lastYear, perUsd }),
      ([indicator, values]): StoredYearlyValues => ({
        database: MAIN_DATABASE,
        indicator,
        country: country.country,
        firstYear: DEMO_FIRST_YEAR,
        values,
        dataSet: 'demo',
        storedAt,
      }),
    )
  })
}
