import type { CorporateAction } from '../../src/market/bars/adjust.pure.ts'
import { findCompanyFact } from './company-fact.ts'
import type { StatementCompany, StatementListing } from './statement/company.ts'

/** A listing with the public facts and the dividends that its statements agree with. */
export function describeCompany(listing: StatementListing, actions: readonly CorporateAction[]): StatementCompany {
  const { ticker, country, currency, gicsCode, marketCapUsd, sharesOutstanding, fiscalYearEnd } = listing
  const fact = findCompanyFact(ticker)
  return {
    ticker,
    country,
    currency,
    gicsCode,
    marketCapUsd,
    sharesOutstanding,
    fiscalYearEnd,
    revenueUsd: fact?.revenueUsd ?? null,
    netIncomeUsd: fact?.netIncomeUsd ?? null,
    actions,
  }
}
