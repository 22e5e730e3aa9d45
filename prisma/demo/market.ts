import type { CorporateAction } from '../../src/price/adjust.math.ts'
import type { DayBar } from '../../src/price/bars.math.ts'
import { weekdayOf } from '../../src/price/day.math.ts'
import { demoActions } from './actions.ts'
import { levelOf } from './levels.ts'
import { Clustering, Normal, seedOf, wandering } from './walk.ts'

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

/** How much market is made; the same options give the same market. */
export interface DemoMarketOptions {
  readonly seed: number
  readonly years: number
  /** Last day with bars, days since 1970-01-01. */
  readonly lastDay: number
}

/** The made-up history of one listing. */
export interface DemoSeries {
  readonly bars: readonly DayBar[]
  readonly actions: readonly CorporateAction[]
}

const MARKET_VOLATILITY = 0.009
const SECTOR_VOLATILITY = 0.006
/** Meetings of central banks: rates move on these days only. */
const MEETING_DAYS = 45

/** Makes the market: one set of factors for all, then each listing by itself. */
export function demoMarket(options: DemoMarketOptions): (listing: DemoListing) => DemoSeries {
  const factors = new Factors(options)
  return (listing) => {
    if (listing.type === 'bond') return { bars: factors.yields(listing), actions: [] }
    if (listing.type === 'money_market') return { bars: factors.policyRates(listing), actions: [] }
    if (listing.type === 'forex') return { bars: factors.pairs(listing), actions: [] }
    return factors.prices(listing)
  }
}

/** What moves everything: the market, sectors, currencies and rates, day by day. */
class Factors {
  readonly #options: DemoMarketOptions
  readonly #first: number
  readonly #days: number
  readonly #paths = new Map<string, Float64Array>()

  constructor(options: DemoMarketOptions) {
    this.#options = options
    this.#days = Math.round(options.years * 365.25)
    this.#first = options.lastDay - this.#days + 1
  }

  #normal(name: string): Normal {
    return new Normal(seedOf(this.#options.seed, name))
  }

  #path(name: string, make: (normal: Normal) => Float64Array): Float64Array {
    const known = this.#paths.get(name)
    if (known) return known
    const path = make(this.#normal(name))
    this.#paths.set(name, path)
    return path
  }

  /** Daily returns of a factor. */
  #returns(name: string, volatility: number, drift: number): Float64Array {
    return this.#path(name, (normal) => {
      const clustering = new Clustering(normal, volatility)
      return Float64Array.from({ length: this.#days }, () => drift + clustering.next())
    })
  }

