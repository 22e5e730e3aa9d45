import { utcDayStart } from './calendar.pure.ts'
import { DAY_MS } from './day.pure.ts'

/** The spans a brief can look back over. */
export const WINDOWS = ['7d', '30d', '90d', '180d', '1y', 'mtd', 'qtd', 'ytd'] as const

/** A span by its name. */
export type WindowName = (typeof WINDOWS)[number]

/** Whole UTC days, both inclusive, as `YYYY-MM-DD`. */
export interface DaySpan {
  readonly from: string
  readonly to: string
}

const DAYS: Readonly<Record<string, number>> = { '7d': 7, '30d': 30, '90d': 90, '180d': 180 }

/** The UTC day that holds `ms`, as `YYYY-MM-DD`. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/**
 * The days a window covers at the moment `nowMs`; the present UTC day is the last of them. `7d` is seven days, today among them;
 * `1y` begins the day after the same day of last year; `mtd`, `qtd` and `ytd` begin with the calendar month, quarter and year.
 */
export function windowDays(window: WindowName, nowMs: number): DaySpan {
  return { from: utcDay(firstDay(window, nowMs)), to: utcDay(nowMs) }
}

function firstDay(window: WindowName, nowMs: number): number {
  const days = DAYS[window]
  // Counted back, not by the calendar: Date.UTC takes the years 0 to 99 for those of the twentieth century.
  if (days !== undefined) return utcDayStart(nowMs) - (days - 1) * DAY_MS
  const today = new Date(nowMs)
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  if (window === 'mtd') return Date.UTC(year, month, 1)
  if (window === 'qtd') return Date.UTC(year, month - (month % 3), 1)
  if (window === 'ytd') return Date.UTC(year, 0, 1)
  // On 29 February this rolls over to 1 March: the year before had no such day, and its 28th is already out.
  return Date.UTC(year - 1, month, day) + (isLeapDay(month, day) ? 0 : DAY_MS)
}

function isLeapDay(month: number, day: number): boolean {
  return month === 1 && day === 29
}

/** First instant of a span and the first one after it, in milliseconds. */
export function instantsOf(span: DaySpan): { startMs: number; endMs: number } {
  return { startMs: Date.parse(`${span.from}T00:00:00Z`), endMs: Date.parse(`${span.to}T00:00:00Z`) + DAY_MS }
}
