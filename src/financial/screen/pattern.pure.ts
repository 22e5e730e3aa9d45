import { enumeration } from '../../core/input/enumeration.pure.ts'
import { PLACE } from './cohort.pure.ts'

/** How a figure is judged. */
export const FUNDAMENTAL_PATTERN = enumeration('FundamentalPattern', 'How a financial figure is judged.', {
  above: 'The figure is above the threshold.',
  below: 'The figure is below the threshold.',
  between: 'The figure lies between min and max, both included.',
  is_positive: 'The figure is above zero.',
  is_negative: 'The figure is below zero; a negative net debt is net cash.',
  above_average: 'The figure is above the median of its cohort.',
  below_average: 'The figure is below the median of its cohort.',
  far_above_average: 'The figure is in the top tenth of its cohort: at or above the 90th percentile.',
  far_below_average: 'The figure is in the bottom tenth of its cohort: at or below the 10th percentile.',
  top_quartile: 'The figure is at or above the 75th percentile of its cohort.',
  bottom_quartile: 'The figure is at or below the 25th percentile of its cohort.',
  high: 'The figure is at or above the 80th percentile of its cohort.',
  low: 'The figure is at or below the 20th percentile of its cohort.',
  near: 'The figure is within 15 % of the median of its cohort.',
  consecutive_growth:
    'The figure grew in each of the last N fiscal years and not in the one before: the run of growth is N years long.',
  compound_growth: 'The compound annual growth rate over N fiscal years is above zero, or above the threshold.',
})

/** A pattern of the fundamental leg. */
export type FundamentalPattern = (typeof FUNDAMENTAL_PATTERN.tokens)[number]

/** Part of the median by which a figure near it may differ from it. */
export const NEAR_SHARE = 0.15

/** Which side of which percentile of the cohort a figure has to be on. */
export interface CohortRule {
  readonly side: 'above' | 'below' | 'around'
  readonly percentile: number
  /** True when the percentile itself does not match. */
  readonly strict: boolean
}

const { P10, P20, P25, P50, P75, P80, P90 } = PLACE

/** The patterns that compare with a cohort. */
export const COHORT_RULES: Readonly<Partial<Record<FundamentalPattern, CohortRule>>> = {
  above_average: { side: 'above', percentile: P50, strict: true },
  below_average: { side: 'below', percentile: P50, strict: true },
  far_above_average: { side: 'above', percentile: P90, strict: false },
  far_below_average: { side: 'below', percentile: P10, strict: false },
  top_quartile: { side: 'above', percentile: P75, strict: false },
  bottom_quartile: { side: 'below', percentile: P25, strict: false },
  high: { side: 'above', percentile: P80, strict: false },
  low: { side: 'below', percentile: P20, strict: false },
  near: { side: 'around', percentile: P50, strict: false },
}

/** What a pattern takes beside the figure. */
export type PatternParameter = 'threshold' | 'min' | 'max' | 'years'

/** What a pattern cannot do without. */
export const REQUIRED: Readonly<Partial<Record<FundamentalPattern, readonly PatternParameter[]>>> = {
  above: ['threshold'],
  below: ['threshold'],
  between: ['min', 'max'],
  consecutive_growth: ['years'],
  compound_growth: ['years'],
}

/** What a pattern takes if it is given. */
export const OPTIONAL: Readonly<Partial<Record<FundamentalPattern, readonly PatternParameter[]>>> = {
  compound_growth: ['threshold'],
}

/** Whether a pattern looks at fiscal years instead of the latest figure. */
export function isGrowth(pattern: FundamentalPattern): boolean {
  return pattern === 'consecutive_growth' || pattern === 'compound_growth'
}
