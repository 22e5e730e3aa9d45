import { z } from 'zod'
import { builder } from '../../core/graphql/builder.ts'
import { pageType } from '../../core/graphql/page.ts'
import { inRest, listOf } from '../../core/input/rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import { CompanyType, shown } from './company.schema.ts'
import { READ_WEIGHT } from './field-set.ts'
import { mapFigures } from './figure.ts'
import { type Financials, listPeriods, type PeriodRow, readEach } from './financials.ts'
import { dayOfFiling, FiscalPeriodEnum, PeriodTypeEnum } from './period.schema.ts'
import { writeFinancials } from './text/financials-text.ts'

/** Tickers of one call at most. */
const TICKERS_MAX = 5

const financialsInput = z.strictObject({
  tickers: inRest(
    ['ticker', 'tickers'],
    listOf(text('Ticker or listing id.', 40), TICKERS_MAX, 'Tickers or listing ids; companies are in this order.'),
  ),
  ...shown,
})

const PeriodRowType = builder.objectRef<PeriodRow>('FinancialPeriodRow').implement({
  description: 'A period of one of several companies; a company that has none has one row without a period.',
  fields: (t) => ({
    ticker: t.string({
      description: 'Canonical ticker; as it was given where it is not known.',
      resolve: ({ company }) => company.listing?.ticker ?? company.asked,
    }),
    name: t.string({ nullable: true, description: 'Name.', resolve: ({ company }) => company.listing?.name }),
    error: t.string({
      nullable: true,
      description: 'Code of the reason why the company has no periods.',
      resolve: ({ company }) => company.error?.code,
    }),
    currency: t.field({
      type: 'Currency',
      description: 'Currency of the amounts.',
      resolve: ({ company }) => company.currency,
    }),
    periodType: t.field({
      type: PeriodTypeEnum,
      nullable: true,
      description: 'Length of the period.',
      resolve: ({ period }) => period?.stored.periodType,
    }),
    fiscalYear: t.int({
      nullable: true,
      description: 'Fiscal year, as the company numbers it.',
      resolve: ({ period }) => period?.stored.fiscalYear,
    }),
    fiscalPeriod: t.field({
      type: FiscalPeriodEnum,
      nullable: true,
      description: 'Part of the fiscal year.',
      resolve: ({ period }) => period?.stored.fiscalPeriod,
    }),
    periodEnd: t.field({
      type: 'Date',
      nullable: true,
      description: 'Last day.',
      resolve: ({ period }) => period && isoOfDay(period.stored.endDay),
    }),
    filingDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'Day of the filing; null when not known.',
      resolve: ({ period }) => period && dayOfFiling(period),
    }),
    reportedCurrency: t.field({
      type: 'Currency',
      nullable: true,
      description: 'Currency of the reports.',
      resolve: ({ period }) => period?.stored.currency,
    }),
    fxRate: t.float({
      nullable: true,
      description: 'Exchange rate from the currency of the reports.',
      resolve: ({ period }) => period?.fxRate,
    }),
    figuresByKey: t.field({
      type: 'FigureMap',
      description: 'Figures and ratios of the period by key.',
      resolve: ({ period }) => (period ? mapFigures(period, [...period.fields, ...period.ratios]) : {}),
    }),
  }),
})

const FinancialsType = pageType<Financials>('Financials', {
  description: 'Statements of several companies, in the order asked for.',
  of: CompanyType,
  fields: (t) => ({
    periodRows: t.field({
      type: [PeriodRowType],
      description: 'Every period of every company in one list, the latest twelve months last.',
      resolve: listPeriods,
    }),
    text: t.string({
      description: 'The same as aligned tables of plain text, a block a company.',
      resolve: (financials, _, context) => writeFinancials(financials, context),
    }),
  }),
})

builder.queryFields((t) => ({
  financials: t.metered({
    type: FinancialsType,
    cost: 'financials',
    description: 'Statements and ratios of up to 5 companies. Costs one credit per call.',
    input: financialsInput,
    weight: READ_WEIGHT,
    resolve: (_, { tickers, ...request }, context) => readEach(tickers, request, context),
  }),
}))
