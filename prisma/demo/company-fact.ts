import { readdirSync } from 'node:fs'
import { z } from 'zod'
import { readShippedRows } from '../../src/core/file/shipped-rows.source.ts'

const FOLDER = new URL('company-facts/', import.meta.url)

const number = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .transform(Number)
const optional = z.union([z.literal('').transform(() => null), number])

const PAYMENTS_PER_YEAR = { annual: 1, semiannual: 2, quarterly: 4, monthly: 12 } as const
const FREQUENCIES = ['annual', 'semiannual', 'quarterly', 'monthly'] as const

/** One file of facts beside each file of listings. */
const ROW = z
  .object({
    ticker: z.string(),
    /** Usual yearly dividend as a fraction of the price; empty for a company that pays none. */
    dividend_yield: optional,
    dividend_frequency: z.enum(['', ...FREQUENCIES]),
    /** Complete years without a cut. */
    dividend_streak_years: optional,
    revenue_usd: optional,
    net_income_usd: optional,
  })
  .transform((row) => ({
    ticker: row.ticker,
    dividend:
      row.dividend_yield === null
        ? null
        : {
            yield: row.dividend_yield,
            paymentsPerYear: PAYMENTS_PER_YEAR[row.dividend_frequency || 'annual'],
            streakYears: row.dividend_streak_years ?? 0,
          },
    revenueUsd: row.revenue_usd,
    netIncomeUsd: row.net_income_usd,
  }))

/** Rounded public facts of a company or fund, from which its dividends and statements in the demo follow. */
export type CompanyFact = z.output<typeof ROW>
/** What a company is known to pay. */
export type UsualDividend = NonNullable<CompanyFact['dividend']>

let facts: ReadonlyMap<string, CompanyFact> | undefined

/** The facts of a listing; undefined for one that is made up or has none. */
export function findCompanyFact(ticker: string): CompanyFact | undefined {
  facts ??= new Map(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.csv'))
      .flatMap((name) => readShippedRows(new URL(name, FOLDER), ROW))
      .map((fact) => [fact.ticker, fact]),
  )
  return facts.get(ticker)
}

const SUSPENDED = z
  .object({ ticker: z.string(), frequency: z.enum(FREQUENCIES), last_year: z.coerce.number().int() })
  .transform((row) => ({
    ticker: row.ticker,
    paymentsPerYear: PAYMENTS_PER_YEAR[row.frequency],
    lastYear: row.last_year,
  }))

/** Dividends that a company paid until a year, and none since. */
export type SuspendedDividend = z.output<typeof SUSPENDED>

let suspended: ReadonlyMap<string, SuspendedDividend> | undefined

/** What a company paid before it suspended its dividend; undefined for one that pays, or never did. */
export function findSuspendedDividend(ticker: string): SuspendedDividend | undefined {
  suspended ??= new Map(
    readShippedRows(new URL('suspended-dividends.csv', import.meta.url), SUSPENDED).map((row) => [row.ticker, row]),
  )
  return suspended.get(ticker)
}