  /** Days a listing trades on: all for coins, else weekdays without the great holidays. */
  *#tradingDays(everyDay: boolean): Generator<number> {
    for (let index = 0; index < this.#days; index++) {
      const day = this.#first + index
      if (everyDay || !isClosed(day)) yield index
    }
  }

  /** Dollars for a unit of a currency; those tied to the dollar hardly move. */
  #usdValue(currency: string): Float64Array {
    return this.#path(`money ${currency}`, (normal) => {
      if (currency === 'USD') return new Float64Array(this.#days).fill(1)
      const tied = ['HKD', 'SAR', 'AED'].includes(currency)
      const level = levelOf('usd_value', currency, 1)
      const home = currency === 'CNH' ? 'CNY' : currency
      if (home !== currency) return this.#usdValue(home).map((value) => value * (1 + 0.0005 * normal.next()))
      return wandering(normal, this.#days, tied ? 0.0002 : 0.0045, tied ? 0.05 : 0.004).map(
        (log) => level * Math.exp(log),
      )
    })
  }

  /** Exchange rates agree with each other: each currency has one value in dollars. */
  pairs(listing: DemoListing): DayBar[] {
    const [base, quote] = [listing.symbol.slice(0, 3), listing.symbol.slice(3)]
    const rate = listing.symbol === 'DXY' ? this.#dollarIndex() : undefined
    const [a, b] = [this.#usdValue(base), this.#usdValue(quote)]
    return this.#quoted(listing, 0.002, (index) => rate?.[index] ?? (a[index] ?? 1) / (b[index] ?? 1))
  }

  /** The dollar index by its own formula (ICE U.S. Dollar Index, contract specification). */
  #dollarIndex(): Float64Array {
    return this.#path('dollar index', () => {
      const parts = [
        ['EUR', 0.576],
        ['JPY', 0.136],
        ['GBP', 0.119],
        ['CAD', 0.091],
        ['SEK', 0.042],
        ['CHF', 0.036],
      ] as const
      const values = parts.map(([currency, weight]) => ({ path: this.#usdValue(currency), weight }))
      return Float64Array.from({ length: this.#days }, (_, index) =>
        values.reduce((product, { path, weight }) => product * (path[index] ?? 1) ** -weight, 50.14348112),
      )
    })
  }

  /** Percent a year: world and country levels wander, long rates stand above short ones, and all move together. */
  yields(listing: DemoListing): DayBar[] {
    const [country = '', tenor = ''] = listing.symbol.split('-')
    const world = this.#path('rates', (normal) => wandering(normal, this.#days, 0.035, 0.003))
    const own = this.#path(`rates ${country}`, (normal) => wandering(normal, this.#days, 0.02, 0.004))
    const slope = this.#path(`slope ${country}`, (normal) => wandering(normal, this.#days, 0.015, 0.006))
    const years = tenor.endsWith('M') ? Number.parseInt(tenor, 10) / 12 : Number.parseInt(tenor, 10)
    const steep = Math.log1p(years) / Math.log(11)
    const level = levelOf('rate', country, 4)
    const share = Math.min(1, level / 4 + 0.2)
    const value = (index: number) =>
      level + share * ((world[index] ?? 0) + (own[index] ?? 0)) + (steep - 0.7) * (0.6 + (slope[index] ?? 0))
    return this.#quoted(listing, 0, value, 0.02)
  }

  /** Rates that central banks set move by quarters of a point at meetings; market rates stay near them. */
  policyRates(listing: DemoListing): DayBar[] {
    const country = listing.country ?? (/^(ESTR|EURIBOR|ECB)/.test(listing.symbol) ? 'EU' : 'US')
    const policy = this.#path(`policy ${country}`, (normal) => {
      let level = Math.round(levelOf('rate', country, 3) * 4) / 4
      return Float64Array.from({ length: this.#days }, (_, index) => {
        const draw = index % MEETING_DAYS === 0 ? normal.next() : 0
        if (draw > 0.8) level += 0.25
        else if (draw < -0.7) level = Math.max(-0.5, level - 0.25)
        return level
      })
    })
    const isSet = /RATE|FUNDS|DFR|REPO|SELIC|PRIME|LPR/.test(listing.symbol)
    const normal = this.#normal(`rate ${listing.ticker}`)
    const above = listing.symbol === 'USPRIME' ? 3 : isSet ? 0 : 0.05
    return this.#quoted(listing, 0, (index) => (policy[index] ?? 0) + above + (isSet ? 0 : 0.01 * normal.next()), 0)
  }

  /** Bars around a level nobody trades in shares: a range by `spread` of the level or `points`, no volume. */
  #quoted(listing: DemoListing, spread: number, level: (index: number) => number, points = 0): DayBar[] {
    const normal = this.#normal(`range ${listing.ticker}`)
    const bars: DayBar[] = []
    let before: number | null = null
    for (const index of this.#tradingDays(false)) {
      const close = decimals(level(index), 4)
      const open = before ?? close
      const room = spread * Math.abs(close) + points
      const high = decimals(Math.max(open, close) + room * Math.abs(normal.next()), 4)
      const low = Math.min(decimals(Math.min(open, close) - room * Math.abs(normal.next()), 4), open, close)
      bars.push({ listingId: listing.id, day: this.#first + index, open, high, low, close, volume: null })
      before = close
    }
    return bars
  }

  /** Prices of what trades: market, sector and own moves, jumps, halts, dividends and splits. */
  prices(listing: DemoListing): DemoSeries {
    const normal = this.#normal(listing.ticker)
    const { random } = normal
    const kind = listing.type
    const sector = kind === 'stock' ? (listing.gicsCode?.slice(0, 2) ?? 'other') : kind
    const coin = kind === 'crypto'
    const stable = coin && levelOf('price', listing.symbol, 0) === 1
    const beta = coin ? 1.2 : kind === 'commodity' ? 0.3 : 0.5 + random.next()
    const own = stable
      ? 0.0004
      : coin
        ? 0.03
        : kind === 'etf'
          ? 0.004
          : kind === 'commodity'
            ? 0.013
            : 0.009 + 0.016 * random.next()
    const drift = stable ? 0 : 0.0006 * normal.next()
    const market = this.#returns('market', MARKET_VOLATILITY, 0.0002)
    const sectors = this.#returns(`sector ${sector}`, coin ? 0.02 : SECTOR_VOLATILITY, 0)
    const clustering = new Clustering(normal, own)
    const usual = kind === 'stock' || kind === 'etf' ? levelOf('stock', listing.currency, 60) : 100
    const level = levelOf('price', listing.symbol, usual * Math.exp(0.8 * normal.next()))
    // Levels are those of the end: what has a known price today arrives near it.
    const days = [...this.#tradingDays(coin)]
    const moves = Float64Array.from(days, (index) => {
      const jump = random.next() < 0.004 && !stable ? 4 * own * normal.next() : 0
      const factors = stable ? 0 : beta * (market[index] ?? 0) + (sectors[index] ?? 0)
      return Math.max(-0.5, Math.min(0.5, drift + factors + clustering.next() + jump))
    })
    const sum = moves.reduce((total, move) => total + move, 0)
    const start = Math.log(level) - Math.max(-1.2, Math.min(1.2, sum))
    const known = { first: this.#first, lastDay: this.#options.lastDay, startPrice: Math.exp(start), random, normal }
    const actions = kind === 'stock' || kind === 'etf' ? demoActions(listing, known) : []
    const bars: DayBar[] = []
    const turnover = (listing.marketCapUsd ?? 3e9) * 0.003
    const usdPrice =
      level *
      levelOf('usd_value', listing.currency === 'GBX' ? 'GBP' : listing.currency, 1) *
      (listing.currency === 'GBX' ? 0.01 : 1)
    const usualVolume = turnover / Math.max(usdPrice, 1e-6)
    const splits = actions.filter((action) => action.type === 'split')
    const ahead = (day: number) => splits.reduce((ratio, split) => (split.day > day ? ratio * split.value : ratio), 1)
    let log = start
    let halted = 0
    let before: number | null = null
    let paidUpTo = this.#first - 1
    days.forEach((index, place) => {
      const day = this.#first + index
      const move = moves[place] ?? 0
      const paid = actions.reduce(
        (cash, { type, day: on, value }) =>
          type !== 'split' && on > paidUpTo && on <= day ? cash + value / ahead(on) : cash,
        0,
      )
      paidUpTo = day
      log += move + (paid > 0 ? Math.log(Math.max(0.2, 1 - paid / Math.exp(log))) : 0)
      if (kind === 'stock' && halted === 0 && random.next() < 0.0005) halted = 1 + Math.floor(8 * random.next())
      if (halted > 0) {
        halted--
        return
      }
      const ratio = ahead(day)
      const close = Math.exp(log) * ratio
      const gap = Math.exp(log - move * (0.3 + 0.7 * random.next())) * ratio
      const open = before === null ? close : gap
      const reach = own * Math.abs(normal.next()) * 0.6
      const calm = Math.abs(move) / (own + MARKET_VOLATILITY)
      const volume = Math.round((usualVolume / ratio) * Math.exp(0.35 * normal.next() + 0.5 * Math.min(calm, 4) - 0.4))
      const bar = priced(
        listing.id,
        day,
        open,
        Math.max(open, close) * (1 + reach),
        Math.min(open, close) * (1 - reach),
        close,
      )
      bars.push({ ...bar, volume: kind === 'commodity' && volume < 1 ? null : Math.max(0, volume) })
      before = close
    })
    return { bars, actions }
  }
}

/** A bar with prices in the steps they are quoted in, the range kept around open and close. */
function priced(listingId: number, day: number, open: number, high: number, low: number, close: number) {
  const digits = close >= 1_000 ? 1 : close >= 1 ? 2 : close >= 0.01 ? 4 : 8
  const least = 10 ** -digits
  const [o, c] = [Math.max(least, decimals(open, digits)), Math.max(least, decimals(close, digits))]
  return {
    listingId,
    day,
    open: o,
    high: Math.max(o, c, decimals(high, digits)),
    low: Math.min(o, c, Math.max(least, decimals(low, digits))),
    close: c,
  }
}

function decimals(value: number, digits: number): number {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale
}

/** Weekends, New Year, Good Friday and Christmas. */
function isClosed(day: number): boolean {
  const weekday = weekdayOf(day)
  if (weekday === 0 || weekday === 6) return true
  const date = new Date(day * 86_400_000)
  const [month, dayOfMonth] = [date.getUTCMonth() + 1, date.getUTCDate()]
  if ((month === 1 && dayOfMonth === 1) || (month === 12 && dayOfMonth === 25)) return true
  return weekday === 5 && (month === 3 || month === 4) && day === goodFriday(date.getUTCFullYear())
}

/** Good Friday by the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, 1991, chapter 8). */
function goodFriday(year: number): number {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1) / 86_400_000 - 2
}
