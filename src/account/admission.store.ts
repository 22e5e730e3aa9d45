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

/** Requests that arrive together mostly carry the same key: each is asked about once. */
async function admitSide(asked: readonly Admission[]): Promise<(Caller | null)[]> {
  const first = asked[0]
  if (!first) return []
  const windowStartMs = rateWindowStart(first.nowMs)
  const keys = asked.map(({ digest }) => digest.toString('latin1'))
  const counts = new Map<string, number>()
  for (const [index, key] of keys.entries()) counts.set(key, (counts.get(key) ?? 0) + Number(asked[index]?.counted))
  const rows = await rowsOf<AdmissionRow>('admit_keys', 'SELECT * FROM admit_keys($1, $2, $3, $4)', [
    [...counts.keys()].map((key) => Buffer.from(key, 'latin1')),
    [...counts.values()],
    new Date(windowStartMs),
    new Date(first.period.startMs),
  ])
  const byKey = new Map(rows.map((row) => [row.digest.toString('latin1'), row]))
  /** How many requests of the minute came before each next one of the group, by account: an account may have several keys. */
  const before = new Map<number, number>()
  for (const [key, row] of byKey)
    before.set(row.account_id, (before.get(row.account_id) ?? row.requests) - (counts.get(key) ?? 0))
  return asked.map((admission, index) => {
    const row = byKey.get(keys[index] ?? '')
    if (!row || !timingSafeEqual(row.digest, admission.digest)) return null
    const standing = (before.get(row.account_id) ?? 0) + Number(admission.counted)
    before.set(row.account_id, standing)
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
      requests: admission.counted ? standing : row.requests,
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
