import { z } from 'zod'
import { AboutListingType } from '../../catalog/listing.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { pageType } from '../../core/graphql/page.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import { choice, listOf, number, object } from '../../core/input/rule.ts'
import { SORT_DIRECTION } from '../../core/input/sort-direction.pure.ts'
import { paging } from '../../core/input/span-rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { ConceptKeyEnum } from '../concept/concept.schema.ts'
import type { Cohort } from './cohort.pure.ts'
import { fundamentalCondition, readConditions } from './condition.input.ts'
import { FundamentalPatternEnum } from './find-pattern.schema.ts'
import {
  type MatchedCondition,
  type ScreenedCompany,
  type ScreenPage,
  screenCompanies,
  sectorName,
} from './screen-companies.ts'

const AMOUNT = { min: 0, max: 1e15 }

const filters = object(
  'FinancialScreenFilterInput',
  'What narrows a financial screen beside its conditions; cohorts stay those of all stocks.',
  {
    marketCapMin: number('Smallest market capitalisation in US dollars.', AMOUNT).optional(),
    marketCapMax: number('Largest market capitalisation in US dollars.', AMOUNT).optional(),
    sector: text('GICS sector, its two digits or its name.', 60).optional(),
  },
  ({ marketCapMin, marketCapMax }) =>
    marketCapMin === undefined || marketCapMax === undefined || marketCapMin <= marketCapMax
      ? []
      : [
          {
            field: 'marketCapMin',
            message: `"{param}" (${marketCapMin}) must not be above "{marketCapMax}" (${marketCapMax}).`,
          },
        ],
)

const screenInput = z.strictObject({
  conditions: listOf(fundamentalCondition, 500, 'Conditions; a company has to meet all of them.'),
  filters: filters.optional(),
  sortBy: text('Key or alias of the concept to sort by; market capitalisation when it is not given.', 60).optional(),
  sortDir: choice('Direction of the order; desc when it is not given.', SORT_DIRECTION).optional(),
  ...paging(50),
})

const CohortScopeEnum = enumType(
  enumeration('CohortScope', 'Which stocks a cohort is made of.', {
    country_sector: 'Those of the same country and GICS sector.',
    sector: 'Those of the same GICS sector in all countries.',
    universe: 'All that are screened.',
  }),
)

const CohortType = builder.objectRef<Cohort>('Cohort').implement({
  description: 'The stocks a figure was compared with; percentiles by linear interpolation.',
  fields: (t) => ({
    scope: t.expose('scope', { type: CohortScopeEnum, description: 'Which stocks it is made of.' }),
    n: t.exposeInt('n', { description: 'Number of stocks with a value.' }),
    p10: t.exposeFloat('p10', { description: '10th percentile.' }),
    p20: t.exposeFloat('p20', { description: '20th percentile.' }),
    p25: t.exposeFloat('p25', { description: '25th percentile.' }),
    p50: t.exposeFloat('p50', { description: 'Median.' }),
    p75: t.exposeFloat('p75', { description: '75th percentile.' }),
    p80: t.exposeFloat('p80', { description: '80th percentile.' }),
    p90: t.exposeFloat('p90', { description: '90th percentile.' }),
  }),
})

/** How a company met a condition. */
export const MatchedConditionType = builder.objectRef<MatchedCondition>('MatchedCondition').implement({
  description: 'A condition as a company met it.',
  fields: (t) => ({
    concept: t.field({
      type: ConceptKeyEnum,
      description: 'Key of the concept.',
      resolve: ({ condition }) => condition.key,
    }),
    pattern: t.field({
      type: FundamentalPatternEnum,
      description: 'How it was judged.',
      resolve: ({ condition }) => condition.pattern,
    }),
    value: t.exposeFloat('value', {
      description: 'The figure; the years of consecutive growth, or the growth rate, for patterns of growth.',
    }),
    threshold: t.exposeFloat('threshold', {
      nullable: true,
      description: 'The number it was compared with, of the condition or of the cohort; null for a span.',
    }),
    min: t.float({ nullable: true, description: 'Lower bound of between.', resolve: ({ condition }) => condition.min }),
    max: t.float({ nullable: true, description: 'Upper bound of between.', resolve: ({ condition }) => condition.max }),
    years: t.int({
      nullable: true,
      description: 'Fiscal years of growth.',
      resolve: ({ condition }) => condition.years,
    }),
    cohort: t.expose('cohort', { type: CohortType, nullable: true, description: 'The cohort it was compared with.' }),
  }),
})

const ScreenedCompanyType = builder.objectRef<ScreenedCompany>('ScreenedCompany').implement({
  description: 'A company that meets every condition of a financial screen.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    sector: t.string({
      nullable: true,
      description: 'Name of the GICS sector.',
      resolve: ({ listing }) => sectorName(listing),
    }),
    values: t.field({
      type: 'JSON',
      description:
        'Latest figures by key of the concept, of the conditions and of the order: twelve months, in US dollars; null where unknown.',
      resolve: ({ values }) => values,
    }),
    matched: t.field({
      type: [MatchedConditionType],
      description: 'The conditions in their order.',
      resolve: ({ matched }) => [...matched],
    }),
  }),
})

const ScreenPageType = pageType<ScreenPage>('FinancialScreen', {
  description: 'Companies that meet every condition of a financial screen.',
  of: ScreenedCompanyType,
})
declareDataSet(ScreenPageType, ({ mark }) => mark)

builder.queryFields((t) => ({
  screenFinancials: t.metered({
    type: ScreenPageType,
    cost: 'financialScreen',
    description:
      'Companies whose latest figures meet every condition. An unknown figure meets none. Cohorts of fewer than 5 values are widened, with a note. Costs one credit per call.',
    input: screenInput,
    resolve: (_, { conditions, ...asked }) => screenCompanies({ ...asked, ...readConditions(conditions) }),
  }),
}))
