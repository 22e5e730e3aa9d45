import type { ModelSettings } from '../../core/config.ts'
import { isTransientStatus, retryAfterMs } from '../../core/upstream/retry-after.pure.ts'
import { parseCompletion } from './answer.source.ts'
import type { ModelAnswer } from './verdict.pure.ts'

/** How one request ended; `why` is ours and never quotes the endpoint. `tokens` null = it did not say what it took. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: ModelAnswer; readonly tokens: number | null }
  | { readonly kind: 'unusable'; readonly why: string; readonly tokens: number | null }
  /** No answer and no tokens spent: may pass (`unreachable`), will not (`refused`), or depends on how it was asked (`rejected`). */
  | {
      readonly kind: 'unreachable'
      readonly why: string
      readonly retryAfterMs: number | null
      readonly tokens: 0 | null
    }
  | { readonly kind: 'refused'; readonly why: string; readonly tokens: 0 }
  | { readonly kind: 'rejected'; readonly why: string; readonly words: string; readonly tokens: 0 }

const ANSWER_BYTES_MAX = 262_144
const REJECTION_BYTES_MAX = 16_384
/** Failures before the request reached a server, so that it spent no tokens. */
const NEVER_ARRIVED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** Asks once; never rejects. `signal` also bounds a body that arrives slowly. */
export async function askOnce(
  { baseUrl, apiKey }: ModelSettings,
  body: string,
  signal: AbortSignal,
  nowMs: number,
): Promise<Outcome> {
  try {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      // A redirect would send article and key to another host.
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': 'market-impact',
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body,
    })
    const { status, headers } = response
    if (status === 200) return await answerOf(response)
    const why = `status ${status}`
    if ([400, 413, 422].includes(status)) {
      return { kind: 'rejected', why, words: (await textOf(response, REJECTION_BYTES_MAX)) ?? '', tokens: 0 }
    }
    await response.body?.cancel()
    if (!isTransientStatus(status)) return { kind: 'refused', why, tokens: 0 }
    return { kind: 'unreachable', why, retryAfterMs: retryAfterMs(headers.get('retry-after'), nowMs), tokens: 0 }
  } catch (error) {
    if (signal.aborted) return { kind: 'unreachable', why: 'no full answer in time', retryAfterMs: null, tokens: null }
    const code = codeOf(error)
    const tokens = NEVER_ARRIVED.includes(code ?? '') ? 0 : null
    return { kind: 'unreachable', why: `no connection${code ? ` (${code})` : ''}`, retryAfterMs: null, tokens }
  }
}

async function answerOf(response: Response): Promise<Outcome> {
  const text = await textOf(response, ANSWER_BYTES_MAX)
  if (text === null)
    return { kind: 'unusable', why: `the response has more than ${ANSWER_BYTES_MAX} bytes`, tokens: null }
  const { answer, why, tokens } = parseCompletion(text)
  return answer === null ? { kind: 'unusable', why, tokens } : { kind: 'answered', answer, tokens }
}

/** The body as text, after any decompression; null when it is longer than allowed. */
async function textOf(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the rest.
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The code of a network failure; its message is left alone, for it may quote headers. */
function codeOf(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : null
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code) ? code : null
}
