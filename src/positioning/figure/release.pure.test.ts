import { describe, expect, test } from 'vitest'
import { dayOfIso, isoOfDay } from '../../core/time/day.pure.ts'
import { findReleaseMs } from './late-release.source.ts'
import { isFederalHoliday, releaseDayOf, reportDayOf } from './release.pure.ts'

const day = (iso: string) => dayOfIso(iso) ?? 0
const released = (iso: string) => {
  const found = releaseDayOf(day(iso))
  return found === null ? null : isoOfDay(found)
}

describe('the day a report is released', () => {
  // The CFTC's release schedule of 2024; starred dates are delayed by a federal holiday.
  test.each([
    ['2024-01-02', '2024-01-05'],
    ['2024-01-16', '2024-01-19'],
    ['2024-06-18', '2024-06-24'],
    ['2024-07-02', '2024-07-08'],
    ['2024-11-12', '2024-11-15'],
    ['2024-11-26', '2024-12-02'],
    ['2024-12-24', '2024-12-30'],
    // Original dates in the CFTC's announcement of November 2025; data of a Monday where Tuesday is a holiday.
    ['2025-11-10', '2025-11-14'],
    ['2025-11-25', '2025-12-01'],
    ['2025-12-23', '2025-12-29'],
    ['2025-12-30', '2026-01-05'],
  ])('of %s is %s', (report, release) => expect(released(report)).toBe(release))

  test('is not known before there was a weekly schedule', () => expect(released('1990-03-15')).toBeNull())
})

test('a release is at 15:30 in New York, in winter and in summer, and as late as a shutdown made it', () => {
  const at = (iso: string) => new Date(findReleaseMs(day(iso)) ?? 0).toISOString()
  expect(at('2025-01-07')).toBe('2025-01-10T20:30:00.000Z')
  expect(at('2025-07-08')).toBe('2025-07-11T19:30:00.000Z')
  // Clocks change on 9 March 2025 and 2 November 2025.
  expect([at('2025-03-04'), at('2025-03-11')]).toEqual(['2025-03-07T20:30:00.000Z', '2025-03-14T19:30:00.000Z'])
  expect(at('2025-10-07')).toBe('2025-11-21T20:30:00.000Z')
})

test('federal holidays are observed on Friday or Monday where they fall on a weekend', () => {
  const holidays = (year: number) =>
    Array.from({ length: 366 }, (_, index) => day(`${year}-01-01`) + index)
      .filter((one) => isoOfDay(one).startsWith(String(year)) && isFederalHoliday(one))
      .map((one) => isoOfDay(one).slice(5))
  expect(holidays(2021)).toEqual(
    // 1 January 2022 is a Saturday, observed in 2021.
    ['01-01', '01-18', '02-15', '05-31', '06-18', '07-05', '09-06', '10-11', '11-11', '11-25', '12-24', '12-31'],
  )
  expect(holidays(2020)).toHaveLength(10)
})

test('positions are of Monday where Tuesday is a federal holiday', () => {
  expect(isoOfDay(reportDayOf(day('2025-11-11')))).toBe('2025-11-10')
  expect(isoOfDay(reportDayOf(day('2025-11-18')))).toBe('2025-11-18')
})
