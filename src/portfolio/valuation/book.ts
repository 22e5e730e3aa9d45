import { LRUCache } from 'lru-cache'
import type { Owner } from '../../account/owner/owned-by.ts'
import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import { market } from '../../market/market.ts'
import { computeLedger, type ListingLedger } from '../ledger/ledger.ts'
import type { Portfolio } from '../portfolio.store.ts'
import { readTrades, type Trade } from '../trade/trade.store.ts'
import { type ExchangeRates, readExchangeRates } from './exchange-rate.ts'
import { type Outstanding, valueOutstanding } from './outstanding.ts'

/** What a portfolio has of one listing, by its trades. */
export interface ListingBook {
  readonly listing: Listing
  readonly quoted: string
  readonly ledger: ListingLedger
}

/** Everything that is computed from the trades of a portfolio and the market data of one moment. */
export interface Book {
  readonly portfolio: Portfolio
  readonly trades: readonly Trade[]
  readonly listings: readonly ListingBook[]
  readonly rates: ExchangeRates
  /** Days since 1970-01-01. */
  readonly today: number
  readonly outstanding: Outstanding
}

interface Remembered {
  readonly version: number
  readonly market: object
  readonly marketVersion: number
  readonly book: Book
}

/** Trades of the books that are remembered, in all. */
const TRADES_REMEMBERED = 200_000

const remembered = new LRUCache<number, Remembered>({
  maxSize: TRADES_REMEMBERED,
  sizeCalculation: ({ book }) => 1 + book.trades.length,
})

/**
 * Books of portfolios, in their order. One that was computed before is taken again until a trade or setting of the portfolio, any market
 * data or the day has changed; trades of the others are read in one statement.
 */
export async function readBooks(
  owner: Owner,
  portfolios: readonly Portfolio[],
  today: number,
  pause: () => Promise<unknown> | null,
): Promise<Book[]> {
  const marketVersion = market().version
  const known = portfolios.map((portfolio) => recall(portfolio, marketVersion, today))
  const missing = portfolios.filter((_, index) => !known[index])
  const trades = await readTrades(owner, missing)
  const byPortfolio = Map.groupBy(trades, ({ portfolioId }) => portfolioId)
  const made = new Map<number, Book>()
  for (const portfolio of missing) {
    const book = await computeBook(portfolio, byPortfolio.get(portfolio.id) ?? [], today, pause)
    made.set(portfolio.id, book)
    // A trade that was added between reading the portfolio and its trades is read again with the next version.
    if (marketVersion === market().version)
      remembered.set(portfolio.id, { version: portfolio.version, market: market(), marketVersion, book })
  }
  return portfolios.flatMap((portfolio, index) => known[index] ?? made.get(portfolio.id) ?? [])
}

function recall(portfolio: Portfolio, marketVersion: number, today: number): Book | undefined {
  const found = remembered.get(portfolio.id)
  if (found?.version !== portfolio.version) return undefined
  if (found.market !== market() || found.marketVersion !== marketVersion) return undefined
  return found.book.today === today ? found.book : undefined
}

async function computeBook(
  portfolio: Portfolio,
  trades: readonly Trade[],
  today: number,
  pause: () => Promise<unknown> | null,
): Promise<Book> {
  const traded = [...Map.groupBy(trades, ({ listingId }) => listingId)].flatMap(([listingId, own]) => {
    const listing = catalog().listing(listingId)
    return listing ? [{ listing, quoted: market().currencyOf(listing), own }] : []
  })
  const currencies = traded.map(({ quoted }) => quoted)
  const rates = await readExchangeRates(currencies, portfolio.baseCurrency)
  const listings: ListingBook[] = []
  for (const { listing, quoted, own } of traded) {
    await pause()
    const ledger = computeLedger(own, {
      actions: market().actions(listing.id),
      rateOn: (day) => rates.rate(quoted, day),
      until: today,
    })
    listings.push({ listing, quoted, ledger })
  }
  const outstanding = await valueOutstanding(listings, rates, today)
  return { portfolio, trades, listings, rates, today, outstanding }
}
