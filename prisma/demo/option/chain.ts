import { roundTo } from '../../../src/core/round.pure.ts'
import { weekdayOf } from '../../../src/core/time/day.pure.ts'
import { type Chain, type Contract, chainOf } from '../../../src/option/chain/chain.pure.ts'
import { greeksOf, type OptionTerms, priceOption } from '../../../src/option/pricing/black-scholes.pure.ts'
import { normalPdf } from '../../../src/option/pricing/normal.pure.ts'
import { daysToWeekly, type Flow, type Surface } from './figures.ts'
import { strikeStepOf } from './strikes.ts'

/** Strikes on each side of the price, and their distance in deviations of the price until expiry. */
const STRIKES_PER_SIDE = 5
const DEVIATIONS_PER_STRIKE = 0.42
/** Days between the nearest weekly expiry and the further ones, about; they lie on Fridays. */
const EXPIRIES = [0, 7, 21, 49, 84, 175]
/** Volatility one deviation off beyond that at the money, as a share of it. */
const SMILE = 0.03
/** 25-delta contracts lie about this many deviations off. */
const QUARTER_DELTA = 0.674

/** What a chain is made for. */
interface ChainFacts {
  readonly day: number
  readonly spot: number
  readonly surface: Surface
  readonly flow: Flow
  readonly rate: number
}

/** The chain of a day: contracts of six expiries priced off the surface, volume and open interest spread around the price. */
export function generateChain({ day, spot, surface, flow, rate }: ChainFacts): Chain {
  const weekly = daysToWeekly(day)
  const places = EXPIRIES.flatMap((behind) => {
    const days = fridayNear(day + weekly + behind) - day
    const volatility = volatilityAt(surface, days)
    return strikesFor(spot, volatility * Math.sqrt(days / 365)).map((strike) => ({ days, volatility, strike }))
  })
  const weights = places.map(({ days, volatility, strike }) => {
    const off = Math.log(strike / spot) / (volatility * Math.sqrt(days / 365))
    return { call: normalPdf(off - 0.4) / (1 + days / 60), put: normalPdf(off + 0.4) / (1 + days / 60) }
  })
  const total = { call: sumOf(weights, 'call'), put: sumOf(weights, 'put') }
  const contracts: Contract[] = []
  places.forEach(({ days, volatility, strike }, place) => {
    const off = Math.log(strike / spot) / (volatility * Math.sqrt(days / 365))
    const smile = volatility * (1 + SMILE * off * off) - (skewAt(surface, days) * off) / (2 * QUARTER_DELTA)
    const implied = Math.max(0.03, smile)
    for (const kind of ['call', 'put'] as const) {
      const terms: OptionTerms = { kind, spot, strike, years: days / 365, rate, dividendYield: 0 }
      const price = priceOption(terms, implied)
      const { delta, gamma } = greeksOf(terms, implied)
      const spread = Math.max(0.01, 0.02 * price)
      const share = (weights[place]?.[kind] ?? 0) / total[kind]
      contracts.push({
        ...{ kind, strike, delta, gamma, expiryDay: day + days, impliedVolatility: implied },
        bid: cents(Math.max(0, price - spread / 2)),
        ask: cents(price + spread / 2 + 0.005),
        last: cents(price),
        volume: Math.round(share * (kind === 'call' ? flow.callVolume : flow.putVolume)),
        openInterest: Math.round(share * (kind === 'call' ? flow.callOpenInterest : flow.putOpenInterest)),
      })
    }
  })
  return chainOf(day, spot, contracts)
}

function fridayNear(day: number): number {
  return day + 5 - weekdayOf(day)
}

function strikesFor(spot: number, deviation: number): number[] {
  const step = strikeStepOf(spot)
  const wanted = Array.from({ length: 2 * STRIKES_PER_SIDE + 1 }, (_, index) =>
    Math.max(
      step,
      Math.round((spot * Math.exp((index - STRIKES_PER_SIDE) * DEVIATIONS_PER_STRIKE * deviation)) / step) * step,
    ),
  )
  return [...new Set(wanted)]
}

/** Volatility at some days, its total variance straight between a week, a month and a quarter. */
function volatilityAt({ weekly, month, quarter }: Surface, days: number): number {
  if (days <= 7) return weekly
  if (days >= 90) return quarter
  const [near, far, from, to] = days < 30 ? [weekly, month, 7, 30] : [month, quarter, 30, 90]
  const [low, high] = [near * near * from, far * far * to]
  return Math.sqrt((low + ((high - low) * (days - from)) / (to - from)) / days)
}

/** The skew of a session at some days: steeper before a month, flatter behind. */
function skewAt({ skew }: Surface, days: number): number {
  return (
    skew *
    (days <= 7 ? 1.3 : days < 30 ? 1.3 - (0.3 * (days - 7)) / 23 : days < 90 ? 1 - (0.2 * (days - 30)) / 60 : 0.8)
  )
}

function sumOf(weights: readonly { readonly call: number; readonly put: number }[], kind: 'call' | 'put'): number {
  return weights.reduce((sum, weight) => sum + weight[kind], 0)
}

function cents(price: number): number {
  return roundTo(price, 2)
}
