import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../../core/graphql/context.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import {
  type CompanyFinancials,
  type FinancialsRequest,
  noFinancials,
  readCompany,
  type ShownPeriod,
} from './company-financials.ts'

/** Statements of several companies, in the order they were asked for. */
export type Financials = Page<CompanyFinancials>

/**
 * Reads the statements of several companies; a listing asked for twice gives one row. One that is not known has a row that says so
 * beside the others; when none is known that is an error.
 */
export async function readEach(
  tickers: readonly string[],
  request: FinancialsRequest,
  context: Context,
): Promise<Financials> {
  const companies = new Map<Listing | string, { readonly asked: string; readonly found: Listing | ApiError }>()
  for (const asked of tickers) {
    const found = lookUp(asked)
    const key = found instanceof ApiError ? asked.toLowerCase() : found
    if (!companies.has(key)) companies.set(key, { asked, found })
  }
  const unknown = [...companies.values()].flatMap(({ found }) => (found instanceof ApiError ? found : []))
  if (unknown[0] && unknown.length === companies.size) throw unknown[0]
  const rows = await Promise.all(
    [...companies.values()].map(({ asked, found }) =>
      found instanceof ApiError
        ? noFinancials(asked, null, found, request.currency)
        : readCompany(found, request, context),
    ),
  )
  const notes = rows.flatMap((row) => row.notes)
  return {
    rows,
    total: rows.length,
    limit: rows.length,
    offset: 0,
    all: false,
    ...(notes.length > 0 ? { notes } : {}),
  }
}

function lookUp(asked: string): Listing | ApiError {
  try {
    return catalog().require(asked, 'ticker')
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** A period of one of several companies; the company alone where it has nothing to show. */
export interface PeriodRow {
  readonly company: CompanyFinancials
  readonly period: ShownPeriod | null
}

/** Every period of every company, the latest twelve months after the others: what a spreadsheet takes. */
export function listPeriods({ rows }: Financials): PeriodRow[] {
  return rows.flatMap((company): PeriodRow[] => {
    const periods = [...company.periods, ...(company.ttm ? [company.ttm] : [])]
    return periods.length > 0 ? periods.map((period) => ({ company, period })) : [{ company, period: null }]
  })
}
