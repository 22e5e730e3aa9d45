import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIsin } from './isin.pure.ts'

// The examples of ISO 6166 and of widely held shares.
test.each(['US0378331005', 'AU0000XVGZA3', 'GB0002634946', 'US30303M1027', 'TH0646010Z00', 'KYG875721634'])(
  '%s is an ISIN',
  (isin) => expect(isIsin(isin)).toBe(true),
)

test.each(['US0378331006', 'US037833100', 'US03783310055', 'us0378331005', '0378331005US', 'US 037833100', ''])(
  '"%s" is none',
  (isin) => expect(isIsin(isin)).toBe(false),
)

test('one digit written wrong is always noticed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 11 }), fc.integer({ min: 1, max: 9 }), (place, shift) => {
      const isin = 'US0378331005'
      const wrong = (Number(isin[place]) + shift) % 10
      expect(isIsin(isin.slice(0, place) + wrong + isin.slice(place + 1))).toBe(false)
    }),
  )
})
