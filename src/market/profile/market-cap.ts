import type { Listing } from '../../catalog/catalog.store.ts'
import type { Context } from '../../core/graphql/context.ts'
import { market } from '../market.ts'
import { splitCurrency } from '../quote/quote-currency.pure.ts'
import { findUsdRate } from '../quote/usd-rate.ts'

/** Market value of a listing's company. */
export interface MarketCap {
  readonly usd: number | null
  /** In the currency of its quotes, pounds for GBX; null when no exchange rate is known. */
  readonly local: number | null
  /** `demo` when a price or rate of the demo market is in `usd`, or in `local`; null otherwise. */
  readonly usdMark: 'demo' | null
  readonly localMark: 'demo' | null
}

/** Market values of one version of the market data: sorting thousands of rows asks for the same ones again and again. */
let known: { readonly of: object | null; readonly version: number; readonly caps: WeakMap<Listing, MarketCap> } = {
  of: null,
  version: -1,
  caps: new WeakMap(),
}

/**
 * Market value at the latest close: shares times price, at the latest exchange rate. Where shares, price or rate are unknown it is the
 * stored figure, which has two significant digits.
 */
export function computeMarketCap(listing: Listing): MarketCap {
  const now = market()
  if (known.of !== now || known.version !== now.version) known = { of: now, version: now.version, caps: new WeakMap() }
  const before = known.caps.get(listing)
  if (before) return before
  const cap = compute(listing)
  known.caps.set(listing, cap)
  return cap
}

function compute(listing: Listing): MarketCap {
  const { sharesOutstanding, marketCapUsd } = listing
  const { currency, units } = splitCurrency(market().currencyOf(listing))
  const rate = findUsdRate(currency)
  const close = market().quote(listing.id)?.close
  if (sharesOutstanding !== null && close !== undefined && close > 0) {
    const local = (sharesOutstanding * close) / units
    const localMark = market().markOf(listing)
    const inLocal = { local: roundCap(local), localMark }
    if (!rate) return { usd: marketCapUsd, usdMark: null, ...inLocal }
    return { usd: roundCap(local * rate.usd), usdMark: localMark ?? rate.mark, ...inLocal }
  }
  const local = marketCapUsd !== null && rate ? Number((marketCapUsd / rate.usd).toPrecision(2)) : null
  return { usd: marketCapUsd, local, usdMark: null, localMark: local === null ? null : (rate?.mark ?? null) }
}

/** Market value in US dollars as an answer shows it; marks the answer when the demo market is in it. */
export function showMarketCapUsd(listing: Listing, { dataSets }: Pick<Context, 'dataSets'>): number | null {
  const { usd, usdMark } = computeMarketCap(listing)
  if (usdMark) dataSets.add(usdMark)
  return usd
}

/** Market value in US dollars to rank by, the one that rows show; 0 when unknown. */
export function marketCapOf(listing: Listing): number {
  return computeMarketCap(listing).usd ?? 0
}

/** Shares are not known to more digits. */
function roundCap(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(6)) : null
}
