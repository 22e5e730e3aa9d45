import { systemClock } from '../../core/time/clock.ts'
import { dayOfIso } from '../../core/time/day.pure.ts'
import { CLASSIFICATIONS } from '../../trade-flow/hs/official-text.source.ts'
import { UsageError } from '../command.ts'

/** The value of `--currency`: three letters in any case. */
export function currencyOf(text: string): string {
  if (/^[A-Za-z]{3}$/.test(text)) return text.toUpperCase()
  throw new UsageError(`--currency takes a code of three letters such as USD; "${text}" was given.`)
}

/** The value of `--year`; the first year of the CFTC's reports is 1986. */
export function yearOf(text: string): number {
  const [year, last] = [Number(text), new Date(systemClock.now()).getUTCFullYear()]
  if (/^\d{4}$/.test(text) && year >= 1986 && year <= last) return year
  throw new UsageError(`--year takes a year from 1986 to ${last}; "${text.slice(0, 40)}" was given.`)
}

/** The value of `--as-of`, in days since 1970-01-01. */
export function dayOf(text: string): number {
  const day = dayOfIso(text)
  if (day === null) throw new UsageError(`--as-of takes a day, YYYY-MM-DD; "${text}" was given.`)
  return day
}

/** The value of `--database`, a number of the World Bank's. */
export function databaseOf(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new UsageError(`--database takes the number of a World Bank database such as 2; "${text}" was given.`)
}

/** The value of `--classification` as it is stored. */
export function classificationNamed(text: string): string {
  const name = CLASSIFICATIONS.find((one) => one === text.toUpperCase())
  if (name !== undefined) return name
  throw new UsageError(`--classification takes one of ${CLASSIFICATIONS.join(', ')}; "${text.slice(0, 40)}" was given.`)
}
