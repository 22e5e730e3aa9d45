import { splitCurrency } from '../../src/market/quote/quote-currency.pure.ts'
import type { Factors } from './factors.ts'
import { findLevel } from './levels.ts'
import type { DemoListing } from './market.ts'

/**
 * The price that a series ends at: market value per share in the listing's currency, at the demo's own exchange rate; a known price of a
 * coin, contract or fund; a usual price otherwise, times `variation`.
 */
export function chooseFinalPrice(factors: Factors, listing: DemoListing, variation: number): number {
  const { type, currency, marketCapUsd, sharesOutstanding } = listing
  const isStock = type === 'stock'
  if (isStock && marketCapUsd && sharesOutstanding) {
    const { units } = splitCurrency(currency)
    return (marketCapUsd / sharesOutstanding / usdOf(factors, currency, factors.days - 1)) * units
  }
  const usual = isStock || type === 'etf' ? findLevel('stock', currency, 60) : 100
  return findLevel('price', isStock ? listing.ticker : listing.symbol, usual * variation)
}

/** US dollars per whole unit of the currency that prices are quoted in, pounds for pence, on a day by its index. */
export function usdOf(factors: Factors, currency: string, index: number): number {
  return factors.usdValue(splitCurrency(currency).currency)[Math.max(0, index)] ?? 1
}
