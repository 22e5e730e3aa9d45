import { findLevel } from './levels.ts'
import { deriveSeed, generateMeanReversion, Normal, VolatilityClustering } from './random-process.ts'
import { isMarketClosed } from './trading-calendar.ts'

/** Options of the demo market; the same options give the same market. */
export interface DemoMarketOptions {
  readonly seed: number
  readonly years: number
  /** Last day with bars, days since 1970-01-01. */
  readonly lastDay: number
}

/** Common risk factors of the demo market (market, sectors, currencies, rates), with one value per day. */
export class Factors {
  readonly first: number
  readonly days: number
  readonly lastDay: number
  readonly #seed: number
  readonly #paths = new Map<string, Float64Array>()
  readonly #tradingDays = new Map<string, readonly number[]>()

  constructor({ seed, years, lastDay }: DemoMarketOptions) {
    this.#seed = seed
    this.lastDay = lastDay
    this.days = Math.round(years * 365.25)
    this.first = lastDay - this.days + 1
  }

  /** Normal random numbers of a named series, deterministic by seed and name. */
  normal(name: string): Normal {
    return new Normal(deriveSeed(this.#seed, name))
  }

  /** A named series with one value per day, generated on first use. */
  path(name: string, generate: (normal: Normal) => Float64Array): Float64Array {
    const known = this.#paths.get(name)
    if (known) return known
    const path = generate(this.normal(name))
    this.#paths.set(name, path)
    return path
  }

  /** Daily log returns of a factor. */
  returns(name: string, volatility: number, drift: number): Float64Array {
    return this.path(name, (normal) => {
      const clustering = new VolatilityClustering(normal, volatility)
      return Float64Array.from({ length: this.days }, () => drift + clustering.next())
    })
  }

  /** Indexes of the trading days of a calendar. */
  tradingDays(calendar: string): readonly number[] {
    let days = this.#tradingDays.get(calendar)
    if (!days) {
      days = Array.from({ length: this.days }, (_, index) => index).filter(
        (index) => !isMarketClosed(calendar, this.first + index),
      )
      this.#tradingDays.set(calendar, days)
    }
    return days
  }

  /** Value of a currency unit in US dollars, per day; pegged currencies hardly move. */
  usdValue(currency: string): Float64Array {
    return this.path(`money ${currency}`, (normal) => {
      if (currency === 'USD') return new Float64Array(this.days).fill(1)
      const pegged = ['HKD', 'SAR', 'AED', 'QAR', 'KWD'].includes(currency)
      const level = findLevel('usd_value', currency, 1)
      const home = currency === 'CNH' ? 'CNY' : currency
      if (home !== currency) return this.usdValue(home).map((value) => value * (1 + 0.0005 * normal.next()))
      return generateMeanReversion(normal, this.days, pegged ? 0.0002 : 0.0045, pegged ? 0.05 : 0.004).map(
        (log) => level * Math.exp(log),
      )
    })
  }

  /** US Dollar Index (ICE U.S. Dollar Index, contract specification). */
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
