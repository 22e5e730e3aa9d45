/** Milliseconds a Retry-After header asks for (RFC 9110 section 10.2.3: seconds or a date); null without a usable one. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  if (!/^[A-Z][a-z]{2,8},? .*GMT$/.test(text)) return null
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}

/** Whether the same request may succeed later: request timeout, conflict, too early, too many requests, or a fault of the server. */
export function isTransientStatus(status: number): boolean {
  return [408, 409, 425, 429].includes(status) || status >= 500
}
