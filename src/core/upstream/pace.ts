import { setTimeout as pause } from 'node:timers/promises'

/** Waits until it is a request's turn; rejects with the signal's reason when that fires first. */
export type Pace = (signal: AbortSignal) => Promise<void>

/** Spaces requests at least `gapMs` apart, in the order they come, for upstreams that limit requests per second. */
export function createPace(gapMs: number): Pace {
  let next = 0
  return async (signal) => {
    const now = performance.now()
    const turn = Math.max(now, next)
    next = turn + gapMs
    if (turn > now) await pause(turn - now, undefined, { signal })
  }
}
