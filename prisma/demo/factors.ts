import { isClosed } from './closed-day.ts'
import { levelOf } from './levels.ts'
import { Clustering, Normal, seedOf, wandering } from './walk.ts'

/** How much market is made; the same options give the same market. */
export interface DemoMarketOptions {
  readonly seed: number
  readonly years: number
  /** Last day with bars, days since 1970-01-01. */
  readonly lastDay: number
}

/** What moves everything: the market, sectors, currencies and rates, day by day. */
export class Factors {
  readonly first: number
  readonly days: number
  readonly lastDay: number
  readonly #seed: number
  readonly #paths = new Map<string, Float64Array>()

  constructor({ seed, years, lastDay }: DemoMarketOptions) {
    this.#seed = seed
    this.lastDay = lastDay
    this.days = Math.round(years * 365.25)
    this.first = lastDay - this.days + 1
  }

  /** Draws of one name, the same for the same seed. */
  normal(name: string): Normal {
    return new Normal(seedOf(this.#seed, name))
  }

  /** A path of one name, a value a day, made at first use. */
  path(name: string, make: (normal: Normal) => Float64Array): Float64Array {
    const known = this.#paths.get(name)
    if (known) return known
    const path = make(this.normal(name))
    this.#paths.set(name, path)
    return path
  }

  /** Daily returns of a factor. */
  returns(name: string, volatility: number, drift: number): Float64Array {
    return this.path(name, (normal) => {
      const clustering = new Clustering(normal, volatility)
      return Float64Array.from({ length: this.days }, () => drift + clustering.next())
    })
  }

  /** Days a listing trades on, counted from the first: all for coins, else weekdays without the great holidays. */
  *tradingDays(everyDay: boolean): Generator<number> {
    for (let index = 0; index < this.days; index++) {
      if (everyDay || !isClosed(this.first + index)) yield index
    }
  }

  /** Dollars for a unit of a currency; those tied to the dollar hardly move. */
  usdValue(currency: string): Float64Array {
    return this.path(`money ${currency}`, (normal) => {
      if (currency === 'USD') return new Float64Array(this.days).fill(1)
      const tied = ['HKD', 'SAR', 'AED'].includes(currency)
      const level = levelOf('usd_value', currency, 1)
      const home = currency === 'CNH' ? 'CNY' : currency
      if (home !== currency) return this.usdValue(home).map((value) => value * (1 + 0.0005 * normal.next()))
      return wandering(normal, this.days, tied ? 0.0002 : 0.0045, tied ? 0.05 : 0.004).map(
        (log) => level * Math.exp(log),
      )
    })
  }

  /** The dollar index by its own formula (ICE U.S. Dollar Index, contract specification). */
  dollarIndex(): Float64Array {
    return this.path('dollar index', () => {
      const parts = [
        ['EUR', 0.576],
        ['JPY', 0.136],
        ['GBP', 0.119],
        ['CAD', 0.091],
        ['SEK', 0.042],
        ['CHF', 0.036],
      ] as const
      const values = parts.map(([currency, weight]) => ({ path: this.usdValue(currency), weight }))
      return Float64Array.from({ length: this.days }, (_, index) =>
        values.reduce((product, { path, weight }) => product * (path[index] ?? 1) ** -weight, 50.14348112),
      )
    })
  }
}
