import {
  bulkhead,
  DelegateBackoff,
  ExponentialBackoff,
  halfJitterGenerator,
  handleWhen,
  type IBackoff,
  isBrokenCircuitError,
  isTaskCancelledError,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel'
import { log as processLog } from '../log.ts'
import { type CircuitLog, type CircuitRules, createCircuit } from './circuit.ts'
import { createPace } from './pace.ts'
import { UpstreamFailure } from './upstream-failure.ts'

/** How an upstream is called. */
export interface UpstreamSettings {
  /** What log lines and messages call it. */
  readonly name: string
  /** For a whole call: waiting for room, repeats and the waits between them included. */
  readonly timeoutMs: number
  /** Requests of one call at most. */
  readonly attempts: number
  /** Calls under way at most; the others wait in the order they came. */
  readonly atOnce: number
  /** Least time between two requests, repeats included; none unless given. */
  readonly gapMs?: number
  readonly circuit?: CircuitRules
  readonly log?: CircuitLog
}

/** Another service that may be slow, down or refuse; every call of it is bounded. */
export interface Upstream {
  /**
   * Runs `work`, again after a wait when it throws an `unreachable` failure, unless the circuit is open. `work` must stop when its
   * signal fires. Rejects with an `UpstreamFailure`, or with whatever else `work` threw, which counts neither way.
   */
  call<Result>(work: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

const CIRCUIT: CircuitRules = { pauseMs: 30_000, pauseMsMax: 600_000 }

/**
 * Bounds the calls of an upstream: timeout, bulkhead, pace, circuit breaker, and repeats with "equal jitter" (M. Brooker, "Exponential
 * Backoff And Jitter", AWS Architecture Blog, 2015) from 0.5 to 8 s, or after what Retry-After asks for.
 */
export function createUpstream({
  name,
  timeoutMs,
  attempts,
  atOnce,
  gapMs = 0,
  circuit: rules = CIRCUIT,
  log = processLog,
}: UpstreamSettings): Upstream {
  const bounded = timeout(timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false })
  const limited = bulkhead(atOnce, Number.POSITIVE_INFINITY)
  const circuit = createCircuit(name, rules, log)
  const takeTurn = createPace(gapMs)
  return {
    async call(work, signal) {
      const deadline = performance.now() + timeoutMs
      // Its wait cannot be cut short; the timeout keeps the process alive where that matters.
      const repeated = retry(
        handleWhen((error) => mayPass(error, deadline)),
        { maxAttempts: attempts - 1, backoff },
      ).dangerouslyUnref()
      try {
        return await wrap(bounded, limited, circuit, repeated).execute(async (context) => {
          if (gapMs > 0) await takeTurn(context.signal)
          return work(context.signal)
        }, signal)
      } catch (error) {
        if (isBrokenCircuitError(error)) throw new UpstreamFailure('paused', `${name} is left alone for a while`)
        if (isTaskCancelledError(error)) throw new UpstreamFailure('late', `${name} gave no full answer in time`)
        throw error
      }
    },
  }
}

/** Whether a failure may be gone before the deadline; a longer wait than that is kept by the circuit. */
function mayPass(error: unknown, deadline: number): boolean {
  if (!(error instanceof UpstreamFailure) || error.kind !== 'unreachable') return false
  return (error.retryAfterMs ?? 0) < deadline - performance.now()
}

const jitter = new ExponentialBackoff({ generator: halfJitterGenerator, initialDelay: 500, maxDelay: 8_000 })

/** The wait before a repeat: exponential with jitter, no shorter than Retry-After. */
const backoff = new DelegateBackoff<{ readonly result: object }, IBackoff<unknown>>(({ result }, last) => {
  const state = last ? last.next(undefined) : jitter.next()
  const failure = 'error' in result && result.error instanceof UpstreamFailure ? result.error : null
  return { delay: Math.max(failure?.retryAfterMs ?? 0, state.duration), state }
})
