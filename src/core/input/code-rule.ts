import { z } from 'zod'
import { isCountryCode, nearestCountry } from './country.ts'
import { described } from './rule.ts'

/** A country, ISO 3166 alpha-2 in any letter case. */
export function country(description: string) {
  return described(z.string().refine(isCountryCode).toUpperCase(), {
    type: 'CountryCode',
    list: false,
    description,
    range: 'an ISO 3166 country code of two letters, such as US or JP',
    meant: nearestCountry,
  })
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** A language, ISO 639-1 in any letter case. */
export function language(description: string, range = 'an ISO 639-1 language code of two letters, such as en or ja') {
  const isLanguage = (value: string) => /^[A-Za-z]{2}$/.test(value) && languageNames.of(value) !== undefined
  return described(z.string().refine(isLanguage).toLowerCase(), {
    type: 'String',
    list: false,
    description,
    range,
  })
}

const CURRENCY_RANGE = 'an ISO 4217 currency code of three letters, such as USD or EUR'

/** Three letters in any letter case, as ISO 4217 codes have; whoever takes them says which it knows. */
export function currency(description: string) {
  return described(
    z
      .string()
      .regex(/^[A-Za-z]{3}$/)
      .toUpperCase(),
    {
      type: 'String',
      list: false,
      description,
      range: CURRENCY_RANGE,
    },
  )
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** A currency that exists, ISO 4217 in any letter case. */
export function knownCurrency(description: string) {
  return described(
    z
      .string()
      .toUpperCase()
      .refine((code) => currencies.has(code)),
    {
      type: 'String',
      list: false,
      description,
      range: CURRENCY_RANGE,
    },
  )
}

/** A GICS code of 2, 4, 6 or 8 digits. */
export function gicsCode(description: string) {
  return described(z.string().regex(/^(\d{2}){1,4}$/), {
    type: 'String',
    list: false,
    description,
    range: 'a GICS code of 2, 4, 6 or 8 digits',
  })
}
