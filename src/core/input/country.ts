import { z } from 'zod'
import { readShippedRows } from '../file/shipped-rows.source.ts'

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
/** Codes Unicode names although they are no country's: unions, an unknown region, pseudo locales. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** Whether a text is an ISO 3166 alpha-2 code in use today, in any letter case. */
export function isCountryCode(value: string): boolean {
  const code = value.toUpperCase()
  return (
    /^[A-Z]{2}$/.test(code) &&
    regionNames.of(code) !== undefined &&
    !NO_COUNTRIES.has(code) &&
    presentCountry(code) === code
  )
}

/** Codes of three letters and English names, with the code of two letters. */
const countryNames = new Map(
  [
    ...readShippedRows(
      new URL('../../../prisma/reference/trade-areas.csv', import.meta.url),
      z.object({ iso2: z.string(), iso3: z.string() }),
    ).map(({ iso2, iso3 }) => [iso3, iso2] as const),
    ...ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second))
      .filter(isCountryCode)
      .map((code) => [(regionNames.of(code) ?? '').toUpperCase(), code] as const),
  ].filter(([, code]) => isCountryCode(code)),
)

/** The country code a wrong text most likely means: UK -> GB, USA -> US, Japan -> JP. */
export function nearestCountry(text: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(text)) return countryNames.get(text.trim().toUpperCase())
  const present = presentCountry(text.toUpperCase())
  return present !== undefined && isCountryCode(present) ? present : undefined
}

/** The code in use today for one that was withdrawn: UK -> GB, SU -> RU. */
function presentCountry(code: string): string | undefined {
  return new Intl.Locale('und', { region: code }).region
}
