import type { UsdRateAt } from '../../../src/financial/statement/prepare.ts'
import { computeSplitRatio } from '../../../src/market/bars/adjust.pure.ts'
import { splitCurrency } from '../../../src/market/quote/quote-currency.pure.ts'
import { deriveSeed, Normal } from '../random-process.ts'
import type { StatementCompany, Subject } from './company.ts'
import { countryOf } from './country.ts'
import { type FiscalQuarter, listQuarters, YEARS } from './fiscal-calendar.ts'
import { type Industry, industryOf, seasonOf } from './industry.ts'
import { at, build, type Series, zeros } from './series.ts'

/** Statements follow from these; the same options give the same statements. */
export interface StatementOptions {
  readonly seed: number
  /** Last day of the demo market; what is reported later does not exist. */
  readonly lastDay: number
  readonly usdRateAt: UsdRateAt
}

/** Price of a share for the number of them where it is not known. */
const USUAL_PRICE_USD = 50
/** Margins stay within these parts of revenue; holding companies without much revenue come near the highest. */
const MARGIN_MAX = 0.95

/** Plans revenue, net income and dividends of a company: its latest full year is the known one. */
export function planSubject(company: StatementCompany, options: StatementOptions): Subject {
  const { seed, lastDay } = options
  const normal = new Normal(deriveSeed(seed, `statements ${company.ticker}`))
  const industry = industryOf(company.gicsCode)
  const known = countryOf(company.country, splitCurrency(company.currency).currency)
  const quarters = listQuarters(company.fiscalYearEnd ?? '12-31', lastDay, Math.floor(normal.random.next() * 22))
  const [country, rateAt] = chooseCurrency(known, company, options)
  const money = estimateMoney(company, industry, normal)
  const yearEnd = quarters[YEARS * 4 - 1]?.endDay ?? lastDay
  const revenue = money.revenueUsd / rateAt(yearEnd)
  const netIncome = Math.min(money.netIncomeUsd / rateAt(yearEnd), MARGIN_MAX * revenue)
  const unit = revenue >= 2e9 ? 1e6 : revenue >= 1e6 ? 1e3 : 1
  const length = quarters.length + 1
  const years = planYears(industry, company.gicsCode ?? '', revenue, netIncome, quarters, options, normal)
  const yearly = planQuarters(industry, years, quarters, unit, normal)
  const marketCapUsd = company.marketCapUsd ?? money.marketCapUsd
  return {
    industry,
    country,
    gics: company.gicsCode ?? '',
    normal,
    quarters,
    length,
    unit,
    taxRate: company.gicsCode?.startsWith('601') ? 0.015 : country.taxRate * (0.88 + 0.2 * normal.random.next()),
    marketCap: marketCapUsd / rateAt(lastDay) / unit,
    shares: Math.max(1, Math.round(company.sharesOutstanding ?? marketCapUsd / USUAL_PRICE_USD)),
    ...yearly,
    dividends: convertDividends(company, quarters, options, country.currency, rateAt),
    usualIncome: Math.max(netIncome, 0.35 * revenue * usualMargin(industry)) / unit,
  }
}

/** What a company of the industry earns of its revenue after interest and a quarter of tax. */
function usualMargin({ operating_margin, template }: Industry): number {
  return (template === 'general' ? 0.68 : template === 'bank' ? 0.7 : 0.75) * operating_margin
}

/** The home currency, or that of the listing where the demo market has no rate of it. */
function chooseCurrency(
  country: Subject['country'],
  company: StatementCompany,
  { usdRateAt, lastDay }: StatementOptions,
): [Subject['country'], (day: number) => number] {
  const quoted = splitCurrency(company.currency).currency
  const currency = usdRateAt(country.currency, lastDay) === null ? quoted : country.currency
  return [{ ...country, currency }, (day) => usdRateAt(currency, day) ?? usdRateAt(currency, lastDay) ?? 1]
}

/** Known revenue and net income, or those of a company of the industry with this market value. */
function estimateMoney(company: StatementCompany, industry: Industry, normal: Normal) {
  const marketCapUsd = company.marketCapUsd ?? 3e9
  const margin = usualMargin(industry) * Math.exp(0.3 * normal.next())
  const earned = (marketCapUsd / industry.pe) * Math.exp(0.35 * normal.next())
  const guess = normal.random.next() < 0.1 ? -0.6 * earned : earned
  const netIncomeUsd = company.netIncomeUsd ?? (company.revenueUsd === null ? guess : company.revenueUsd * margin)
  const revenueUsd = Math.max(company.revenueUsd ?? earned / margin, 0.002 * marketCapUsd)
  return { marketCapUsd, netIncomeUsd, revenueUsd }
}

/** A good or bad year of a whole sector, so that companies of a sector move together. */
function sectorShock(seed: number, gics: string, year: number): number {
  return new Normal(deriveSeed(seed, `statements ${gics.slice(0, 2)} ${year}`)).next()
}

