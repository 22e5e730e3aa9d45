import type { Context } from '../../../core/graphql/context.ts'
import { isoOfDay } from '../../../core/time/day.pure.ts'
import { type Concept, RATIOS } from '../../concept/concept.source.ts'
import { CONCEPT_NAMES, labelOf } from '../../concept/concept-label.source.ts'
import { type CompanyFinancials, type ShownPeriod, unavailableFields } from '../company-financials.ts'
import { currentRatios } from '../current-ratios.ts'
import { type Figure, figureOf } from '../figure.ts'
import type { Financials } from '../financials.ts'
import { nameOfPeriod } from '../period-request.pure.ts'
import { alignColumns, figureWriter } from './text-table.pure.ts'

const STATEMENT_TITLES = {
  income: 'Income statement',
  balance: 'Balance sheet',
  cashflow: 'Cash flow statement',
} as const

/** Statements as plain text: a block a company with a column a period, to be read by people and language models. */
export function writeFinancials({ rows, notes }: Financials, context: Context): string {
  const blocks = rows.map((company) => writeCompany(company, context))
  return [...blocks, ...(notes ? [notes.map((note) => `Note: ${note}`).join('\n')] : [])].join('\n\n').concat('\n')
}

/** One company's block. */
export function writeCompany(company: CompanyFinancials, context: Context): string {
  const { asked, listing, error, fields } = company
  if (error || !listing) return `${listing?.ticker ?? asked}: ${error?.message ?? 'There is nothing to show.'}`
  const periods = [...company.periods, ...(company.ttm ? [company.ttm] : [])]
  const rows = [...fieldRows(periods, fields), ...ratioRows(company, periods, context)]
  const write = figureWriter(
    rows.flatMap(({ concept, values }) => values.map((value) => ({ unit: concept.unit, value }))),
  )
  const titles = new Set(rows.map(({ title }) => title))
  let title = ''
  const lines = rows.flatMap((row) => {
    const line = [labelOf(CONCEPT_NAMES, row.concept.key), ...row.values.map((value) => write(row.concept.unit, value))]
    if (titles.size < 2 || row.title === title) return [line]
    title = row.title
    return [[''], [title], line]
  })
  const without = unavailableFields(company)
  return [
    `${listing.ticker}  ${listing.name}${company.mark === 'demo' ? '  (demo figures, not those of the company)' : ''}`,
    `Amounts in ${company.currency}: money and shares in millions, per share in full.${endOfYear(company)}`,
    '',
    alignColumns([...headLines(company, periods), ...lines]),
    ...(company.periodUnavailable.length > 0 ? ['', `Not there: ${company.periodUnavailable.join(', ')}`] : []),
    ...(without.length > 0 ? ['', `Without figures: ${without.join(', ')}`] : []),
  ].join('\n')
}

/** A line of the table, under the title of its part. */
interface Row {
  readonly title: string
  readonly concept: Concept
  readonly values: readonly (number | null)[]
}

function fieldRows(periods: readonly ShownPeriod[], fields: readonly Concept[]): Row[] {
  const inOrder = fields.length > 20 ? byStatement(fields) : fields
  return inOrder
    .map((concept) => ({
      title: fields.length > 20 ? STATEMENT_TITLES[concept.statement ?? 'income'] : 'Figures',
      concept,
      values: periods.map(({ stored, fxRate }) => figureOf(stored, concept, fxRate)),
    }))
    .filter(hasValue)
}

function byStatement(fields: readonly Concept[]): Concept[] {
  const groups = Map.groupBy(fields, ({ statement }) => statement)
  return (['income', 'balance', 'cashflow'] as const).flatMap((statement) => groups.get(statement) ?? [])
}

/** Ratios of the periods, and in the last column those of now; without ratios of periods there are none. */
function ratioRows(company: CompanyFinancials, periods: readonly ShownPeriod[], context: Context): Row[] {
  if (!periods.some(({ ratios }) => ratios.length > 0)) return []
  const now = new Map(currentRatios(company, context).map((figure: Figure) => [figure.concept, figure.value]))
  return RATIOS.map((concept) => ({
    title: 'Ratios',
    concept,
    values: periods.map((period) =>
      period === company.ttm ? (now.get(concept) ?? null) : figureOf(period.stored, concept, period.fxRate),
    ),
  })).filter(hasValue)
}

function hasValue({ values }: Row): boolean {
  return values.some((value) => value !== null)
}

function headLines({ currency }: CompanyFinancials, periods: readonly ShownPeriod[]): string[][] {
  const rates = periods.some(({ stored }) => stored.currency !== currency)
  return [
    ['', ...periods.map(({ stored }) => (stored.periodType === 'T' ? 'TTM' : nameOfPeriod(stored)))],
    ['Period end', ...periods.map(({ stored }) => isoOfDay(stored.endDay))],
    ['Filed', ...periods.map(({ stored }) => (stored.filingDay === null ? '-' : isoOfDay(stored.filingDay)))],
    ...(rates
      ? [
          [
            `${currency} for 1 ${periods.at(-1)?.stored.currency ?? ''}`,
            ...periods.map(({ fxRate }) => (fxRate === null ? '-' : String(Number(fxRate.toPrecision(5))))),
          ],
        ]
      : []),
  ]
}

function endOfYear({ fiscalYearEnd }: CompanyFinancials): string {
  return fiscalYearEnd === null ? '' : ` Fiscal years end on ${fiscalYearEnd}.`
}
