/** Longest growth that can be asked for, in years. */
export const GROWTH_YEARS_MAX = 20

/** A figure at the end of a fiscal year. */
export interface AnnualFigure {
  readonly fiscalYear: number
  readonly value: number
  readonly currency: string
  /** US dollars for one unit of the currency at the year's end; null when no rate was known. */
  readonly usdRate: number | null
}

/** What a figure is: money is converted where the currency of the reports changed, cash paid out is stored negative. */
export interface FigureKind {
  readonly isMoney: boolean
  readonly isOutflow: boolean
}

/**
 * One figure of every listing at the ends of its fiscal years. Growth is measured in the currency of the reports, as a company reports
 * it itself; years before a change of that currency are converted through US dollars at their own ends.
 */
export class AnnualHistory {
  readonly #size: number
  /** Figures so many years before the latest fiscal year, by listing; NaN where there is none. */
  readonly #yearsBack: Float64Array[] = []
  #streaks: Float64Array | null = null
  readonly #rates = new Map<number, Float64Array>()

  constructor(size: number) {
    this.#size = size
  }

  /** Sets the years of one listing, in any order. */
  set(listing: number, years: readonly AnnualFigure[], kind: FigureKind): void {
    for (const column of this.#yearsBack) column[listing] = Number.NaN
    this.#streaks = null
    this.#rates.clear()
    const latest = years.reduce<AnnualFigure | null>(
      (one, year) => (one && one.fiscalYear >= year.fiscalYear ? one : year),
      null,
    )
    if (!latest) return
    for (const year of years) {
      const back = latest.fiscalYear - year.fiscalYear
      if (back > GROWTH_YEARS_MAX) continue
      while (this.#yearsBack.length <= back) this.#yearsBack.push(new Float64Array(this.#size).fill(Number.NaN))
      const column = this.#yearsBack[back]
      if (column) column[listing] = (kind.isOutflow ? -1 : 1) * inCurrencyOf(latest, year, kind)
    }
  }

  /** Consecutive years of growth up to the latest fiscal year, each above the one before it; 0 where the latest is unknown or no growth. */
  get streaks(): Float64Array {
    if (this.#streaks) return this.#streaks
    const streaks = new Float64Array(this.#size)
    for (let listing = 0; listing < this.#size; listing++) {
      let streak = 0
      while (this.#at(streak, listing) > this.#at(streak + 1, listing)) streak++
      streaks[listing] = streak
    }
    this.#streaks = streaks
    return streaks
  }

  /** Compound annual growth rates over so many years; NaN where the base is missing, zero or negative, or the latest is negative. */
  growthRates(years: number): Float64Array {
    const known = this.#rates.get(years)
    if (known) return known
    const rates = new Float64Array(this.#size).fill(Number.NaN)
    for (let listing = 0; listing < this.#size; listing++) {
      const base = this.#at(years, listing)
      if (base > 0) rates[listing] = (this.#at(0, listing) / base) ** (1 / years) - 1
    }
    this.#rates.set(years, rates)
    return rates
  }

  #at(back: number, listing: number): number {
    return this.#yearsBack[back]?.[listing] ?? Number.NaN
  }
}

function inCurrencyOf(latest: AnnualFigure, year: AnnualFigure, { isMoney }: FigureKind): number {
  if (!isMoney || year.currency === latest.currency) return year.value
  if (year.usdRate === null || latest.usdRate === null) return Number.NaN
  return (year.value * year.usdRate) / latest.usdRate
}
