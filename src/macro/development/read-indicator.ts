import { ApiError } from '../../core/errors.ts'
import { nearestCountry } from '../../core/input/country.ts'
import { nearest } from '../../core/input/nearest.pure.ts'
import { type Page, wholePage } from '../../core/input/paging.pure.ts'
import { DAY_MS } from '../../core/time/day.pure.ts'
import { upstreamError } from '../../core/upstream/upstream-error.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'
import { COUNTRIES, type Country, countryOf } from '../country/country.source.ts'
import { namedCountry } from '../country/named-country.ts'
import { readTold } from '../find/told.ts'
import { macroUpstreams } from '../upstreams.ts'
import type { MacroDataSet } from '../value/data-set.ts'
import { readStoredValues } from './development.store.ts'
import { INDICATORS, listedIndicator, WORLD_DEVELOPMENT_INDICATORS } from './indicator.source.ts'
import { MAIN_DATABASE, readWorldBankValues, WORLD_BANK } from './world-bank.source.ts'
import type { YearlyValues } from './yearly-values.ts'

/** Which values of which indicator. */
export interface IndicatorRequest {
  readonly indicator: string
  /** ISO-2 or ISO-3; all countries and aggregates when absent. */
  readonly countries?: readonly string[] | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** `WDI`, or the number of a database; WDI when absent. */
  readonly database?: string | undefined
}

/** A value of a year. */
export interface YearValue {
  readonly year: number
  readonly value: number | null
}

/** The values of a country or an aggregate. */
export interface CountryValues {
  /** ISO-2; the World Bank's own code of an aggregate. */
  readonly country: string
  /** ISO-3. */
  readonly iso3: string
  readonly countryName: string
  readonly aggregate: boolean
  readonly series: readonly YearValue[]
}

/** An indicator with values by country. */
export interface IndicatorValues extends Page<CountryValues> {
  readonly indicator: string
  readonly title: string
  readonly unit: string
  readonly database: string
  readonly fetchedAt: Date
  readonly stale: boolean
  readonly dataSet: MacroDataSet | null
}

/** Values as they were fetched or stored. */
interface FoundValues {
  readonly title: string
  readonly countries: readonly YearlyValues[]
  readonly fetchedAt: Date
  readonly stale: boolean
  readonly dataSet: MacroDataSet | null
}

/** Reads an indicator by country, countries in the order asked for, all of them by name. */
export async function readIndicator(request: IndicatorRequest): Promise<IndicatorValues> {
  const indicator = request.indicator.toUpperCase()
  const countries = [...new Set((request.countries ?? []).map(requireCountry))]
  const database = databaseOf(request.database)
  const found = await readValues({ indicator, database, countries: countries.map(({ iso3 }) => iso3) })
  const byCountry = new Map(found.countries.map((values) => [values.country, values]))
  const shown = countries.length > 0 ? countries : COUNTRIES.filter(({ iso3 }) => byCountry.has(iso3))
  const rows = shown.map((country) => rowOf(country, byCountry.get(country.iso3), request))
  const facts = listedIndicator(indicator)
  return {
    ...wholePage(rows),
    notes: notesOf(rows, countries.length === 0),
    indicator,
    title: facts?.title ?? (found.title || indicator),
    unit: facts?.unit ?? '',
    database: database === MAIN_DATABASE ? WORLD_DEVELOPMENT_INDICATORS : `World Bank database ${database}`,
    fetchedAt: found.fetchedAt,
    stale: found.stale,
    dataSet: found.dataSet,
  }
}

function rowOf(
  { iso2, iso3, name, aggregate }: Country,
  own: YearlyValues | undefined,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: IndicatorRequest,
): CountryValues {
  const series = (own?.values ?? [])
    .map((value, place) => ({ year: (own?.firstYear ?? 0) + place, value }))
    .filter(({ year }) => year >= from && year <= to)
  return { country: iso2, iso3, countryName: name, aggregate, series }
}

