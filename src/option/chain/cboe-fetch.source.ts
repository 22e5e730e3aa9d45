import { Unreadable } from '../../core/file/bytes.source.ts'
import { isTransientStatus, retryAfterMs } from '../../core/upstream/retry-after.pure.ts'
import { createUpstream } from '../../core/upstream/upstream.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'
import { readCboeChain } from './cboe.source.ts'
import type { ChainReading } from './chain-block.ts'

const TIMEOUT_MS = 60_000
const ATTEMPTS = 4

/** Fetches the chain of a symbol from Cboe's delayed quotes; what cannot be had is a rejection. */
export async function* fetchChain(
  baseUrl: string,
  symbol: string,
  asOf: number | undefined,
): AsyncGenerator<ChainReading> {
  const upstream = createUpstream({ name: 'Cboe', timeoutMs: TIMEOUT_MS, attempts: ATTEMPTS, atOnce: 1 })
  const url = `${baseUrl}/${encodeURIComponent(symbol)}.json`
  try {
    yield await upstream.call(async (signal) => {
      const response = await request(url, signal)
      if (!response.body) throw new Unreadable(`${url} answered nothing.`)
      return readCboeChain(whole(response.body, url), { ticker: symbol, asOf })
    })
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof UpstreamFailure)) throw error
    yield { rejected: [{ line: 0, reason: error.message }] }
  }
}

async function request(url: string, signal: AbortSignal): Promise<Response> {
  const headers = { 'user-agent': 'market-impact', accept: 'application/json' }
  const response = await fetch(url, { headers, signal }).catch((error) => {
    throw new UpstreamFailure('unreachable', `${url} cannot be reached: ${reasonOf(error)}`, null, error)
  })
  if (response.ok) return response
  await response.body?.cancel()
  const told = `${url} answered ${response.status}.`
  if (isTransientStatus(response.status))
    throw new UpstreamFailure('unreachable', told, retryAfterMs(response.headers.get('retry-after'), Date.now()))
  // What it does not have it answers with 403 or 404.
  throw new Unreadable(`${told.slice(0, -1)}: there are no options of that symbol, or it refuses this address.`)
}

/** The body; a connection that breaks may be tried again. */
async function* whole(body: AsyncIterable<Uint8Array>, url: string): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw new UpstreamFailure('unreachable', `${url} broke off: ${reasonOf(error)}`, null, error)
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
