import { pool, queryRows } from '../database/db.ts'
import { sql } from '../database/sql.ts'
import { dropRemembered } from './remembered-answer.ts'

/** Which answer: of which upstream, for whom, to what. */
export interface AnswerKey {
  readonly upstream: string
  readonly scope: string
  readonly request: string
}

/** An answer as it is kept. */
export interface KeptAnswer {
  /** As JSON. */
  readonly answer: string
  readonly fetchedAt: Date
}

/** The answer kept for a request; null when there is none. */
export async function findAnswer({ upstream, scope, request }: AnswerKey): Promise<KeptAnswer | null> {
  const rows = await queryRows<KeptAnswer>(
    'upstream_answer',
    sql`SELECT answer, fetched_at AS "fetchedAt" FROM upstream_answer
        WHERE upstream = ${upstream} AND scope = ${scope} AND request = ${request}`,
  )
  return rows[0] ?? null
}

/** Keeps an answer in place of an older one. */
export async function keepAnswer({ upstream, scope, request }: AnswerKey, kept: KeptAnswer): Promise<void> {
  await pool.query(
    `INSERT INTO upstream_answer AS old (upstream, scope, request, answer, fetched_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (upstream, scope, request) DO UPDATE
     SET answer = excluded.answer, fetched_at = excluded.fetched_at WHERE old.fetched_at <= excluded.fetched_at`,
    [upstream, scope, request, kept.answer, kept.fetchedAt],
  )
}

/** Lets all answers of a scope go, as when its owner unlinks a key. */
export async function forgetAnswers(upstream: string, scope: string): Promise<void> {
  dropRemembered(upstream, scope)
  await pool.query('DELETE FROM upstream_answer WHERE upstream = $1 AND scope = $2', [upstream, scope])
}

/** Lets the oldest answers go beyond `count`. */
export async function forgetOldest(count: number): Promise<void> {
  await pool.query(
    `DELETE FROM upstream_answer WHERE fetched_at < (SELECT fetched_at FROM upstream_answer ORDER BY fetched_at DESC OFFSET $1 LIMIT 1)`,
    [count - 1],
  )
}
