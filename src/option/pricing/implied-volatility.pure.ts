import type { OptionTerms } from './black-scholes.pure.ts'
import { scaledErfc } from './normal.pure.ts'

/** Bounds of an annual volatility that is taken for one: 0.01 % and 2,000 %. */
const VOLATILITY_MIN = 0.0001
const VOLATILITY_MAX = 20

const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)
const ITERATIONS_MAX = 60
/** Relative step after which the deviation counts as found: the error left by Halley's iteration is about the cube of its last step. */
const LAST_STEP = 2e-6
/** Relative width of the bracket at which halving it ends. */
const PRECISION = 4e-15

/**
 * The volatility at which a European option costs `price`; null when no volatility within the bounds does, as for a price outside its
 * no-arbitrage bounds (below the discounted intrinsic value, or at least the discounted spot of a call or strike of a put).
 */
export function impliedVolatility(terms: OptionTerms, price: number): number | null {
  const { kind, spot, strike, years, rate, dividendYield } = terms
  if (!(price > 0 && spot > 0 && strike > 0 && years > 0) || !Number.isFinite(price)) return null
  const forwardValue = spot * Math.exp(-dividendYield * years)
  const strikeValue = strike * Math.exp(-rate * years)
  const intrinsic = Math.max(kind === 'call' ? forwardValue - strikeValue : strikeValue - forwardValue, 0)
  // By put-call parity the option out of the money of the same strike has this value, and the same volatility.
  const timeValue = price - intrinsic
  const scale = Math.sqrt(forwardValue * strikeValue)
  const distance = Math.abs(Math.log(forwardValue / strikeValue))
  const deviation = impliedDeviation(distance, timeValue / scale)
  if (deviation === null) return null
  const volatility = deviation / Math.sqrt(years)
  return volatility >= VOLATILITY_MIN && volatility <= VOLATILITY_MAX ? volatility : null
}

/**
 * Value of an option out of the money, divided by the root of discounted spot times discounted strike; `distance` is the logarithm of
 * their ratio, above zero, and `deviation` volatility times the root of time. Written with the scaled error function, it keeps its
 * digits where the two terms of Black's formula nearly cancel (P. Jäckel, "Let's be rational", Wilmott 2015, equation 2.2 and section 6).
 */
function normalisedValue(distance: number, deviation: number): number {
  const h = -distance / deviation
  const t = deviation / 2
  const scaled = scaledErfc(-(h + t) / Math.SQRT2) - scaledErfc(-(h - t) / Math.SQRT2)
  return 0.5 * Math.exp(-0.5 * (h * h + t * t)) * scaled
}

/**
 * The deviation at which `normalisedValue` is `value`, found by Halley's iteration on a transformed value in which it is nearly straight:
 * below the point of inflection at sqrt(2 distance) the reciprocal of its logarithm, above it the logarithm of what is left to its upper
 * bound where that is near, else the value itself (P. Jäckel, "By implication", Wilmott 2006). Steps that leave the bracket of the root
 * are halved into it, so that it always ends.
 */
function impliedDeviation(distance: number, value: number): number | null {
  const bound = Math.exp(-distance / 2)
  if (!(value > 0 && value < bound)) return null
  const turn = Math.sqrt(2 * distance)
  const atTurn = turn > 0 ? normalisedValue(distance, turn) : 0
  const isLow = value < atTurn
  const isHigh = !isLow && value > 0.9 * bound
  const target = isLow ? 1 / Math.log(value) : isHigh ? Math.log(bound - value) : value
  let low = isLow ? 0 : turn
  let high = isLow ? turn : Number.POSITIVE_INFINITY
  let deviation = firstGuess(distance, value, turn, atTurn, isLow)
  for (let round = 0; round < ITERATIONS_MAX; round++) {
    const now = normalisedValue(distance, deviation)
    if (now > value) high = Math.min(high, deviation)
    else low = Math.max(low, deviation)
    const h = distance / deviation
    const slope = Math.exp(-0.5 * (h * h + (deviation * deviation) / 4)) / ROOT_TWO_PI
    /** Second derivative over the first, of the value itself. */
    const bend = (h * h) / deviation - deviation / 4
    let step: number
    if (isLow) {
      const log = Math.log(now)
      const logSlope = slope / now
      const distanceToRoot = 1 / log - target
      const first = -logSlope / (log * log)
      step = halleyStep(distanceToRoot, first, bend - logSlope * (1 + 2 / log))
    } else if (isHigh) {
      const left = bound - now
      step = halleyStep(Math.log(left) - target, -slope / left, bend + slope / left)
    } else step = halleyStep(now - target, slope, bend)
    const next = deviation + step
    const isInside = next > low && next < high
    const moved = isInside ? next : halfway(low, high, deviation)
    if (Math.abs(moved - deviation) <= (isInside ? LAST_STEP : PRECISION) * moved) return moved
    deviation = moved
  }
  return deviation
}

/** A step of Halley's iteration, with the second derivative divided by the first; of Newton's where Halley's turns round. */
function halleyStep(offset: number, slope: number, bend: number): number {
  const newton = -offset / slope
  const damped = 1 + 0.5 * bend * newton
  return damped > 0.25 ? newton / damped : newton
}

function halfway(low: number, high: number, deviation: number): number {
  return Number.isFinite(high) ? (low + high) / 2 : 2 * deviation
}

/**
 * Below the turn the logarithm of the value falls about as 1 / deviation²; above it the value rises about as straight as at the money,
 * where it is deviation / sqrt(2 pi).
 */
function firstGuess(distance: number, value: number, turn: number, atTurn: number, isLow: boolean): number {
  if (isLow) return turn * Math.sqrt(Math.log(atTurn) / Math.log(value))
  const slope = Math.exp(-distance / 2) / ROOT_TWO_PI
  return turn + Math.min((value - atTurn) / slope, 4)
}
