import { z } from 'zod'
import { StockType } from '../../../catalog/listing.schema.ts'
import { builder } from '../../../core/graphql/builder.ts'
import { declareDataSet } from '../../../core/graphql/data-set.ts'
import { enumRefOf } from '../../../core/graphql/enum-type.ts'
import { currency, language } from '../../../core/input/code-rule.ts'
import { enumeration } from '../../../core/input/enumeration.pure.ts'
import { choice, inRest, integer, listOf } from '../../../core/input/rule.ts'
import { text } from '../../../core/input/text-rule.ts'
import { AboutConceptType } from '../../concept/concept.schema.ts'
import { CONCEPT_NAMES, labelOf } from '../../concept/concept-label.source.ts'
import { FIELD_SET, READ_WEIGHT } from '../field-set.ts'
import {
  type ComparedCompany,
  type Comparison,
  type ComparisonRow,
  compareCompanies,
  periodEnds,
} from './comparison.ts'

const BASIS = enumeration('ComparisonBasis', 'Length of the periods compared.', {
  A: 'Fiscal years.',
  Q: 'Fiscal quarters.',
})

/** Companies and periods of one comparison at most: what a table can show. */
const COMPANIES_MAX = 20
const PERIODS_MAX = 40

const comparisonInput = z.strictObject({
  ids: inRest(
    ['ids', 'tickers'],
    listOf(text('Ticker or listing id.', 40), COMPANIES_MAX, 'Tickers or listing ids; companies are in this order.'),
  ),
  basis: choice('Length of the periods.', BASIS).default('A'),
  periods: inRest('n', integer('Number of latest periods of each company.', { min: 1, max: PERIODS_MAX })).default(6),
  fields: choice('Statement to compare; top-line figures and ratios by default.', FIELD_SET).optional(),
  currency: currency('Currency of amounts, converted at the rate of each period end.').default('USD'),
  lang: language('Language of the labels; English where there are none in it.').default('en'),
})

const ComparedCompanyType = builder.objectRef<ComparedCompany>('ComparedCompany').implement({
  description: 'A company of a comparison.',
  fields: (t) => ({
    ticker: t.string({ description: 'Canonical ticker.', resolve: ({ listing }) => listing.ticker }),
    listingId: t.int({ description: 'Listing id.', resolve: ({ listing }) => listing.id }),
    name: t.string({ description: 'Name.', resolve: ({ listing }) => listing.name }),
    stock: t.expose('listing', { type: StockType, description: 'The listing.' }),
    reportedCurrency: t.field({
      type: 'Currency',
      nullable: true,
      description: 'Currency of its latest report; null without reports.',
      resolve: ({ financials }) => financials.periods.at(-1)?.stored.currency,
    }),
    fiscalYearEnd: t.string({
      nullable: true,
      description: 'Month and day its fiscal year ends on, MM-DD; null when not known.',
      resolve: ({ financials }) => financials.fiscalYearEnd,
    }),
    periodEnds: t.field({
      type: ['Date'],
      nullable: { list: false, items: true },
      description: 'Last day of its period in each column; null where it has none.',
      resolve: periodEnds,
    }),
    fxRates: t.field({
      type: ['Float'],
      nullable: { list: false, items: true },
      description: 'Exchange rate used in each column; null where it has no period or the rate is not known.',
      resolve: ({ periods }) => periods.map((period) => period?.fxRate),
    }),
  }),
})

const ComparisonRowType = builder.objectRef<ComparisonRow>('ComparisonRow').implement({
  description: 'A figure of all companies.',
  interfaces: [AboutConceptType],
  fields: (t) => ({
    localLabel: t.string({
      description: 'Name in the language asked for.',
      resolve: ({ concept, lang }) => labelOf(CONCEPT_NAMES, concept.key, lang),
    }),
    values: t.field({
      type: t.listRef(t.listRef('Float', { nullable: true })),
      description: 'Its values by company, then by column; null when not known.',
      resolve: ({ values }) => values.map((company) => [...company]),
    }),
  }),
})

const ComparisonType = builder.objectRef<Comparison>('FinancialComparison').implement({
  description: 'Figures of several companies side by side.',
  fields: (t) => ({
    basis: t.expose('basis', { type: enumRefOf(BASIS), description: 'Length of the periods.' }),
    currency: t.expose('currency', { type: 'Currency', description: 'Currency of the amounts.' }),
    lang: t.exposeString('lang', { description: 'Language of the labels.' }),
    periods: t.stringList({
      description:
        'Columns, oldest first: the latest fiscal years (2024) or quarters (2024Q3) of each company, as it numbers its own, whichever month they end in.',
      resolve: ({ periods }) => [...periods],
    }),
    companies: t.field({
      type: [ComparedCompanyType],
      description: 'The companies, in the order asked for.',
      resolve: ({ companies }) => [...companies],
    }),
    rows: t.field({
      type: [ComparisonRowType],
      description: 'The figures that at least one of the companies has.',
      resolve: ({ rows }) => [...rows],
    }),
    notes: t.stringList({
      nullable: true,
      description: 'Notes on what the figures do not show.',
      resolve: ({ notes }) => (notes.length > 0 ? [...notes] : null),
    }),
  }),
})

declareDataSet(ComparisonType, ({ companies }) =>
  companies.some(({ financials }) => financials.mark === 'demo') ? 'demo' : null,
)

builder.queryFields((t) => ({
  compareFinancials: t.metered({
    type: ComparisonType,
    cost: 'compareFinancials',
    description: 'Figures of up to 20 companies side by side. Costs one credit per call.',
    input: comparisonInput,
    weight: READ_WEIGHT,
    resolve: (_, request, context) => compareCompanies(request, context),
  }),
}))
