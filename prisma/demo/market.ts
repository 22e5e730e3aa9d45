import type { CorporateAction } from '../../src/market/bars/adjust.pure.ts'
import type { DayBar } from '../../src/market/bars/bars.pure.ts'
import { findContract } from './contracts.ts'
import { type DemoMarketOptions, Factors } from './factors.ts'
import { generatePrices } from './prices.ts'
import { generateExchangeRate, generateShortRate, generateYield } from './rates.ts'
import { generateSecondLine } from './second-line.ts'

/** The fields of a listing that the demo market uses. */
export interface DemoListing {
  readonly id: number
  readonly ticker: string
  readonly symbol: string
  readonly type: string
  readonly country: string | null
  readonly currency: string
  readonly gicsCode: string | null
  readonly marketCapUsd: number | null
  /** The whole company in units of this listing; unknown for made-up listings of tests. */
  readonly sharesOutstanding?: number | null
  /** The listing of the same company that leads this one's price; absent for one that leads. */
  readonly leader?: DemoListing | null
}

/** Generated history of one listing. */
export interface DemoSeries {
  readonly bars: readonly DayBar[]
  readonly actions: readonly CorporateAction[]
}

/** Creates the generator of the demo market: common factors, and a series for each listing on demand. */
export function createDemoMarket(options: DemoMarketOptions): (listing: DemoListing) => DemoSeries {
  const factors = new Factors(options)
  const follow = (listing: DemoListing, leader: DemoListing, ratio: number) =>
    generateSecondLine(factors, listing, { listing: leader, series: generatePrices(factors, leader) }, ratio)
  return (listing) => {
    if (listing.type === 'bond') return { bars: generateYield(factors, listing), actions: [] }
    if (listing.type === 'money_market') return { bars: generateShortRate(factors, listing), actions: [] }
    if (listing.type === 'forex') return { bars: generateExchangeRate(factors, listing), actions: [] }
    const { leader } = listing
    if (leader) {
      const ratio = (leader.sharesOutstanding ?? 1) / (listing.sharesOutstanding ?? leader.sharesOutstanding ?? 1)
      return follow(listing, leader, ratio)
    }
    const contract = listing.type === 'commodity' ? findContract(listing.symbol) : undefined
    if (!contract) return generatePrices(factors, listing)
    const symbol = contract.follows
    const good = {
      ...listing,
      ticker: listing.ticker.replace(listing.symbol, symbol),
      symbol,
      country: null,
      currency: 'USD',
    }
    return follow(listing, good, contract.units)
  }
}
