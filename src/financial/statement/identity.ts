import { conceptOf, STATEMENT_FIELDS } from '../concept/concept.source.ts'

/** One addend of an identity; an optional one counts as zero where it is absent. */
interface Term {
  readonly position: number
  readonly factor: 1 | -1
  readonly optional: boolean
}

/** A figure that follows from others of the same period. */
interface Identity {
  readonly target: number
  readonly terms: readonly Term[]
}

/**
 * What a missing figure is derived from, in this order; the first rule whose terms are there wins. `?` = zero where it is absent.
 * The definitions are those of the statement formats: Assets = Liabilities + Equity (FASB Concepts Statement No. 8, chapter 4),
 * cash flows by activity (FASB ASC 230-10-45), EBITDA as operating income before depreciation and amortisation (SEC Compliance &
 * Disclosure Interpretation 103.01 on Non-GAAP measures starts from net income; used where operating income is not reported).
 */
const RULES: readonly string[] = [
  // Income statement.
  'gross_profit = revenue - cost_of_revenue',
  'cost_of_revenue = revenue - gross_profit',
  'revenue = gross_profit + cost_of_revenue',
  'revenue = net_interest_income + non_interest_income',
  'total_expenses = revenue - operating_income',
  'operating_income = gross_profit - operating_expense',
  'operating_expense = gross_profit - operating_income',
  'sga_expense = selling_and_marketing_expense + general_and_administrative_expense',
  'pretax_income = net_income_including_noncontrolling_interests + tax_provision',
  'pretax_income = net_income + minority_interests? + tax_provision',
  'tax_provision = pretax_income - net_income_including_noncontrolling_interests',
  'net_income_including_noncontrolling_interests = net_income + minority_interests?',
  'net_income_continuous_operations = net_income_including_noncontrolling_interests - net_income_discontinuous_operations?',
  'minority_interests = net_income_including_noncontrolling_interests - net_income',
  'net_income = net_income_including_noncontrolling_interests - minority_interests?',
  'diluted_ni_avail_to_com_stockholders = net_income - preferred_stock_dividends?',
  'net_non_operating_interest_income_expense = interest_income_non_operating - interest_expense_non_operating',
  'ebitda = operating_income + depreciation_amortization',
  'ebitda = pretax_income + interest_expense + depreciation_amortization',
  'total_unusual_items_excluding_goodwill = total_unusual_items',
  'normalized_ebitda = ebitda - total_unusual_items?',
  'normalized_income = net_income - total_unusual_items? + tax_effect_of_unusual_items?',
  // Cash flow statement; outflows are negative.
  'fcf = operating_cash_flow + capex',
  'changes_in_cash = operating_cash_flow + investing_cash_flow + financing_cash_flow + effect_of_exchange_rate_changes?',
  'beginning_cash_position = end_cash_position - changes_in_cash',
  'end_cash_position = beginning_cash_position + changes_in_cash',
  'net_issuance_payments_of_debt = net_long_term_debt_issuance + net_short_term_debt_issuance?',
  'net_issuance_payments_of_debt = issuance_of_debt + repayment_of_debt',
  'net_common_stock_issuance = issuance_of_capital_stock? + buybacks',
  'net_ppe_purchase_and_sale = sale_of_ppe? + capex',
  // Balance sheet.
  'total_liabilities_net_minority_interest = total_assets - total_equity_gross_minority_interest',
  'total_equity_gross_minority_interest = total_assets - total_liabilities_net_minority_interest',
  'total_assets = total_liabilities_net_minority_interest + total_equity_gross_minority_interest',
  'minority_interest = total_equity_gross_minority_interest - book_value',
  'book_value = total_equity_gross_minority_interest - minority_interest?',
  'total_equity_gross_minority_interest = book_value + minority_interest?',
  'total_liabilities_net_minority_interest = total_assets - total_equity_gross_minority_interest',
  'common_stock_equity = book_value - preferred_stock_equity?',
  'total_non_current_assets = total_assets - current_assets',
  'current_assets = total_assets - total_non_current_assets',
  'total_non_current_liabilities_net_minority_interest = total_liabilities_net_minority_interest - current_liabilities',
  'current_liabilities = total_liabilities_net_minority_interest - total_non_current_liabilities_net_minority_interest',
  'cash_cash_equivalents_and_short_term_investments = cash + other_short_term_investments?',
  'other_short_term_investments = cash_cash_equivalents_and_short_term_investments - cash',
  'receivables = accounts_receivable + other_receivables?',
  'goodwill_and_other_intangible_assets = goodwill + other_intangible_assets?',
  'goodwill_and_other_intangible_assets = other_intangible_assets',
  'net_ppe = gross_ppe + accumulated_depreciation',
  'gross_ppe = net_ppe - accumulated_depreciation',
  'accumulated_depreciation = net_ppe - gross_ppe',
  'payables = accounts_payable + income_tax_payable? + dividends_payable?',
  'payables_and_accrued_expenses = payables + current_accrued_expenses',
  'current_debt_and_capital_lease_obligation = current_debt + current_capital_lease_obligation?',
  'capital_lease_obligations = current_capital_lease_obligation + long_term_capital_lease_obligation',
  'total_debt = current_debt? + long_term_debt_and_capital_lease_obligation - long_term_capital_lease_obligation?',
  'net_debt = total_debt - cash',
  'tangible_book_value = common_stock_equity - goodwill_and_other_intangible_assets?',
  'net_tangible_assets = book_value - goodwill_and_other_intangible_assets?',
  'invested_capital = common_stock_equity + total_debt?',
  'working_capital = current_assets - current_liabilities',
  'total_capitalization = common_stock_equity + total_debt? - current_debt?',
  'capital_stock = common_stock + preferred_stock?',
  'ordinary_shares_number = share_issued - treasury_shares_number?',
  'share_issued = ordinary_shares_number + treasury_shares_number?',
]

