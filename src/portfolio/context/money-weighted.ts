/** Money that moved on a day: negative when put in, positive when taken out. */
export interface DatedAmount {
  readonly day: number
  readonly amount: number
}

const DAYS_PER_YEAR = 365
const STEPS = 200

/**
 * Money-weighted annual return: the rate at which all amounts are worth nothing in sum, actual/365 (Excel's XIRR), as a fraction. Null
 * when no rate is, or all amounts are of one day.
 */
export function computeXirr(amounts: readonly DatedAmount[]): number | null {
  const first = Math.min(...amounts.map(({ day }) => day))
  const last = Math.max(...amounts.map(({ day }) => day))
  if (amounts.length < 2 || first === last) return null
  const worth = (growth: number) =>
    amounts.reduce((sum, { day, amount }) => sum + amount / growth ** ((day - first) / DAYS_PER_YEAR), 0)
  let [low, high] = [1e-6, 1e6]
  const atLow = worth(low)
  if (!Number.isFinite(atLow) || Math.sign(atLow) === Math.sign(worth(high))) return null
  // Halved on a logarithmic scale: rates from -99.9999 % up.
  for (let step = 0; step < STEPS && high / low > 1 + 1e-14; step++) {
    const middle = Math.sqrt(low * high)
    if (Math.sign(worth(middle)) === Math.sign(atLow)) low = middle
    else high = middle
  }
  return Math.sqrt(low * high) - 1
}
