import { expect, test } from 'vitest'
import { DaySet } from '../../market/bars/day-set.pure.ts'
import { isoOfDay } from '../time/day.pure.ts'
import { dayOfCell, isDayFirst, numberOf } from './cell.pure.ts'

const US = { dayFirst: false, decimalComma: false }
const EUROPE = { dayFirst: true, decimalComma: true }
const iso = (cell: string, style = US) => {
  const day = dayOfCell(cell, style)
  return day === null ? null : isoOfDay(day)
}

test('dates are read as exports write them', () => {
  const spellings = [
    ['2024-03-09', '2024/3/9', '20240309', '2024-03-09T16:00:00-05:00', '2024-03-09 00:00:00'],
    ['3/9/2024', '03/09/24', '09-Mar-2024', '9 March 2024', 'Mar 09, 2024', 'Mar 9 2024', '09.03.2024', '1710000000'],
  ].flat()
  expect(spellings.map((cell) => iso(cell))).toEqual(spellings.map(() => '2024-03-09'))
  expect(iso('09/03/2024', EUROPE)).toBe('2024-03-09')
  expect(iso('1/2/90')).toBe('1990-01-02')
})

test('what is no date is none', () => {
  for (const cell of ['', 'n/a', '2024-02-30', '13/25/2024', '2024', '31/12/2024', '2023-02-29', '0', '99999999'])
    expect(iso(cell), cell).toBeNull()
})

test('a file writes the day first when a date can mean nothing else', () => {
  expect(isDayFirst(['01/02/2024', '13/02/2024'])).toBe(true)
  expect(isDayFirst(['01/02/2024', '02/13/2024'])).toBe(false)
  expect(isDayFirst(['01/02/2024', '2024-05-06'])).toBe(false)
})

test('numbers are read with thousands separators, currency signs and units', () => {
  const cells: [string, number][] = [
    ['1234.5', 1234.5],
    ['1,234.50', 1234.5],
    ['"', Number.NaN],
    ['$1,234,567', 1_234_567],
    ["1'234.5", 1234.5],
    ['1 234.5', 1234.5],
    ['1.2M', 1_200_000],
    ['3k', 3000],
    ['-0.25', -0.25],
    ['1e3', 1000],
    ['12,34,567.5', 1_234_567.5],
    ['.5', 0.5],
  ]
  for (const [cell, number] of cells) expect(numberOf(cell, US), cell).toBe(number)
  expect(numberOf('1.234,56', EUROPE)).toBe(1234.56)
  for (const cell of ['', 'NaN', 'Infinity', 'null', '1,2,3', '1,23', '0x10', '1..2', '--1', '1e999x'])
    expect(numberOf(cell, US), cell).toBeNaN()
})

test('a set of days tells the first time of each day from later ones, in whatever order they come', () => {
  const days = new DaySet()
  const order = [20_000, 19_999, 25_000, 3, -700, 20_000, 3, 25_001, -700, 19_968]
  expect(order.map((day) => days.add(day))).toEqual([true, true, true, true, true, false, false, true, false, true])
})
