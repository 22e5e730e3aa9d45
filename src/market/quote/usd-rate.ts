import { catalog } from '../../catalog/catalog.ts'
import { market } from '../market.ts'

/** US dollars for one unit of a currency, at the latest close of its pair. */
export interface UsdRate {
  readonly usd: number
  /** `demo` when the rate is one of the demo market; null otherwise. */
  readonly mark: 'demo' | null
}

/** Finds the value of a currency in US dollars by its pair, whichever way it is quoted; null without bars of it. */
export function findUsdRate(currency: string): UsdRate | null {
  if (currency === 'USD') return { usd: 1, mark: null }
  return readPair(`${currency}USD.FX`, (close) => close) ?? readPair(`USD${currency}.FX`, (close) => 1 / close)
}

function readPair(ticker: string, usdOf: (close: number) => number): UsdRate | null {
  const pair = catalog().listingByTicker(ticker)
  const quote = pair && market().quote(pair.id)
  const usd = quote && quote.close > 0 ? usdOf(quote.close) : Number.NaN
  return pair && Number.isFinite(usd) ? { usd, mark: market().markOf(pair) } : null
}
