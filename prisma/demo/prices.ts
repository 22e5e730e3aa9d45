import type { DayBar } from '../../src/price/bars.math.ts'
import { demoActions } from './actions.ts'
import { Board } from './board.ts'
import type { Factors } from './factors.ts'
import { levelOf } from './levels.ts'
import type { DemoListing, DemoSeries } from './market.ts'
import { priced } from './price-step.ts'
import { Clustering, type Normal } from './walk.ts'

const MARKET_VOLATILITY = 0.009
const SECTOR_VOLATILITY = 0.006
/** Logarithm a price moves by over the whole history at most. */
const WAY_MAX = 1.2
const YEAR = 365

/** How one listing behaves. */
interface Character {
  readonly coin: boolean
  /** Worth a dollar, always. */
  readonly stable: boolean
  /** Name of the group it moves with. */
  readonly sector: string
  readonly beta: number
  /** Volatility of its own, a day. */
  readonly own: number
  readonly drift: number
}

const OWN_VOLATILITY: Readonly<Record<string, number>> = { crypto: 0.03, etf: 0.004, commodity: 0.013 }

function characterOf({ type, symbol, gicsCode }: DemoListing, normal: Normal): Character {
  const { random } = normal
  const coin = type === 'crypto'
  const stable = coin && levelOf('price', symbol, 0) === 1
  return {
    coin,
    stable,
    sector: type === 'stock' ? (gicsCode?.slice(0, 2) ?? 'other') : type,
    beta: coin ? 1.2 : type === 'commodity' ? 0.3 : 0.5 + random.next(),
    own: stable ? 0.0004 : (OWN_VOLATILITY[type] ?? 0.009 + 0.016 * random.next()),
    drift: stable ? 0 : 0.0006 * normal.next(),
  }
}

/** Moves of the logarithm of a price on its trading days: market, sector, own moves and jumps. */
function movesOf(factors: Factors, character: Character, days: readonly number[], normal: Normal): Float64Array {
  const { coin, stable, beta, own, drift } = character
  const market = factors.returns('market', MARKET_VOLATILITY, 0.0002)
  const sector = factors.returns(`sector ${character.sector}`, coin ? 0.02 : SECTOR_VOLATILITY, 0)
  const clustering = new Clustering(normal, own)
  const moves = Float64Array.from(days, (index) => {
    const jump = normal.random.next() < 0.004 && !stable ? 4 * own * normal.next() : 0
    const common = stable ? 0 : beta * (market[index] ?? 0) + (sector[index] ?? 0)
    return Math.max(-0.5, Math.min(0.5, drift + common + clustering.next() + jump))
  })
  // Who would have gone too far goes there more slowly, evenly over the days.
  const way = moves.reduce((total, move) => total + move, 0)
  const excess = way - Math.max(-WAY_MAX, Math.min(WAY_MAX, way))
  return excess === 0 ? moves : moves.map((move) => move - excess / moves.length)
}

/** Units that trade on a usual day: a part of what the company is worth. */
function usualVolume({ marketCapUsd, currency }: DemoListing, level: number): number {
  const pence = currency === 'GBX'
  const usdPrice = level * levelOf('usd_value', pence ? 'GBP' : currency, 1) * (pence ? 0.01 : 1)
  return ((marketCapUsd ?? 3e9) * 0.003) / Math.max(usdPrice, 1e-6)
}

/** Prices of what trades: market, sector and own moves, jumps, halts, dividends and splits. */
export function demoPrices(factors: Factors, listing: DemoListing): DemoSeries {
  const { first, lastDay } = factors
  const normal = factors.normal(listing.ticker)
  const { random } = normal
  const kind = listing.type
  const character = characterOf(listing, normal)
  const { own } = character
  const usual = kind === 'stock' || kind === 'etf' ? levelOf('stock', listing.currency, 60) : 100
  const level = levelOf('price', listing.symbol, usual * Math.exp(0.8 * normal.next()))
  const days = [...factors.tradingDays(character.coin)]
  const moves = movesOf(factors, character, days, normal)
  // Levels are those of the end: what has a known price today arrives near it.
  let log = Math.log(level) - moves.reduce((total, move) => total + move, 0)
  /** Logarithm of where the price is bound for, but for dividends still to come. */
  let bound = Math.log(level)
  const pays = kind === 'stock' || kind === 'etf'
  const setting = { first, lastDay, startPrice: Math.exp(log), random, normal }
  const board = new Board(pays ? demoActions(listing, setting) : [], lastDay)
  board.payUpTo(first - 1, Number.POSITIVE_INFINITY)
  const volumeThen = usualVolume(listing, level)
  const bars: DayBar[] = []
  let halted = 0
  days.forEach((index, place) => {
    const day = first + index
    const move = moves[place] ?? 0
    log += move
    // In the last year boards know what is coming: the yield of the end is a usual one too.
    const paid = board.payUpTo(day, Math.exp(day > lastDay - YEAR ? Math.min(log, bound) : log))
    if (paid > 0) {
      const drop = Math.log(1 - paid / Math.exp(log))
      log += drop
      bound += drop
    }
    if (kind === 'stock' && halted === 0 && random.next() < 0.0005) halted = 1 + Math.floor(8 * random.next())
    if (halted > 0) {
      halted--
      return
    }
    const ratio = board.sharesOf(day)
    const close = Math.exp(log) * ratio
    const open = bars.length === 0 ? close : Math.exp(log - move * (0.3 + 0.7 * random.next())) * ratio
    const reach = own * Math.abs(normal.next()) * 0.6
    const calm = Math.abs(move) / (own + MARKET_VOLATILITY)
    const volume = Math.round((volumeThen / ratio) * Math.exp(0.35 * normal.next() + 0.5 * Math.min(calm, 4) - 0.4))
    const [top, bottom] = [Math.max(open, close) * (1 + reach), Math.min(open, close) * (1 - reach)]
    const bar = priced(listing.id, day, open, top, bottom, close)
    bars.push({ ...bar, volume: kind === 'commodity' && volume < 1 ? null : volume })
  })
  return { bars, actions: board.done }
}
