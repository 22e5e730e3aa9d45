/** A billing period in which used credits count against the allowance. */
export interface BillingPeriod {
  readonly name: 'day' | 'month'
  readonly startMs: number
  readonly endMs: number
  /** Days the plan's daily allowance is multiplied by. */
  readonly days: number
}

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
  /** Calls of the account that may be under way at the same time. */
  readonly runningCalls: number
  /** Requests of this minute, this one included when it counts. */
  readonly requests: number
  readonly windowStartMs: number
}
