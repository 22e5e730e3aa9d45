import type { Columns } from './columns.ts'
import type { Subject } from './company.ts'
import { at, build, minus, part, plus, type Series, wobble, zeros } from './series.ts'

/** Balances of the running business without cash, debt, plant and acquired assets; money in whole units. */
export interface Operation {
  readonly currentAssets: Series
  readonly currentLiabilities: Series
  readonly otherAssets: Series
  readonly otherLiabilities: Series
  /** Net of what the cash flow statement shows apart. */
  readonly netDeferredTax: Series
  readonly receivables: Series
  readonly inventory: Series
  readonly payable: Series
  readonly restricted: Series
  readonly doubtful: Series
}

/** Fills working capital and the other operating balances from revenue, days outstanding and usual parts of revenue. */
export function fillOperation(
  subject: Subject,
  columns: Columns,
  costShare: number,
  otherComprehensive: Series,
): Operation {
  const { industry, normal, length, revenue, trend } = subject
  const { random } = normal
  const sales = build(length, (quarter) =>
    quarter === 0 ? at(trend, 0) : 2.4 * at(revenue, quarter) + 0.4 * at(trend, quarter),
  )
  const vary = (spread: number) => Math.exp(spread * normal.next())
  const follow = (ratio: number, deviation = 0.03): Series => {
    const factors = wobble(normal, length, deviation)
    return build(length, (quarter) => Math.round(ratio * at(sales, quarter) * at(factors, quarter)))
  }
  const sometimes = (share: number, ratio: number): Series =>
    random.next() < share ? follow(ratio * vary(0.4)) : zeros(length)

  const accounts = follow((industry.receivable_days / 365) * vary(0.25))
  const allowance = part(accounts, 0.025)
  const receivable = {
    other_receivables: sometimes(0.7, 0.012),
    notes_receivable: sometimes(0.2, 0.01),
    loans_receivable: sometimes(industry.gics.startsWith('25102') ? 0.8 : 0.06, 0.08),
    taxes_receivable: sometimes(0.5, 0.008),
  }
  const receivables = plus(accounts, ...Object.values(receivable))
  const stocks =
    industry.inventory_days > 2 ? follow((industry.inventory_days / 365) * costShare * vary(0.3), 0.05) : zeros(length)
  const makes =
    ['15', '20', '25', '30', '35', '45'].some((sector) => subject.gics.startsWith(sector)) &&
    !/^(2550|3010|2030|253)/.test(subject.gics)
  const [raw, process] = makes ? [part(stocks, 0.3), part(stocks, 0.2)] : [zeros(length), zeros(length)]
  const otherStocks = makes ? part(stocks, 0.04) : zeros(length)
  const restricted = sometimes(0.35, 0.006)
  const current = {
    prepaid_assets: follow(0.018 * vary(0.4)),
    current_deferred_assets: sometimes(0.3, 0.006),
    assets_held_for_sale_current: sometimes(0.12, 0.01),
    other_current_assets: follow(0.015 * vary(0.4)),
  }
  const payable = follow((industry.payable_days / 365) * costShare * vary(0.25), 0.04)
  const incomeTax = follow(0.007 * vary(0.4))
  const taxes = plus(incomeTax, follow(0.006 * vary(0.4)))
  const unclaimed = at(subject.dividends, length - 1) > 0 ? sometimes(0.5, 0.001) : zeros(length)
  const payables = plus(payable, taxes, unclaimed)
  const accrued = follow(0.06 * vary(0.3))
  const deferredRevenue = industry.deferred_revenue > 0 ? follow(industry.deferred_revenue * vary(0.4)) : zeros(length)
  const deferred = plus(deferredRevenue, sometimes(0.25, 0.006))
  const provisions = sometimes(0.6, 0.012)
  const otherLiabilities = follow(0.025 * vary(0.4))

  const taxAssets = follow(0.02 * vary(0.5))
  const deferredAssets = plus(taxAssets, sometimes(0.25, 0.008))
  const taxLiabilities = follow((0.008 + 0.05 * Math.min(1.5, industry.plant)) * vary(0.4))
  const longAssets = {
    defined_pension_benefit: sometimes(0.3, 0.012),
    financial_assets: sometimes(0.35, 0.008),
    other_non_current_assets: follow(0.035 * vary(0.5)),
  }
  const longLiabilities = {
    long_term_provisions: sometimes(0.5, 0.015 + 0.05 * Math.min(1, industry.plant)),
    non_current_deferred_revenue:
      industry.deferred_revenue > 0.03 ? follow(0.25 * industry.deferred_revenue * vary(0.4)) : zeros(length),
    derivative_product_liabilities: sometimes(0.35, 0.006),
    other_non_current_liabilities: follow(0.03 * vary(0.4)),
  }
  const promised = follow(0.03 * vary(0.6))
  // A gain outside the income statement is a smaller promise to employees, without cash.
  const results = build(length, (quarter) =>
    otherComprehensive.slice(0, quarter + 1).reduce((sum, one) => sum + one, 0),
  )

  columns.put({
    accounts_receivable: accounts,
    gross_accounts_receivable: plus(accounts, allowance),
    allowance_for_doubtful_accounts_receivable: part(allowance, -1),
    receivables,
    prepaid_assets: current.prepaid_assets,
    other_current_assets: current.other_current_assets,
    accounts_payable: payable,
    income_tax_payable: incomeTax,
    total_tax_payable: taxes,
    payables,
    current_accrued_expenses: accrued,
    payables_and_accrued_expenses: plus(payables, accrued),
    interest_payable: part(accrued, 0.04),
    current_deferred_liabilities: deferred,
    other_current_liabilities: otherLiabilities,
    non_current_deferred_taxes_assets: taxAssets,
    non_current_deferred_assets: deferredAssets,
    non_current_deferred_taxes_liabilities: taxLiabilities,
    other_non_current_assets: longAssets.other_non_current_assets,
    other_non_current_liabilities: longLiabilities.other_non_current_liabilities,
    employee_benefits: minus(promised, results),
  })
  columns.putUsed({ ...receivable, ...current, ...longAssets, ...longLiabilities })
  columns.putUsed({
    inventory: stocks,
    raw_materials: raw,
    work_in_process: process,
    other_inventories: otherStocks,
    restricted_cash: restricted,
  })
  columns.putUsed({
    finished_goods: minus(stocks, raw, process, otherStocks),
    dividends_payable: unclaimed,
    current_deferred_revenue: deferredRevenue,
    current_provisions: provisions,
  })
  return {
    currentAssets: plus(receivables, stocks, restricted, ...Object.values(current)),
    currentLiabilities: plus(payables, accrued, deferred, provisions, otherLiabilities),
    otherAssets: plus(
      deferredAssets,
      longAssets.defined_pension_benefit,
      longAssets.financial_assets,
      longAssets.other_non_current_assets,
    ),
    otherLiabilities: plus(taxLiabilities, minus(promised, results), ...Object.values(longLiabilities)),
    netDeferredTax: minus(taxLiabilities, taxAssets),
    receivables,
    inventory: stocks,
    payable,
    restricted,
    doubtful: build(length, (quarter) => (quarter === 0 ? 0 : Math.round(0.0012 * at(revenue, quarter) * vary(0.3)))),
  }
}
