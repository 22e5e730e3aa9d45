import type { Columns } from './columns.ts'
import type { Subject } from './company.ts'
import { planEquity } from './equity.ts'
import { fillCashChain, fillDebtFlows, financingFlow } from './financing.ts'
import { planBook } from './general.ts'
import { fillBottomLine, taxOn } from './income.ts'
import { readKinds, share } from './kind.ts'
import {
  accumulate,
  at,
  build,
  buildFlow,
  change,
  minus,
  negative,
  part,
  plus,
  rollPlant,
  type Series,
  wobble,
  zeros,
} from './series.ts'

/**
 * What banks, brokers and lenders have, as shares of assets, interest and loan losses of revenue. Orders of magnitude of large balance
 * sheets (European Banking Authority, Risk Dashboard; FDIC, Quarterly Banking Profile).
 */
const kindOf = readKinds('bank', {
  /** Equity. */
  capital: share,
  loans: share,
  securities: share,
  trading: share,
  /** Bonds and other borrowings beside deposits. */
  debt: share,
  /** Interest income less interest expense. */
  interest_share: share,
  /** Loan losses. */
  losses: share,
})

/** Fills the statements of a bank, broker or lender; deposits are the liabilities that no field shows. */
export function fillBank(subject: Subject, columns: Columns): void {
  const { gics, normal, length, revenue, trend, country, industry } = subject
  const { random } = normal
  const kind = kindOf(gics)
  const vary = (spread: number) => Math.exp(spread * normal.next())
  const equity = planEquity(subject, columns, planBook(subject))
  const end = length - 1
  // A bank's assets earn at least about one percent of revenue a year, and at most 15.
  const assetsEnd = Math.max(
    6 * at(trend, end),
    Math.min(60 * at(trend, end), at(equity.book, end) / (kind.capital * vary(0.15))),
  )
  const size = build(length, (quarter) => assetsEnd * (0.45 + (0.55 * at(trend, quarter)) / at(trend, end)))
  const follow = (share: number, deviation = 0.012): Series => {
    const factors = wobble(normal, length, deviation)
    return build(length, (quarter) => Math.round(share * at(size, quarter) * at(factors, quarter)))
  }
  const flow = (figureOf: (quarter: number) => number) => buildFlow(length, figureOf)

  const losses = flow((quarter) => kind.losses * at(revenue, quarter) * (0.6 + 0.8 * random.next()))
  const gains = random.next() < 0.6 ? flow((quarter) => 0.004 * at(revenue, quarter) * normal.next()) : zeros(length)
  const loans = follow(kind.loans * vary(0.1))
  const [available, heldTo] = [follow(kind.securities * 0.6 * vary(0.2)), follow(kind.securities * 0.4 * vary(0.3))]
  const trading = follow(kind.trading * vary(0.3), 0.04)
  const financial = follow(0.02 * vary(0.4), 0.05)
  const associates = follow(0.004 * vary(0.5))
  const {
    plant,
    wear,
    capex: spent,
  } = rollPlant(
    trend.map((sales) => 0.12 * sales),
    industry.life,
  )
  const goodwill = build(length, () => Math.round(0.08 * at(equity.book, end) * (gics.startsWith('402040') ? 0 : 1)))
  const receivables = follow(0.015 * vary(0.4), 0.04)
  const otherAssets = plus(follow(0.025 * vary(0.3)), accumulate(0, equity.translation, equity.otherComprehensive))
  const cash = follow((0.03 + 0.06 * random.next()) * (kind.loans > 0.5 ? 1 : 1.6), 0.08)
  const debt = follow(kind.debt * vary(0.25), 0.02)
  const derivatives = follow(0.015 * vary(0.4), 0.05)
  const accrued = follow(0.012 * vary(0.3))

  const assets = plus(
    loans,
    available,
    heldTo,
    trading,
    financial,
    associates,
    plant,
    goodwill,
    receivables,
    otherAssets,
    cash,
  )
  const liabilities = minus(assets, equity.book, equity.minority)
  const deposits = minus(liabilities, debt, derivatives, accrued)

  const tax = taxOn(subject, equity.netIncomeWithMinorities)
  const pretax = plus(equity.netIncomeWithMinorities, tax)
  const least = flow((quarter) => 0.12 * at(revenue, quarter))
  const loss = build(length, (quarter) =>
    Math.max(0, Math.min(at(losses, quarter), at(revenue, quarter) - at(pretax, quarter) - at(least, quarter))),
  )
  // What a lender with hardly any costs earns beyond its revenue comes from what it holds.
  const associated = build(length, (quarter) =>
    Math.max(
      0,
      at(least, quarter) + at(loss, quarter) + at(pretax, quarter) - at(revenue, quarter) - at(gains, quarter),
    ),
  )
  const expenses = minus(plus(revenue, gains, associated), loss, pretax)
  const netInterest = flow((quarter) => kind.interest_share * at(revenue, quarter) * (0.97 + 0.06 * random.next()))
  const other = minus(revenue, netInterest)
  const rate = 0.55 * country.interest
  const onDeposits = flow((quarter) => (rate / 4) * Math.max(0, at(deposits, quarter - 1)) * 0.8)
  const onDebt = flow((quarter) => ((rate + 0.01) / 4) * at(debt, quarter - 1))
  const interestExpense = plus(onDeposits, onDebt)
  const interestIncome = plus(netInterest, interestExpense)
  const fromLoans = part(interestIncome, kind.loans / (kind.loans + kind.securities + kind.trading))
  const fees = part(other, 0.62)
  const tradingGain = part(other, 0.2)
  fillBottomLine(subject, columns, equity, {
    pretax,
    tax,
    unusual: gains,
    goodwillImpairment: zeros(length),
  })
  columns.put({
    revenue,
    net_interest_income: netInterest,
    non_interest_income: other,
    non_interest_expense: expenses,
    credit_loss_provision: loss,
    net_investment_income: minus(interestIncome, fromLoans),
    interest_income: interestIncome,
    interest_income_from_loans: fromLoans,
    interest_expense: interestExpense,
    interest_expense_for_deposit: onDeposits,
    fees_and_commissions: fees,
    trading_gain_loss: tradingGain,
    salaries_and_wages: part(expenses, 0.52),
    sga_expense: part(expenses, 0.78),
    general_and_administrative_expense: part(expenses, 0.7),
    selling_and_marketing_expense: minus(part(expenses, 0.78), part(expenses, 0.7)),
    net_income_continuous_operations: equity.netIncomeWithMinorities,
    depreciation_amortization: wear,
  })
  columns.putUsed({ gain_on_sale_of_security: gains, earnings_from_equity_interest: associated })

  const securities = plus(available, heldTo, trading, associates)
  const nonCash = minus(loss, gains)
  const lent = negative(plus(change(loans), loss))
  const working = minus(
    plus(change(plus(derivatives, accrued)), equity.otherComprehensive, equity.translation),
    change(plus(financial, receivables, otherAssets)),
  )
  const operating = plus(equity.netIncomeWithMinorities, wear, equity.stockCompensation, nonCash, working)
  const capex = negative(spent)
  const sold = build(length, (quarter) =>
    quarter === 0
      ? 0
      : Math.round(0.09 * at(securities, quarter - 1)) +
        Math.max(0, at(securities, quarter - 1) - at(securities, quarter)) +
        at(gains, quarter),
  )
  const bought = minus(minus(negative(change(securities)), sold), negative(gains))
  const turned = flow((quarter) => 0.06 * at(debt, quarter - 1))
  const otherFinancing = minus(change(deposits), equity.minorityDividends, equity.preferredDividends)
  fillCashChain(columns, cash)
  fillDebtFlows(columns, debt, turned)
  columns.put({
    operating_cash_flow: operating,
    change_in_working_capital: working,
    change_in_receivables: negative(change(receivables)),
    other_non_cash_items: nonCash,
    capex,
    fcf: plus(operating, capex),
    purchase_of_investment: bought,
    sale_of_investment: sold,
    net_other_investing_changes: lent,
    investing_cash_flow: plus(capex, bought, sold, lent),
    net_other_financing_charges: otherFinancing,
    financing_cash_flow: financingFlow(debt, equity, otherFinancing),
    interest_paid_supplemental_data: interestExpense,
    income_tax_paid_supplemental_data: tax,
    total_assets: assets,
    cash,
    receivables,
    loans_receivable: loans,
    available_for_sale_securities: available,
    held_to_maturity_securities: heldTo,
    trading_securities: trading,
    long_term_equity_investment: associates,
    investments_and_advances: securities,
    financial_assets: financial,
    net_ppe: plant,
    total_debt: debt,
    derivative_product_liabilities: derivatives,
    total_liabilities_net_minority_interest: liabilities,
  })
  if (at(goodwill, end) > 0) columns.put({ goodwill, goodwill_and_other_intangible_assets: goodwill })
  columns.put({
    tangible_book_value: minus(columns.get('common_stock_equity') ?? equity.book, goodwill),
    net_tangible_assets: minus(equity.book, goodwill),
  })
}
