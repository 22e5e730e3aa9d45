import { connectionBroke } from '../../core/database/database-fault.ts'
import { rowsOf } from '../../core/database/db.ts'
import { GROUP_STATEMENT_MS_MAX, grouped } from '../../core/database/grouped.ts'
import type { Caller } from '../../core/graphql/caller.pure.ts'
import {
  type Admission,
  type AdmittedKey,
  admit,
  bySide,
  callersOf,
  countByKey,
  uncounted,
} from '../admission/admission.store.ts'
import { rateWindowStart } from './billing-period.pure.ts'
import { type Settlement, settleCharge } from './charge.store.ts'
import { isCharged } from './unanswered-charge.store.ts'
import { voidUnanswered } from './unanswered-charge.ts'

/** A call whose admission was deferred, and what it costs. */
interface AdmittedCharge {
  readonly admission: Admission
  readonly credits: number
  readonly requestId: string
  /** What is charged for: the names of the metered fields. */
  readonly operation: string
  readonly nowMs: number
}

interface Outcome {
  /** Null when no live key has this digest. */
  readonly caller: Caller | null
  /** Null for a call that is refused. */
  readonly settlement: Settlement | null
}

interface PaidKey extends AdmittedKey {
  /** Whether all charges of the key's account were taken; if not, none was. */
  paid: boolean
}

/**
 * Admits the requests of a group and takes their charges in one statement. An account whose requests do not all fit into its minute, or
 * whose charges do not all fit into what is left of its period, is counted and not charged. Accounts are locked in one order.
 */
const ADMIT_AND_SETTLE = `
  WITH asked AS MATERIALIZED (
    SELECT a.place, a.count, a.credits, k.digest, k.account_id, o.name AS account_name, k.prefix AS key_prefix, p.name AS plan,
           p.credits_per_day, p.requests_per_minute, p.running_calls, p.unlimited
      FROM unnest($1::bytea[], $2::integer[], $3::integer[]) WITH ORDINALITY AS a(digest, count, credits, place)
      JOIN api_key k ON k.digest = a.digest AND k.revoked_at IS NULL
      JOIN account o ON o.id = k.account_id
      JOIN plan p ON p.name = o.plan
  ), counted AS (
    INSERT INTO rate_window AS w (account_id, window_start, requests)
    SELECT account_id, $4, sum(count) FROM asked GROUP BY account_id ORDER BY account_id
    ON CONFLICT (account_id, window_start) DO UPDATE SET requests = w.requests + excluded.requests
    RETURNING w.account_id, w.requests
  ), bill AS MATERIALIZED (
    SELECT account_id, sum(credits) AS credits, min(requests_per_minute) AS requests_per_minute,
           min(CASE WHEN NOT unlimited THEN credits_per_day::bigint * $6 END) AS credit_limit
      FROM asked GROUP BY account_id
  ), locked AS MATERIALIZED (
    SELECT u.account_id, u.used FROM credit_usage u
     WHERE u.account_id IN (SELECT account_id FROM counted) AND u.period_start = $5
     ORDER BY u.account_id FOR UPDATE
  ), paid AS (
    UPDATE credit_usage u SET used = u.used + bill.credits
      FROM locked JOIN bill USING (account_id) JOIN counted USING (account_id)
     WHERE u.account_id = locked.account_id AND u.period_start = $5
       AND counted.requests <= bill.requests_per_minute
       AND (bill.credit_limit IS NULL OR u.used + bill.credits <= bill.credit_limit)
    RETURNING u.account_id, u.used
  ), ledger AS (
    INSERT INTO credit_charge (account_id, request_id, operation, credits, period_start, charged_at)
    SELECT asked.account_id, c.request, c.operation, c.credits, $5, $11
      FROM unnest($7::integer[], $8::integer[], $9::text[], $10::text[]) AS c(place, credits, request, operation)
      JOIN asked ON asked.place = c.place
     WHERE asked.account_id IN (SELECT account_id FROM paid)
  )
  SELECT asked.digest, asked.account_id, asked.account_name, asked.key_prefix, asked.plan, asked.credits_per_day,
         asked.requests_per_minute, asked.running_calls, asked.unlimited, counted.requests, coalesce(paid.used, locked.used, 0) AS used,
         paid.account_id IS NOT NULL AS paid
    FROM asked JOIN counted USING (account_id) LEFT JOIN locked USING (account_id) LEFT JOIN paid USING (account_id)`

