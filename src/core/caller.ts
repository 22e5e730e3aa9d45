import type { BillingPeriod } from './billing-period.math.ts'

/** Who makes a request, what the plan allows, and where this minute and this period stand. */
export interface Caller {
  readonly accountId: number
  readonly accountName: string
  readonly keyPrefix: string
  readonly plan: string
  /** Credits of the period; null = unlimited. */
  readonly creditLimit: number | null
  readonly period: BillingPeriod
  /** Credits used in the period when the request was admitted. */
  readonly used: number
  readonly requestsPerMinute: number
  /** Requests of this minute, this one included when it counts. */
  readonly requests: number
  readonly windowStartMs: number
}
