import { timingSafeEqual } from 'node:crypto'
import { connectionBroke } from '../../core/database/database-fault.ts'
import { rowsOf } from '../../core/database/db.ts'
import { GROUP_STATEMENT_MS_MAX, grouped } from '../../core/database/grouped.ts'
import type { BillingPeriod, Caller } from '../../core/graphql/caller.pure.ts'
import { rateWindowStart } from '../metering/billing-period.pure.ts'

/** What the admission of a request depends on. */
export interface Admission {
  readonly digest: Buffer
  /** False for calls that do not count against the rate limit. */
  readonly counted: boolean
  readonly nowMs: number
  readonly period: BillingPeriod
}

/** A live key as the database has it after a group of requests was counted; `requests` counts its account's minute up to then. */
export interface AdmittedKey {
  digest: Buffer
  account_id: number
  account_name: string
  key_prefix: string
  plan: string
  credits_per_day: number | null
  requests_per_minute: number
  running_calls: number
  unlimited: boolean
  requests: number
  used: number
}

const admitGroup = grouped((asked: readonly Admission[]) =>
  bySide(
    asked,
    (admission) => admission,
    async (side) => {
      const callers = await admitSide(side).catch((error) => {
        if (!connectionBroke(error)) throw error
        return admitSide(side.map(uncounted))
      })
      return callers.map((caller) => ({ caller }))
    },
  ),
)

/** The same admission asked again after its connection broke: whether it was counted is unknown, and no request is counted twice. */
export function uncounted(admission: Admission): Admission {
  return { ...admission, counted: false }
}

/** Runs requests that wait together minute by minute and period by period, should one of them have just ended; answers in their order. */
export async function bySide<Item, Result>(
  items: readonly Item[],
  admissionOf: (item: Item) => Admission,
  run: (side: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const [first] = items
  if (first === undefined) return []
  const one = admissionOf(first)
  if (items.every((item) => sameSide(admissionOf(item), one))) return run(items)
  const results: Result[] = new Array(items.length)
  const sides = Map.groupBy(items.keys(), (index) => {
    const { nowMs, period } = admissionOf(items[index] ?? first)
    return `${rateWindowStart(nowMs)} ${period.name} ${period.startMs}`
  })
  for (const indices of sides.values()) {
    const side = indices.flatMap((index) => items[index] ?? [])
    for (const [position, result] of (await run(side)).entries()) results[indices[position] ?? -1] = result
  }
  return results
}

function sameSide(one: Admission, other: Admission): boolean {
  return (
    rateWindowStart(one.nowMs) === rateWindowStart(other.nowMs) &&
    one.period.startMs === other.period.startMs &&
    one.period.name === other.period.name
  )
}

/** How many requests of each key count; requests that arrive together mostly carry the same key, which is asked about once. */
export function countByKey(asked: readonly Admission[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { digest, counted } of asked) {
    const key = digest.toString('latin1')
    counts.set(key, (counts.get(key) ?? 0) + Number(counted))
  }
  return counts
}

async function admitSide(asked: readonly Admission[]): Promise<(Caller | null)[]> {
  const first = asked[0]
  if (!first) return []
  const counts = countByKey(asked)
  const rows = await rowsOf<AdmittedKey>(
    'admit_keys',
    'SELECT * FROM admit_keys($1, $2, $3, $4)',
    [
      [...counts.keys()].map((key) => Buffer.from(key, 'latin1')),
      [...counts.values()],
      new Date(rateWindowStart(first.nowMs)),
      new Date(first.period.startMs),
    ],
    GROUP_STATEMENT_MS_MAX,
  )
  return callersOf(asked, rows, counts)
}

/** The caller of each request, null where its key is not live, each with its own number in its account's minute. */
export function callersOf(
  asked: readonly Admission[],
  rows: readonly AdmittedKey[],
  counts: ReadonlyMap<string, number>,
): (Caller | null)[] {
  const byKey = new Map(rows.map((row) => [row.digest.toString('latin1'), row]))
  /** How many requests of the minute came before each next one of the group, by account: an account may have several keys. */
  const before = new Map<number, number>()
  for (const [key, row] of byKey)
    before.set(row.account_id, (before.get(row.account_id) ?? row.requests) - (counts.get(key) ?? 0))
  return asked.map(({ digest, counted, nowMs, period }) => {
    const row = byKey.get(digest.toString('latin1'))
    if (!row || !timingSafeEqual(row.digest, digest)) return null
    const standing = (before.get(row.account_id) ?? 0) + Number(counted)
    before.set(row.account_id, standing)
    const limited = !row.unlimited && row.credits_per_day !== null
    return {
      accountId: row.account_id,
      accountName: row.account_name,
      keyPrefix: row.key_prefix,
      plan: row.plan,
      creditLimit: limited ? (row.credits_per_day ?? 0) * period.days : null,
      period,
      used: row.used,
      requestsPerMinute: row.requests_per_minute,
      runningCalls: row.running_calls,
      requests: counted ? standing : row.requests,
      windowStartMs: rateWindowStart(nowMs),
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

/** Deletes the counts of minutes that ended before `beforeMs`. */
export async function forgetRateWindows(beforeMs: number): Promise<void> {
  await rowsOf('forget_rate_windows', 'DELETE FROM rate_window WHERE window_start < $1', [new Date(beforeMs)])
}
