import type { DayBar } from '../../src/market/bars/bars.pure.ts'
import { splitCurrency } from '../../src/market/quote/quote-currency.pure.ts'
import { planActions } from './actions.ts'
import { findCompanyFact } from './company-fact.ts'
import { DividendPolicy } from './dividend-policy.ts'
import type { Factors } from './factors.ts'
import { chooseFinalPrice } from './final-price.ts'
import { findLevel } from './levels.ts'
import type { DemoListing, DemoSeries } from './market.ts'
import { type Normal, VolatilityClustering } from './random-process.ts'
import { roundBar } from './round-bar.ts'
import { findCalendar, findNextOpen } from './trading-calendar.ts'

const MARKET_VOLATILITY = 0.009
const SECTOR_VOLATILITY = 0.006
/** Maximum absolute log return over the whole history. */
const TOTAL_RETURN_MAX = 1.2
const YEAR = 365
/** Share of a dividend's fall in price that is regained each day, so that a series ends near its final price. */
const REGAINED_DAILY = 0.02

/** Parameters of one listing's price process. */
interface PriceParameters {
  readonly coin: boolean
  /** Pegged to one US dollar. */
  readonly stable: boolean
  /** Name of the sector factor. */
  readonly sector: string
  readonly beta: number
  /** Daily idiosyncratic volatility. */
  readonly own: number
  readonly drift: number
}

const OWN_VOLATILITY: Readonly<Record<string, number>> = { crypto: 0.03, etf: 0.004, commodity: 0.013 }

function chooseParameters({ type, symbol, gicsCode }: DemoListing, normal: Normal): PriceParameters {
  const { random } = normal
  const coin = type === 'crypto'
  const stable = coin && findLevel('price', symbol, 0) === 1
  return {
    coin,
    stable,
    sector: type === 'stock' ? (gicsCode?.slice(0, 2) ?? 'other') : type,
    beta: coin ? 1.2 : type === 'commodity' ? 0.3 : 0.5 + random.next(),
    own: stable ? 0.0004 : (OWN_VOLATILITY[type] ?? 0.009 + 0.016 * random.next()),
    drift: stable ? 0 : 0.0006 * normal.next(),
  }
}

/** Generates daily log returns: market and sector factors, idiosyncratic returns and jumps. */
function generateReturns(
  factors: Factors,
  parameters: PriceParameters,
  days: readonly number[],
  normal: Normal,
): Float64Array {
  const { coin, stable, beta, own, drift } = parameters
  const market = factors.returns('market', MARKET_VOLATILITY, 0.0002)
  const sector = factors.returns(`sector ${parameters.sector}`, coin ? 0.02 : SECTOR_VOLATILITY, 0)
  const clustering = new VolatilityClustering(normal, own)
  const moves = new Float64Array(days.length)
  for (let place = 0; place < days.length; place++) {
    const index = days[place] ?? 0
    const jump = normal.random.next() < 0.004 && !stable ? 4 * own * normal.next() : 0
    const common = stable ? 0 : beta * (market[index] ?? 0) + (sector[index] ?? 0)
    moves[place] = Math.max(-0.5, Math.min(0.5, drift + common + clustering.next() + jump))
  }
  // A total return beyond the maximum is reduced evenly over the days.
  const total = moves.reduce((sum, move) => sum + move, 0)
  const excess = total - Math.max(-TOTAL_RETURN_MAX, Math.min(TOTAL_RETURN_MAX, total))
  return excess === 0 ? moves : moves.map((move) => move - excess / moves.length)
}

/** Estimates the usual daily volume in units from the market capitalisation. */
export function estimateVolume({ marketCapUsd, currency }: DemoListing, level: number): number {
  const { currency: whole, units } = splitCurrency(currency)
  const usdPrice = (level * findLevel('usd_value', whole, 1)) / units
  return ((marketCapUsd ?? 3e9) * 0.003) / Math.max(usdPrice, 1e-6)
}

/** Generates bars and corporate actions of a listing, with market and sector factors, jumps, trading halts, dividends and splits. */
export function generatePrices(factors: Factors, listing: DemoListing): DemoSeries {
  const { first, lastDay } = factors
  const normal = factors.normal(listing.ticker)
  const { random } = normal
  const kind = listing.type
  const parameters = chooseParameters(listing, normal)
  const { own } = parameters
  const level = chooseFinalPrice(factors, listing, Math.exp(0.8 * normal.next()))
  const calendar = findCalendar(listing)
  const days = factors.tradingDays(calendar)
  const moves = generateReturns(factors, parameters, days, normal)
  // Levels are those of the last day: the series ends near the known current price.
  let log = Math.log(level) - moves.reduce((total, move) => total + move, 0)
  /** Logarithm of the final price before the dividends still to come. */
  let target = Math.log(level)
  const pays = kind === 'stock' || kind === 'etf'
  const setting = {
    ...{ first, lastDay, startPrice: Math.exp(log), finalPrice: level, random, normal },
    nextOpen: (day: number) => findNextOpen(calendar, day),
  }
  const isKnown = findCompanyFact(listing.ticker) !== undefined
  const policy = new DividendPolicy(pays ? planActions(listing, setting) : [], lastDay, isKnown)
  policy.payUpTo(first - 1, Number.POSITIVE_INFINITY)
  const usualVolume = estimateVolume(listing, level)
  const bars: DayBar[] = []
  let halted = 0
  /** Logarithm of the price that dividends took and earnings have not brought back yet. */
  let owed = 0
  for (let place = 0; place < days.length; place++) {
    const day = first + (days[place] ?? 0)
    const move = moves[place] ?? 0
    const regained = REGAINED_DAILY * owed
    owed -= regained
    log += move + regained
    target += regained
    // In the last year dividends are limited by the final price too, so that the final yield is realistic.
    const paid = policy.payUpTo(day, Math.exp(day > lastDay - YEAR ? Math.min(log, target) : log))
    if (paid > 0) {
      const drop = Math.log(1 - paid / Math.exp(log))
      log += drop
      target += drop
      owed -= drop
    }
    if (kind === 'stock' && halted === 0 && random.next() < 0.0005) halted = 1 + Math.floor(8 * random.next())
    if (halted > 0) {
      halted--
      continue
    }
    const ratio = policy.splitRatioSince(day)
    const close = Math.exp(log) * ratio
    const open = bars.length === 0 ? close : Math.exp(log - move * (0.3 + 0.7 * random.next())) * ratio
    const range = own * Math.abs(normal.next()) * 0.6
    const relativeMove = Math.abs(move) / (own + MARKET_VOLATILITY)
    const volume = Math.round(
      (usualVolume / ratio) * Math.exp(0.35 * normal.next() + 0.5 * Math.min(relativeMove, 4) - 0.4),
    )
    const [high, low] = [Math.max(open, close) * (1 + range), Math.min(open, close) * (1 - range)]
    const traded = kind === 'commodity' && volume < 1 ? null : volume
    bars.push(roundBar({ listingId: listing.id, day, open, high, low, close, volume: traded }))
  }
  return { bars, actions: policy.actions }
}
