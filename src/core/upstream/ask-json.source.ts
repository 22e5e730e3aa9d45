import type { z } from 'zod'
import { isTransientStatus, retryAfterMs } from './retry-after.pure.ts'
import { UpstreamFailure } from './upstream-failure.ts'

/** A request of a JSON answer. */
export interface JsonQuestion {
  /** What messages call the upstream; addresses may hold a key and are never shown. */
  readonly name: string
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly bytesMax: number
}

/** What an upstream answered, unless that says to try again later. */
export interface JsonReply {
  readonly status: number
  /** Undefined when a failing status came with something that is no JSON. */
  readonly body: unknown
}

/**
 * Asks once. Throws an `UpstreamFailure` whose message quotes neither the address nor the answer: `unreachable` without an answer or
 * with a status that may pass, `late` when the signal fires, `refused` for a redirect, `unusable` for an answer too large or no JSON.
 */
export async function askJson(question: JsonQuestion, signal: AbortSignal): Promise<JsonReply> {
  const { name, url, headers } = question
  const response = await fetch(url, {
    // A redirect would take the key to another host.
    redirect: 'manual',
    signal,
    headers: { accept: 'application/json', 'user-agent': 'market-impact', ...headers },
  }).catch((error) => {
    throw brokenOff(name, error, signal)
  })
  const { status } = response
  if (isTransientStatus(status)) {
    await response.body?.cancel()
    const wait = retryAfterMs(response.headers.get('retry-after'), Date.now())
    throw new UpstreamFailure('unreachable', `${name} answered ${status}`, wait)
  }
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw new UpstreamFailure('refused', `${name} leads elsewhere (${status}): its base URL must be the final one`)
  }
  const text = await textOf(response, question, signal)
  try {
    return { status, body: JSON.parse(text) }
  } catch {
    if (status >= 400) return { status, body: undefined }
    throw new UpstreamFailure('unusable', `${name} sent something that is no JSON`)
  }
}

/** A body by its schema; throws an `unusable` failure that says where it does not fit. */
export function readBody<Schema extends z.ZodType>(name: string, schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new UpstreamFailure('unusable', `${name} sent an answer of another shape${path ? ` at "${path}"` : ''}`)
}

async function textOf(response: Response, { name, bytesMax }: JsonQuestion, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      // Leaving the loop cancels the rest.
      if (bytes > bytesMax) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw brokenOff(name, error, signal)
  }
  if (bytes > bytesMax) throw new UpstreamFailure('unusable', `${name} sent more than ${bytesMax} bytes`)
  return Buffer.concat(chunks).toString('utf8')
}

/** Why there is no answer; messages of the connection may quote the address, so that only their code is kept. */
function brokenOff(name: string, error: unknown, signal: AbortSignal): UpstreamFailure {
  if (signal.aborted) return new UpstreamFailure('late', `${name} gave no full answer in time`)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new UpstreamFailure('unreachable', `${name} cannot be reached${code}`)
}
