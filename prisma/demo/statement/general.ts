import { type CapitalPlan, fillCapital } from './capital.ts'
import { fillCashFlow } from './cash-flow.ts'
import type { Columns } from './columns.ts'
import type { Subject } from './company.ts'
import { type Equity, planEquity } from './equity.ts'
import { fillFinancing } from './financing.ts'
import { fillIncome } from './income.ts'
import { fillOperation, type Operation } from './operation.ts'
import { at, minus, plus, zeros } from './series.ts'
import { drawSpecialItems } from './special-item.ts'

/** Price to book value beyond which no company's book value is planned. */
const PB_MIN = 0.35
const PB_MAX = 25

/** Book value at the end between what its price and what its earnings say. */
export function planBook({ industry, marketCap, usualIncome, normal }: Subject): number {
  const byPrice = (marketCap / industry.pb) * Math.exp(0.3 * normal.next())
  const byEarnings = (usualIncome / industry.roe) * Math.exp(0.3 * normal.next())
  const book = Math.sqrt(byPrice * byEarnings)
  return Math.round(Math.max(marketCap / PB_MAX, Math.min(marketCap / PB_MIN, book)))
}

/** Fills the statements of a company that is neither a bank nor an insurer. */
export function fillGeneral(subject: Subject, columns: Columns): void {
  const { industry, normal, length, trend, usualIncome } = subject
  const end = length - 1
  const sales = at(trend, end)
  const costShare = industry.operating_cost * Math.exp(0.2 * normal.next())
  const equity = planEquity(subject, columns, planBook(subject))
  const operation = fillOperation(
    subject,
    columns,
    Math.max(0.1, 1 - costShare - 1.4 * (usualIncome / sales)),
    equity.otherComprehensive,
  )
  const earnings = estimateEbitda(subject)
  const wantedNetDebt = industry.leverage * earnings * Math.exp(0.35 * normal.next())
  const plan = planCapital(subject, equity, operation, wantedNetDebt)
  const specials = drawSpecialItems(subject, plan.goodwill)
  const capital = fillCapital(subject, columns, plan, specials, equity)

  const working = minus(
    plus(operation.currentAssets, operation.otherAssets),
    plus(operation.currentLiabilities, operation.otherLiabilities),
  )
  const financing = fillFinancing(subject, columns, {
    netDebt: minus(plus(working, capital.total), capital.leases, equity.book, equity.minority),
    liquidity: industry.liquidity * sales * Math.exp(0.4 * normal.next()),
    leastDebt: normal.random.next() < 0.08 ? 0 : 0.3 * Math.max(0.3, industry.leverage) * earnings,
  })
  const income = fillIncome(subject, columns, { equity, operation, capital, financing, specials, costShare })
  fillCashFlow(subject, columns, { equity, operation, capital, financing, specials, ...income })

  const currentAssets = plus(operation.currentAssets, financing.cash, financing.shortInvestments)
  const otherAssets = plus(operation.otherAssets, capital.total)
  const currentLiabilities = plus(operation.currentLiabilities, financing.currentDebt, capital.currentLeases)
  const longDebt = plus(minus(financing.debt, financing.currentDebt), minus(capital.leases, capital.currentLeases))
  const longLiabilities = plus(operation.otherLiabilities, longDebt)
  const intangibles = columns.get('goodwill_and_other_intangible_assets') ?? zeros(length)
  const common = columns.get('common_stock_equity') ?? equity.book
  columns.put({
    current_assets: currentAssets,
    total_non_current_assets: otherAssets,
    total_assets: plus(currentAssets, otherAssets),
    current_debt_and_capital_lease_obligation: plus(financing.currentDebt, capital.currentLeases),
    long_term_debt_and_capital_lease_obligation: longDebt,
    current_liabilities: currentLiabilities,
    total_non_current_liabilities_net_minority_interest: longLiabilities,
    total_liabilities_net_minority_interest: plus(currentLiabilities, longLiabilities),
    working_capital: minus(currentAssets, currentLiabilities),
    tangible_book_value: minus(common, intangibles),
    net_tangible_assets: minus(equity.book, intangibles),
    invested_capital: plus(common, financing.debt),
    total_capitalization: minus(plus(common, financing.debt), financing.currentDebt),
  })
}

/** Yearly earnings before interest, tax, depreciation and amortisation, from usual net income and plant. */
function estimateEbitda({ industry, trend, length, usualIncome, taxRate }: Subject): number {
  const sales = at(trend, length - 1)
  return (usualIncome / (1 - taxRate)) * 1.12 + (industry.plant / industry.life + 0.01) * sales
}

/** Spreads what equity and the wanted debt finance beyond working capital over plant and the other kinds of capital. */
function planCapital(
  { industry, trend, length, normal }: Subject,
  equity: Equity,
  operation: Operation,
  netDebt: number,
): CapitalPlan {
  const end = length - 1
  const working =
    at(operation.currentAssets, end) +
    at(operation.otherAssets, end) -
    at(operation.currentLiabilities, end) -
    at(operation.otherLiabilities, end)
  const capital = Math.max(0, at(equity.book, end) + at(equity.minority, end) + netDebt - working)
  const usual = industry.plant * at(trend, end) * Math.exp(0.2 * normal.next())
  const plant = Math.min(usual, Math.max(0.45 * usual, 0.85 * capital))
  const rest = Math.max(0, capital - plant)
  return {
    plant: plant + industry.more_plant * rest,
    goodwill: Math.round(industry.goodwill * rest),
    intangible: Math.round(industry.intangible * rest),
    investment: Math.round(industry.investment * rest),
    property: Math.round(industry.property * rest),
  }
}