const IDENTITIES: readonly Identity[] = RULES.map(identityOf)

const TAX_RATE = conceptOf('tax_rate_for_calcs').position
const TAX = conceptOf('tax_provision').position
const PRETAX = conceptOf('pretax_income').position

const EBITDA = conceptOf('ebitda').position
const FINANCIAL = [conceptOf('net_interest_income').position, conceptOf('premiums_earned').position]

/** Reads `a = b + c? - d`. */
function identityOf(rule: string): Identity {
  const [target = '', sum = ''] = rule.split(' = ')
  const terms = sum.split(/ (?=[+-] )/).map((text): Term => {
    const [, sign, key = '', mark] = /^(?:([+-]) )?([a-z_]+)(\?)?$/.exec(text) ?? []
    return { position: conceptOf(key).position, factor: sign === '-' ? -1 : 1, optional: mark === '?' }
  })
  return { target: conceptOf(target).position, terms }
}

/** The sum of an identity's terms; NaN when one that must be there is not, or when none is. */
function sumOf({ terms }: Identity, values: Float64Array): number {
  let sum = 0
  let present = 0
  for (const { position, factor, optional } of terms) {
    const value = values[position] ?? Number.NaN
    if (!Number.isNaN(value)) {
      sum += factor * value
      present++
    } else if (!optional) return Number.NaN
  }
  return present === 0 ? Number.NaN : sum
}

/** Fills the figures that follow from others, in place, until none is left; adds their positions to `derived`. */
export function fillByIdentity(values: Float64Array, derived: Set<number>): void {
  // To a bank or an insurer interest is what it trades in: earnings before it say nothing.
  const isFinancial = FINANCIAL.some((position) => !Number.isNaN(values[position] ?? Number.NaN))
  for (let filled = true; filled; ) {
    filled = false
    for (const identity of IDENTITIES) {
      if (!Number.isNaN(values[identity.target] ?? 0) || (isFinancial && identity.target === EBITDA)) continue
      const value = sumOf(identity, values)
      if (Number.isNaN(value)) continue
      values[identity.target] = value
      derived.add(identity.target)
      filled = true
    }
  }
  const [tax = Number.NaN, pretax = Number.NaN] = [values[TAX], values[PRETAX]]
  if (Number.isNaN(values[TAX_RATE] ?? 0) && pretax > 0 && !Number.isNaN(tax)) {
    values[TAX_RATE] = tax / pretax
    derived.add(TAX_RATE)
  }
}

const ASSETS = conceptOf('total_assets').position
const LIABILITIES = conceptOf('total_liabilities_net_minority_interest').position
const EQUITY = conceptOf('total_equity_gross_minority_interest').position

/** Figures are rounded one by one, to millions at the coarsest in most reports: this part of total assets may be missing. */
const ROUNDING = 1e-4

/** How far assets are from liabilities and equity; null when they balance or one of the three is not known. */
export function balanceGap(values: Float64Array): number | null {
  const [assets = Number.NaN, liabilities = Number.NaN, equity = Number.NaN] = [
    values[ASSETS],
    values[LIABILITIES],
    values[EQUITY],
  ]
  const gap = assets - liabilities - equity
  return Math.abs(gap) > Math.abs(assets) * ROUNDING ? gap : null
}

const NO_FIGURES = new Float64Array(STATEMENT_FIELDS.length).fill(Number.NaN)

/** An array of figures without any. */
export function noFigures(): Float64Array {
  return NO_FIGURES.slice()
}
