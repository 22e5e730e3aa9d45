import { vi } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { systemClock } from '../../src/core/time/clock.ts'
import { dayOfIso, dayOfMs } from '../../src/core/time/day.pure.ts'
import { conceptOf } from '../../src/financial/concept/concept.source.ts'
import { companyFigures } from '../../src/financial/screen/figures.ts'
import { noFigures } from '../../src/financial/statement/identity.ts'
import type { ReportedPeriod } from '../../src/financial/statement/period.pure.ts'
import { prepareCompany } from '../../src/financial/statement/prepare.ts'
import { type StatementOrigin, storePeriods } from '../../src/financial/statement/statement.store.ts'
import { market } from '../../src/market/market.ts'
import { computeMarketCap } from '../../src/market/profile/market-cap.ts'
import { SOON } from './soon.ts'

/** Figures of a fiscal year by key of the concept. */
type Year = Readonly<Record<string, number>>

/** What a company reports: years by number, oldest first. */
interface Reports {
  readonly years: Readonly<Record<number, Year>>
  readonly currency?: string
  /** US dollars for one unit of the currency. */
  readonly usdRate?: number
  readonly dataSet?: StatementOrigin
}

/** Stores fiscal years of companies by ticker and waits until they are screened by. */
export async function storeCompanies(companies: Readonly<Record<string, Reports>>): Promise<void> {
  const entries = Object.entries(companies).map(([ticker, reports]) => {
    const { years, currency = 'USD', usdRate = 1, dataSet = 'own' } = reports
    const reported = Object.entries(years).map(([year, figures]) => fiscalYear(Number(year), figures, currency))
    const periods = prepareCompany(reported, () => usdRate)
    return {
      listingId: catalog().require(ticker).id,
      dataSet,
      periods,
      revenue: periods.at(-1)?.values[REVENUE] ?? 0,
      usdRate,
    }
  })
  for (const dataSet of ['own', 'demo'] as const) {
    const stored = entries.filter((entry) => entry.dataSet === dataSet)
    if (stored.length > 0) await storePeriods(stored, dataSet)
  }
  await vi.waitFor(async () => {
    const table = await companyFigures()
    for (const { listingId, revenue, usdRate } of entries) {
      const seen = table.figure(listingId, REVENUE)
      if (seen === null || Math.abs(seen - revenue * usdRate) > 1e-6 * Math.abs(seen))
        throw new Error(`The figures of listing ${listingId} are not loaded yet.`)
    }
  }, SOON)
}

const REVENUE = conceptOf('revenue').position
const MCAP = conceptOf('mcap').position
const YIELD = conceptOf('dividend_yield').position

/** Eight companies with a return on equity of 40 % and a price over earnings that rises from one to the next. */
export async function storeRankedCompanies(): Promise<void> {
  const tickers = ['AAPL.US', 'MSFT.US', 'NVDA.US', 'ORCL.US', 'CRM.US', 'ADBE.US', 'KO.US', 'PEP.US']
  const companies = tickers.map((ticker, index) => {
    const net_income = (catalog().require(ticker).marketCapUsd ?? 0) / (10 + 5 * index)
    const before = { revenue: 1e9, book_value: 2 * net_income }
    return [
      ticker,
      { years: { 2024: before, 2025: { revenue: 2e9, book_value: 3 * net_income, net_income } } },
    ] as const
  })
  await storeCompanies(Object.fromEntries(companies))
}

/** Waits until figures follow the prices and dividends of the market. */
export async function figuresFollowMarket(): Promise<void> {
  const today = dayOfMs(systemClock.now())
  await vi.waitFor(async () => {
    const table = await companyFigures()
    for (const listing of table.listings) {
      const quoted = market().dividends(listing.id, today)?.yield ?? null
      const isFollowed = table.figure(listing.id, MCAP) === computeMarketCap(listing).usd
      if (!isFollowed || (quoted !== null && table.figure(listing.id, YIELD) !== quoted))
        throw new Error(`The figures of ${listing.ticker} do not follow the market yet.`)
    }
  }, SOON)
}

function fiscalYear(year: number, figures: Year, currency: string): ReportedPeriod {
  const values = noFigures()
  for (const [key, value] of Object.entries(figures)) values[conceptOf(key).position] = value
  return {
    periodType: 'A',
    endDay: dayOfIso(`${year}-12-31`) ?? 0,
    fiscalYear: year,
    fiscalPeriod: 'FY',
    currency,
    filingDay: dayOfIso(`${year + 1}-02-15`),
    values,
  }
}
