import { inTransaction, rowsOf } from '../../core/database/db.ts'

/** A charge that was sent and whose fate is unknown, for a call that was answered 503. */
export interface UnansweredCharge {
  /** Account id, or the digest of the key it was admitted by. */
  readonly owner: number | Buffer
  readonly requestId: string
  readonly operation: string
  readonly periodStartMs: number
  readonly nowMs: number
}

/** True when the charge of a request is in the ledger. */
export async function isCharged(accountId: number, requestId: string): Promise<boolean> {
  const text = 'SELECT 1 FROM credit_charge WHERE account_id = $1 AND request_id = $2'
  return (await rowsOf('is_charged', text, [accountId, requestId])).length > 0
}

/**
 * Voids one charge: its row stays in the ledger with 0 credits, and what it took is given back. Without a row one of 0 credits is
 * written: a statement that is still on its way then finds the request id taken and charges nothing.
 */
export async function voidCharge(charge: UnansweredCharge): Promise<void> {
  const accountId = typeof charge.owner === 'number' ? charge.owner : await accountOf(charge.owner)
  if (accountId === null) return
  const { requestId, operation, periodStartMs, nowMs } = charge
  const period = new Date(periodStartMs)
  await inTransaction(async (client) => {
    // First the account's row, as every charge does: the two cannot lock each other out.
    await client.query('SELECT 1 FROM credit_usage WHERE account_id = $1 AND period_start = $2 FOR UPDATE', [
      accountId,
      period,
    ])
    const { rowCount: written } = await client.query(
      `INSERT INTO credit_charge (account_id, request_id, operation, credits, period_start, charged_at)
       VALUES ($1, $2, $3, 0, $4, $5) ON CONFLICT (account_id, request_id) DO NOTHING`,
      [accountId, requestId, operation, period, new Date(nowMs)],
    )
    if (written === 1) return
    await client.query(
      `WITH charged AS (
         SELECT period_start, credits FROM credit_charge WHERE account_id = $1 AND request_id = $2 FOR UPDATE
       ), voided AS (
         UPDATE credit_charge SET credits = 0 WHERE account_id = $1 AND request_id = $2
       )
       UPDATE credit_usage u SET used = u.used - charged.credits FROM charged
        WHERE u.account_id = $1 AND u.period_start = charged.period_start`,
      [accountId, requestId],
    )
  })
}

async function accountOf(digest: Buffer): Promise<number | null> {
  const rows = await rowsOf<{ id: number }>(
    'account_of_key',
    'SELECT account_id AS id FROM api_key WHERE digest = $1',
    [digest],
  )
  return rows[0]?.id ?? null
}
