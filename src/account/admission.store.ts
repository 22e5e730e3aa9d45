import { timingSafeEqual } from 'node:crypto'
import { type BillingPeriod, rateWindowStart } from '../core/billing-period.math.ts'
import type { Caller } from '../core/caller.ts'
import { rowsOf } from '../core/db.ts'
import { grouped } from '../core/grouped.ts'

interface Admission {
  readonly digest: Buffer
  /** False for calls the rate limit leaves alone. */
  readonly counted: boolean
  readonly nowMs: number
  readonly period: BillingPeriod
}

interface AdmissionRow {
  ordinal: number
  digest: Buffer
  account_id: number
  account_name: string
  key_prefix: string
  plan: string
  credits_per_day: number | null
  requests_per_minute: number
  unlimited: boolean
  requests: number
  used: number
}

const admitGroup = grouped(async (asked: readonly Admission[]): Promise<readonly { caller: Caller | null }[]> => {
  const callers: { caller: Caller | null }[] = new Array(asked.length)
  // Requests on both sides of a minute's or a period's turn may wait together: each counts on its own side.
  const sides = Map.groupBy(asked.keys(), (index) => sideOf(asked[index]))
  for (const indices of sides.values()) {
    const side = indices.flatMap((index) => asked[index] ?? [])
    for (const [position, caller] of (await admitSide(side)).entries()) callers[indices[position] ?? -1] = { caller }
  }
  return callers
})

function sideOf(admission: Admission | undefined): string {
  return admission ? `${rateWindowStart(admission.nowMs)} ${admission.period.name} ${admission.period.startMs}` : ''
}

async function admitSide(asked: readonly Admission[]): Promise<(Caller | null)[]> {
  const first = asked[0]
  if (!first) return []
  const windowStartMs = rateWindowStart(first.nowMs)
  const rows = await rowsOf<AdmissionRow>('admit_requests', 'SELECT * FROM admit_requests($1, $2, $3, $4)', [
    asked.map((admission) => admission.digest),
    asked.map((admission) => admission.counted),
    new Date(windowStartMs),
    new Date(first.period.startMs),
  ])
  const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]))
  return asked.map((admission, index) => {
    const row = byOrdinal.get(index + 1)
    if (!row || !timingSafeEqual(row.digest, admission.digest)) return null
    const limited = !row.unlimited && row.credits_per_day !== null
    return {
      accountId: row.account_id,
      accountName: row.account_name,
      keyPrefix: row.key_prefix,
      plan: row.plan,
      creditLimit: limited ? (row.credits_per_day ?? 0) * first.period.days : null,
      period: first.period,
      used: row.used,
      requestsPerMinute: row.requests_per_minute,
      requests: row.requests,
      windowStartMs,
    }
  })
}

/**
 * Looks a key up and counts the request against its minute, together with all requests that arrive at the same time.
 * Null when no live key has this digest: a revoked key is refused on its next request.
 */
export async function admit(admission: Admission): Promise<Caller | null> {
  return (await admitGroup(admission)).caller
}

/** Forgets the minutes nobody asks about any more. */
export async function forgetRateWindows(beforeMs: number): Promise<void> {
  await rowsOf('forget_rate_windows', 'DELETE FROM rate_window WHERE window_start < $1', [new Date(beforeMs)])
}
