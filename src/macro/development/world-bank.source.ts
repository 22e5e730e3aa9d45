import { z } from 'zod'
import { readBody } from '../../core/upstream/ask-json.source.ts'
import type { Ask } from '../../core/upstream/cached-upstream.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'
import type { IndicatorFacts } from './indicator.source.ts'
import type { YearlyValues } from './yearly-values.ts'

/** How the source of development indicators is called in messages. */
export const WORLD_BANK = 'The World Bank'

/** Number of the database of the World Development Indicators. */
export const MAIN_DATABASE = 2

const ROWS_PER_PAGE = 20_000
const PAGES_MAX = 20

const head = z.object({ page: z.coerce.number(), pages: z.coerce.number(), total: z.coerce.number() })
const refusal = z.tuple([
  z.object({ message: z.array(z.object({ id: z.coerce.string(), value: z.string().catch('') })) }),
])

const valueRow = z.object({
  indicator: z.object({ id: z.string(), value: z.string() }),
  country: z.object({ id: z.string() }),
  countryiso3code: z.string(),
  date: z.string(),
  value: z.number().nullable(),
})

/** A page of values: what it is a page of, and its rows; null without any. */
export const valuesBody = z.tuple([head, z.array(valueRow).nullable()])

const indicatorRow = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  unit: z.string().nullish(),
  source: z.object({ value: z.string() }),
  sourceNote: z.string().nullish(),
  topics: z.array(z.object({ value: z.string().optional() })).default([]),
})

/** A page of indicators. */
export const indicatorsBody = z.tuple([head, z.array(indicatorRow).nullable()])

/** Values of an indicator by country. */
export interface WorldBankValues {
  /** What the World Bank calls it; empty when there are no rows. */
  readonly title: string
  readonly countries: readonly YearlyValues[]
}

/** Which values. */
export interface ValuesRequest {
  readonly database: number
  readonly indicator: string
  /** ISO 3166 alpha-3; all countries and aggregates when empty. */
  readonly countries: readonly string[]
}

/** The yearly values of an indicator; null when there is no such indicator. */
export async function readWorldBankValues(
  ask: Ask,
  baseUrl: string,
  { database, indicator, countries }: ValuesRequest,
): Promise<WorldBankValues | null> {
  const path = `country/${countries.length === 0 ? 'all' : countries.join(';')}/indicator/${indicator}`
  const rows: z.output<typeof valueRow>[] = []
  for (let page = 1, pages = 1; page <= Math.min(pages, PAGES_MAX); page++) {
    const body = await get(ask, baseUrl, path, { page: String(page), source: String(database) }, valuesBody)
    if (body === null) return null
    pages = body[0].pages
    rows.push(...(body[1] ?? []))
  }
  return { title: rows[0]?.indicator.value ?? '', countries: yearlyValuesOf(rows) }
}

/** The indicators of a database. */
export async function readWorldBankIndicators(ask: Ask, baseUrl: string, database: number): Promise<IndicatorFacts[]> {
  const body = await get(ask, baseUrl, `source/${database}/indicator`, { page: '1' }, indicatorsBody)
  return body ? indicatorFactsOf(body) : []
}

/** Facts of the indicators of a page. */
export function indicatorFactsOf([, rows]: z.output<typeof indicatorsBody>): IndicatorFacts[] {
  return (rows ?? []).map(({ id, name, unit, source, sourceNote, topics }) => ({
    indicator: id,
    title: name,
    unit: unit?.trim() || (/\(([^()]+)\)$/.exec(name)?.[1] ?? ''),
    topics: topics.flatMap(({ value }) => (value?.trim() ? [value.trim()] : [])),
    source: source.value,
    description: (sourceNote ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 1_000),
  }))
}

/** Rows as one list of years for each country; values of quarters and months, which other databases have, are left out. */
export function yearlyValuesOf(rows: readonly z.output<typeof valueRow>[]): YearlyValues[] {
  const yearly = rows.filter(({ date }) => /^\d{4}$/.test(date))
  // Some databases leave the code of three letters empty.
  const byCountry = Map.groupBy(yearly, ({ countryiso3code, country }) => countryiso3code || country.id)
  return Array.from(byCountry, ([country, own]) => {
    const byYear = new Map(own.map(({ date, value }) => [Number(date), value]))
    const firstYear = Math.min(...byYear.keys())
    const length = Math.max(...byYear.keys()) - firstYear + 1
    return { country, firstYear, values: Array.from({ length }, (_, index) => byYear.get(firstYear + index) ?? null) }
  })
}

/** Why the World Bank refused what a body answers, in its words; null when it did not. */
export function refusalOf(body: unknown): string | null {
  const [told] = refusal.safeParse(body).data?.[0].message ?? []
  return told === undefined ? null : told.value.slice(0, 200)
}

/** One request; null when the indicator is not known. Errors come with the status of an answer. */
async function get<Schema extends z.ZodType>(
  ask: Ask,
  baseUrl: string,
  path: string,
  parameters: Readonly<Record<string, string>>,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const url = new URL(`${baseUrl}/${path}`)
  for (const [name, value] of Object.entries({ format: 'json', per_page: String(ROWS_PER_PAGE), ...parameters }))
    url.searchParams.set(name, value)
  return ask(url, {}, ({ status, body }) => {
    const refused = refusal.safeParse(body).data
    // 120: a value is not valid; 175: the indicator was deleted or archived.
    if (refused?.[0].message.some(({ id }) => id === '120' || id === '175') || status === 404) return null
    if (refused || status >= 400) throw new UpstreamFailure('refused', `${WORLD_BANK} refused the request (${status})`)
    return readBody(WORLD_BANK, schema, body)
  })
}
