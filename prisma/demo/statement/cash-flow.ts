import type { Capital } from './capital.ts'
import type { Columns } from './columns.ts'
import type { Subject } from './company.ts'
import type { Equity } from './equity.ts'
import { type Financing, fillCashChain, financingFlow, paidOf } from './financing.ts'
import type { Operation } from './operation.ts'
import { at, build, change, minus, negative, part, plus, type Series } from './series.ts'
import type { SpecialItems } from './special-item.ts'

/** What the cash flow statement is composed of. */
interface Basis {
  readonly equity: Equity
  readonly operation: Operation
  readonly capital: Capital
  readonly financing: Financing
  readonly specials: SpecialItems
  readonly interest: Series
  readonly tax: Series
}

/** Fills the cash flow statement by the indirect method: every change of a balance is in one line of it. */
export function fillCashFlow(subject: Subject, columns: Columns, basis: Basis): void {
  const { length } = subject
  const { equity, operation, capital, financing, specials, interest, tax } = basis
  const gains = plus(specials.gainOnPlant, specials.gainOnBusiness, specials.gainOnSecurities)
  const otherNonCash = minus(plus(specials.writeOff, operation.doubtful), gains)
  const deferredTax = change(operation.netDeferredTax)
  const receivables = negative(plus(change(operation.receivables), operation.doubtful))
  const inventory = negative(plus(change(operation.inventory), specials.writeOff))
  const liabilities = change(plus(operation.currentLiabilities, operation.otherLiabilities))
  const assets = change(minus(plus(operation.currentAssets, operation.otherAssets), operation.restricted))
  const working = minus(
    plus(liabilities, equity.otherComprehensive),
    assets,
    deferredTax,
    operation.doubtful,
    specials.writeOff,
  )
  const da = plus(capital.depreciation, capital.amortization)
  const operating = plus(
    equity.netIncomeWithMinorities,
    da,
    equity.stockCompensation,
    deferredTax,
    specials.impairment,
    otherNonCash,
    working,
  )

  const capex = negative(capital.capex)
  const plantSold = plus(capital.plantSold, specials.gainOnPlant)
  const held = plus(financing.shortInvestments, capital.investments)
  const sold = build(length, (quarter) =>
    quarter === 0
      ? 0
      : Math.round(0.12 * at(held, quarter - 1)) +
        Math.max(0, at(held, quarter - 1) - at(held, quarter)) +
        at(specials.gainOnSecurities, quarter),
  )
  const bought = minus(minus(negative(change(held)), sold), negative(specials.gainOnSecurities))
  const otherInvesting = negative(plus(change(operation.restricted), capital.propertyBought))
  const deals = minus(specials.gainOnBusiness, capital.acquired)
  const investing = plus(capex, plantSold, deals, bought, sold, otherInvesting, negative(capital.intangiblesBought))

  const otherFinancing = negative(plus(equity.minorityDividends, equity.preferredDividends))
  fillCashChain(columns, financing.cash)
  columns.put({
    operating_cash_flow: operating,
    change_in_working_capital: working,
    change_in_receivables: receivables,
    change_in_inventory: inventory,
    change_in_account_payable: change(operation.payable),
    deferred_income_tax: deferredTax,
    asset_impairment_charge: specials.impairment,
    other_non_cash_items: otherNonCash,
    capex,
    fcf: plus(operating, capex),
    sale_of_ppe: plantSold,
    net_ppe_purchase_and_sale: plus(capex, plantSold),
    net_business_purchase_and_sale: deals,
    purchase_of_investment: bought,
    sale_of_investment: sold,
    net_other_investing_changes: otherInvesting,
    investing_cash_flow: investing,
    financing_cash_flow: financingFlow(financing.debt, equity, otherFinancing),
    net_other_financing_charges: otherFinancing,
    effect_of_exchange_rate_changes: capital.translationOfCash,
    interest_paid_supplemental_data: paidOf(interest, part(interest, 0.3)),
    income_tax_paid_supplemental_data: paidOf(tax, operation.netDeferredTax),
  })
}
