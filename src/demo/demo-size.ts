/** Seed and size of the demo market. */
export interface DemoMarketSize {
  readonly seed: number
  readonly years: number
  /** Number of listings with prices; null = all. Above the number of real listings, fictitious ones are added. */
  readonly listings: number | null
}

/** Demo market loaded on the first start. */
export const DEMO_MARKET: DemoMarketSize = { seed: 1, years: 3, listings: null }

/** Seed and size of the demo news. */
export interface DemoNewsSize {
  readonly seed: number
  /** Number of days up to now that the news covers. */
  readonly days: number
  readonly articles: number
}

/** Demo news loaded on the first start. */
export const DEMO_NEWS: DemoNewsSize = { seed: 1, days: 90, articles: 4_000 }
