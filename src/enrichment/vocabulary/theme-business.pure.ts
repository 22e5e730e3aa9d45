import type { NewsType } from '../classify/news-type.pure.ts'

/** What the own business of a megatrend is. */
export interface ThemeBusiness {
  readonly nodeId: number
  /** GICS codes, and asset types, whose core members live on it: what happens in their business happens in the theme. */
  readonly industries: readonly string[]
  /** Tickers of core members that live on it though their industry is another. */
  readonly companies: readonly string[]
  /** News types that tell of business here; empty = as of the node above. */
  readonly newsTypes: readonly NewsType[]
  /** Names of the segment beside the keywords: of whatever core member, news of it is news of the theme. */
  readonly words: readonly string[]
  /** Keywords and names that are places: as where something happens, "weak demand in India", they say nothing of the theme. */
  readonly places: readonly string[]
  /** More of it is bad for its adopters, who pay for it, and good for its beneficiaries: tariffs, job cuts. */
  readonly hurts: boolean
}

/** All of it, and what happens to a company rather than in its business: lawsuits, fines, dividends, appointments. */
export interface ThemeLexicon {
  readonly businesses: readonly ThemeBusiness[]
  readonly notBusiness: readonly string[]
}
