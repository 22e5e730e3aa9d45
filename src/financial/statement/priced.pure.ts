/** What the figures that need a price are made of: money in US dollars, NaN where unknown. */
export interface PriceBasis {
  readonly marketCap: number
  readonly netIncome: number
  readonly normalizedIncome: number
  readonly bookValue: number
  readonly netDebt: number
  readonly minorityInterest: number
  readonly preferredStock: number
  readonly ebitda: number
  readonly fcf: number
  /** Dividends paid in twelve months as the statements say, negative; and what the market says they yield. */
  readonly dividendsPaid: number
  readonly quotedYield: number | null
}

/** Figures that need a price, by key; NaN where unknown. */
export interface PricedFigures {
  readonly mcap: number
  readonly pe: number
  readonly normalized_pe: number
  readonly pb: number
  readonly ev_ebitda: number
  readonly dividend_yield: number
  readonly fcf_yield: number
}

/**
 * Valuation by the formulas of concepts.csv; a multiple of what is not above zero says nothing. Enterprise value after Koller, Goedhart,
 * Wessels: Valuation (7th ed., ch. 18): preferred stock and minority interest that no report mentions count as none.
 */
export function priceFigures(basis: PriceBasis): PricedFigures {
  const { marketCap } = basis
  const multiple = (of: number) => (of > 0 ? marketCap / of : Number.NaN)
  const none = (value: number) => (Number.isNaN(value) ? 0 : value)
  const enterprise = marketCap + basis.netDebt + none(basis.minorityInterest) + none(basis.preferredStock)
  return {
    mcap: marketCap,
    pe: multiple(basis.netIncome),
    normalized_pe: multiple(basis.normalizedIncome),
    pb: multiple(basis.bookValue),
    ev_ebitda: basis.ebitda > 0 ? enterprise / basis.ebitda : Number.NaN,
    // Where no payment is known, the statements tell whether there was none.
    dividend_yield: basis.quotedYield ?? (marketCap > 0 ? -basis.dividendsPaid / marketCap + 0 : Number.NaN),
    fcf_yield: marketCap > 0 ? basis.fcf / marketCap : Number.NaN,
  }
}
