import type { MacroFrequency } from '../value/frequency.pure.ts'

/** What is known of a series beside its values. */
export interface SeriesFacts {
  readonly seriesId: string
  readonly title: string
  readonly frequency: MacroFrequency
  readonly units: string
  readonly seasonalAdjustment: string
  /** Who publishes it. */
  readonly source: string
  /** Country it is about, ISO-2; null when it is about no single one, or when that is not known. */
  readonly country: string | null
  readonly description: string
}
