import type { CorporateAction } from '../../src/price/adjust.math.ts'
import type { DayBar } from '../../src/price/bars.math.ts'
import { type DemoMarketOptions, Factors } from './factors.ts'
import { demoPrices } from './prices.ts'
import { demoPair, demoRate, demoYield } from './rates.ts'

/** A listing as the demo market needs it. */
export interface DemoListing {
  readonly id: number
  readonly ticker: string
  readonly symbol: string
  readonly type: string
  readonly country: string | null
  readonly currency: string
  readonly gicsCode: string | null
  readonly marketCapUsd: number | null
}

/** The made-up history of one listing. */
export interface DemoSeries {
  readonly bars: readonly DayBar[]
  readonly actions: readonly CorporateAction[]
}

/** Makes the market: one set of factors for all, then each listing by itself. */
export function demoMarket(options: DemoMarketOptions): (listing: DemoListing) => DemoSeries {
  const factors = new Factors(options)
  return (listing) => {
    if (listing.type === 'bond') return { bars: demoYield(factors, listing), actions: [] }
    if (listing.type === 'money_market') return { bars: demoRate(factors, listing), actions: [] }
    if (listing.type === 'forex') return { bars: demoPair(factors, listing), actions: [] }
    return demoPrices(factors, listing)
  }
}
