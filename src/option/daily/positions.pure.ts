import type { Chain } from '../chain/chain.pure.ts'
import { greeksOf } from '../pricing/black-scholes.pure.ts'
import { type Carry, termsAt } from './smile.pure.ts'

/** Contracts traded and open, by kind. */
export interface OptionTotals {
  readonly callVolume: number
  readonly putVolume: number
  readonly callOpenInterest: number
  readonly putOpenInterest: number
}

/** Adds up volume and open interest of all contracts. */
export function totalsOf({ length, isCall, volume, openInterest }: Chain): OptionTotals {
  const volumes = [0, 0]
  const interest = [0, 0]
  for (let index = 0; index < length; index++) {
    const kind = isCall[index] === 1 ? 1 : 0
    volumes[kind] = (volumes[kind] ?? 0) + known(volume[index])
    interest[kind] = (interest[kind] ?? 0) + known(openInterest[index])
  }
  const [putVolume = 0, callVolume = 0] = volumes
  const [putOpenInterest = 0, callOpenInterest = 0] = interest
  return { callVolume, putVolume, callOpenInterest, putOpenInterest }
}

/**
 * The strike at which all open contracts would pay their holders least if they expired there ("max pain"); the lowest of several, NaN
 * without open interest. Of all expiries together: what is paid at a price does not depend on when.
 */
export function maxPainOf({ length, isCall, strike, openInterest }: Chain): number {
  if (!openInterest.some((interest) => interest > 0)) return Number.NaN
  const order = Uint32Array.from({ length }, (_, index) => index).sort((a, b) => (strike[a] ?? 0) - (strike[b] ?? 0))
  let puts = 0
  let payout = 0
  for (let index = 0; index < length; index++) {
    if (isCall[index] === 1) continue
    puts += known(openInterest[index])
    payout += known(openInterest[index]) * (strike[index] ?? 0)
  }
  let calls = 0
  /** At a price of zero only puts pay; with each step up those still above it pay less, and calls below it more. */
  let [price, least, at] = [0, Number.POSITIVE_INFINITY, Number.NaN]
  for (const index of order) {
    const next = strike[index] ?? 0
    payout += (calls - puts) * (next - price)
    price = next
    if (payout < least) {
      least = payout
      at = price
    }
    if (isCall[index] === 1) calls += known(openInterest[index])
    else puts -= known(openInterest[index])
  }
  return at
}

/** Shares of the underlying in one US equity contract. */
const SHARES = 100

/**
 * Gamma exposure in dollars: by how much the shares that hedge all open contracts change in value when the underlying moves by 1 %,
 * gamma x open interest x 100 x spot² x 0.01, calls counted positive and puts negative, as if dealers were long calls and short puts
 * (SqueezeMetrics, "Gamma Exposure", 2016). NaN where no contract has a gamma.
 */
export function gammaExposureOf(chain: Chain, volatilities: Float64Array, spot: number, carry: Carry): number {
  let total = Number.NaN
  for (let index = 0; index < chain.length; index++) {
    const interest = known(chain.openInterest[index])
    if (interest === 0) continue
    const gamma = gammaAt(chain, index, volatilities, spot, carry)
    if (Number.isNaN(gamma)) continue
    const dollars = gamma * interest * SHARES * spot * spot * 0.01
    total = (Number.isNaN(total) ? 0 : total) + (chain.isCall[index] === 1 ? dollars : -dollars)
  }
  return total
}

function gammaAt(chain: Chain, index: number, volatilities: Float64Array, spot: number, carry: Carry): number {
  const quoted = chain.gamma[index] ?? Number.NaN
  if (quoted > 0) return quoted
  const volatility = volatilities[index] ?? Number.NaN
  return Number.isNaN(volatility) ? Number.NaN : greeksOf(termsAt(chain, index, spot, carry), volatility).gamma
}

function known(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value
}
