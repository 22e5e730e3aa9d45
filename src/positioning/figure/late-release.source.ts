import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { dayOfIso } from '../../core/time/day.pure.ts'
import { releaseDayOf, releaseMsOf } from './release.pure.ts'

const day = z.string().transform((iso, context) => {
  const known = dayOfIso(iso)
  if (known !== null) return known
  context.issues.push({ code: 'custom', input: iso, message: 'is no day' })
  return z.NEVER
})

/** Reports that a shutdown of the government held back, with the day the CFTC announced for each (press release of November 2025). */
const LATE = new Map(
  readShippedRows(
    new URL('../../../prisma/reference/cot-late-releases.csv', import.meta.url),
    z.object({ report_date: day, released: day }),
  ).map(({ report_date, released }) => [report_date, released]),
)

/** When the report of a day was published, in milliseconds; null before there was a weekly schedule. */
export function findReleaseMs(reportDay: number): number | null {
  const released = LATE.get(reportDay) ?? releaseDayOf(reportDay)
  return released === null ? null : releaseMsOf(released)
}
