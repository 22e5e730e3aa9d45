import { describe, expect, test } from 'vitest'
import { digitsOf } from './number-cell.pure.ts'

describe('the digits of a cell', () => {
  test.each([
    ['1234.5', '1234.5'],
    ['1,234.56', '1234.56'],
    ['12,34,567', '1234567'],
    ['$1,000', '1000'],
    ['-0.34477225', '-0.34477225'],
    ['(1,250.00)', '-1250.00'],
    ['−3', '-3'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1e-7', '1e-7'],
    ["1'250", '1250'],
  ])('of "%s" are %s', (cell, digits) => expect(digitsOf(cell, { decimalComma: false })).toBe(digits))

  test.each([
    ['1.234,56', '1234.56'],
    ['0,5', '0.5'],
    ['1.000', '1000'],
  ])('of "%s" with a decimal comma are %s', (cell, digits) =>
    expect(digitsOf(cell, { decimalComma: true })).toBe(digits),
  )

  test.each(['', 'abc', '1,23', '1.2.3', '--1', '12 shares'])('"%s" is no number', (cell) =>
    expect(digitsOf(cell, { decimalComma: false })).toBeNull(),
  )
})
