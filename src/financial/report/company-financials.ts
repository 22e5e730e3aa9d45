import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../../core/graphql/context.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import type { Concept } from '../concept/concept.source.ts'
import type { PreparedPeriod } from '../statement/period.pure.ts'
import type { StoredStatements } from '../statement/statement.store.ts'
import { type FieldSet, fieldsOf, type ShownFields } from './field-set.ts'
import { figureOf } from './figure.ts'
import { choosePeriods, type PeriodRequest, parsePeriod, RECENT_YEARS } from './period-request.pure.ts'
import { statementsLoader } from './statements.loader.ts'
import { openCurrency, type TargetCurrency } from './target-currency.ts'

/** What is asked of companies' statements. */
export interface FinancialsRequest {
  /** As `parsePeriod` reads it. */
  readonly period?: string | undefined
  readonly fields?: Exclude<FieldSet, 'digest'> | undefined
  readonly currency: string
}

/** A period of a company as it is shown. */
export interface ShownPeriod extends ShownFields {
  readonly stored: PreparedPeriod
  /** Units of the currency shown for one of the company's; null when not known. */
  readonly fxRate: number | null
}

/** A company's statements as they are shown, or why there are none. */
export interface CompanyFinancials {
  /** The ticker or id as it was given. */
  readonly asked: string
  readonly listing: Listing | null
  readonly error: ApiError | null
  readonly currency: string
  readonly fields: readonly Concept[]
  readonly periods: readonly ShownPeriod[]
  /** The latest twelve months. */
  readonly ttm: ShownPeriod | null
  readonly periodUnavailable: readonly string[]
  readonly fiscalYearEnd: string | null
  readonly mark: 'demo' | null
  readonly notes: readonly string[]
}

/** Statements of a listing's company. */
export async function readCompany(
  listing: Listing,
  request: FinancialsRequest,
  context: Context,
): Promise<CompanyFinancials> {
  // Both are asked for at once, so that all companies of a request are read together.
  const period = (request.period === undefined ? null : parsePeriod(request.period)) ?? RECENT_YEARS
  const [target, { statements, source }] = await Promise.all([
    openCurrency(request.currency, context),
    loadStatements(listing, period, context),
  ])
  if (!statements) return noFinancials(listing.ticker, listing, noStatements(listing), target.code)
  const shown = fieldsOf(request.fields ?? 'digest')
  const show = (stored: PreparedPeriod): ShownPeriod => ({ ...shown, stored, fxRate: target.rateOf(stored) })
  const { chosen, missing } = choosePeriods(period, statements.periods)
  const trailing = statements.periods.find(({ periodType }) => periodType === 'T')
  const all = [...chosen, ...(trailing ? [trailing] : [])]
  const converted = new Set(all.flatMap(({ currency }) => (currency === target.code ? [] : currency)))
  return {
    asked: listing.ticker,
    listing,
    error: null,
    currency: target.code,
    fields: shown.fields,
    periods: chosen.map(show),
    ttm: trailing ? show(trailing) : null,
    periodUnavailable: missing,
    fiscalYearEnd: listing.fiscalYearEnd ?? lastDayOfYear(statements.periods),
    mark: statements.dataSet === 'demo' || [...converted].some((code) => target.markOf(code)) ? 'demo' : null,
    notes: [
      ...(source === listing ? [] : [`The statements of ${listing.ticker} are those of ${source.ticker}.`]),
      ...shortage(listing, period, chosen.length),
      ...withoutRate(listing, all, target),
    ],
  }
}

/** A company that has nothing to show. */
export function noFinancials(
  asked: string,
  listing: Listing | null,
  error: ApiError,
  currency: string,
): CompanyFinancials {
  return {
    asked,
    listing,
    error,
    currency,
    fields: [],
    periods: [],
    ttm: null,
    periodUnavailable: [],
    fiscalYearEnd: null,
    mark: null,
    notes: [],
  }
}

/** Statements of the listing, or of the listing that stands for its issuer: share classes and receipts of a company report once. */
async function loadStatements(
  listing: Listing,
  period: PeriodRequest,
  context: Context,
): Promise<{ readonly statements: StoredStatements | null; readonly source: Listing }> {
  const loader = statementsLoader(context, period)
  const head = catalog().listing(catalog().issuerIdOf(listing.id)) ?? listing
  const [own, ofHead] = await Promise.all([loader.load(listing.id), loader.load(head.id)])
  return own ? { statements: own, source: listing } : { statements: ofHead, source: ofHead ? head : listing }
}

/** Keys of fields that no period shown has a figure for. */
export function unavailableFields({ fields, periods, ttm }: CompanyFinancials): string[] {
  const stored = [...periods, ...(ttm ? [ttm] : [])].map((one) => one.stored)
  return fields.flatMap((concept) => (stored.some((one) => figureOf(one, concept, 1) !== null) ? [] : concept.key))
}

function noStatements(listing: Listing): ApiError {
  const hint = listing.type === 'stock' ? '' : ' Only stocks have them.'
  return new ApiError('not_found', `There are no statements of ${listing.ticker}.${hint}`)
}

/** `09-28`: month and day of the last full fiscal year's end, where it is known. */
function lastDayOfYear(periods: readonly PreparedPeriod[]): string | null {
  const last = periods.findLast(({ fiscalPeriod }) => fiscalPeriod === 'FY' || fiscalPeriod === 'Q4')
  return last ? isoOfDay(last.endDay).slice(5) : null
}

function shortage({ ticker }: Listing, request: PeriodRequest, count: number): string[] {
  if (!('latest' in request) || !Number.isFinite(request.latest) || count >= request.latest) return []
  const unit = request.type === 'A' ? 'fiscal years' : 'fiscal quarters'
  return request === RECENT_YEARS ? [] : [`There are ${count} ${unit} of ${ticker}; ${request.latest} were asked for.`]
}

function withoutRate({ ticker }: Listing, periods: readonly PreparedPeriod[], target: TargetCurrency): string[] {
  const without = periods.filter((period) => target.rateOf(period) === null)
  const [first] = without
  if (!first) return []
  const ends = [...new Set(without.map(({ endDay }) => isoOfDay(endDay)))].join(', ')
  return [
    `There is no rate of ${first.currency} in ${target.code} at ${ends}: amounts of ${ticker} are null there; currency=${first.currency} shows them.`,
  ]
}
