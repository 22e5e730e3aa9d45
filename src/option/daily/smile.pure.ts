import type { Chain } from '../chain/chain.pure.ts'
import { greeksOf, type OptionTerms } from '../pricing/black-scholes.pure.ts'
import { impliedVolatility } from '../pricing/implied-volatility.pure.ts'

/** What discounting a chain takes: annual fractions, compounded continuously. */
export interface Carry {
  readonly rate: number
  readonly dividendYield: number
}

/** What the contracts of one expiry say of volatility; figures they do not say are NaN. */
export interface ExpirySmile {
  readonly expiryDay: number
  /** Days to expiry. */
  readonly days: number
  /** Implied volatility where the strike equals the forward price. */
  readonly atTheMoney: number
  /** Implied volatility of the put with a delta of -0.25, and of the call with one of 0.25. */
  readonly put25: number
  readonly call25: number
}

const YEAR_DAYS = 365
/** Implied volatilities outside of this are errors of the quotes. */
const VOLATILITY_LEAST = 0.01
const VOLATILITY_MOST = 8
/** Share of the spot within which a quote may miss its no-arbitrage bound: early exercise and rounding of cheap options. */
const ARBITRAGE_SLACK = 0.001

/**
 * Implied volatility of each contract: as quoted, else solved from the middle of bid and ask. NaN where there is no quote, where the
 * quote breaks its no-arbitrage bounds, and on the day of expiry.
 */
export function volatilitiesOf(chain: Chain, spot: number, carry: Carry): Float64Array {
  return Float64Array.from(chain.strike, (_, index) => volatilityAt(chain, index, spot, carry))
}

function volatilityAt(chain: Chain, index: number, spot: number, carry: Carry): number {
  const days = (chain.expiryDay[index] ?? 0) - chain.day
  if (days <= 0) return Number.NaN
  const quoted = chain.impliedVolatility[index] ?? Number.NaN
  if (quoted >= VOLATILITY_LEAST && quoted <= VOLATILITY_MOST) return quoted
  const [bid, ask] = [chain.bid[index] ?? Number.NaN, chain.ask[index] ?? Number.NaN]
  // An ask alone is the price of nobody.
  if (!(bid > 0 && ask >= bid)) return Number.NaN
  const terms = termsAt(chain, index, spot, carry)
  const solved = impliedVolatility(terms, (bid + ask) / 2)
  return solved !== null && solved >= VOLATILITY_LEAST && solved <= VOLATILITY_MOST ? solved : Number.NaN
}

/** The terms of a contract of a chain on its day. */
export function termsAt(chain: Chain, index: number, spot: number, { rate, dividendYield }: Carry): OptionTerms {
  return {
    kind: chain.isCall[index] === 1 ? 'call' : 'put',
    spot,
    strike: chain.strike[index] ?? Number.NaN,
    years: ((chain.expiryDay[index] ?? 0) - chain.day) / YEAR_DAYS,
    rate,
    dividendYield,
  }
}

/** Whether a quote lies outside its no-arbitrage bounds by more than early exercise explains. */
export function breaksArbitrage(chain: Chain, index: number, spot: number, carry: Carry): boolean {
  const terms = termsAt(chain, index, spot, carry)
  const middle = ((chain.bid[index] ?? Number.NaN) + (chain.ask[index] ?? Number.NaN)) / 2
  const sign = terms.kind === 'call' ? 1 : -1
  const intrinsic = Math.max(
    sign * (spot * Math.exp(-carry.dividendYield * terms.years) - terms.strike * Math.exp(-carry.rate * terms.years)),
    0,
  )
  const upper = terms.kind === 'call' ? spot : terms.strike
  return middle < intrinsic - ARBITRAGE_SLACK * spot || middle > upper + ARBITRAGE_SLACK * spot
}

/** The smile of each expiry behind the chain's day, nearest first. */
export function smilesOf(chain: Chain, volatilities: Float64Array, spot: number, carry: Carry): ExpirySmile[] {
  const smiles: ExpirySmile[] = []
  for (let first = 0; first < chain.length; ) {
    const expiryDay = chain.expiryDay[first] ?? 0
    let end = first
    while (end < chain.length && chain.expiryDay[end] === expiryDay) end++
    const days = expiryDay - chain.day
    if (days > 0) {
      const forward = spot * Math.exp(((carry.rate - carry.dividendYield) * days) / YEAR_DAYS)
      smiles.push({
        expiryDay,
        days,
        atTheMoney: atTheMoney(chain, volatilities, first, end, forward),
        put25: atQuarterDelta(chain, volatilities, first, end, spot, carry, 0),
        call25: atQuarterDelta(chain, volatilities, first, end, spot, carry, 1),
      })
    }
    first = end
  }
  return smiles
}

/** Volatility at the forward, straight between the nearest strikes on its two sides; at each the mean of call and put. NaN without both. */
function atTheMoney(chain: Chain, volatilities: Float64Array, first: number, end: number, forward: number): number {
  let below = Number.NaN
  let belowStrike = Number.NaN
  for (let index = first; index < end; ) {
    const strike = chain.strike[index] ?? 0
    let sum = 0
    let count = 0
    for (; index < end && chain.strike[index] === strike; index++) {
      const volatility = volatilities[index] ?? Number.NaN
      if (Number.isNaN(volatility)) continue
      sum += volatility
      count++
    }
    if (count === 0) continue
    const mean = sum / count
    if (strike === forward) return mean
    if (strike > forward) return below + ((mean - below) * (forward - belowStrike)) / (strike - belowStrike)
    below = mean
    belowStrike = strike
  }
  return Number.NaN
}

const DELTA = 0.25

/** Volatility of the call or put with a delta of 0.25 in size, straight over delta between the contracts next to it; NaN without both. */
function atQuarterDelta(
  chain: Chain,
  volatilities: Float64Array,
  first: number,
  end: number,
  spot: number,
  carry: Carry,
  isCall: 0 | 1,
): number {
  let beforeDelta = Number.NaN
  let before = Number.NaN
  for (let index = first; index < end; index++) {
    if (chain.isCall[index] !== isCall) continue
    const volatility = volatilities[index] ?? Number.NaN
    if (Number.isNaN(volatility)) continue
    const delta = Math.abs(deltaAt(chain, index, spot, carry, volatility))
    // Over rising strikes the delta of calls falls, that of puts grows.
    const isPast = isCall === 1 ? delta <= DELTA : delta >= DELTA
    if (isPast) {
      if (delta === DELTA) return volatility
      return before + ((volatility - before) * (DELTA - beforeDelta)) / (delta - beforeDelta)
    }
    beforeDelta = delta
    before = volatility
  }
  return Number.NaN
}

/** Delta as quoted, else by the contract's own volatility. */
function deltaAt(chain: Chain, index: number, spot: number, carry: Carry, volatility: number): number {
  const quoted = chain.delta[index] ?? Number.NaN
  const isUsable = chain.isCall[index] === 1 ? quoted > 0 && quoted <= 1 : quoted < 0 && quoted >= -1
  return isUsable ? quoted : greeksOf(termsAt(chain, index, spot, carry), volatility).delta
}
