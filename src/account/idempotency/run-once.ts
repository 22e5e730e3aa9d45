import pLimit, { type LimitFunction } from 'p-limit'
import { pool } from '../../core/database/db.ts'
import { ApiError } from '../../core/errors.ts'
import { type Owner, ownedBy } from '../owner/owned-by.ts'
import { type Answer, keepAnswer, lockKey, readAnswer, type StoredAnswer } from './stored-answer.store.ts'

/** How long a first answer is replayed. */
export const ANSWER_KEPT_MS = 24 * 3_600_000
/** How long a call may run; then everything it wrote is undone. */
const RUN_MS_MAX = 30_000
/** How long a call waits for another one with its key, in another process. */
const WAIT_MS_MAX = 5_000
/** How long one waits for a free connection. */
const CONNECTION_MS_MAX = 5_000

/** A call to be run once: the account's key for it and the digest of what it asks. */
export interface OnceCall {
  readonly accountId: number
  readonly key: string
  readonly fingerprint: Buffer
  readonly nowMs: number
}

/** What a call is answered, and whether that is the answer of an earlier one. */
export interface OnceOutcome {
  readonly answer: Answer
  readonly replayed: boolean
}

/** Calls of this process under way, by account and key: later ones wait for them without a connection. */
const underWay = new Map<string, Promise<StoredAnswer | null>>()

/**
 * Runs a call at most once per account and key in 24 hours, and gives every repeat the answer of the first, byte for byte.
 *
 * The guarantee holds for what `run` writes through the `Owner` it is handed: these writes and the stored answer are one transaction.
 * Either both are there or neither is, whenever a process is killed, a connection breaks or the database fails over; a repeat finds the
 * answer, or nothing and runs. There is no lease to run out: the claim is a lock of that transaction, so it is gone the moment its
 * connection is, and a process that was frozen cannot commit after another one has taken over.
 * What `run` does elsewhere (another connection, an upstream) happens at least once instead: it comes again when the first call died
 * between doing it and committing. Give it an identity of its own, such as the key, that makes the second time harmless.
 *
 * - Calls with the same key at the same time, in any process, run one after the other: the first runs, the others get its answer. One
 *   that waits five seconds for another process is told `unavailable` (503).
 * - The same key with another fingerprint is `conflict` (409) and changes nothing.
 * - A 2xx answer is stored and what was written with it commits. 403, 404, 409 and 422 are answers of a run too and are stored, and what
 *   was written is undone. Any other answer (400, 401, 402, 405, 406, 413, 415, 429, 5xx), and whatever `run` throws, undoes everything
 *   and stores nothing, so that a repeat runs.
 * - `run` must not call `runOnce`, and must end within 30 seconds.
 */
export async function runOnce(call: OnceCall, run: (owner: Owner) => Promise<Answer>): Promise<OnceOutcome> {
  const id = `${call.accountId} ${call.key}`
  for (let first = underWay.get(id); first; first = underWay.get(id)) {
    const stored = await first
    if (stored) return replay(stored, call)
  }
  const attempt = limit()(() => attemptOnce(call, run))
  underWay.set(
    id,
    attempt
      .then(({ stored }) => stored)
      .catch(() => null)
      .finally(() => underWay.delete(id)),
  )
  const { outcome } = await attempt
  return outcome
}

let limits: { readonly of: object; readonly limit: LimitFunction } | null = null

/** Half of the pool at most: calls under way hold a connection each, and what they read beside it needs others. */
function limit(): LimitFunction {
  if (limits?.of !== pool) limits = { of: pool, limit: pLimit(Math.max(1, Math.floor(pool.options.max / 2))) }
  return limits.limit
}

interface Attempt {
  readonly outcome: OnceOutcome
  /** What a repeat is answered; null when it has to run. */
  readonly stored: StoredAnswer | null
}

/** Carries an answer out of a transaction that it undoes. */
class Undone extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`undone: ${answer.status}`)
    this.answer = answer
  }
}

async function attemptOnce(call: OnceCall, run: (owner: Owner) => Promise<Answer>): Promise<Attempt> {
  try {
    return await ownedBy(call.accountId).$transaction(
      async (owner) => {
        await lockKey(owner, call, { waitMs: WAIT_MS_MAX, silenceMs: RUN_MS_MAX })
        const earlier = await readAnswer(owner, call, call.nowMs - ANSWER_KEPT_MS)
        if (earlier) return { outcome: replay(earlier, call), stored: earlier }
        const answer = await answerOf(owner, run)
        if (!isFinal(answer.status)) throw new Undone(answer)
        const stored = { ...answer, fingerprint: call.fingerprint }
        await keepAnswer(owner, call, stored, call.nowMs)
        return { outcome: { answer, replayed: false }, stored }
      },
      { maxWait: CONNECTION_MS_MAX, timeout: RUN_MS_MAX },
    )
  } catch (error) {
    if (error instanceof Undone) return { outcome: { answer: error.answer, replayed: false }, stored: null }
    throw isBusy(error) ? stillRunning() : error
  }
}

/** Runs the call behind a savepoint, to which an answer that is an error goes back. */
async function answerOf(owner: Owner, run: (owner: Owner) => Promise<Answer>): Promise<Answer> {
  try {
    return await owner.$transaction(async (inner) => {
      const answer = await run(inner)
      if (answer.status >= 400) throw new Undone(answer)
      return answer
    })
  } catch (error) {
    if (error instanceof Undone) return error.answer
    throw error
  }
}

function isFinal(status: number): boolean {
  return status < 400 || [403, 404, 409, 422].includes(status)
}

function replay(stored: StoredAnswer, call: OnceCall): OnceOutcome {
  if (!stored.fingerprint.equals(call.fingerprint)) {
    throw new ApiError('conflict', 'This Idempotency-Key was used with another method, path or body.', {
      param: 'Idempotency-Key',
    })
  }
  const { fingerprint: _, ...answer } = stored
  return { answer, replayed: true }
}

/** PostgreSQL's lock_not_available, or no connection in time: nothing has run. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    /55P03|Unable to start a transaction in the given time/.test(JSON.stringify(error) + error.message)
  )
}

function stillRunning(): ApiError {
  return new ApiError(
    'unavailable',
    'Another call with this Idempotency-Key, or on the same rows, has not ended yet.',
    {
      retry_after_seconds: 1,
    },
  )
}
