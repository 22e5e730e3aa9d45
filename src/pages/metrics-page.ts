import { createHash, timingSafeEqual } from 'node:crypto'
import type { AnswerPage } from './fixed-page.ts'
import { registry } from './metrics.ts'

/** The metrics for who brings the token; without a token, for this machine only. To others there is no such page. */
export function metricsPage(token: string | null, isDirect: () => boolean): AnswerPage {
  return async (request, maker) => {
    if (token === null && !isDirect()) return new maker(null, { status: 404 })
    if (token !== null && !isBearer(request.headers.get('authorization'), token)) {
      return new maker(null, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } })
    }
    const text = await registry.metrics()
    return new maker(request.method === 'HEAD' ? null : text, { headers: { 'Content-Type': registry.contentType } })
  }
}

/** Compares digests, so that the time taken says nothing about the token. */
function isBearer(header: string | null, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(/^Bearer ([!-~]+)$/i.exec(header ?? '')?.[1] ?? ''), digest(token))
}
