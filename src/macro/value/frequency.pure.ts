import { enumeration } from '../../core/input/enumeration.pure.ts'
import { DAY_MS, dayOfParts, weekdayOf } from '../../core/time/day.pure.ts'
import type { DerivedObservations, Observations } from './observation.pure.ts'

/** How often a series has a value. */
export const MACRO_FREQUENCY = enumeration('MacroFrequency', 'How often a series has a value, most often first.', {
  daily: 'Every business day or every day.',
  weekly: 'Every week.',
  biweekly: 'Every two weeks.',
  monthly: 'Every month.',
  quarterly: 'Every quarter.',
  semiannual: 'Every half year.',
  annual: 'Every year.',
  irregular: 'At no fixed distance.',
})
export type MacroFrequency = (typeof MACRO_FREQUENCY.tokens)[number]

/** A frequency that values can be averaged to. */
export const TARGET_FREQUENCY = enumeration('TargetFrequency', 'Frequency that values are averaged to.', {
  d: 'Days.',
  w: 'Weeks, each under its Friday.',
  m: 'Months, each under its first day.',
  q: 'Quarters, each under its first day.',
  a: 'Years, each under its first day.',
})
export type TargetFrequency = (typeof TARGET_FREQUENCY.tokens)[number]

const TARGET: Readonly<Record<TargetFrequency, MacroFrequency>> = {
  d: 'daily',
  w: 'weekly',
  m: 'monthly',
  q: 'quarterly',
  a: 'annual',
}

/** Distance of two values in months where it is a whole number of them. */
const MONTHS: Partial<Readonly<Record<MacroFrequency, number>>> = {
  monthly: 1,
  quarterly: 3,
  semiannual: 6,
  annual: 12,
}
/** Distance of two values in days where it is fixed. */
const DAYS: Partial<Readonly<Record<MacroFrequency, number>>> = { weekly: 7, biweekly: 14 }
const FRIDAY = 5

/** The frequency a series is averaged to. */
export function frequencyOf(target: TargetFrequency): MacroFrequency {
  return TARGET[target]
}

/** Targets a series of a frequency can be averaged to, its own among them: averaging makes values rarer, never more frequent. */
export function reachable(frequency: MacroFrequency): TargetFrequency[] {
  const order = MACRO_FREQUENCY.tokens
  if (frequency === 'irregular') return ['m', 'q', 'a']
  return TARGET_FREQUENCY.tokens.filter((target) => order.indexOf(TARGET[target]) >= order.indexOf(frequency))
}

/** Months between two values of a frequency; null when they are no whole number. */
export function monthsBetween(frequency: MacroFrequency): number | null {
  return MONTHS[frequency] ?? null
}

/** The day that is some months later, by date; the last of the month where there is no such date. */
export function monthsLater(day: number, months: number): number {
  const at = new Date(day * DAY_MS)
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth() + months
  const [year, number] = [Math.floor(month / 12), (((month % 12) + 12) % 12) + 1]
  for (let date = at.getUTCDate(); date > 27; date--) {
    const found = dayOfParts(year, number, date)
    if (found !== null) return found
  }
  return dayOfParts(year, number, at.getUTCDate()) ?? day
}

/**
 * Averages values over weeks, months, quarters or years, missing ones left out. A period counts as partial while a value of it is
 * missing or still to come; one without any value is null.
 */
export function averageOver(
  { days, values }: Observations,
  from: MacroFrequency,
  target: TargetFrequency,
): DerivedObservations {
  if (TARGET[target] === from) return { days, values, notes: [] }
  const periods: { day: number; sum: number; known: number; count: number; first: number; last: number }[] = []
  days.forEach((day, index) => {
    const start = periodOf(day, target)
    let period = periods.at(-1)
    if (period?.day !== start) {
      period = { day: start, sum: 0, known: 0, count: 0, first: day, last: day }
      periods.push(period)
    }
    const value = values[index] ?? null
    period.count++
    period.last = day
    if (value === null) return
    period.sum += value
    period.known++
  })
  const [firstDay = 0, lastDay = 0] = [days[0], days.at(-1)]
  const partial = periods.map((period) => {
    const months = MONTHS[from]
    const whole = MONTHS[TARGET[target]]
    if (months !== undefined && whole !== undefined) return period.known < whole / months
    const isOpen = period.last === lastDay && periodOf(nextDay(lastDay, from), target) === period.day
    const isCut = period.first === firstDay && periodOf(previousDay(firstDay, from), target) === period.day
    return isOpen || isCut
  })
  const count = partial.filter(Boolean).length
  return {
    days: periods.map(({ day }) => day),
    values: periods.map(({ sum, known }) => (known === 0 ? null : sum / known)),
    ...(count > 0 ? { partial } : {}),
    notes:
      count > 0 ? [`${count} ${count === 1 ? 'period is' : 'periods are'} averaged from a part of its values.`] : [],
  }
}

/** The day a period stands under. */
function periodOf(day: number, target: TargetFrequency): number {
  if (target === 'd') return day
  if (target === 'w') return day + ((FRIDAY - weekdayOf(day) + 7) % 7)
  const at = new Date(day * DAY_MS)
  const month = at.getUTCMonth()
  const first = target === 'm' ? month : target === 'q' ? month - (month % 3) : 0
  return dayOfParts(at.getUTCFullYear(), first + 1, 1) ?? day
}

/** The earliest day of the next value. */
function nextDay(day: number, frequency: MacroFrequency): number {
  const months = MONTHS[frequency]
  if (months !== undefined) return monthsLater(day, months)
  if (frequency !== 'daily') return day + (DAYS[frequency] ?? 1)
  return day + (weekdayOf(day) === FRIDAY ? 3 : 1)
}

/** The latest day of the value before. */
function previousDay(day: number, frequency: MacroFrequency): number {
  const months = MONTHS[frequency]
  if (months !== undefined) return monthsLater(day, -months)
  if (frequency !== 'daily') return day - (DAYS[frequency] ?? 1)
  return day - (weekdayOf(day) === 1 ? 3 : 1)
}
