/** Milliseconds of a day without leap seconds, as UTC counts them. */
export const DAY_MS = 86_400_000
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const known: string[] = []
/** 1900-01-01 and 2200-01-01: days outside are spelt on demand, days within once. */
const FIRST_KNOWN = -25_567
const LAST_KNOWN = 84_006

/** Days since 1970-01-01 of a calendar date; null when there is no such date. */
export function dayOfParts(year: number, month: number, day: number): number | null {
  const ms = Date.UTC(year, month - 1, day)
  const at = new Date(ms)
  // Date.UTC takes years below 100 for the twentieth century, and rolls 31 April over to May.
  return at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? ms / DAY_MS : null
}

/** Days since 1970-01-01 of `YYYY-MM-DD`; null when it is none. */
export function dayOfIso(iso: string): number | null {
  const parts = ISO.exec(iso)
  return parts ? dayOfParts(Number(parts[1]), Number(parts[2]), Number(parts[3])) : null
}

/** `YYYY-MM-DD` of days since 1970-01-01. */
export function isoOfDay(day: number): string {
  if (day < FIRST_KNOWN || day > LAST_KNOWN) return new Date(day * DAY_MS).toISOString().slice(0, 10)
  const place = day - FIRST_KNOWN
  known[place] ??= new Date(day * DAY_MS).toISOString().slice(0, 10)
  return known[place]
}

/** The UTC day that holds `ms`, in days since 1970-01-01. */
export function dayOfMs(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

/** 0 = Sunday … 6 = Saturday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** Calendar year of a day. */
export function yearOfDay(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear()
}

/** The same date `years` later (earlier when negative); 29 February becomes the 28th where there is none. */
export function yearsLater(day: number, years: number): number {
  const at = new Date(day * DAY_MS)
  const [year, month, date] = [at.getUTCFullYear() + years, at.getUTCMonth() + 1, at.getUTCDate()]
  return dayOfParts(year, month, date) ?? dayOfParts(year, month, date - 1) ?? day
}
