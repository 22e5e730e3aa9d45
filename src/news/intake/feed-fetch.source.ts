import { LRUCache } from 'lru-cache'
import { atMost, Unreadable } from '../../core/file/bytes.source.ts'
import { PrivateAddressError } from '../../core/http/public-fetch.ts'
import { isTransientStatus, retryAfterMs } from '../../core/upstream/retry-after.pure.ts'
import { createUpstream, type Upstream } from '../../core/upstream/upstream.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'

/** Validators of a feed for the next conditional request (RFC 9110 section 13). */
export interface Validators {
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
}

/** A fetched feed; `bytes` is null when nothing is new (304). */
export interface Fetched {
  readonly bytes: AsyncIterable<Uint8Array> | null
  readonly charset: string | undefined
  readonly validators: Validators
  /** Address after redirects. */
  readonly url: string
}

/** How a feed is fetched. */
export interface FetchRules {
  readonly fetch: typeof fetch
  readonly validators: Validators
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

const REDIRECTS_MAX = 5
const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, application/json;q=0.9, application/x-ndjson;q=0.9, */*;q=0.5'

/** The address for messages: without a password, a query or line breaks. */
function shown(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`
}

function httpUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (!url) throw new Unreadable(`"${address.slice(0, 200)}" is not an address.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Unreadable(`Only http and https addresses can be read, not ${url.protocol}`)
  }
  if (url.username !== '' || url.password !== '')
    throw new Unreadable('An address with a user name or password in it is not read.')
  return url
}

function explain(error: unknown, url: URL, { timeoutMs, signal }: FetchRules): unknown {
  if (error instanceof Unreadable || signal?.aborted) return error
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new Unreadable(`${shown(url)} did not answer fully within ${timeoutMs} ms.`)
  }
  if (error instanceof UpstreamFailure) {
    return new Unreadable(error.kind === 'paused' ? `${error.message}, since it failed repeatedly.` : error.message)
  }
  return new Unreadable(`${shown(url)} cannot be read: ${reasonOf(error)}`.trimEnd())
}

/** Code and message of what made a request fail. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? `${String(cause.code)} ` : ''
  return `${code}${cause instanceof Error ? cause.message : String(cause)}`
}

function statusOf({ status, statusText }: Response): string {
  return `${status} ${statusText}`.trimEnd()
}

const ATTEMPTS = 3
/** Requests open at one host at most. */
const AT_ONCE = 2
const HOSTS_MAX = 1_000

/** By host, so that one that fails does not pause the feeds of others. */
const hosts = new LRUCache<string, Upstream>({ max: HOSTS_MAX })

function upstreamOf({ host }: URL, timeoutMs: number): Upstream {
  const key = `${host} ${timeoutMs}`
  const known = hosts.get(key)
  if (known) return known
  const upstream = createUpstream({ name: host, timeoutMs, attempts: ATTEMPTS, atOnce: AT_ONCE })
  hosts.set(key, upstream)
  return upstream
}

/** Fetches a feed: conditional, again where a failure may pass, at most five redirects, all within `timeoutMs` and `maxBytes`. Throws `Unreadable`. */
export async function fetchFeed(address: string, rules: FetchRules): Promise<Fetched> {
  let url = httpUrl(address)
  // The body is read after the call, and within the same time.
  const timeout = AbortSignal.timeout(rules.timeoutMs)
  const signal = rules.signal ? AbortSignal.any([timeout, rules.signal]) : timeout
  try {
    for (let redirects = 0; ; redirects++) {
      const response = await upstreamOf(url, rules.timeoutMs).call(() => requestOnce(url, rules, signal), rules.signal)
      const location = response.headers.get('location')
      if (![301, 302, 303, 307, 308].includes(response.status) || location === null)
        return answered(response, url, rules)
      await response.body?.cancel()
      if (redirects === REDIRECTS_MAX) throw new Unreadable(`${shown(url)} redirects more than ${REDIRECTS_MAX} times.`)
      url = httpUrl(location, url)
    }
  } catch (error) {
    throw explain(timeout.aborted ? timeout.reason : error, url, rules)
  }
}

async function requestOnce(url: URL, rules: FetchRules, signal: AbortSignal): Promise<Response> {
  let response: Response
  try {
    response = await rules.fetch(url, { redirect: 'manual', signal, headers: headersOf(rules.validators) })
  } catch (error) {
    rules.signal?.throwIfAborted()
    const refusal = [error, error instanceof Error ? error.cause : null].find(
      (one) => one instanceof PrivateAddressError,
    )
    if (refusal) throw new Unreadable(refusal.message)
    throw new UpstreamFailure('unreachable', `${shown(url)} cannot be read: ${reasonOf(error)}`.trimEnd(), null, error)
  }
  if (!isTransientStatus(response.status)) return response
  await response.body?.cancel()
  const wait = retryAfterMs(response.headers.get('retry-after'), Date.now())
  throw new UpstreamFailure('unreachable', `${shown(url)} answered ${statusOf(response)}.`, wait)
}

function headersOf({ etag, lastModified }: Validators): Record<string, string> {
  return {
    'user-agent': 'market-impact',
    accept: ACCEPT,
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  }
}

async function answered(response: Response, url: URL, rules: FetchRules): Promise<Fetched> {
  const etag = response.headers.get('etag') ?? undefined
  const lastModified = response.headers.get('last-modified') ?? undefined
  const charset = /charset\s*=\s*["']?([\w.:-]+)/i.exec(response.headers.get('content-type') ?? '')?.[1]
  if (response.status === 304) {
    await response.body?.cancel()
    // A 304 need not repeat what has not changed.
    return {
      bytes: null,
      charset,
      validators: { ...rules.validators, ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) },
      url: url.href,
    }
  }
  const declared = Number(response.headers.get('content-length') ?? 0)
  const refusal = !response.ok
    ? `${shown(url)} answered ${statusOf(response)}.`
    : declared > rules.maxBytes
      ? `${shown(url)} announces ${declared} bytes; at most ${rules.maxBytes} are read.`
      : null
  if (refusal !== null) {
    await response.body?.cancel()
    throw new Unreadable(refusal)
  }
  return { bytes: bodyOf(response, url, rules), charset, validators: { etag, lastModified }, url: url.href }
}

async function* bodyOf(response: Response, url: URL, rules: FetchRules): AsyncGenerator<Uint8Array> {
  if (!response.body) return
  try {
    yield* atMost(response.body, rules.maxBytes, `What ${shown(url)} answers`)
  } catch (error) {
    throw explain(error, url, rules)
  }
}
