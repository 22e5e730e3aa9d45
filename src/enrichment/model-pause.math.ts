/** How much a failure says about the model itself, as opposed to the article it was asked about. */
export const FAILURE_WEIGHT = {
  /** An answer that cannot be used, or a request it rejects: may be the article's doing. */
  unusable: 1,
  /** No answer in time, no connection, an error of the server. */
  unreachable: 4,
  /** The key, the model or the address is not accepted: no article will fare better. */
  refused: 20,
} as const

const PATIENCE = 20
const FIRST_MS = 30_000
const LONGEST_MS = 600_000

/** A circuit breaker: leaves a failing model alone for a while, longer each time, so that news does not wait for it. */
export class ModelPause {
  #weight = 0
  #untilMs = Number.NEGATIVE_INFINITY
  #nextMs = FIRST_MS

  /** Whether the model may be asked now. */
  admits(nowMs: number): boolean {
    return nowMs >= this.#untilMs
  }

  /** Any success forgives what went before. */
  succeeded(): void {
    this.#weight = 0
    this.#nextMs = FIRST_MS
  }

  /** Notes a failure; `askedMs` is a wait the model itself asked for. Returns the pause this begins, null when none. */
  failed(nowMs: number, weight: number, askedMs = 0): number | null {
    if (!this.admits(nowMs)) return null
    this.#weight += weight
    const worn = this.#weight >= PATIENCE
    if (!worn && askedMs === 0) return null
    const pauseMs = Math.min(LONGEST_MS, Math.max(askedMs, worn ? this.#nextMs : 0))
    // The weight stays: after the pause one more failure is enough for a longer one.
    if (worn) this.#nextMs = Math.min(LONGEST_MS, this.#nextMs * 2)
    this.#untilMs = nowMs + pauseMs
    return pauseMs
  }
}