function notesOf(rows: readonly CountryValues[], isAll: boolean): string[] {
  const without = rows.filter(({ series }) => series.every(({ value }) => value === null))
  const names = without.map(({ countryName }) => countryName)
  return [
    ...(isAll && rows.some(({ aggregate }) => aggregate)
      ? ['Aggregates of countries are among the rows: "aggregate" tells them apart.']
      : []),
    ...(without.length > 0 && !isAll ? [`No values in these years: ${names.join(', ')}.`] : []),
  ]
}

interface ValuesRequest {
  readonly indicator: string
  readonly database: number
  /** ISO-3. */
  readonly countries: readonly string[]
}

/** Values from the World Bank where it is configured, else as they are stored. */
async function readValues(request: ValuesRequest): Promise<FoundValues> {
  const { worldBank } = macroUpstreams()
  const { indicator, database, countries } = request
  if (!worldBank) {
    const stored = await readStored(request)
    if (stored) return stored
    throw listedIndicator(indicator) ? withoutValues(indicator) : unknownIndicator(indicator)
  }
  try {
    const { value, fetchedAt, stale } = await worldBank.upstream.answer({
      request: `values 1 ${database} ${indicator} ${countries.toSorted().join(';') || 'all'}`,
      freshMs: DAY_MS,
      read: (ask) => readWorldBankValues(ask, worldBank.baseUrl, request),
    })
    if (value) return { ...value, fetchedAt, stale, dataSet: null }
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    const stored = await readStored(request)
    // Made-up values never stand in for those of an upstream.
    if (stored && stored.dataSet !== 'demo') return { ...stored, stale: true }
    throw upstreamError(error, WORLD_BANK)
  }
  const stored = await readStored(request)
  if (stored && stored.dataSet !== 'demo') return stored
  throw unknownIndicator(indicator)
}

async function readStored(request: ValuesRequest): Promise<FoundValues | null> {
  const countries = await readStoredValues(request)
  if (countries.length === 0) return null
  const title = listedIndicator(request.indicator)?.title ?? (await toldTitle(request.indicator))
  const latest = new Date(Math.max(...countries.map(({ storedAt }) => storedAt.getTime())))
  const isDemo = countries.some(({ dataSet }) => dataSet === 'demo')
  return { title, countries, fetchedAt: latest, stale: false, dataSet: isDemo ? 'demo' : 'own' }
}

async function toldTitle(indicator: string): Promise<string> {
  const [best] = (await readTold()).indicators(indicator)
  return best?.entry.indicator === indicator ? best.entry.title : ''
}

function requireCountry(code: string): Country {
  const country = countryOf(code)
  if (country) return country
  const meant = nearestCountry(code) ?? namedCountry(code)?.country.iso2
  throw new ApiError(
    'invalid_parameter',
    `"country" takes ISO-2 or ISO-3 codes of countries, or the World Bank's of aggregates such as WLD and EUU, and all of them when it is left out; "${code}" is none.`,
    { param: 'country', ...(meant === undefined ? {} : { did_you_mean: meant }) },
  )
}

function databaseOf(database: string | undefined): number {
  return database !== undefined && /^\d+$/.test(database) ? Number(database) : MAIN_DATABASE
}

function unknownIndicator(indicator: string): ApiError {
  const meant = nearest(
    indicator,
    INDICATORS.map((one) => one.indicator),
  )
  return new ApiError(
    'not_found',
    `There is no indicator "${indicator}". /v1/ext/devbank/find finds one by what it is about.`,
    { param: 'indicator', ...(meant === null ? {} : { did_you_mean: meant }) },
  )
}

function withoutValues(indicator: string): ApiError {
  return new ApiError(
    'not_found',
    `No values of ${indicator} are stored for these countries. Set WORLD_BANK_BASE_URL to fetch them, or load a file with "npm run ingest -- devbank".`,
    { param: 'indicator' },
  )
}
