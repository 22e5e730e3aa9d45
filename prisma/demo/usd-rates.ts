import { type DemoMarketOptions, Factors } from './factors.ts'
import { findLevel } from './levels.ts'

/**
 * US dollars for one unit of a currency on a day, as the demo market's exchange rates have it; null for a currency it has no rate of.
 * The first rate holds for all days before the market begins: statements go back further than prices.
 */
export function createDemoUsdRates(options: DemoMarketOptions): (currency: string, day: number) => number | null {
  const factors = new Factors(options)
  return (currency, day) => {
    if (currency !== 'USD' && findLevel('usd_value', currency, 0) === 0) return null
    const rates = factors.usdValue(currency)
    return rates[Math.max(0, Math.min(rates.length - 1, day - factors.first))] ?? null
  }
}
