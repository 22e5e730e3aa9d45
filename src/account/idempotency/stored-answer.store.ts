import { rowsOf } from '../../core/database/db.ts'
import type { Owner } from '../owner/owned-by.ts'

/** An HTTP answer as it is stored: headers by lower-case name. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer, and the request it answered. */
export interface StoredAnswer extends Answer {
  readonly fingerprint: Buffer
}

/**
 * Waits until no other transaction, in any process, runs a call of this account with this key, and keeps it so until this one ends. A
 * holder whose process died is gone with its connection; one whose machine went silent is ended after `silenceMs` without a statement.
 * Fails with PostgreSQL's 55P03 after waiting for `waitMs`.
 */
export async function lockKey(
  owner: Owner,
  { accountId, key }: { readonly accountId: number; readonly key: string },
  { waitMs, silenceMs }: { readonly waitMs: number; readonly silenceMs: number },
): Promise<void> {
  await owner.$queryRaw`SELECT set_config('lock_timeout', ${String(waitMs)}, true),
    set_config('idle_in_transaction_session_timeout', ${String(silenceMs)}, true)`
  await owner.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`idempotency ${accountId} ${key}`}, 0))`
}

/** The answer stored under a key, unless it was stored before `sinceMs`; null when there is none. */
export async function readAnswer(
  owner: Owner,
  { accountId, key }: { readonly accountId: number; readonly key: string },
  sinceMs: number,
): Promise<StoredAnswer | null> {
  const row = await owner.storedAnswer.findUnique({ where: { accountId_key: { accountId, key } } })
  if (!row || row.storedAt.getTime() <= sinceMs) return null
  return {
    status: row.status,
    headers: textHeaders(row.headers),
    body: row.body,
    fingerprint: Buffer.from(row.fingerprint),
  }
}

/** Stores an answer under a key, in place of one whose time is over. */
export async function keepAnswer(
  owner: Owner,
  { accountId, key }: { readonly accountId: number; readonly key: string },
  answer: StoredAnswer,
  nowMs: number,
): Promise<void> {
  const facts = {
    status: answer.status,
    headers: answer.headers,
    body: answer.body,
    fingerprint: Uint8Array.from(answer.fingerprint),
    storedAt: new Date(nowMs),
  }
  await owner.storedAnswer.upsert({
    where: { accountId_key: { accountId, key } },
    create: { accountId, key, ...facts },
    update: facts,
  })
}

/** Deletes the answers stored before a moment; their keys are free again. */
export async function forgetAnswers(beforeMs: number): Promise<void> {
  await rowsOf('forget_answers', 'DELETE FROM stored_answer WHERE stored_at <= $1', [new Date(beforeMs)])
}

function textHeaders(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
}
