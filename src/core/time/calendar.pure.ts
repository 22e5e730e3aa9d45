import { DAY_MS } from './day.pure.ts'

/** First instant of the UTC day that holds `ms`. */
export function utcDayStart(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS
}

/** First instant of the UTC month that holds `ms`, and of the next one. */
export function utcMonthBounds(ms: number): { start: number; end: number } {
  const at = new Date(ms)
  return {
    start: Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1),
    end: Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1),
  }
}

/** Timestamp of the contract: `YYYY-MM-DDTHH:mm:ssZ`, whole seconds. */
export function isoSeconds(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`
}
