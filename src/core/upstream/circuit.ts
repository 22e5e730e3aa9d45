import { type CircuitBreakerPolicy, circuitBreaker, DelegateBackoff, handleType } from 'cockatiel'
import { type FailureKind, UpstreamFailure } from './upstream-failure.ts'

/** Where opened circuits are logged. */
export interface CircuitLog {
  warn(facts: object, message: string): void
  debug(facts: object, message: string): void
}

/** When a circuit opens and for how long. */
export interface CircuitRules {
  /** First pause; each one after a failed trial is twice as long. */
  readonly pauseMs: number
  readonly pauseMsMax: number
}

/** How much a failure says about the upstream itself, as opposed to what it was asked. */
const WEIGHT: Readonly<Record<FailureKind, number>> = { paused: 0, unusable: 1, unreachable: 4, late: 4, refused: 20 }
/** Opens the circuit: five calls in a row without an answer, twenty with unusable ones, or one refusal. */
const OPEN_AT = 20
/** Shorter pauses are what a rate limit asks for many times a day. */
const WARN_FROM_MS = 30_000

/** A circuit breaker by the weight of consecutive failures; it also keeps the wait an upstream asks for, up to `pauseMsMax`. */
export function createCircuit(name: string, rules: CircuitRules, log: CircuitLog): CircuitBreakerPolicy {
  let weight = 0
  const circuit: CircuitBreakerPolicy = circuitBreaker(handleType(UpstreamFailure), {
    breaker: {
      state: null,
      success: () => {
        weight = 0
      },
      failure: () => {
        const failure = failureIn(circuit.lastFailure)
        weight += WEIGHT[failure?.kind ?? 'unreachable']
        return weight >= OPEN_AT || (failure?.retryAfterMs ?? 0) > 0
      },
    },
    halfOpenAfter: new DelegateBackoff<{ readonly attempt: number; readonly result: object }, number>(
      ({ attempt, result }, nextMs = rules.pauseMs) => {
        const failure = failureIn(result)
        const worn = weight >= OPEN_AT || attempt > 1
        const delay = Math.min(rules.pauseMsMax, Math.max(failure?.retryAfterMs ?? 0, worn ? nextMs : 0))
        const facts = { upstream: name, why: failure?.message ?? 'unknown', pauseSeconds: Math.round(delay / 1000) }
        if (delay < WARN_FROM_MS) log.debug(facts, 'an upstream asked for a pause')
        else log.warn(facts, 'an upstream is left alone for a while')
        return { delay, state: worn ? Math.min(rules.pauseMsMax, nextMs * 2) : nextMs }
      },
    ),
  })
  return circuit
}

function failureIn(result: object | undefined): UpstreamFailure | null {
  return result && 'error' in result && result.error instanceof UpstreamFailure ? result.error : null
}
