import { setTimeout as pause } from 'node:timers/promises'
import { outsideCalls } from '../call/call-scope.ts'
import { log as processLog } from '../log.ts'
import { type Clock, systemClock } from '../time/clock.ts'
import { askJson, type JsonReply } from './ask-json.source.ts'
import { recallAnswer, rememberAnswer } from './remembered-answer.ts'
import { createUpstream, type UpstreamSettings } from './upstream.ts'
import { type AnswerKey, findAnswer, forgetOldest, type KeptAnswer, keepAnswer } from './upstream-answer.store.ts'
import { UpstreamFailure } from './upstream-failure.ts'

/** How an upstream whose answers are kept is called. */
interface CachedUpstreamSettings extends UpstreamSettings {
  /** Largest answer that is read. */
  readonly bytesMax: number
  /** How long a caller waits for a fresh answer while an older one is there. */
  readonly patienceMs?: number
  readonly clock?: Clock
}

/** Sends one request of the upstream, again where a failure may pass. */
export interface Ask {
  (url: URL, headers?: Readonly<Record<string, string>>): Promise<JsonReply>
  /** The same; a refusal or a reply of no use that `read` throws as an `UpstreamFailure` counts against the upstream. */
  <Result>(url: URL, headers: Readonly<Record<string, string>>, read: (reply: JsonReply) => Result): Promise<Result>
}

/** What is wanted of an upstream. */
export interface CachedRequest<Result> {
  /** What is asked, without any key; an answer is kept under it. Change it when the shape of `Result` changes. */
  readonly request: string
  /** Whose answer it is; shared by everybody unless said otherwise. */
  readonly scope?: string
  /** How old a kept answer may be before the upstream is asked again. */
  readonly freshMs: number
  /** Asks, by as many requests as it takes. What it returns is kept as JSON. */
  readonly read: (ask: Ask) => Promise<Result>
}

/** An answer and what is known of its age. */
export interface Answer<Result> {
  readonly value: Result
  readonly fetchedAt: Date
  /** Whether it is older than it should be, because the upstream gives no newer one. */
  readonly stale: boolean
}

/** Another service whose answers are kept in the database. */
export interface CachedUpstream {
  readonly name: string
  /**
   * The kept answer while it is fresh; else a new one, for which equal requests ask once together. When the upstream fails, the kept
   * one as stale; without one it rejects with an `UpstreamFailure`, or with whatever else `read` threw.
   */
  answer<Result>(request: CachedRequest<Result>): Promise<Answer<Result>>
  /** Asks without keeping anything. */
  readonly ask: Ask
}

const SHARED = 'shared'
const PATIENCE_MS = 2_500
/** Answers kept at most, counted after every so many new ones. */
const ANSWERS_MAX = 20_000
const COUNT_EVERY = 500

let kept = 0

/** Opens an upstream: bounded calls (`createUpstream`), JSON only, answers kept. */
export function openCachedUpstream(settings: CachedUpstreamSettings): CachedUpstream {
  const { name, bytesMax, patienceMs = PATIENCE_MS, clock = systemClock, log = processLog } = settings
  const upstream = createUpstream(settings)
  const lookups = new Map<string, Promise<Answer<unknown>>>()
  const refreshes = new Map<string, Promise<Answer<unknown>>>()

  const ask = (
    url: URL,
    headers: Readonly<Record<string, string>> = {},
    read: (reply: JsonReply) => unknown = (reply) => reply,
  ): Promise<never> =>
    // What comes back is what `read` makes of it, as the interface says.
    upstream.call(async (signal) => read(await askJson({ name, url, headers, bytesMax }, signal))) as Promise<never>

  const refresh = async (key: AnswerKey, read: CachedRequest<unknown>['read']): Promise<Answer<unknown>> => {
    const value = await read(ask)
    const fetchedAt = new Date(clock.now())
    const answer = JSON.stringify(value)
    rememberAnswer(key, { value, fetchedAt, stale: false }, answer.length)
    await keep(key, { answer, fetchedAt }).catch((error) =>
      log.warn({ upstream: name, err: error }, 'an answer of an upstream cannot be kept'),
    )
    return { value, fetchedAt, stale: false }
  }

  const isFresh = ({ fetchedAt }: { readonly fetchedAt: Date }, freshMs: number) =>
    clock.now() - fetchedAt.getTime() < freshMs

  const lookUp = async (key: AnswerKey, { freshMs, read }: CachedRequest<unknown>): Promise<Answer<unknown>> => {
    const found = await findAnswer(key)
    if (found && isFresh(found, freshMs)) {
      const fresh = restored(found, false)
      rememberAnswer(key, fresh, found.answer.length)
      return fresh
    }
    const fresh = once(refreshes, key, () => refresh(key, read))
    if (!found) return fresh
    const patience = new AbortController()
    try {
      return await Promise.race([
        fresh.catch((error) => {
          if (!(error instanceof UpstreamFailure)) throw error
          if (error.kind !== 'paused')
            log.warn({ upstream: name, why: error.message }, 'an upstream fails; what is kept is served')
          return restored(found, true)
        }),
        pause(patienceMs, undefined, { signal: patience.signal }).then(() => restored(found, true)),
      ])
    } finally {
      patience.abort()
    }
  }

  return {
    name,
    ask,
    answer: async <Result>(asked: CachedRequest<Result>) => {
      const key = { upstream: name, scope: asked.scope ?? SHARED, request: asked.request }
      const known = recallAnswer(key)
      // What was kept under a request came from the same `read`.
      if (known && isFresh(known, asked.freshMs)) return known as Answer<Result>
      return once(lookups, key, () => lookUp(key, asked)) as Promise<Answer<Result>>
    },
  }
}

/** Does `work` unless the same is being done already; no call that waits for it takes it along when it ends. */
function once(
  running: Map<string, Promise<Answer<unknown>>>,
  { scope, request }: AnswerKey,
  work: () => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const name = `${scope}\n${request}`
  const known = running.get(name)
  if (known) return known
  const started = outsideCalls(work).finally(() => running.delete(name))
  running.set(name, started)
  // A refresh nobody waits for any longer may still fail.
  started.catch(() => {})
  return started
}

function restored({ answer, fetchedAt }: KeptAnswer, stale: boolean): Answer<unknown> {
  return { value: JSON.parse(answer), fetchedAt, stale }
}

async function keep(key: AnswerKey, answer: KeptAnswer): Promise<void> {
  await keepAnswer(key, answer)
  if (++kept % COUNT_EVERY === 0) await forgetOldest(ANSWERS_MAX)
}
