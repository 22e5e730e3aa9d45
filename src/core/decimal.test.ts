import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Prisma } from '../generated/prisma/client.ts'
import { Decimal, DecimalError, parseDecimal } from './decimal.ts'

/** Texts of decimals within bounds. */
const texts = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.integer({ min: 0, max: 99_999_999 }))
  .map(([minus, whole, fraction]) => `${minus ? '-' : ''}${whole}.${String(fraction).padStart(8, '0')}`)

describe('a decimal', () => {
  test('is exactly what its text says', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const same = parseDecimal(text).toFixed(8)
        expect(same).toBe(/^-0\.0+$/.test(text) ? text.slice(1) : text)
      }),
    )
  })

  test('is exactly the number of at most 15 digits that JSON carried', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
        fc.integer({ min: 0, max: 8 }),
        (digits, places) => {
          const text = new Decimal(digits).div(new Decimal(10).pow(places)).toFixed()
          expect(parseDecimal(JSON.parse(text)).toFixed()).toBe(text)
        },
      ),
    )
  })

  test('adds and multiplies without rounding', () => {
    expect(parseDecimal(0.1).plus(parseDecimal(0.2)).toNumber()).toBe(0.3)
    expect(parseDecimal('123456789012345678.12345678').plus('0.00000001').toFixed()).toBe('123456789012345678.12345679')
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const scaled = (text: string) => BigInt(text.replace('.', ''))
        const product = parseDecimal(one).times(parseDecimal(other))
        expect(BigInt(product.times('1e16').toFixed())).toBe(scaled(one) * scaled(other))
      }),
    )
  })

  test('of a row is of the same class', () => {
    expect(Decimal).toBe(Prisma.Decimal)
    expect(parseDecimal(new Prisma.Decimal('1.5')).equals('1.5')).toBe(true)
  })

  test.each([
    ['1e3', '1000'],
    ['+1', '1'],
    ['-0', '0'],
    ['007.50', '7.5'],
    ['1E-8', '0.00000001'],
    ['999999999999999999.99999999', '999999999999999999.99999999'],
    [-0, '0'],
    [1e-8, '0.00000001'],
    [100_000_000_000_000, '100000000000000'],
  ])('reads %j as %s', (value, text) => {
    expect(parseDecimal(value).toFixed()).toBe(text)
    expect(Object.is(parseDecimal(value).toNumber(), -0)).toBe(false)
  })

  test.each([
    ['1000000000000000000', 'before the point'],
    ['1e18', 'before the point'],
    ['1e999', 'before the point'],
    ['0.000000001', 'behind the point'],
    ['1e-999', 'behind the point'],
    ['', 'spells one'],
    [' 1', 'spells one'],
    ['1 ', 'spells one'],
    ['1,5', 'spells one'],
    ['.5', 'spells one'],
    ['5.', 'spells one'],
    ['0x10', 'spells one'],
    ['1_000', 'spells one'],
    ['NaN', 'spells one'],
    ['Infinity', 'spells one'],
    ['1e9999', 'spells one'],
    ['١', 'spells one'],
    ['1'.repeat(61), 'spells one'],
    [null, 'spells one'],
    [undefined, 'spells one'],
    [true, 'spells one'],
    [[1], 'spells one'],
    [{}, 'spells one'],
    [1n, 'spells one'],
    [Number.NaN, 'finite'],
    [Number.POSITIVE_INFINITY, 'finite'],
    [1e18, 'before the point'],
    [1e-9, 'behind the point'],
    [0.1 + 0.2, 'behind the point'],
    [JSON.parse('9007199254740993'), 'as text'],
    [100_000_000_000_000_000, 'as text'],
    [new Decimal('1e18'), 'before the point'],
    [new Decimal(Number.NaN), 'finite'],
  ])('refuses %o', (value, why) => {
    expect(() => parseDecimal(value)).toThrow(DecimalError)
    expect(() => parseDecimal(value)).toThrow(why)
  })
})
