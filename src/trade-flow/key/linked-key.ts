import {
  deleteLinkedKey,
  noteRefusal,
  readLinkedKey,
  resealLinkedKey,
  writeLinkedKey,
} from '../../account/linked-key/linked-key.store.ts'
import { seal, unseal } from '../../account/linked-key/sealed-text.ts'
import { ownerOf } from '../../account/owner/owner-of.ts'
import { config } from '../../core/config.ts'
import { ApiError } from '../../core/errors.ts'
import type { Clock } from '../../core/time/clock.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'
import { checkKey, keyRefused, PROVIDER, TRADE_DATABASE } from '../flow/comtrade.source.ts'
import { tradeDatabaseFor } from './trade-database.ts'

/** Who asks, and when. */
export interface Asking {
  readonly accountId: number
  readonly clock: Clock
}

/** The caller's own key, ready to be used. */
export interface UsableKey {
  readonly key: string
  readonly linkedAt: Date
}

/** What the account may know of its linked key; never the key itself. */
export interface KeyState {
  readonly ok: boolean
  readonly linked: boolean
  readonly provider: string
  readonly linkedAt: Date | null
  /** Whether it stands for made-up flows. */
  readonly isDemo: boolean
}

/** The word that links made-up flows. */
export const DEMO_KEY = 'demo'

const WAY_OUT =
  'Link your own subscription key with PUT /v1/me/keys/tradestats {"key": "..."}; the key "demo" gives made-up flows to try it with.'

/** Checks a key by one cheap call and links it in place of an older one. */
export async function linkKey(asking: Asking, key: string): Promise<KeyState> {
  const { accountId, clock } = asking
  const linkedAt = new Date(clock.now())
  if (key !== DEMO_KEY) await check(accountId, key)
  await forgetOldAnswers(asking)
  await writeLinkedKey(ownerOf(asking), accountId, PROVIDER, { sealed: await seal(key, placeOf(accountId)), linkedAt })
  return stateOf({ key, linkedAt })
}

/** Forgets the key and what was asked with it. */
export async function unlinkKey(asking: Asking): Promise<KeyState> {
  await forgetOldAnswers(asking)
  await deleteLinkedKey(ownerOf(asking), PROVIDER)
  return stateOf(null)
}

/** Whether a key is linked. */
export async function keyState(asking: Asking): Promise<KeyState> {
  const stored = await readLinkedKey(ownerOf(asking), PROVIDER)
  const opened = stored && (await unseal(stored.sealed, placeOf(asking.accountId)))
  return stateOf(stored && opened ? { key: opened.text, linkedAt: stored.linkedAt } : null)
}

/** The caller's key, or why there is none to use: 402 without one, and when the trade database refused it before. */
export async function readKey(asking: Asking): Promise<UsableKey | ApiError> {
  const { accountId } = asking
  const stored = await readLinkedKey(ownerOf(asking), PROVIDER)
  const opened = stored && (await unseal(stored.sealed, placeOf(accountId)))
  if (!stored || !opened) {
    const why = stored
      ? 'Your linked key cannot be read any more, as the secret of this service has changed.'
      : 'Trade statistics that are not loaded into this service need your own key of the trade database, and none is linked.'
    return new ApiError('byok_missing', `${why} ${WAY_OUT}`, { provider: PROVIDER })
  }
  if (stored.refusedAt) return keyRefused()
  if (opened.old)
    await resealLinkedKey(ownerOf(asking), PROVIDER, stored.linkedAt, await seal(opened.text, placeOf(accountId)))
  return { key: opened.text, linkedAt: stored.linkedAt }
}

/** Notes a refusal, so that a refused key is sent no more. */
export async function noteKeyRefused(asking: Asking, { linkedAt }: UsableKey): Promise<void> {
  await noteRefusal(ownerOf(asking), PROVIDER, linkedAt, new Date(asking.clock.now()))
}

async function check(accountId: number, key: string): Promise<void> {
  try {
    await checkKey(tradeDatabaseFor(accountId).ask, { ...config.tradestats, key })
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    const wait =
      error.retryAfterMs === null ? {} : { retry_after_seconds: Math.max(1, Math.ceil(error.retryAfterMs / 1000)) }
    throw new ApiError(
      'unavailable',
      `${TRADE_DATABASE} cannot be reached to check the key, which is not linked therefore. Try again later.`,
      { provider: PROVIDER, ...wait },
    )
  }
}

async function forgetOldAnswers({ accountId, ...asking }: Asking): Promise<void> {
  const stored = await readLinkedKey(ownerOf({ accountId, ...asking }), PROVIDER)
  if (stored) await tradeDatabaseFor(accountId).forget(stored.linkedAt)
}

function stateOf(key: UsableKey | null): KeyState {
  return {
    ok: true,
    linked: key !== null,
    provider: PROVIDER,
    linkedAt: key?.linkedAt ?? null,
    isDemo: key?.key === DEMO_KEY,
  }
}

/** A sealed key opens for the account and the upstream it was linked for only. */
function placeOf(accountId: number): string {
  return `${accountId} ${PROVIDER}`
}
