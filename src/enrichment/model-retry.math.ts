const FIRST_MS = 500
const LONGEST_MS = 8_000

/**
 * Wait before repeat number `repeat` (0 = first), in milliseconds: doubled each time, half of it at random so that callers do not
 * come back together ("equal jitter", M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015). `random` is 0-1.
 */
export function backoffMs(repeat: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** repeat)
  return Math.round(full / 2 + (full / 2) * random)
}

/** Milliseconds a Retry-After header asks for (RFC 9110 section 10.2.3: seconds or a date); null without a usable one. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  if (!/^[A-Z][a-z]{2,8},? .*GMT$/.test(text)) return null
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}
