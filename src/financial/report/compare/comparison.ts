import type { Listing } from '../../../catalog/catalog.store.ts'
import { catalog } from '../../../catalog/catalog.ts'
import type { Context } from '../../../core/graphql/context.ts'
import { isoOfDay } from '../../../core/time/day.pure.ts'
import type { Concept } from '../../concept/concept.source.ts'
import { LABEL_LANGUAGES, type LabelLanguage } from '../../concept/concept-label.source.ts'
import { type CompanyFinancials, readCompany, type ShownPeriod } from '../company-financials.ts'
import { fieldsOf } from '../field-set.ts'
import { figureOf } from '../figure.ts'
import { nameOfPeriod } from '../period-request.pure.ts'

/** What is asked of a comparison. */
interface ComparisonRequest {
  readonly ids: readonly string[]
  readonly basis: 'A' | 'Q'
  readonly periods: number
  readonly fields?: 'income' | 'balance' | 'cashflow' | 'all' | undefined
  readonly currency: string
  readonly lang: string
}

/** A company of a comparison, with its period in each column. */
export interface ComparedCompany {
  readonly listing: Listing
  readonly financials: CompanyFinancials
  readonly periods: readonly (ShownPeriod | null)[]
}

/** A figure of all companies: by company, then by column. */
export interface ComparisonRow {
  readonly concept: Concept
  readonly lang: LabelLanguage
  readonly values: readonly (readonly (number | null)[])[]
}

/** Figures of several companies side by side. */
export interface Comparison {
  readonly basis: 'A' | 'Q'
  readonly currency: string
  readonly lang: LabelLanguage
  /** Names of the columns, oldest first: `2024`, `2024Q3`. */
  readonly periods: readonly string[]
  readonly companies: readonly ComparedCompany[]
  readonly rows: readonly ComparisonRow[]
  readonly notes: readonly string[]
}

/**
 * Compares companies over the latest periods of each. A column is a fiscal year or quarter as the companies number it: 2024 is the
 * fiscal year 2024 of each, whichever month it ends in. Figures that no company has are left out.
 */
export async function compareCompanies(request: ComparisonRequest, context: Context): Promise<Comparison> {
  const { basis, periods: count } = request
  const listings = [...new Set(request.ids.map((id) => catalog().require(id, 'ids')))]
  const readPeriods = (period: string) =>
    Promise.all(
      listings.map(async (listing) => ({
        listing,
        financials: await readCompany(listing, { ...request, period }, context),
      })),
    )
  const latest = await readPeriods(basis === 'Q' ? `${count}q` : String(count))
  // Names sort by time: four digits of the year, then the quarter.
  const columns = [...new Set(latest.flatMap(({ financials }) => namesOf(financials)))].sort()
  // A company whose latest periods are later than another's may have the other's as well.
  const isComplete = latest.every(({ financials: { error, periods } }) => error || periods.length === columns.length)
  const read = isComplete ? latest : await readPeriods(columns.join(','))
  const companies = read.map(({ listing, financials }): ComparedCompany => {
    const byName = new Map(financials.periods.map((period) => [nameOfPeriod(period.stored), period]))
    return { listing, financials, periods: columns.map((name) => byName.get(name) ?? null) }
  })
  const lang = LABEL_LANGUAGES.find((one) => one === request.lang) ?? 'en'
  const { fields, ratios } = fieldsOf(request.fields ?? 'digest')
  const rows = [...fields, ...ratios].map((concept) => ({ concept, lang, values: valuesOf(companies, concept) }))
  return {
    basis,
    currency: request.currency,
    lang,
    periods: columns,
    companies,
    rows: rows.filter(({ values }) => values.some((company) => company.some((value) => value !== null))),
    notes: [
      ...(lang === request.lang
        ? []
        : [`There are no labels in "${request.lang}"; they are in English. Languages: ${LABEL_LANGUAGES.join(', ')}.`]),
      ...new Set([...latest, ...read].flatMap(({ financials: { error, notes } }) => (error ? [error.message] : notes))),
    ],
  }
}

function namesOf({ periods }: CompanyFinancials): string[] {
  return periods.map(({ stored }) => nameOfPeriod(stored))
}

function valuesOf(companies: readonly ComparedCompany[], concept: Concept): (number | null)[][] {
  return companies.map(({ periods }) =>
    periods.map((period) => (period ? figureOf(period.stored, concept, period.fxRate) : null)),
  )
}

/** Last days of a company's periods by column; null where it has none. */
export function periodEnds({ periods }: ComparedCompany): (string | null)[] {
  return periods.map((period) => (period ? isoOfDay(period.stored.endDay) : null))
}
