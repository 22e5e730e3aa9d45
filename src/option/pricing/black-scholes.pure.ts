import { normalCdf, normalPdf } from './normal.pure.ts'

/** A call gives the right to buy, a put the right to sell. */
export type OptionKind = 'call' | 'put'

/** What the price of a European option follows from; rates and volatility are annual fractions, compounded continuously. */
export interface OptionTerms {
  readonly kind: OptionKind
  readonly spot: number
  readonly strike: number
  /** Time to expiry; a year has 365 days. */
  readonly years: number
  readonly rate: number
  readonly dividendYield: number
}

/** Sensitivities of a price: to the spot (delta, and gamma of delta), to volatility (per 1.00), to a year's passing, and to the rate (per 1.00). */
export interface Greeks {
  readonly delta: number
  readonly gamma: number
  readonly vega: number
  readonly theta: number
  readonly rho: number
}

/**
 * Price of a European option with a continuous dividend yield (Black and Scholes 1973; Merton 1973; Hull, "Options, Futures, and Other
 * Derivatives", "European options on assets providing a known yield"). Without time or volatility it is the discounted intrinsic value.
 */
export function priceOption(terms: OptionTerms, volatility: number): number {
  const { kind, spot, strike, years, rate, dividendYield } = terms
  const forwardValue = spot * Math.exp(-dividendYield * years)
  const strikeValue = strike * Math.exp(-rate * years)
  const sign = kind === 'call' ? 1 : -1
  const deviation = volatility * Math.sqrt(years)
  if (!(deviation > 0)) return Math.max(sign * (forwardValue - strikeValue), 0)
  const d1 = Math.log(forwardValue / strikeValue) / deviation + deviation / 2
  return sign * (forwardValue * normalCdf(sign * d1) - strikeValue * normalCdf(sign * (d1 - deviation)))
}

/** Sensitivities of the price (Hull, "The Greek letters"); time to expiry and volatility have to be above zero. */
export function greeksOf(terms: OptionTerms, volatility: number): Greeks {
  const { kind, spot, strike, years, rate, dividendYield } = terms
  const carry = Math.exp(-dividendYield * years)
  const strikeValue = strike * Math.exp(-rate * years)
  const sign = kind === 'call' ? 1 : -1
  const deviation = volatility * Math.sqrt(years)
  const d1 = Math.log((spot * carry) / strikeValue) / deviation + deviation / 2
  const density = carry * normalPdf(d1)
  const inTheMoney = sign * strikeValue * normalCdf(sign * (d1 - deviation))
  const delta = sign * carry * normalCdf(sign * d1)
  return {
    delta,
    gamma: density / (spot * deviation),
    vega: spot * density * Math.sqrt(years),
    theta: (-spot * density * volatility) / (2 * Math.sqrt(years)) - rate * inTheMoney + dividendYield * spot * delta,
    rho: years * inTheMoney,
  }
}
