import { z } from 'zod'
import { StockType } from '../../catalog/listing.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { currency } from '../../core/input/code-rule.ts'
import { choice } from '../../core/input/rule.ts'
import { form } from '../../core/input/text-rule.ts'
import { type CompanyFinancials, readCompany, unavailableFields } from './company-financials.ts'
import { currentRatios } from './current-ratios.ts'
import { FIELD_SET, READ_WEIGHT } from './field-set.ts'
import { figureMap } from './figure.ts'
import { FigureType, PeriodType } from './period.schema.ts'
import { isPeriod, meantPeriod, PERIOD_FORM } from './period-request.pure.ts'
import { writeCompany } from './text/financials-text.ts'

/** What is shown of a company: over GraphQL the same of one stock as of several. */
export const shown = {
  period: form('Periods; the latest four fiscal years by default.', PERIOD_FORM, isPeriod, meantPeriod).optional(),
  fields: choice('Statement to show; top-line figures and ratios by default.', FIELD_SET).optional(),
  currency: currency('Currency of amounts, converted at the rate of each period end.').default('USD'),
}

const companyInput = z.strictObject(shown)

/** A company's statements. */
export const CompanyType = builder.objectRef<CompanyFinancials>('CompanyFinancials').implement({
  description: 'Statements of a company, or why there are none.',
  fields: (t) => ({
    ticker: t.string({
      description: 'Canonical ticker; as it was given where it is not known.',
      resolve: ({ listing, asked }) => listing?.ticker ?? asked,
    }),
    listingId: t.int({
      nullable: true,
      description: 'Listing id; null for an unknown ticker.',
      resolve: ({ listing }) => listing?.id,
    }),
    name: t.string({
      nullable: true,
      description: 'Name; null for an unknown ticker.',
      resolve: ({ listing }) => listing?.name,
    }),
    stock: t.expose('listing', { type: StockType, nullable: true, description: 'The listing.' }),
    currency: t.expose('currency', { type: 'Currency', description: 'Currency of the amounts.' }),
    ok: t.boolean({ description: 'Whether there are statements.', resolve: ({ error }) => error === null }),
    error: t.string({
      nullable: true,
      description: 'Code of the reason why there are none.',
      resolve: ({ error }) => error?.code,
    }),
    message: t.string({
      nullable: true,
      description: 'The reason in words.',
      resolve: ({ error }) => error?.message,
    }),
    didYouMean: t.string({
      nullable: true,
      description: 'Ticker most likely meant by an unknown one.',
      resolve: ({ error }) => error?.facts.did_you_mean,
    }),
    fiscalYearEnd: t.exposeString('fiscalYearEnd', {
      nullable: true,
      description: 'Month and day the fiscal year ends on, MM-DD; null when not known.',
    }),
    periods: t.field({
      type: [PeriodType],
      description: 'Periods asked for, oldest first.',
      resolve: ({ periods }) => [...periods],
    }),
    ttm: t.expose('ttm', {
      type: PeriodType,
      nullable: true,
      description: 'Latest twelve months; null when the latest four quarters are not all known.',
    }),
    ratios: t.field({
      type: [FigureType],
      description: 'All ratios now: of the latest twelve months, and of the latest close where they need a price.',
      resolve: (company, _, context) => currentRatios(company, context),
    }),
    ratiosByKey: t.field({
      type: 'FigureMap',
      description: 'The ratios by key.',
      resolve: (company, _, context) => figureMap(currentRatios(company, context)),
    }),
    unavailableFields: t.stringList({
      description: 'Keys of the fields asked for that no period shown has a figure of.',
      resolve: unavailableFields,
    }),
    periodUnavailable: t.stringList({
      description: 'Periods asked for by name that there are no statements of.',
      resolve: ({ periodUnavailable }) => [...periodUnavailable],
    }),
    notes: t.stringList({
      description: 'Notes on what the figures do not show.',
      resolve: ({ notes }) => [...notes],
    }),
    text: t.string({
      description: 'The same as an aligned table of plain text, to be read by people and language models.',
      resolve: (company, _, context) => writeCompany(company, context),
    }),
  }),
})

declareDataSet(CompanyType, ({ mark }) => mark)

builder.objectFields(StockType, (t) => ({
  financials: t.metered({
    type: CompanyType,
    cost: 'stockFinancials',
    description: 'Statements and ratios of the company. Costs one credit.',
    input: companyInput,
    weight: READ_WEIGHT,
    resolve: (listing, request, context) => readCompany(listing, request, context),
  }),
}))
