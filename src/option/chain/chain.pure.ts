import type { OptionKind } from '../pricing/black-scholes.pure.ts'

/** One contract of a chain as a source quotes it; what it does not say is NaN. Days count from 1970-01-01. */
export interface Contract {
  readonly kind: OptionKind
  readonly expiryDay: number
  readonly strike: number
  readonly bid: number
  readonly ask: number
  readonly last: number
  /** Contracts traded that day. */
  readonly volume: number
  readonly openInterest: number
  /** Implied volatility as an annual fraction; zero where the source could not tell. */
  readonly impliedVolatility: number
  readonly delta: number
  readonly gamma: number
}

/** The options of one underlying at the close of a day, in columns by expiry, strike and kind. */
export interface Chain {
  readonly day: number
  /** Price of the underlying; NaN where the source does not say. */
  readonly spot: number
  readonly length: number
  readonly expiryDay: Int32Array
  readonly isCall: Uint8Array
  readonly strike: Float64Array
  readonly bid: Float64Array
  readonly ask: Float64Array
  readonly last: Float64Array
  readonly volume: Float64Array
  readonly openInterest: Float64Array
  readonly impliedVolatility: Float64Array
  readonly delta: Float64Array
  readonly gamma: Float64Array
}

/** Columns of numbers that a chain has for each contract. */
export const CONTRACT_NUMBERS = [
  'strike',
  'bid',
  'ask',
  'last',
  'volume',
  'openInterest',
  'impliedVolatility',
  'delta',
  'gamma',
] as const satisfies readonly (keyof Contract & keyof Chain)[]

/** Contracts run for three years at most (LEAPS); those of index options for ten. */
const EXPIRY_DAYS_MAX = 3_653

/** Why a contract cannot be taken into the chain of a day; null when it can. */
export function contractProblem(contract: Contract, day: number): string | null {
  const { strike, bid, ask, last, volume, openInterest, impliedVolatility, expiryDay } = contract
  if (!(strike > 0) || !Number.isFinite(strike)) return 'the strike is not above zero'
  if (expiryDay < day) return 'it had expired before the day of the quotes'
  if (expiryDay > day + EXPIRY_DAYS_MAX) return 'it expires more than ten years later'
  for (const [name, value] of [
    ['bid', bid],
    ['ask', ask],
    ['last price', last],
    ['volume', volume],
    ['open interest', openInterest],
    ['implied volatility', impliedVolatility],
  ] as const)
    if (value < 0) return `the ${name} is negative`
  if (bid > ask && ask > 0) return `the quote is crossed: bid ${bid}, ask ${ask}`
  const isQuoted = ask > 0 || impliedVolatility > 0
  if (!isQuoted && !(volume > 0) && !(openInterest > 0) && !(last > 0))
    return 'the quote is stale: there is no price, volume or open interest'
  return null
}

/** Puts contracts in columns, by expiry, strike and kind; of several of the same contract the last one counts. */
export function chainOf(day: number, spot: number, contracts: readonly Contract[]): Chain {
  const order = sortedDistinct(contracts)
  const length = order.length
  const column = (key: (typeof CONTRACT_NUMBERS)[number]) => Float64Array.from(order, (one) => one[key])
  return {
    day,
    spot,
    length,
    expiryDay: Int32Array.from(order, ({ expiryDay }) => expiryDay),
    isCall: Uint8Array.from(order, ({ kind }) => (kind === 'call' ? 1 : 0)),
    strike: column('strike'),
    bid: column('bid'),
    ask: column('ask'),
    last: column('last'),
    volume: column('volume'),
    openInterest: column('openInterest'),
    impliedVolatility: column('impliedVolatility'),
    delta: column('delta'),
    gamma: column('gamma'),
  }
}

function sortedDistinct(contracts: readonly Contract[]): readonly Contract[] {
  const sorted = contracts.some((one, index) => index > 0 && compare(contracts[index - 1] ?? one, one) > 0)
    ? contracts.toSorted(compare)
    : contracts
  return sorted.filter((one, index) => {
    const next = sorted[index + 1]
    return next === undefined || compare(one, next) !== 0
  })
}

function compare(one: Contract, other: Contract): number {
  return (
    one.expiryDay - other.expiryDay ||
    one.strike - other.strike ||
    Number(one.kind === 'put') - Number(other.kind === 'put')
  )
}
