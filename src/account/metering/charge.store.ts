import { connectionBroke } from '../../core/database/database-fault.ts'
import { rowsOf } from '../../core/database/db.ts'
import { GROUP_STATEMENT_MS_MAX, grouped } from '../../core/database/grouped.ts'
import type { Caller } from '../../core/graphql/caller.pure.ts'
import type { UnansweredCharge } from './unanswered-charge.store.ts'
import { voidUnanswered } from './unanswered-charge.ts'

interface Charge {
  readonly caller: Caller
  readonly credits: number
  readonly requestId: string
  /** What was charged for: the names of the metered fields. */
  readonly operation: string
  readonly nowMs: number
}

/** Result of a charge. */
export interface Settlement {
  readonly granted: boolean
  /** Credits used in the period after this charge, or without it when it was refused. */
  readonly used: number
}

// Whether a statement was carried out on a connection that broke is unknown: asking again is safe, since a request id is charged once.
const settleGroup = grouped((charges: readonly Charge[]) =>
  settleAll(charges)
    .catch((error) => {
      if (!connectionBroke(error)) throw error
      return settleAll(charges)
    })
    .catch((error) => {
      if (connectionBroke(error)) voidUnanswered(charges.map(unansweredOf))
      throw error
    }),
)

function unansweredOf({ caller, requestId, operation, nowMs }: Charge): UnansweredCharge {
  return { owner: caller.accountId, requestId, operation, periodStartMs: caller.period.startMs, nowMs }
}

async function settleAll(charges: readonly Charge[]): Promise<readonly Settlement[]> {
  const settled: Settlement[] = new Array(charges.length)
  const periods = new Set(charges.map((charge) => charge.caller.period.startMs))
  for (const periodStart of periods) {
    const mine = charges
      .map((charge, index) => ({ charge, index }))
      .filter(({ charge }) => charge.caller.period.startMs === periodStart)
    const rows = await rowsOf<Settlement & { ordinal: number }>(
      'settle_charges',
      'SELECT * FROM settle_charges($1, $2, $3, $4, $5, $6, $7)',
      [
        mine.map(({ charge }) => charge.caller.accountId),
        mine.map(({ charge }) => charge.caller.creditLimit),
        mine.map(({ charge }) => charge.credits),
        mine.map(({ charge }) => charge.requestId),
        mine.map(({ charge }) => charge.operation),
        new Date(periodStart),
        new Date(mine[0]?.charge.nowMs ?? periodStart),
      ],
      GROUP_STATEMENT_MS_MAX,
    )
    for (const row of rows) {
      const entry = mine[row.ordinal - 1]
      if (entry) settled[entry.index] = { granted: row.granted, used: row.used }
    }
  }
  return settled
}

/**
 * Takes the credits of one call, durably, if the balance holds them; together with all charges that wait at the same time.
 * The same request id is never charged twice.
 *
 * After a lost answer the charge is asked for again, once, on another connection: when it was there already it is granted and the call
 * answered. When the database cannot say either, this throws, the call is answered 503, and its charge is voided, if there is one, as
 * soon as the database answers again. Only a process that dies between the charge and its answer leaves a charge without an answer.
 */
export function settleCharge(charge: Charge): Promise<Settlement> {
  return settleGroup(charge)
}
