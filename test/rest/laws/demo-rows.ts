import { keyDigest } from '../../../src/account/key/api-key.ts'
import { ownedBy } from '../../../src/account/owner/owned-by.ts'
import { catalog } from '../../../src/catalog/catalog.ts'
import { pool } from '../../../src/core/database/db.ts'
import { ingest, type TestApp } from '../../setup/app.ts'
import { figuresFollowMarket, storeRankedCompanies } from '../../setup/companies.ts'
import { corpus } from '../../setup/corpus.ts'
import { linkTradestatsKey } from '../../setup/linked-key.ts'
import { storeMacroExamples } from '../../setup/macro.ts'
import { storeCloses, storeListingActions } from '../../setup/market.ts'
import { storeFigures } from '../../setup/options.ts'
import { storePositions } from '../../setup/positions.ts'
import type { Fresh } from '../../setup/route-call.ts'
import { storeStory } from '../../setup/story-rows.ts'
import type { NamingParameter } from './access.ts'

/** Rows that the examples of the served routes find; a new domain adds a function of its own. */
const ROWS: Readonly<Record<string, () => Promise<void>>> = {
  async news() {
    await ingest(corpus())
    // Of the semiconductors' own business, so that a scope by megatrend has stories too.
    const impacts = [
      { ticker: 'NVDA.US', direction: 'pos' as const },
      { ticker: 'AMD.US', direction: 'neg' as const, relevance: 0.3, path: ['NVDA.US', 'AMD.US'] },
    ]
    await storeStory([{ published: '2026-11-19T09:00:00Z', impacts, trends: [10_010_100] }])
  },
  statements: storeRankedCompanies,
  macro: storeMacroExamples,
  async bars() {
    await storeCloses('AAPL.US', '2026-11-19', [100, 101, 102, 103, 104, 105, 106, 107])
    await storeCloses('7203.JP', '2026-11-19', [2_000, 2_010])
  },
  async dividends() {
    for (const [ticker, amount] of Object.entries({ 'AAPL.US': 1, 'KO.US': 2, 'PEP.US': 3, 'JNJ.US': 4, 'PG.US': 5 })) {
      if (ticker !== 'AAPL.US') await storeCloses(ticker, '2026-11-19', [50, 50])
      const years = ['2024-05-02', '2025-05-02', '2026-05-04'] as const
      await storeListingActions(
        ticker,
        years.map((day) => [day, 'dividend', amount] as const),
      )
    }
  },
  positioning: storePositions,
  async options() {
    const days = Array.from({ length: 40 }, (_, day) => ({ iv30: 0.3 + day / 500, skew30: 0.05 + day / 1_000 }))
    await storeFigures('AAPL.US', '2026-11-19', days)
  },
}

/** Stores what every example needs, once for a file. */
export async function storeDemoRows(): Promise<void> {
  for (const store of Object.values(ROWS)) await store()
  await figuresFollowMarket()
}

/** Objects that an example changes or deletes, made anew for each call, by name of the route. */
export const FRESH: Readonly<Record<string, Fresh>> = {
  'GET /v1/portfolios': oncePerKey(async (app, key) => {
    const each = newPortfolioWithTrades(() => ({}))
    for (let made = 0; made < 4; made++) await each(app, key)
    return {}
  }),
  'GET /v1/portfolios/{id}': newPortfolioWithTrades(({ id }) => ({ id })),
  'PATCH /v1/portfolios/{id}': oncePerKey(newPortfolioWithTrades(({ id }) => ({ id }))),
  'DELETE /v1/portfolios/{id}': newPortfolioWithTrades(({ id }) => ({ id })),
  'GET /v1/portfolios/{id}/outstanding': newPortfolioWithTrades(({ id }) => ({ id })),
  'GET /v1/portfolios/{id}/nav': newPortfolioWithTrades(({ id }) => ({ id })),
  'GET /v1/portfolios/{id}/context': newPortfolioWithTrades(({ id }) => ({ id })),
  'GET /v1/portfolios/{id}/trades': newPortfolioWithTrades(({ id }) => ({ id })),
  'POST /v1/portfolios/{id}/trades': oncePerKey(newPortfolioWithTrades(({ id }) => ({ id }))),
  'PATCH /v1/portfolios/{id}/trades/{trade_id}': oncePerKey(
    newPortfolioWithTrades(({ id, tradeId }) => ({ id, trade_id: tradeId })),
  ),
  'DELETE /v1/portfolios/{id}/trades/{trade_id}': newPortfolioWithTrades(({ id, tradeId }) => ({
    id,
    trade_id: tradeId,
  })),
  'GET /v1/ext/tradestats/search': withDemoFlows,
  'GET /v1/ext/tradestats/top-partners': withDemoFlows,
  'GET /v1/ext/tradestats/balance': withDemoFlows,
  'GET /v1/ext/tradestats/top-traders': withDemoFlows,
  // Its example deletes nothing: there are no trades after its day.
  'DELETE /v1/portfolios/{id}/positions/{listing_id}': oncePerKey(
    newPortfolioWithTrades(({ id, listingId }) => ({ id, listing_id: listingId })),
  ),
}

