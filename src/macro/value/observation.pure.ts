/** Values of a series by day, oldest first; null where there is none. */
export interface Observations {
  /** Days since 1970-01-01, ascending; a period stands under its first day. */
  readonly days: readonly number[]
  readonly values: readonly (number | null)[]
}

/** Observations made of others, with what there is to say about them. */
export interface DerivedObservations extends Observations {
  /** Whether an observation covers its period only in part; absent when all cover it whole. */
  readonly partial?: readonly boolean[]
  readonly notes: readonly string[]
}
