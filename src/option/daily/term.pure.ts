/** Volatility at an expiry. */
export interface TermPoint {
  readonly days: number
  readonly volatility: number
}

/** How far, as a ratio of days, the nearest expiry may stand in where there is none on the other side. */
const STRETCH_MAX = 2.5

/**
 * Volatility at a constant number of days: total variance (volatility² x time) runs straight between the expiries on both sides, as in
 * the CBOE's VIX ("Cboe Volatility Index Mathematics Methodology", 30-day interpolation). Beyond the first or last expiry its volatility
 * stands in, if its days are not more than 2.5 times too many or too few; NaN otherwise.
 */
export function volatilityAtDays(points: readonly TermPoint[], days: number): number {
  let before: TermPoint | null = null
  for (const point of points) {
    if (Number.isNaN(point.volatility)) continue
    if (point.days === days) return point.volatility
    if (point.days > days) {
      if (before === null) return point.days <= days * STRETCH_MAX ? point.volatility : Number.NaN
      const [near, far] = [totalVariance(before), totalVariance(point)]
      const total = near + ((far - near) * (days - before.days)) / (point.days - before.days)
      return Math.sqrt(total / days)
    }
    before = point
  }
  return before !== null && before.days * STRETCH_MAX >= days ? before.volatility : Number.NaN
}

function totalVariance({ days, volatility }: TermPoint): number {
  return volatility * volatility * days
}