/** Each call of a group has its own outcome: one that fails does not take charges of the others with it. */
const admitAndSettleGroup = grouped((charges: readonly AdmittedCharge[]) =>
  bySide(
    charges,
    ({ admission }) => admission,
    async (side) => {
      try {
        return await Promise.allSettled(await admitAndSettleSide(side))
      } catch (error) {
        // Whether the statement was carried out is unknown: asked again one by one.
        const again = connectionBroke(error) ? oneByOne : () => Promise.reject(error)
        return Promise.allSettled(side.map(again))
      }
    },
  ),
)

/** One statement for all; what does not fit is looked at one by one afterwards. */
async function admitAndSettleSide(side: readonly AdmittedCharge[]): Promise<readonly (Outcome | Promise<Outcome>)[]> {
  const first = side[0]
  if (!first) return []
  const { nowMs, period } = first.admission
  const admissions = side.map(({ admission }) => admission)
  const counts = countByKey(admissions)
  const keys = [...counts.keys()]
  const places = admissions.map(({ digest }) => keys.indexOf(digest.toString('latin1')))
  const bills = keys.map((_, place) =>
    side.reduce((sum, { credits }, i) => sum + (places[i] === place ? credits : 0), 0),
  )
  const values = [
    keys.map((key) => Buffer.from(key, 'latin1')),
    [...counts.values()],
    bills,
    new Date(rateWindowStart(nowMs)),
    new Date(period.startMs),
    period.days,
    places.map((place) => place + 1),
    side.map(({ credits }) => credits),
    side.map(({ requestId }) => requestId),
    side.map(({ operation }) => operation),
    new Date(first.nowMs),
  ]
  const rows = await rowsOf<PaidKey>('admit_and_settle', ADMIT_AND_SETTLE, values, GROUP_STATEMENT_MS_MAX)
  const callers = callersOf(admissions, rows, counts)
  /** Credits each paid account had used in the period before the group. */
  const used = new Map(rows.filter(({ paid }) => paid).map((row) => [row.account_id, row.used]))
  for (const [index, caller] of callers.entries()) {
    const after = caller && used.get(caller.accountId)
    if (caller && typeof after === 'number') used.set(caller.accountId, after - (side[index]?.credits ?? 0))
  }
  return side.map((charge, index) => {
    const caller = callers[index]
    if (!caller) return { caller: null, settlement: null }
    const before = used.get(caller.accountId)
    // Not everything fits: the charges are looked at one by one, so that what fits is granted.
    if (before === undefined) return settleAdmitted(charge, caller)
    used.set(caller.accountId, before + charge.credits)
    return { caller, settlement: { granted: true, used: before + charge.credits } }
  })
}

async function settleAdmitted(charge: AdmittedCharge, caller: Caller): Promise<Outcome> {
  if (caller.requests > caller.requestsPerMinute) return { caller, settlement: null }
  const { credits, requestId, operation, nowMs } = charge
  return { caller, settlement: await settleCharge({ caller, credits, requestId, operation, nowMs }) }
}

/** Settles a call whose first statement may have been carried out: what it charged stands and is answered; what stays unknown is voided. */
async function oneByOne(charge: AdmittedCharge): Promise<Outcome> {
  const { admission, requestId, operation, nowMs } = charge
  const unanswered = {
    owner: admission.digest,
    requestId,
    operation,
    periodStartMs: admission.period.startMs,
    nowMs,
  }
  try {
    const caller = await admit(uncounted(admission))
    if (caller && (await isCharged(caller.accountId, requestId))) {
      const requests = Math.min(caller.requests, caller.requestsPerMinute)
      return { caller: { ...caller, requests }, settlement: { granted: true, used: caller.used } }
    }
    const outcome = caller ? await settleAdmitted(charge, caller) : { caller, settlement: null }
    // The first statement may arrive even now: what is refused must not be charged.
    if (!outcome.settlement?.granted) voidUnanswered([unanswered])
    return outcome
  } catch (error) {
    voidUnanswered([unanswered])
    throw error
  }
}

/**
 * Admits a deferred call and takes its credits, durably, together with all such calls that wait at the same time: what `admit` and
 * `settleCharge` do one after the other, in one statement. The call must be one the rate limit counts. Lost answers are settled as
 * `settleCharge` does it.
 */
export async function admitAndSettle(charge: AdmittedCharge): Promise<Outcome> {
  const outcome = await admitAndSettleGroup(charge)
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
