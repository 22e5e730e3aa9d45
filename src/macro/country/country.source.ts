import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'

const list = z.string().transform((text) => (text === '' ? [] : text.split('|')))

/** A country or an aggregate of countries, as the development indicators know it. */
export interface Country {
  /** ISO 3166 alpha-2; of an aggregate the World Bank's own code. */
  readonly iso2: string
  /** ISO 3166 alpha-3; of an aggregate the World Bank's own code. */
  readonly iso3: string
  readonly name: string
  /** World Bank region; empty for aggregates. */
  readonly region: string
  /** World Bank income group; empty where there is none. */
  readonly income: '' | 'low' | 'lower_middle' | 'upper_middle' | 'high'
  readonly aggregate: boolean
  readonly alsoCalled: readonly string[]
}

const countryRow = z
  .object({
    iso2: z.string().length(2),
    iso3: z.string().length(3),
    name: z.string().min(1),
    region: z.string(),
    income: z.enum(['', 'low', 'lower_middle', 'upper_middle', 'high']),
    aggregate: z.enum(['true', 'false']).transform((text) => text === 'true'),
    also_called: list,
  })
  .transform(({ also_called: alsoCalled, ...row }): Country => ({ ...row, alsoCalled }))

/** Every country and aggregate, countries first. */
export const COUNTRIES: readonly Country[] = readShippedRows(
  new URL('../../../prisma/reference/macro/countries.csv', import.meta.url),
  countryRow,
)

const byCode = new Map(
  COUNTRIES.toReversed().flatMap((country) => [[country.iso2, country] as const, [country.iso3, country] as const]),
)

/** The country or aggregate of an ISO-2 or ISO-3 code in any letter case; null when there is none. */
export function countryOf(code: string): Country | null {
  return byCode.get(code.toUpperCase()) ?? null
}
