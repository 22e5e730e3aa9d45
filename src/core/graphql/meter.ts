import type { ApiError } from '../errors.ts'

/** Adds up what one operation costs, field by field, as fields succeed. */
export interface Meter {
  /** Says how many credits the operation may cost; `stop` is called when it costs more. */
  allow(credits: number, stop: (reason: ApiError) => void): void
  /** Whether it costs more than was allowed. */
  readonly isExceeded: boolean
  /** Notes that `operation`, a row of costs.csv, was served and brought so many rows; throws when it costs more than is allowed. */
  charge(operation: string, rowCount: number): void
  /** Credits noted so far. */
  readonly credits: number
  /** What the credits are for, for the ledger. */
  readonly operation: string
}
