import type { Owner } from '../owner/owned-by.ts'
import { type OnceCall, runOnce } from './run-once.ts'

/** Headers that belong to the answer; the others speak of the request that is answered. */
const KEPT = ['content-type', 'location', 'etag', 'cache-control', 'link', 'retry-after']

interface ResponseMaker {
  readonly Response: typeof Response
}

/** `runOnce` for HTTP answers: a repeat gets status, body and headers of the first and `Idempotent-Replayed: true`. */
export async function respondOnce(
  fetchAPI: ResponseMaker,
  call: OnceCall,
  run: (owner: Owner) => Promise<Response>,
): Promise<Response> {
  const { answer, replayed } = await runOnce(call, async (owner) => {
    const response = await run(owner)
    const headers = KEPT.flatMap((name): [string, string][] => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    return { status: response.status, headers: Object.fromEntries(headers), body: await response.text() }
  })
  return new fetchAPI.Response(answer.body, {
    status: answer.status,
    headers: { ...answer.headers, ...(replayed ? { 'Idempotent-Replayed': 'true' } : {}) },
  })
}
