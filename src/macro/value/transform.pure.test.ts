import { expect, test } from 'vitest'
import { dayOfIso, isoOfDay } from '../../core/time/day.pure.ts'
import { averageOver, reachable } from './frequency.pure.ts'
import type { Observations } from './observation.pure.ts'
import { transformLevels } from './transform.pure.ts'

const series = (byDay: Readonly<Record<string, number | null>>): Observations => ({
  days: Object.keys(byDay).map((iso) => dayOfIso(iso) ?? 0),
  values: Object.values(byDay),
})
const shown = ({ days, values }: Observations) =>
  Object.fromEntries(
    days.map((day, place) => {
      const value = values[place] ?? null
      return [isoOfDay(day), value === null ? null : Number(value.toFixed(6))]
    }),
  )

test('yoy compares with the date one year before, not with a number of rows', () => {
  // March of the first year is not there: twelve rows back would be another month.
  const monthly = series({
    '2023-01-01': 100,
    '2023-02-01': 110,
    '2023-04-01': 120,
    '2024-01-01': 105,
    '2024-02-01': null,
    '2024-03-01': 130,
    '2024-04-01': 150,
  })
  expect(shown(transformLevels(monthly, 'monthly', 'yoy'))).toEqual({
    '2023-01-01': null,
    '2023-02-01': null,
    '2023-04-01': null,
    '2024-01-01': 5,
    '2024-02-01': null,
    '2024-03-01': null,
    '2024-04-01': 25,
  })
})

test('yoy of days takes the last value known a year before, of weeks the nearest report, of a leap day the 28th', () => {
  const daily = series({ '2023-06-02': 50, '2023-06-05': 80, '2024-06-03': 60, '2024-06-04': 70 })
  // 2023-06-03 and 04 are a weekend.
  expect(shown(transformLevels(daily, 'daily', 'yoy'))).toMatchObject({ '2024-06-03': 20, '2024-06-04': 40 })
  const weekly = series({ '2023-01-07': 200, '2024-01-06': 220 })
  expect(shown(transformLevels(weekly, 'weekly', 'yoy'))).toEqual({ '2023-01-07': null, '2024-01-06': 10 })
  const leap = series({ '2023-02-28': 10, '2024-02-29': 11 })
  expect(shown(transformLevels(leap, 'daily', 'yoy'))).toEqual({ '2023-02-28': null, '2024-02-29': 10 })
})

test('changes look at the period before by date: over a gap they are null', () => {
  const quarterly = series({ '2023-01-01': 100, '2023-04-01': 110, '2023-10-01': 120, '2024-01-01': 90 })
  expect(shown(transformLevels(quarterly, 'quarterly', 'pct_change'))).toEqual({
    '2023-01-01': null,
    '2023-04-01': 10,
    '2023-10-01': null,
    '2024-01-01': -25,
  })
  expect(shown(transformLevels(quarterly, 'quarterly', 'diff'))).toMatchObject({ '2023-04-01': 10, '2024-01-01': -30 })
  // Friday to Tuesday is a long weekend; a week is a gap, and so is a day that is known to have no value.
  const daily = series({ '2024-05-24': 10, '2024-05-28': 11, '2024-06-05': 12, '2024-06-06': null, '2024-06-07': 13 })
  expect(shown(transformLevels(daily, 'daily', 'diff'))).toEqual({
    '2024-05-24': null,
    '2024-05-28': 1,
    '2024-06-05': null,
    '2024-06-06': null,
    '2024-06-07': null,
  })
})

test('what is not defined is null, and a note says so', () => {
  const levels = series({ '2023-01-01': 0, '2023-02-01': -2, '2023-03-01': Math.E })
  const log = transformLevels(levels, 'monthly', 'log')
  expect([shown(log), log.notes]).toEqual([
    { '2023-01-01': null, '2023-02-01': null, '2023-03-01': 1 },
    ['2 values of 0 or less have no logarithm: they are null.'],
  ])
  const change = transformLevels(levels, 'monthly', 'pct_change')
  expect([shown(change)['2023-02-01'], change.notes]).toEqual([
    null,
    ['1 values are compared with 0: their change is null.'],
  ])
})

test('averages are over what is there; a period of which something is missing or still to come is partial', () => {
  const monthly = series({
    '2023-11-01': 1,
    '2024-01-01': 1,
    '2024-02-01': 2,
    '2024-03-01': 6,
    '2024-04-01': 4,
    '2024-05-01': null,
  })
  const quarters = averageOver(monthly, 'monthly', 'q')
  expect([shown(quarters), quarters.partial]).toEqual([
    { '2023-10-01': 1, '2024-01-01': 3, '2024-04-01': 4 },
    [true, false, true],
  ])
  const annual = averageOver(series({ '2023-01-01': null, '2024-01-01': 4 }), 'semiannual', 'a')
  expect([shown(annual), annual.partial]).toEqual([{ '2023-01-01': null, '2024-01-01': 4 }, [true, true]])
})

test('weeks end on Friday; the month of the last day stays open until its last business day', () => {
  // 2024-05-31 is a Friday.
  const may = { '2024-05-01': 1, '2024-05-27': 2, '2024-05-30': 3 }
  const weeks = averageOver(series(may), 'daily', 'w')
  expect([shown(weeks), weeks.partial]).toEqual([{ '2024-05-03': 1, '2024-05-31': 2.5 }, [true, true]])
  expect(averageOver(series(may), 'daily', 'm').partial).toEqual([true])
  expect(averageOver(series({ ...may, '2024-05-31': 4 }), 'daily', 'm')).toMatchObject({ values: [2.5], notes: [] })
  expect(averageOver(series({ ...may, '2024-06-03': 9 }), 'daily', 'm')).toMatchObject({
    values: [2, 9],
    partial: [false, true],
  })
})

test('nothing is made more frequent than it is', () => {
  expect(reachable('monthly')).toEqual(['m', 'q', 'a'])
  expect(reachable('daily')).toEqual(['d', 'w', 'm', 'q', 'a'])
  expect(reachable('biweekly')).toEqual(['m', 'q', 'a'])
  expect(reachable('annual')).toEqual(['a'])
  const monthly = series({ '2024-01-01': 1 })
  expect(averageOver(monthly, 'monthly', 'm')).toEqual({ ...monthly, notes: [] })
})
