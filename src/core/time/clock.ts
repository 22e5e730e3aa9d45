/** The only source of "now", so that tests can hold the hands. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() }
