import { atMost, Unreadable } from '../file/bytes.source.ts'
import { isTransientStatus, retryAfterMs } from './retry-after.pure.ts'
import { UpstreamFailure } from './upstream-failure.ts'

/** JSON of an upstream that is read as it arrives. */
export interface BytesQuestion {
  readonly url: string
  /** How messages name it, where that is not the whole address. */
  readonly shown?: string
  /** Who to write to about the requests, where an upstream wants to know. */
  readonly contact?: string
  /** What a status means that no other attempt would change; `told` says which it was. */
  readonly refusalOf: (status: number, told: string) => Error
}

/** Asks once, within a call of an upstream. Throws an `UpstreamFailure` where another attempt may fare better, else the refusal. */
export async function getBytes(
  { url, shown = url, contact, refusalOf }: BytesQuestion,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const headers = {
    'user-agent': contact === undefined ? 'market-impact' : `market-impact ${contact}`,
    accept: 'application/json',
  }
  const response = await fetch(url, { headers, signal }).catch((error) => {
    throw new UpstreamFailure('unreachable', `${shown} cannot be reached: ${connectionProblem(error)}`, null, error)
  })
  if (response.ok && response.body) return response.body
  await response.body?.cancel()
  const told = `${shown} answered ${response.ok ? 'nothing' : response.status}`
  if (!isTransientStatus(response.status)) throw refusalOf(response.status, told)
  throw new UpstreamFailure('unreachable', `${told}.`, retryAfterMs(response.headers.get('retry-after'), Date.now()))
}

/** A body of at most so many bytes; a connection that breaks is said as such. Throws `Unreadable`. */
export async function* wholeBody(
  body: AsyncIterable<Uint8Array>,
  shown: string,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  try {
    yield* atMost(body, bytesMax, shown)
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(`${shown} broke off: ${connectionProblem(error)}`, { cause: error })
  }
}

/** What went wrong with a connection: fetch itself only says that it failed. */
export function connectionProblem(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
