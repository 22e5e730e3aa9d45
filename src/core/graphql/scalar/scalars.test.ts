import { parseValue } from 'graphql'
import { expect, test } from 'vitest'
import { SCALARS } from './scalars.ts'

const { CountryCode, Date: Day } = SCALARS

test.each([
  ['US', 'US was given. Did you mean "US"?'],
  ['"USA"', '"USA" was given. Did you mean "US"?'],
  ['"Japan"', '"Japan" was given. Did you mean "JP"?'],
  ['"ZZ"', '"ZZ" was given.'],
  ['1', '1 was given.'],
])('a country written %s is refused with what a country is', (literal, said) => {
  expect(() => CountryCode.parseLiteral(parseValue(literal))).toThrow(
    `A CountryCode is an ISO 3166 code of two letters as text, such as "US"; ${said}`,
  )
})

test('a day is refused in the same words as literal and as variable, one that fits is taken as it is', () => {
  const words = 'A Date is a calendar day as text, "YYYY-MM-DD"; '
  expect(() => Day.parseLiteral(parseValue('"2026-02-30"'))).toThrow(`${words}"2026-02-30" was given.`)
  expect(() => Day.parseValue('2026-02-30')).toThrow(`${words}"2026-02-30" was given.`)
  expect(() => Day.parseValue('x'.repeat(100))).toThrow(`${words}"${'x'.repeat(59)}… was given.`)
  expect(Day.parseLiteral(parseValue('"2026-02-28"'))).toBe('2026-02-28')
})
