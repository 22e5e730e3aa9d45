import { LRUCache } from 'lru-cache'
import { pool } from '../../core/database/db.ts'
import {
  type Answer,
  type Ask,
  type CachedRequest,
  type CachedUpstream,
  openCachedUpstream,
} from '../../core/upstream/cached-upstream.ts'
import { forgetAnswers } from '../../core/upstream/upstream-answer.store.ts'
import { TRADE_DATABASE } from '../flow/comtrade.source.ts'

/** The trade database as one account sees it: its limits, its failures and its answers are no other account's. */
export interface AccountDatabase {
  readonly ask: Ask
  /** Asks with the key linked then, or takes what is kept from asking with it before. */
  answer<Result>(linkedAt: Date, request: Omit<CachedRequest<Result>, 'scope'>): Promise<Answer<Result>>
  /** Lets go what was asked with the key linked then. */
  forget(linkedAt: Date): Promise<void>
}

/** Accounts whose limits are remembered; the database takes one request a second of each key. */
const ACCOUNTS_MAX = 2_000
const TIMEOUT_MS = 25_000
const BYTES_MAX = 120_000_000

const upstreams = new WeakMap<object, LRUCache<number, CachedUpstream>>()

/** Those of the accounts of the open database. */
function upstreamsOfDatabase(): LRUCache<number, CachedUpstream> {
  const known = upstreams.get(pool) ?? new LRUCache({ max: ACCOUNTS_MAX })
  upstreams.set(pool, known)
  return known
}

/** Opens the trade database for an account. */
export function tradeDatabaseFor(accountId: number): AccountDatabase {
  const accounts = upstreamsOfDatabase()
  const known = accounts.get(accountId)
  const upstream =
    known ??
    openCachedUpstream({ name: TRADE_DATABASE, timeoutMs: TIMEOUT_MS, attempts: 3, atOnce: 2, bytesMax: BYTES_MAX })
  if (!known) accounts.set(accountId, upstream)
  const scopeOf = (linkedAt: Date) => `account ${accountId} ${linkedAt.getTime()}`
  return {
    ask: upstream.ask,
    answer: (linkedAt, request) => upstream.answer({ ...request, scope: scopeOf(linkedAt) }),
    forget: (linkedAt) => forgetAnswers(TRADE_DATABASE, scopeOf(linkedAt)),
  }
}
