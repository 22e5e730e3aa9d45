/**
 * How a call of an upstream failed. `unreachable`: no connection or a status that may pass; tried again. `late`: no full answer in time.
 * `refused`: key, address or request is not accepted; no other call would fare better. `unusable`: the answer cannot be used.
 * `paused`: the circuit is open and the upstream was not called.
 */
export type FailureKind = 'unreachable' | 'late' | 'refused' | 'unusable' | 'paused'

/** A failed call of an upstream; the message never quotes what the upstream sent. */
export class UpstreamFailure extends Error {
  override name = 'UpstreamFailure'
  readonly kind: FailureKind
  /** Milliseconds the upstream asks to wait (Retry-After); null when it asks for none. */
  readonly retryAfterMs: number | null

  constructor(kind: FailureKind, message: string, retryAfterMs: number | null = null, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
