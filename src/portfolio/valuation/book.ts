import { LRUCache } from 'lru-cache'
import type { Owner } from '../../account/owner/owned-by.ts'
import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import { market } from '../../market/market.ts'
import { computeLedger, type ListingLedger } from '../ledger/ledger.ts'
import type { Portfolio } from '../portfolio.store.ts'
import { type ListingTrades, parseTrades, readTradesByListing } from '../trade/trade.store.ts'
import { type ExchangeRates, readExchangeRates } from './exchange-rate.ts'
import { type Outstanding, valueOutstanding } from './outstanding.ts'

/** What a portfolio has of one listing, by its trades. */
export interface ListingBook {
  readonly listing: Listing
  readonly quoted: string
  readonly ledger: ListingLedger
  /** The trades it was computed from. */
  readonly trades: ListingTrades
}

/** Everything that is computed from the trades of a portfolio and the market data of one moment. */
export interface Book {
  readonly portfolio: Portfolio
  readonly tradeCount: number
  readonly listings: readonly ListingBook[]
  readonly rates: ExchangeRates
  /** Days since 1970-01-01. */
  readonly today: number
  readonly outstanding: Outstanding
}

interface Remembered {
  readonly market: object
  readonly marketVersion: number
  readonly book: Book
}

/** Trades of the books that are remembered, in all. */
const TRADES_REMEMBERED = 200_000

const remembered = new LRUCache<number, Remembered>({
  maxSize: TRADES_REMEMBERED,
  sizeCalculation: ({ book }) => 1 + book.tradeCount,
})

/**
 * Books of portfolios, in their order. One that was computed before is taken again until a trade or setting of the portfolio, any market
 * data or the day has changed; trades of the others are read in one statement, and listings whose trades are the same keep their ledgers.
 */
export async function readBooks(
  owner: Owner,
  portfolios: readonly Portfolio[],
  today: number,
  pause: () => Promise<unknown> | null,
): Promise<Book[]> {
  const marketVersion = market().version
  const before = new Map(portfolios.map((portfolio) => [portfolio.id, recall(portfolio, marketVersion, today)]))
  const books = new Map<number, Book>()
  for (const { id, version } of portfolios) {
    const book = before.get(id)
    if (book?.portfolio.version === version) books.set(id, book)
  }
  const missing = portfolios.filter(({ id }) => !books.has(id))
  const trades = Map.groupBy(await readTradesByListing(owner, missing), ({ portfolioId }) => portfolioId)
  for (const portfolio of missing) {
    const own = trades.get(portfolio.id) ?? []
    const book = await computeBook(portfolio, own, { today, pause, before: before.get(portfolio.id) })
    books.set(portfolio.id, book)
    // A trade that was added between reading the portfolio and its trades is read again with the next version.
    if (marketVersion === market().version) remembered.set(portfolio.id, { market: market(), marketVersion, book })
  }
  return portfolios.flatMap(({ id }) => books.get(id) ?? [])
}

/** The last book of a portfolio, of whichever version, while its prices, rates and the day are those of now. */
function recall({ id, baseCurrency }: Portfolio, marketVersion: number, today: number): Book | undefined {
  const found = remembered.get(id)
  if (found?.market !== market() || found.marketVersion !== marketVersion) return undefined
  return found.book.today === today && found.book.portfolio.baseCurrency === baseCurrency ? found.book : undefined
}

async function computeBook(
  portfolio: Portfolio,
  trades: readonly ListingTrades[],
  { today, pause, before }: { today: number; pause: () => Promise<unknown> | null; before: Book | undefined },
): Promise<Book> {
  const traded = trades.flatMap((own) => {
    const listing = catalog().listing(own.listingId)
    return listing ? [{ listing, quoted: market().currencyOf(listing), own }] : []
  })
  const currencies = traded.map(({ quoted }) => quoted)
  const rates = await readExchangeRates(currencies, portfolio.baseCurrency)
  const known = new Map(before?.listings.map((one) => [one.listing.id, one]))
  const listings: ListingBook[] = []
  for (const { listing, quoted, own } of traded) {
    const same = known.get(listing.id)
    if (same && same.listing === listing && same.quoted === quoted && same.trades.text === own.text) {
      listings.push(same)
      continue
    }
    await pause()
    const ledger = computeLedger(parseTrades(own.text), {
      actions: market().actions(listing.id),
      rateOn: (day) => rates.rate(quoted, day),
      until: today,
    })
    listings.push({ listing, quoted, ledger, trades: own })
  }
  const outstanding = await valueOutstanding(listings, rates, today)
  const tradeCount = trades.reduce((sum, { count }) => sum + count, 0)
  return { portfolio, tradeCount, listings, rates, today, outstanding }
}
