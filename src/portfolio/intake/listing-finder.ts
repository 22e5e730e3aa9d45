import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import type { Catalog } from '../../catalog/catalog-snapshot.ts'
import { createTickerIndex } from '../../catalog/identity/ticker.pure.ts'
import { market } from '../../market/market.ts'
import { splitCurrency } from '../../market/quote/quote-currency.pure.ts'
import { type FileTrade, RowProblem } from './file-trade.ts'

/** Finds the listing a trade of a file is of; throws a `RowProblem` when there is none, or none in its currency. */
export type ListingFinder = (trade: Pick<FileTrade, 'isin' | 'symbol' | 'exchange' | 'currency'>) => Listing

const finders = new WeakMap<Catalog, ListingFinder>()

/** The finder over the present catalogue: by ISIN first, then by symbol in whatever vendor's notation. */
export function listingFinder(): ListingFinder {
  const present = catalog()
  const known = finders.get(present)
  if (known) return known
  const fresh = createFinder(present)
  finders.set(present, fresh)
  return fresh
}

function createFinder(from: Catalog): ListingFinder {
  const tickers = createTickerIndex(from.rows.listings, from.rows.exchanges)
  const byIsin = Map.groupBy(from.rows.listings, ({ isin }) => isin ?? '')
  const bySymbol = (symbol: string): Listing[] => {
    const id = tickers.find(symbol) ?? tickers.translate(symbol)
    return id === null ? [] : [from.listing(id) ?? []].flat()
  }
  return ({ isin, symbol, exchange, currency }) => {
    const spelled = symbol?.trim().replaceAll(/\s+/g, '-') ?? ''
    const named = [
      ...(exchange && spelled ? bySymbol(`${spelled}.${exchange}`) : []),
      ...(spelled ? bySymbol(spelled) : []),
    ]
    const candidates = [...(isin ? (byIsin.get(isin) ?? []) : []), ...named]
    const shown = (isin && symbol ? `${symbol} (${isin})` : (isin ?? symbol ?? '')).slice(0, 40)
    if (shown === '') throw new RowProblem('there is neither a ticker nor an ISIN')
    const [first] = candidates
    if (!first) throw new RowProblem(`there is no listing "${shown}"; ingest it with listings first`)
    // One company's shares are listed in several currencies: the file says which were traded.
    const fitting = candidates.filter((listing) => isQuotedIn(listing, currency))
    const ticker = fitting.find((listing) => named.includes(listing)) ?? fitting[0]
    if (ticker) return ticker
    throw new RowProblem(`it is in ${currency}, but ${first.ticker} is quoted in ${market().currencyOf(first)}`)
  }
}

function isQuotedIn(listing: Listing, currency: string | null): boolean {
  return currency === null || splitCurrency(currency).currency === splitCurrency(market().currencyOf(listing)).currency
}
