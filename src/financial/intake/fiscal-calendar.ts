import { yearOfDay } from '../../core/time/day.pure.ts'
import { type Figure, spanOf } from './figure.pure.ts'

/** A fiscal year, or the present one as far as it is known. */
export interface FiscalYear {
  readonly startDay: number
  readonly endDay: number
  readonly fiscalYear: number
  /** Whether the year has been reported; otherwise its end is an estimate. */
  readonly isReported: boolean
}

/** A fiscal quarter with the year it belongs to. */
export interface FiscalQuarter {
  readonly endDay: number
  /** 1 to 4. */
  readonly number: number
  readonly year: FiscalYear
}

/** Least distance of two fiscal year ends; a change of the fiscal year gives a shorter one, which has its own filing. */
const APART_DAYS = 300
/** Ends of weeks: a year of 52 or 53 weeks ends up to so many days beside the same date. */
const WEEKS_SLACK = 10
/** Days that figures of one period may differ by: some filings give the month's end for the week's. */
export const DATE_SLACK = 7

/**
 * The fiscal years that figures of a year show, oldest first, with those around them as far as there are figures. The number of a year is that of the
 * calendar year of its end, moved by what most of the known years (by last day) are moved.
 */
export function fiscalYearsIn(figures: Iterable<Figure>, known: ReadonlyMap<number, number>): FiscalYear[] {
  const counts = new Map<string, { startDay: number; endDay: number; count: number }>()
  for (const figure of figures) {
    if (spanOf(figure) !== 'year') continue
    const key = `${figure.startDay} ${figure.endDay}`
    const span = counts.get(key) ?? { startDay: figure.startDay, endDay: figure.endDay, count: 0 }
    span.count++
    counts.set(key, span)
  }
  const spans: { startDay: number; endDay: number }[] = []
  for (const span of [...counts.values()].sort((one, other) => other.count - one.count)) {
    if (spans.every(({ endDay }) => Math.abs(endDay - span.endDay) >= APART_DAYS)) spans.push(span)
  }
  const shift = shiftOf(known)
  const years = spans
    .sort((one, other) => one.endDay - other.endDay)
    .map(
      ({ startDay, endDay }): FiscalYear => ({
        startDay,
        endDay,
        fiscalYear: plainYear(endDay) + shift,
        isReported: true,
      }),
    )
  return years.length > 0 ? withEstimates(years, figures) : []
}

/** Weeks of a fiscal year that was not reported, in days. */
const ESTIMATED_DAYS = 364
/** No company reports more years than this without a year's figures. */
const ESTIMATES_MAX = 60

/** Adds years before and after, of 52 weeks, as far as there are figures. */
function withEstimates(years: readonly FiscalYear[], figures: Iterable<Figure>): FiscalYear[] {
  const all = [...years]
  const ends = [...figures].map(({ endDay }) => endDay)
  const [firstEnd, lastEnd] = [ends.reduce((a, b) => Math.min(a, b)), ends.reduce((a, b) => Math.max(a, b))]
  for (let count = 0; count < ESTIMATES_MAX; count++) {
    const last = all.at(-1)
    if (!last || last.endDay + WEEKS_SLACK >= lastEnd) break
    const startDay = last.endDay + 1
    const endDay = startDay + ESTIMATED_DAYS - 1
    all.push({ startDay, endDay, fiscalYear: last.fiscalYear + 1, isReported: false })
  }
  for (let count = 0; count < ESTIMATES_MAX; count++) {
    const first = all[0]
    if (!first || first.startDay <= firstEnd) break
    const endDay = first.startDay - 1
    all.unshift({ startDay: endDay - ESTIMATED_DAYS + 1, endDay, fiscalYear: first.fiscalYear - 1, isReported: false })
  }
  return all
}

/** Calendar year of a fiscal year's last day; one of weeks that ends in the first days of January belongs to the year before. */
function plainYear(endDay: number): number {
  return yearOfDay(endDay - WEEKS_SLACK)
}

/** The commonest difference between the name of a fiscal year and its calendar year. */
function shiftOf(known: ReadonlyMap<number, number>): number {
  const votes = new Map<number, number>()
  for (const [endDay, fiscalYear] of known) {
    const shift = fiscalYear - plainYear(endDay)
    if (Math.abs(shift) <= 1) votes.set(shift, (votes.get(shift) ?? 0) + 1)
  }
  return [...votes].reduce<[number, number]>((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0]
}

/** The quarters of fiscal years that figures of a quarter, or of a year's part, end with. */
export function fiscalQuartersIn(figures: Iterable<Figure>, years: readonly FiscalYear[]): FiscalQuarter[] {
  const quarters = new Map<string, { quarter: FiscalQuarter; count: number }[]>()
  for (const { startDay, endDay } of figures) {
    const span = spanOf({ startDay, endDay })
    if (span !== 'quarter' && span !== 'part') continue
    // A year that was not reported may have a week more than estimated.
    const year = years.find((one) => endDay > one.startDay + WEEKS_SLACK && endDay <= one.endDay + WEEKS_SLACK)
    if (!year || startDay < year.startDay - DATE_SLACK) continue
    if (span === 'part' && startDay > year.startDay + DATE_SLACK) continue
    const share = (endDay - year.startDay + 1) / (year.endDay - year.startDay + 1)
    const number = Math.round(share * 4)
    // The last quarter of a year ends with it.
    if (number < 1 || number > 4 || (number === 4 && endDay < year.endDay - WEEKS_SLACK)) continue
    const key = `${year.startDay} ${number}`
    const found = quarters.get(key) ?? []
    const same = found.find(({ quarter }) => quarter.endDay === endDay)
    if (same) same.count++
    else
      found.push({
        quarter: { endDay: number === 4 && year.isReported ? year.endDay : endDay, number, year },
        count: 1,
      })
    quarters.set(key, found)
  }
  return [...quarters.values()]
    .flatMap((found) => found.sort((one, other) => other.count - one.count)[0]?.quarter ?? [])
    .sort((one, other) => one.endDay - other.endDay)
}
