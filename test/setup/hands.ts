import { DAY_MS } from '../../src/core/time/day.pure.ts'
import { clock } from './app.ts'

const MINUTE_MS = 60_000

/** Moves the clock five seconds into the next UTC minute: a fresh rate window. */
export function nextMinute(): void {
  clock.ms = Math.floor(clock.ms / MINUTE_MS) * MINUTE_MS + MINUTE_MS + 5_000
}

/** Moves the clock to the last second of the present UTC day. */
export function lastSecondOfDay(): void {
  clock.ms = Math.floor(clock.ms / DAY_MS) * DAY_MS + DAY_MS - 1_000
}
