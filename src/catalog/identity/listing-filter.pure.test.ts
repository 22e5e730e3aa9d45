import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createListingFilterIndex } from './listing-filter.pure.ts'

const country = fc.constantFrom('US', 'JP', 'DE', null)
const gicsCode = fc.constantFrom('45102010', '45103010', '45203010', '10102020', null)
const market = fc
  .array(fc.record({ country, gicsCode }), { maxLength: 30 })
  .map((rows) => rows.map((row, index) => ({ id: index + 1, ...row })))

test('the index finds exactly the listings that fit, in their order', () => {
  fc.assert(
    fc.property(
      market,
      fc.option(fc.array(fc.constantFrom('US', 'JP', 'FR'), { minLength: 1, maxLength: 3 }), { nil: undefined }),
      fc.constantFrom(undefined, '45', '4510', '451030', '45103010', '99'),
      (listings, countries, gics) => {
        const fitting = listings.filter(
          (one) =>
            (!countries || countries.some((code) => code === one.country)) && (!gics || one.gicsCode?.startsWith(gics)),
        )
        expect(createListingFilterIndex(listings)({ countries, gics })).toEqual(fitting.map(({ id }) => id))
      },
    ),
  )
})