/** Revenue and net income of each fiscal year: six complete ones, the sixth known, and the one that runs. */
function planYears(
  industry: Industry,
  gics: string,
  revenue: number,
  netIncome: number,
  quarters: readonly FiscalQuarter[],
  { seed }: StatementOptions,
  normal: Normal,
): { readonly revenue: number[]; readonly netIncome: number[] } {
  const first = quarters[0]?.fiscalYear ?? 0
  const margin = netIncome / revenue
  const usual = margin > 0 ? 0.7 * margin + 0.3 * usualMargin(industry) : 0.35 * usualMargin(industry)
  const bias = 0.015 * normal.next()
  const drawn = Array.from({ length: YEARS + 1 }, (_, year) => {
    const shock = sectorShock(seed, gics, first + year)
    return {
      growth: industry.growth + bias + industry.growth_swing * (0.6 * shock + 0.7 * normal.next()),
      swing: industry.margin_swing * Math.max(Math.abs(usual), 0.02) * (0.55 * shock + 0.75 * normal.next()),
    }
  })
  const revenues = new Array<number>(YEARS + 1).fill(revenue)
  const margins = new Array<number>(YEARS + 1).fill(margin)
  const growth = (year: number) => Math.max(-0.35, Math.min(0.6, drawn[year]?.growth ?? 0))
  const limit = (value: number) => Math.max(-3 * Math.abs(margin) - 0.3, Math.min(MARGIN_MAX, value))
  for (let year = YEARS - 2; year >= 0; year--) {
    revenues[year] = (revenues[year + 1] ?? revenue) / (1 + growth(year + 1))
    const after = margins[year + 1] ?? margin
    margins[year] = limit(after + 0.45 * (usual - after) + (drawn[year]?.swing ?? 0))
  }
  revenues[YEARS] = revenue * (1 + growth(YEARS))
  margins[YEARS] = limit(margin + 0.2 * (usual - margin) + 0.3 * (drawn[YEARS]?.swing ?? 0))
  return { revenue: revenues, netIncome: revenues.map((one, year) => one * (margins[year] ?? margin)) }
}

/** Splits years into quarters by season and growth; the four of a complete year sum to it. */
function planQuarters(
  industry: Industry,
  years: { readonly revenue: readonly number[]; readonly netIncome: readonly number[] },
  quarters: readonly FiscalQuarter[],
  unit: number,
  normal: Normal,
): { readonly revenue: Series; readonly trend: Series; readonly netIncome: Series } {
  const length = quarters.length + 1
  const [revenue, netIncome, raw] = [zeros(length), zeros(length), zeros(length)]
  years.revenue.forEach((total, year) => {
    const growth = total / (years.revenue[year - 1] ?? total / (1 + industry.growth)) - 1
    const income = years.netIncome[year] ?? 0
    const calendar = quarters.slice(0, 4)
    const seasons = calendar.map(({ month }) => seasonOf(industry.season, month))
    const weights = seasons.map(
      (season, index) => season * (1 + growth) ** ((index - 1.5) / 4) * (1 + 0.012 * normal.next()),
    )
    const sum = weights.reduce((all, weight) => all + weight, 0)
    const noise = weights.map(() => 0.09 * Math.abs(income) * normal.next())
    const mean = noise.reduce((all, one) => all + one, 0) / 4
    const parts = (whole: number, partOf: (index: number) => number, into: Series) => {
      let left = Math.round(whole / unit)
      for (let index = 0; index < 4; index++) {
        const quarter = 4 * year + index + 1
        const share = index === 3 ? left : Math.round(partOf(index) / unit)
        left -= share
        if (quarter < length) into[quarter] = share
      }
    }
    parts(total, (index) => (total * (weights[index] ?? 1)) / sum, revenue)
    parts(income, (index) => (income * (weights[index] ?? 1)) / sum + ((noise[index] ?? 0) - mean) / 2, netIncome)
    for (let index = 0; index < 4 && 4 * year + index + 1 < length; index++)
      raw[4 * year + index + 1] = (4 * at(revenue, 4 * year + index + 1)) / (seasons[index] ?? 1)
  })
  raw[0] = at(raw, 1) / (1 + industry.growth / 4)
  const trend = build(length, (quarter) => {
    const from = Math.max(0, quarter - 3)
    return raw.slice(from, quarter + 1).reduce((sum, one) => sum + one, 0) / (quarter - from + 1)
  })
  return { revenue, trend, netIncome }
}

/** Dividends per share of each quarter in the currency of the statements. */
function convertDividends(
  { actions, currency }: StatementCompany,
  quarters: readonly FiscalQuarter[],
  { usdRateAt, lastDay }: StatementOptions,
  into: string,
  rateAt: (day: number) => number,
): Series {
  const whole = splitCurrency(currency)
  const splits = actions.filter(({ type }) => type === 'split')
  const dividends = zeros(quarters.length + 1)
  const opening = (quarters[0]?.endDay ?? lastDay) - 92
  for (const { type, day, value } of actions) {
    if (type === 'split' || day <= opening) continue
    const quarter = quarters.findIndex(({ endDay }) => day <= endDay)
    if (quarter < 0) continue
    const rate =
      into === whole.currency
        ? 1
        : (usdRateAt(whole.currency, day) ?? usdRateAt(whole.currency, lastDay) ?? 1) / rateAt(day)
    const cash = ((value / whole.units) * rate) / computeSplitRatio(splits, day, lastDay)
    dividends[quarter + 1] = at(dividends, quarter + 1) + Number(cash.toPrecision(6))
  }
  return dividends
}
