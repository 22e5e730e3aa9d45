import { Readable } from 'node:stream'
import type { SecSettings } from '../../core/config.ts'
import { atMost, Unreadable } from '../../core/file/bytes.source.ts'
import { isTransientStatus, retryAfterMs } from '../../core/upstream/retry-after.pure.ts'
import { createUpstream } from '../../core/upstream/upstream.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'

/** The SEC allows ten requests a second (sec.gov, "Accessing EDGAR Data", fair access); more are blocked for minutes. */
const GAP_MS = 100
const TIMEOUT_MS = 120_000
const ATTEMPTS = 4
/** The largest companyfacts have 50 MB. */
const BYTES_MAX = 400_000_000

/** The SEC's data over HTTP, at the pace it asks for. */
export interface SecClient {
  /** All facts a company reported. Throws `Unreadable`. */
  companyFacts(cik: number): Promise<AsyncIterable<Uint8Array>>
  /** The SEC's list of companies with their tickers. Throws `Unreadable`. */
  companyTickers(): Promise<AsyncIterable<Uint8Array>>
}

/** Opens the SEC's data; `contact` is what the SEC wants to find in the User-Agent. */
export function openSec({ baseUrl, tickersUrl }: SecSettings, contact: string): SecClient {
  const upstream = createUpstream({
    name: 'the SEC',
    timeoutMs: TIMEOUT_MS,
    attempts: ATTEMPTS,
    atOnce: 2,
    gapMs: GAP_MS,
  })
  const get = async (url: string, missing: string): Promise<AsyncIterable<Uint8Array>> => {
    const request = async (signal: AbortSignal): Promise<Response> => {
      const headers = { 'user-agent': `market-impact ${contact}`, accept: 'application/json' }
      const response = await fetch(url, { headers, signal }).catch((error) => {
        throw new UpstreamFailure('unreachable', `${url} cannot be reached: ${reasonOf(error)}`, null, error)
      })
      if (response.ok) return response
      await response.body?.cancel()
      const wait = retryAfterMs(response.headers.get('retry-after'), Date.now())
      const told = `${url} answered ${response.status}`
      if (isTransientStatus(response.status)) throw new UpstreamFailure('unreachable', `${told}.`, wait)
      if (response.status === 404) throw new Unreadable(missing)
      throw new UpstreamFailure(
        'refused',
        `${told}${response.status === 403 ? ': it refuses SEC_CONTACT or this address' : ''}.`,
      )
    }
    try {
      const { body } = await upstream.call(request)
      return body === null ? Readable.from([]) : whole(body, url)
    } catch (error) {
      if (error instanceof UpstreamFailure) throw new Unreadable(error.message)
      throw error
    }
  }
  return {
    companyFacts: (cik) =>
      get(
        `${baseUrl}/api/xbrl/companyfacts/CIK${String(cik).padStart(10, '0')}.json`,
        `The SEC has no facts of a company with the CIK ${cik}.`,
      ),
    companyTickers: () => get(tickersUrl, `There is no list of companies at ${tickersUrl}.`),
  }
}

/** The body; a connection that breaks is said as such. */
async function* whole(body: AsyncIterable<Uint8Array>, url: string): AsyncGenerator<Uint8Array> {
  try {
    yield* atMost(body, BYTES_MAX, url)
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(`${url} broke off: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
