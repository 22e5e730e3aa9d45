import type { Caller } from '../core/caller.ts'
import { connectionBroke, rowsOf } from '../core/db.ts'
import { grouped } from '../core/grouped.ts'

interface Charge {
  readonly caller: Caller
  readonly credits: number
  readonly requestId: string
  /** What was charged for: the names of the metered fields. */
  readonly operation: string
  readonly nowMs: number
}

/** What came of a charge. */
export interface Settlement {
  readonly granted: boolean
  /** Credits used in the period after this charge, or without it when it was refused. */
  readonly used: number
}

// Whether a statement was carried out on a connection that broke is unknown: asking again is safe, since a request id is charged once.
const settleGroup = grouped((charges: readonly Charge[]) =>
  settleAll(charges).catch((error) => {
    if (!connectionBroke(error)) throw error
    return settleAll(charges)
  }),
)

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
 */
export function settleCharge(charge: Charge): Promise<Settlement> {
  return settleGroup(charge)
}
