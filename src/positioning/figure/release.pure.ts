import { DAY_MS, dayOfParts, weekdayOf, yearOfDay } from '../../core/time/day.pure.ts'

/** Business days from the day of the positions to their publication: since 1992 (CFTC, "About the COT Reports"). */
const BUSINESS_DAYS = 3
const FIRST_YEAR = 1993

/**
 * The day a report is published, days since 1970-01-01: the third business day after its own, Friday in a week without a federal holiday.
 * Null before 1993, when there was no weekly schedule. Closures that no law sets in advance (shutdowns) are not known here.
 */
export function releaseDayOf(reportDay: number): number | null {
  if (yearOfDay(reportDay) < FIRST_YEAR) return null
  let day = reportDay
  for (let left = BUSINESS_DAYS; left > 0; ) {
    day++
    if (isBusinessDay(day)) left--
  }
  return day
}

/** The day that positions of the week of `tuesday` are of: Tuesday, or Monday where Tuesday is a federal holiday. */
export function reportDayOf(tuesday: number): number {
  return isFederalHoliday(tuesday) ? tuesday - 1 : tuesday
}

/** The moment of publication on a day, in milliseconds: 15:30 in New York. */
export function releaseMsOf(day: number): number {
  const utcMs = day * DAY_MS + (15 * 60 + 30) * 60_000
  // Both offsets of New York are tried: the one that its clocks show is right.
  const [winter, summer] = [utcMs + 5 * 3_600_000, utcMs + 4 * 3_600_000]
  return NEW_YORK_HOUR.format(summer) === '15' ? summer : winter
}

const NEW_YORK_HOUR = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  hourCycle: 'h23',
})

function isBusinessDay(day: number): boolean {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !isFederalHoliday(day)
}

const holidaysByYear = new Map<number, ReadonlySet<number>>()

/** Federal holidays of the United States as they are observed (5 U.S.C. 6103). */
export function isFederalHoliday(day: number): boolean {
  const year = yearOfDay(day)
  const known = holidaysByYear.get(year) ?? new Set(holidaysOf(year))
  holidaysByYear.set(year, known)
  return known.has(day)
}

function holidaysOf(year: number): number[] {
  const fixed = [[1, 1], ...(year >= 2021 ? [[6, 19]] : []), [7, 4], [11, 11], [12, 25]] as const
  return [
    ...fixed.map(([month = 1, date = 1]) => observed(dayOfParts(year, month, date) ?? 0)),
    // New Year of the next year, on a Saturday, is observed on the last day of this one.
    observed(dayOfParts(year + 1, 1, 1) ?? 0),
    nthMonday(year, 1, 3),
    nthMonday(year, 2, 3),
    lastMondayOfMay(year),
    nthMonday(year, 9, 1),
    nthMonday(year, 10, 2),
    nthWeekday(year, 11, 4, 4),
  ]
}

/** A Saturday's holiday is observed on Friday, a Sunday's on Monday. */
function observed(day: number): number {
  const weekday = weekdayOf(day)
  return weekday === 6 ? day - 1 : weekday === 0 ? day + 1 : day
}

function nthMonday(year: number, month: number, nth: number): number {
  return nthWeekday(year, month, nth, 1)
}

function nthWeekday(year: number, month: number, nth: number, weekday: number): number {
  const first = dayOfParts(year, month, 1) ?? 0
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1)
}

function lastMondayOfMay(year: number): number {
  const last = dayOfParts(year, 5, 31) ?? 0
  return last - ((weekdayOf(last) + 6) % 7)
}