/** Links made-up flows for the caller. */
async function withDemoFlows(app: TestApp, key: string | undefined) {
  const accountId = await accountOf(app, key)
  await linkTradestatsKey(ownedBy(accountId), accountId, 'demo')
  return {}
}

interface MadeTrade {
  readonly id: number
  readonly tradeId: number
  readonly listingId: number
}

/** A portfolio of the caller's with four positions, straight in the tables: the limits of plans do not stop the test's own preparations. */
function newPortfolioWithTrades(values: (made: MadeTrade) => Readonly<Record<string, unknown>>): Fresh {
  return async (app, key) => {
    const accountId = await accountOf(app, key)
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO portfolio (account_id, name, base_currency, mode) VALUES ($1, 'Fresh', 'USD', 'standard') RETURNING id`,
      [accountId],
    )
    const id = rows[0]?.id ?? 0
    const listingId = catalog().require('AAPL.US').id
    const trade = await pool.query<{ id: number }>(
      `INSERT INTO trade (account_id, portfolio_id, listing_id, date, quantity, price, direction)
       SELECT $1, $2, $3, date, 5, 102, 'buy' FROM unnest('{2026-11-10, 2026-11-12, 2026-11-13}'::date[]) AS days(date) RETURNING id`,
      [accountId, id, listingId],
    )
    const others = ['MSFT.US', 'KO.US', 'NVDA.US'].map((ticker) => catalog().require(ticker).id)
    await pool.query(
      `INSERT INTO trade (account_id, portfolio_id, listing_id, date, quantity, price, direction)
       SELECT $1, $2, listing_id, '2026-11-12', 1, 50, 'buy' FROM unnest($3::int[]) AS others(listing_id)`,
      [accountId, id, others],
    )
    return values({ id, tradeId: trade.rows[0]?.id ?? 0, listingId })
  }
}

/** The same for every call of a key: a repeat of a call names the same object. */
function oncePerKey(fresh: Fresh): Fresh {
  const byApp = new WeakMap<TestApp, Map<string, ReturnType<Fresh>>>()
  return (app, key) => {
    const made = byApp.get(app) ?? new Map<string, ReturnType<Fresh>>()
    byApp.set(app, made)
    const known = made.get(key ?? '') ?? fresh(app, key)
    made.set(key ?? '', known)
    return known
  }
}

async function accountOf(app: TestApp, key: string | undefined): Promise<number> {
  const used = key ?? app.unlimitedKey()
  const { rows } = await pool.query<{ id: number }>('SELECT account_id AS id FROM api_key WHERE digest = $1', [
    keyDigest(used),
  ])
  return rows[0]?.id ?? 0
}

/** Parameters that name an object, by name. */
export const NAMING: Readonly<Record<string, NamingParameter>> = {
  megatrend: {
    unknown: 99_999_999,
    error: 'not_found',
    near: { given: 'artificial-inteligence', meant: 'artificial-intelligence' },
  },
  asset: { unknown: 'NOSUCHTHING', error: 'unknown_ticker', near: { given: 'GOLDD.COMM', meant: 'GOLD.COMM' } },
  ids: { unknown: 'NOSUCHTHING', error: 'unknown_ticker', near: { given: ['AAPL', '005930.KS'], meant: '005930.KO' } },
  ticker: {
    unknown: 'NOSUCHTHING',
    error: 'unknown_ticker',
    near: { given: ['AAPL', '005930.KS'], meant: '005930.KO' },
  },
}

/** Routes that list unknown objects in a 200, by name, with the reason. */
export const ANSWERS_UNKNOWN: Readonly<Record<string, string>> = {
  'GET /v1/financials': 'A company that is not known has ok: false beside those that are.',
}
