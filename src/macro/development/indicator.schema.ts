import { z } from 'zod'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { pageType } from '../../core/graphql/page.ts'
import { country } from '../../core/input/code-rule.ts'
import { inRest, integer, listOf } from '../../core/input/rule.ts'
import { withYearOrder } from '../../core/input/span-rule.ts'
import { form, text } from '../../core/input/text-rule.ts'
import { PhraseMatchEnum } from '../../embedding/phrase/phrase-match.schema.ts'
import { type IndicatorCandidate, type IndicatorCandidates, searchIndicators } from './indicator-search.ts'
import { type CountryValues, type IndicatorValues, readIndicator, type YearValue } from './read-indicator.ts'

const COUNTRIES_MAX = 300

const IndicatorCandidateType = builder.objectRef<IndicatorCandidate>('IndicatorCandidate').implement({
  description: 'A development indicator that a phrase may mean.',
  fields: (t) => ({
    indicator: t.exposeString('indicator', { description: 'Dotted id, as the World Bank writes it.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    unit: t.exposeString('unit', { description: 'Unit of the values; empty where it is not told.' }),
    source: t.exposeString('source', { description: 'Database it belongs to.' }),
    topics: t.exposeStringList('topics', { description: 'Topics it belongs to.' }),
    description: t.exposeString('description', { description: 'What it measures, in a sentence.' }),
    score: t.exposeFloat('score', { description: 'How well it fits, 0 to 1.' }),
    matchType: t.expose('matchType', { type: PhraseMatchEnum, description: 'How it was recognised.' }),
  }),
})

const IndicatorCandidatesType = pageType<IndicatorCandidates>('IndicatorCandidates', {
  description: 'Development indicators that a phrase may mean, best first.',
  of: IndicatorCandidateType,
  fields: (t) => ({ query: t.exposeString('query', { description: 'The phrase as given.' }) }),
})

const YearValueType = builder.objectRef<YearValue>('YearValue').implement({
  description: 'The value of a year.',
  fields: (t) => ({
    year: t.exposeInt('year', { description: 'Calendar year.' }),
    value: t.exposeFloat('value', { nullable: true, description: 'Value; null where there is none.' }),
  }),
})

const CountryValuesType = builder.objectRef<CountryValues>('CountryValues').implement({
  description: 'Yearly values of a country or an aggregate of countries.',
  fields: (t) => ({
    country: t.exposeString('country', {
      description: 'ISO 3166 alpha-2; of an aggregate the code the World Bank gives it.',
    }),
    iso3: t.exposeString('iso3', {
      description: 'ISO 3166 alpha-3; of an aggregate the code the World Bank gives it.',
    }),
    countryName: t.exposeString('countryName', { description: 'Name.' }),
    aggregate: t.exposeBoolean('aggregate', { description: 'True for aggregates of countries.' }),
    series: t.field({
      type: [YearValueType],
      description: 'Values, oldest first.',
      resolve: ({ series }) => [...series],
    }),
  }),
})

/** A value with the country it is of. */
const CountryYearType = builder.objectRef<CountryValues & YearValue>('CountryYear').implement({
  description: 'The value of a country in a year.',
  fields: (t) => ({
    country: t.exposeString('country', { description: 'ISO 3166 alpha-2, or the code of an aggregate.' }),
    iso3: t.exposeString('iso3', { description: 'ISO 3166 alpha-3, or the code of an aggregate.' }),
    countryName: t.exposeString('countryName', { description: 'Name.' }),
    aggregate: t.exposeBoolean('aggregate', { description: 'True for aggregates of countries.' }),
    year: t.exposeInt('year', { description: 'Calendar year.' }),
    value: t.exposeFloat('value', { nullable: true, description: 'Value; null where there is none.' }),
  }),
})

const IndicatorValuesType = pageType<IndicatorValues>('IndicatorValues', {
  description: 'A development indicator with yearly values by country.',
  of: CountryValuesType,
  fields: (t) => ({
    indicator: t.exposeString('indicator', { description: 'Dotted id.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    unit: t.exposeString('unit', { description: 'Unit of the values; empty where it is not told.' }),
    database: t.exposeString('database', { description: 'Database the values are from.' }),
    fetchedAt: t.expose('fetchedAt', { type: 'DateTime', description: 'When the values were fetched or loaded.' }),
    stale: t.exposeBoolean('stale', {
      description: 'True when the upstream gives no newer values, so that older ones are shown.',
    }),
    values: t.field({
      type: [CountryYearType],
      description: 'The same values in one list.',
      resolve: ({ rows }) => rows.flatMap((row) => row.series.map((value) => ({ ...row, ...value }))),
    }),
  }),
})
declareDataSet(IndicatorValuesType, ({ dataSet }) => (dataSet === 'demo' ? 'demo' : null))

const isIndicator = (value: string) => /^[A-Za-z0-9_]{1,30}(\.[A-Za-z0-9_]{1,30}){1,9}$/.test(value)
const isDatabase = (value: string) => /^(?:wdi|\d{1,3})$/i.test(value)
const YEAR = { min: 1, max: 9_999, range: 'a year of the calendar, such as 2015' }
const isCountry = (value: string) => /^[A-Za-z0-9]{2,3}$/.test(value)

builder.queryFields((t) => ({
  findIndicators: t.metered({
    type: IndicatorCandidatesType,
    cost: 'findIndicators',
    description: 'Finds development indicators by what they are about, in any language. Free.',
    input: z.strictObject({
      query: inRest('q', text('What it is about, in any words.', 200)),
      country: country('Country the values are wanted of: what it does not report comes later.').optional(),
      limit: integer('Maximum number of candidates.', { min: 1 }).default(8),
    }),
    resolve: (_, search) => searchIndicators(search),
  }),
  developmentIndicator: t.metered({
    type: IndicatorValuesType,
    cost: 'developmentIndicator',
    description: 'Yearly values of a development indicator. Costs one credit.',
    input: withYearOrder(
      z.strictObject({
        indicator: form(
          'Dotted id of the indicator, such as NY.GDP.MKTP.CD.',
          'a dotted id of letters and digits, such as NY.GDP.MKTP.CD',
          isIndicator,
        ),
        countries: inRest(
          'country',
          listOf(
            form('Country.', 'an ISO 3166 code of two or three letters, such as US or USA', isCountry),
            COUNTRIES_MAX,
            'Countries or aggregates, ISO-2 or ISO-3; all when absent.',
          ),
        ).optional(),
        from: integer('First year, inclusive.', YEAR).optional(),
        to: integer('Last year, inclusive.', YEAR).optional(),
        database: form(
          'Database: WDI (World Development Indicators) or the number the World Bank gives another one.',
          'WDI or the number of a World Bank database',
          isDatabase,
        ).optional(),
      }),
    ),
    weight: { once: 1_000, perRow: 30 },
    resolve: (_, request) => readIndicator(request),
  }),
}))
