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
 * What insurers have: equity as a share of assets, premiums earned and investment income of revenue. Orders of magnitude of the balance
 * sheets of large groups (EIOPA, Insurance Statistics; NAIC, Industry Analysis Reports).
 */
const kindOf = readKinds('insurer', { capital: share, premiums: share, investment_income: share })

/** Fills the statements of an insurer; its reserves are the liabilities that no field shows. */
export function fillInsurer(subject: Subject, columns: Columns): void {
  const { gics, normal, length, revenue, trend, country, industry } = subject
  const { random } = normal
  const kind = kindOf(gics)
  const vary = (spread: number) => Math.exp(spread * normal.next())
  const equity = planEquity(subject, columns, planBook(subject))
  const end = length - 1
  const assetsEnd = Math.max(
    1.2 * at(trend, end),
    Math.min(14 * at(trend, end), at(equity.book, end) / (kind.capital * vary(0.2))),
  )
  const follow = (share: number, deviation = 0.012): Series => {
    const factors = wobble(normal, length, deviation)
    return build(length, (quarter) =>
      Math.round(share * assetsEnd * (0.4 + (0.6 * at(trend, quarter)) / at(trend, end)) * at(factors, quarter)),
    )
  }
  const flow = (figureOf: (quarter: number) => number) => buildFlow(length, figureOf)

  const available = follow(0.5 * vary(0.15))
  const heldTo = random.next() < 0.5 ? follow(0.05 * vary(0.3)) : zeros(length)
  const trading = follow(0.05 * vary(0.4), 0.03)
  const associates = follow(0.02 * vary(0.5))
  const others = follow(0.07 * vary(0.3))
  const loans = follow(0.06 * vary(0.4))
  const property = follow(0.025 * vary(0.5))
  const receivables = follow(0.08 * vary(0.3), 0.03)
  const financial = follow(0.015 * vary(0.4), 0.05)
  const otherAssets = plus(follow(0.09 * vary(0.2)), accumulate(0, equity.translation, equity.otherComprehensive))
  const {
    plant,
    wear,
    capex: spent,
  } = rollPlant(
    trend.map((sales) => 0.03 * sales),
    industry.life,
  )
  const goodwill = build(length, () => Math.round(0.1 * at(equity.book, end)))
  const cash = follow(0.025 * vary(0.4), 0.1)
  const debt = build(length, (quarter) => Math.round(0.24 * at(equity.book, Math.max(0, quarter - (quarter % 4)))))
  const derivatives = follow(0.008 * vary(0.4), 0.05)
  const deferredTax = follow(0.008 * vary(0.4))
  const securities = plus(available, heldTo, trading, associates, others)
  const assets = plus(securities, loans, property, receivables, financial, otherAssets, plant, goodwill, cash)
  const liabilities = minus(assets, equity.book, equity.minority)
  const reserves = minus(liabilities, debt, derivatives, deferredTax)

  const tax = taxOn(subject, equity.netIncomeWithMinorities)
  const pretax = plus(equity.netIncomeWithMinorities, tax)
  const interest = flow((quarter) => ((country.interest + 0.008) / 4) * at(debt, quarter - 1))
  const premiums = flow((quarter) => kind.premiums * at(revenue, quarter) * (0.99 + 0.02 * random.next()))
  const realized = flow((quarter) => 0.008 * at(revenue, quarter) * normal.next())
  const invested = flow((quarter) => kind.investment_income * at(revenue, quarter) * (0.95 + 0.1 * random.next()))
  const acquisition = flow((quarter) => (0.11 + 0.03 * random.next()) * at(premiums, quarter))
  const adjustment =
    kind.premiums > 0.8
      ? flow((quarter) => 0.07 * at(premiums, quarter))
      : flow((quarter) => 0.02 * at(premiums, quarter))
  const administration = flow((quarter) => 0.09 * at(revenue, quarter))
  const known = plus(interest, acquisition, adjustment, administration)
  const left = minus(revenue, pretax, known)
  // An insurer whose profit leaves no room for claims earns the rest with companies that it holds a part of.
  const associated = build(length, (quarter) =>
    Math.max(0, Math.round(0.3 * at(premiums, quarter)) - at(left, quarter)),
  )
  const claims = plus(left, associated)
  const costs = plus(known, claims)
  fillBottomLine(subject, columns, equity, {
    pretax,
    tax,
    unusual: realized,
    goodwillImpairment: zeros(length),
  })
  columns.put({
    revenue,
    total_expenses: costs,
    premiums_earned: premiums,
    net_premiums_written: flow((quarter) => 1.015 * at(premiums, quarter)),
    gross_premiums_written: flow((quarter) => 1.14 * at(premiums, quarter)),
    realized_investment_gains: realized,
    net_policyholder_benefits_and_claims: claims,
    loss_adjustment_expense: adjustment,
    policy_acquisition_expense: acquisition,
    gain_on_sale_of_security: realized,
    interest_expense: interest,
    interest_income: part(invested, 0.8),
    sga_expense: administration,
    general_and_administrative_expense: administration,
    salaries_and_wages: part(plus(administration, acquisition), 0.5),
    net_income_continuous_operations: equity.netIncomeWithMinorities,
    depreciation_amortization: wear,
  })

  const held = plus(securities, property)
  const sold = build(length, (quarter) =>
    quarter === 0
      ? 0
      : Math.round(0.07 * at(held, quarter - 1)) +
        Math.max(0, at(held, quarter - 1) - at(held, quarter)) +
        Math.max(0, at(realized, quarter)),
  )
  const bought = minus(minus(negative(change(held)), sold), negative(realized))
  const working = minus(
    plus(change(plus(reserves, derivatives)), equity.otherComprehensive, equity.translation),
    change(plus(receivables, financial, otherAssets)),
  )
  const deferred = change(deferredTax)
  const operating = plus(
    equity.netIncomeWithMinorities,
    wear,
    equity.stockCompensation,
    deferred,
    negative(realized),
    working,
  )
  const capex = negative(spent)
  const lent = negative(change(loans))
  const turned = flow((quarter) => 0.02 * at(debt, quarter - 1))
  const otherFinancing = negative(plus(equity.minorityDividends, equity.preferredDividends))
  fillCashChain(columns, cash)
  fillDebtFlows(columns, debt, turned)
  columns.put({
    operating_cash_flow: operating,
    change_in_working_capital: working,
    change_in_receivables: negative(change(receivables)),
    deferred_income_tax: deferred,
    other_non_cash_items: negative(realized),
    capex,
    fcf: plus(operating, capex),
    purchase_of_investment: bought,
    sale_of_investment: sold,
    net_other_investing_changes: lent,
    investing_cash_flow: plus(capex, bought, sold, lent),
    net_other_financing_charges: otherFinancing,
    financing_cash_flow: financingFlow(debt, equity, otherFinancing),
    interest_paid_supplemental_data: interest,
    income_tax_paid_supplemental_data: minus(tax, deferred),
    total_assets: assets,
    cash,
    receivables,
    loans_receivable: loans,
    available_for_sale_securities: available,
    trading_securities: trading,
    long_term_equity_investment: associates,
    other_investments: others,
    investments_and_advances: securities,
    investment_properties: property,
    financial_assets: financial,
    net_ppe: plant,
    goodwill,
    goodwill_and_other_intangible_assets: goodwill,
    total_debt: debt,
    derivative_product_liabilities: derivatives,
    non_current_deferred_taxes_liabilities: deferredTax,
    total_liabilities_net_minority_interest: liabilities,
    tangible_book_value: minus(columns.get('common_stock_equity') ?? equity.book, goodwill),
    net_tangible_assets: minus(equity.book, goodwill),
  })
  columns.putUsed({ held_to_maturity_securities: heldTo, earnings_from_equity_interest: associated })
}
