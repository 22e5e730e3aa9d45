import { z } from 'zod'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { pageType } from '../../core/graphql/page.ts'
import { country } from '../../core/input/code-rule.ts'
import { choice, inRest, integer } from '../../core/input/rule.ts'
import { day, withDayOrder } from '../../core/input/span-rule.ts'
import { form, text } from '../../core/input/text-rule.ts'
import { PhraseMatchEnum } from '../../embedding/phrase/phrase-match.schema.ts'
import { MACRO_FREQUENCY, TARGET_FREQUENCY } from '../value/frequency.pure.ts'
import { TRANSFORM } from '../value/transform.pure.ts'
import { type MacroSeries, type Observation, readSeries } from './read-series.ts'
import type { SeriesFacts } from './series-facts.ts'
import { type SeriesCandidate, type SeriesCandidates, searchSeries } from './series-search.ts'

const MacroFrequencyEnum = enumType(MACRO_FREQUENCY)
const TargetFrequencyEnum = enumType(TARGET_FREQUENCY)
const TransformEnum = enumType(TRANSFORM)

/** What series and candidates have in common. */
const AboutSeriesType = builder.interfaceRef<SeriesFacts>('AboutMacroSeries').implement({
  description: 'What a macro series is about.',
  fields: (t) => ({
    seriesId: t.exposeString('seriesId', { description: 'Id, as FRED writes it.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    frequency: t.expose('frequency', { type: MacroFrequencyEnum, description: 'How often there is a value.' }),
    units: t.exposeString('units', { description: 'Units of the values.' }),
    seasonalAdjustment: t.exposeString('seasonalAdjustment', { description: 'Whether seasonal swings are taken out.' }),
    source: t.exposeString('source', { description: 'Who publishes it.' }),
    country: t.expose('country', {
      type: 'CountryCode',
      nullable: true,
      description: 'Country it is about; null when it is about no single one.',
    }),
    description: t.exposeString('description', { description: 'What it measures, in a sentence.' }),
  }),
})

const SeriesCandidateType = builder.objectRef<SeriesCandidate>('MacroSeriesCandidate').implement({
  description: 'A macro series that a phrase may mean.',
  interfaces: [AboutSeriesType],
  fields: (t) => ({
    score: t.exposeFloat('score', { description: 'How well it fits, 0 to 1.' }),
    matchType: t.expose('matchType', { type: PhraseMatchEnum, description: 'How it was recognised.' }),
  }),
})

const SeriesCandidatesType = pageType<SeriesCandidates>('MacroSeriesCandidates', {
  description: 'Macro series that a phrase may mean, best first.',
  of: SeriesCandidateType,
  fields: (t) => ({ query: t.exposeString('query', { description: 'The phrase as given.' }) }),
})

const ObservationType = builder.objectRef<Observation>('MacroObservation').implement({
  description: 'A value of a macro series.',
  fields: (t) => ({
    date: t.expose('date', {
      type: 'Date',
      description: 'Day, or the first day of the period; weeks stand under their last.',
    }),
    value: t.exposeFloat('value', { nullable: true, description: 'Value; null where there is none.' }),
    partial: t.exposeBoolean('partial', {
      description: 'True when it is averaged from a part of the values of its period.',
    }),
  }),
})

const MacroSeriesType = pageType<MacroSeries>('MacroSeries', {
  description: 'A macro series with its observations, oldest first.',
  of: ObservationType,
  interfaces: [AboutSeriesType],
  fields: (t) => ({
    transform: t.expose('transform', {
      type: TransformEnum,
      nullable: true,
      description: 'What was made of the levels; null = nothing.',
    }),
    targetFrequency: t.expose('targetFrequency', {
      type: TargetFrequencyEnum,
      nullable: true,
      description: 'Frequency the values were averaged to before; null = their own.',
    }),
    fetchedAt: t.expose('fetchedAt', { type: 'DateTime', description: 'When the values were fetched or loaded.' }),
    stale: t.exposeBoolean('stale', {
      description: 'True when the upstream gives no newer values, so that older ones are shown.',
    }),
  }),
})
declareDataSet(MacroSeriesType, ({ dataSet }) => (dataSet === 'demo' ? 'demo' : null))

/** Letters, digits and a few signs, as ids of series are made of. */
const isSeriesId = (value: string) => /^[A-Za-z0-9_.-]{1,100}$/.test(value)

builder.queryFields((t) => ({
  findMacroSeries: t.metered({
    type: SeriesCandidatesType,
    cost: 'findMacroSeries',
    description:
      'Finds US macro series, and the main ones of other countries, by what they are about, in any language. Free.',
    input: z.strictObject({
      query: inRest('q', text('What it is about, in any words.', 200)),
      country: country('Country whose series come first.').optional(),
      limit: integer('Maximum number of candidates.', { min: 1 }).default(8),
    }),
    resolve: (_, search) => searchSeries(search),
  }),
  macroSeries: t.metered({
    type: MacroSeriesType,
    cost: 'macroSeries',
    description: 'Observations of a macro series. Costs one credit.',
    input: withDayOrder(
      z.strictObject({
        seriesId: form('Id of the series, such as UNRATE.', 'up to 100 letters, digits, "_", "." and "-"', isSeriesId),
        transform: choice('What is made of the levels; percentages are in percent.', TRANSFORM).optional(),
        from: day('First day, inclusive.').optional(),
        to: day('Last day, inclusive.').optional(),
        targetFrequency: inRest(
          'freq',
          choice('Average over days, weeks, months, quarters or years, before the transform.', TARGET_FREQUENCY),
        ).optional(),
      }),
    ),
    weight: { once: 1_000, perRow: 1 },
    resolve: (_, request) => readSeries(request),
  }),
}))
