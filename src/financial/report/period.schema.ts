import { builder } from '../../core/graphql/builder.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import { AboutConceptType } from '../concept/concept.schema.ts'
import type { ShownPeriod } from './company-financials.ts'
import { type Figure, figuresOf, mapFigures } from './figure.ts'

export const PeriodTypeEnum = enumType(
  enumeration('FinancialPeriodType', 'Length of a period.', {
    A: 'Fiscal year.',
    Q: 'Fiscal quarter.',
    T: 'Latest four quarters.',
  }),
)

export const FiscalPeriodEnum = enumType(
  enumeration('FiscalPeriod', 'Which part of its fiscal year a period is.', {
    FY: 'The whole year.',
    Q1: 'First quarter.',
    Q2: 'Second quarter.',
    Q3: 'Third quarter.',
    Q4: 'Fourth quarter.',
    TTM: 'The latest four quarters, of two fiscal years as a rule.',
  }),
)

/** A figure with what it is called. */
export const FigureType = builder.objectRef<Figure>('FinancialFigure').implement({
  description: 'A figure of a period.',
  interfaces: [AboutConceptType],
  fields: (t) => ({
    value: t.exposeFloat('value', {
      nullable: true,
      description: 'Its value in its unit, amounts in the currency asked for; null when not known.',
    }),
    derived: t.exposeBoolean('derived', {
      description: 'True where no report gave it: it follows from other figures.',
    }),
  }),
})

/** A period of a company. */
export const PeriodType = builder.objectRef<ShownPeriod>('FinancialPeriod').implement({
  description: "A period of a company's statements.",
  fields: (t) => ({
    periodEnd: t.field({ type: 'Date', description: 'Last day.', resolve: ({ stored }) => isoOfDay(stored.endDay) }),
    fiscalYear: t.int({
      description: 'Fiscal year, as the company numbers it.',
      resolve: ({ stored }) => stored.fiscalYear,
    }),
    fiscalPeriod: t.field({
      type: FiscalPeriodEnum,
      description: 'Part of the fiscal year.',
      resolve: ({ stored }) => stored.fiscalPeriod,
    }),
    periodType: t.field({
      type: PeriodTypeEnum,
      description: 'Length of the period.',
      resolve: ({ stored }) => stored.periodType,
    }),
    filingDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'Day of the filing that the figures come from; null when not known.',
      resolve: dayOfFiling,
    }),
    reportedCurrency: t.field({
      type: 'Currency',
      description: 'Currency of the reports.',
      resolve: ({ stored }) => stored.currency,
    }),
    fxRate: t.exposeFloat('fxRate', {
      nullable: true,
      description:
        'Units of the currency asked for that one unit of reportedCurrency was worth at the end of the period; null when not known: amounts are null then.',
    }),
    figures: t.field({
      type: [FigureType],
      description: 'Figures of the statements, in their order.',
      resolve: (period) => figuresOf(period, period.fields),
    }),
    ratios: t.field({
      type: [FigureType],
      description: 'Ratios that need no price; none where one statement was asked for.',
      resolve: (period) => figuresOf(period, period.ratios),
    }),
    figuresByKey: t.field({
      type: 'FigureMap',
      description: 'The figures by key.',
      resolve: (period) => mapFigures(period, period.fields),
    }),
    ratiosByKey: t.field({
      type: 'FigureMap',
      description: 'The ratios by key.',
      resolve: (period) => mapFigures(period, period.ratios),
    }),
  }),
})

/** Day of a period's filing; null when not known. */
export function dayOfFiling({ stored }: ShownPeriod): string | null {
  return stored.filingDay === null ? null : isoOfDay(stored.filingDay)
}
