import { Unreadable } from '../../core/file/bytes.source.ts'
import { connectionProblem, getBytes } from '../../core/upstream/get-bytes.source.ts'
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
      const body = await getBytes({ url, refusalOf }, signal)
      return readCboeChain(retriable(body, url), { ticker: symbol, asOf })
    })
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof UpstreamFailure)) throw error
    yield { rejected: [{ line: 0, reason: error.message }] }
  }
}

/** What it does not have it answers with 403 or 404. */
function refusalOf(_: number, told: string): Unreadable {
  return new Unreadable(`${told}: there are no options of that symbol, or it refuses this address.`)
}

/** The body; a connection that breaks may be tried again. */
async function* retriable(body: AsyncIterable<Uint8Array>, url: string): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw new UpstreamFailure('unreachable', `${url} broke off: ${connectionProblem(error)}`, null, error)
  }
}
