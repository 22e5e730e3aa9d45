import { weekdayOf } from '../../src/price/day.math.ts'

/** Weekends, New Year, Good Friday and Christmas. */
export function isClosed(day: number): boolean {
  const weekday = weekdayOf(day)
  if (weekday === 0 || weekday === 6) return true
  const date = new Date(day * 86_400_000)
  const [month, dayOfMonth] = [date.getUTCMonth() + 1, date.getUTCDate()]
  if ((month === 1 && dayOfMonth === 1) || (month === 12 && dayOfMonth === 25)) return true
  return weekday === 5 && (month === 3 || month === 4) && day === goodFriday(date.getUTCFullYear())
}

/** Good Friday by the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, 1991, chapter 8). */
function goodFriday(year: number): number {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1) / 86_400_000 - 2
}
