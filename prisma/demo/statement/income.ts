import type { Capital } from './capital.ts'
import type { Columns } from './columns.ts'
import type { Subject } from './company.ts'
import type { Equity } from './equity.ts'
import { perShare } from './equity.ts'
import type { Financing } from './financing.ts'
import type { Operation } from './operation.ts'
import { at, build, buildFlow, minus, negative, part, plus, type Series, zeros } from './series.ts'
import type { SpecialItems } from './special-item.ts'

/** Usual operating costs are at least this part of what the industry has; gross profit at most so much of revenue. */
const OPERATING_COST_MIN = 0.2
const GROSS_MARGIN_MAX = 0.96

/** Tax on a profit, a smaller relief on a loss: not all of it can be used. */
export function taxOn(subject: Subject, afterTax: Series): Series {
  const { length, taxRate, normal } = subject
  return build(length, (quarter) => {
    const rate = Math.max(0, taxRate * (1 + 0.06 * normal.next()))
    const income = at(afterTax, quarter)
    return Math.round(income > 0 ? (income / (1 - rate)) * rate : income * 0.5 * rate)
  })
}

/** What is between the operating result and net income. */
interface BottomLine {
  readonly pretax: Series
  readonly tax: Series
  readonly unusual: Series
  readonly goodwillImpairment: Series
}

/** Fills what every template has around net income, from income before tax to normalised earnings per share. */
export function fillBottomLine(subject: Subject, columns: Columns, equity: Equity, line: BottomLine): void {
  const { length, taxRate, unit, netIncome, dividends } = subject
  const { pretax, tax, unusual, goodwillImpairment } = line
  const effect = part(unusual, taxRate)
  const normalized = plus(minus(netIncome, unusual), effect)
  const counts = [columns.get('basic_average_shares'), columns.get('diluted_average_shares')] as const
  columns.put({
    pretax_income: pretax,
    tax_provision: tax,
    tax_rate_for_calcs: build(length, (quarter) =>
      at(pretax, quarter) > 0 ? Number((at(tax, quarter) / at(pretax, quarter)).toPrecision(6)) : Number.NaN,
    ),
    net_income_including_noncontrolling_interests: equity.netIncomeWithMinorities,
    total_unusual_items: unusual,
    total_unusual_items_excluding_goodwill: plus(unusual, goodwillImpairment),
    tax_effect_of_unusual_items: effect,
    normalized_income: normalized,
    normalized_basic_eps: perShare(minus(normalized, equity.preferredDividends), counts[0] ?? dividends, unit),
    normalized_diluted_eps: perShare(minus(normalized, equity.preferredDividends), counts[1] ?? dividends, unit),
  })
}

/** What the income statement is composed of. */
interface Basis {
  readonly equity: Equity
  readonly operation: Operation
  readonly capital: Capital
  readonly financing: Financing
  readonly specials: SpecialItems
  readonly costShare: number
}

/** Fills the income statement from net income upwards: tax, interest, unusual items, then the costs that are left. */
export function fillIncome(
  subject: Subject,
  columns: Columns,
  basis: Basis,
): { readonly interest: Series; readonly tax: Series } {
  const { normal, length, revenue, netIncome, country, industry, gics } = subject
  const { equity, operation, capital, financing, specials } = basis
  const { random } = normal
  const hasAssociates = random.next() < 0.5
  const afterTax = hasAssociates && random.next() < 0.35
  const hasDiscontinued = random.next() < 0.08
  const flow = (figureOf: (quarter: number) => number) => buildFlow(length, figureOf)
  const discontinued = hasDiscontinued
    ? flow((quarter) => (random.next() < 0.2 ? 0.05 * at(netIncome, quarter) * normal.next() : 0))
    : zeros(length)
  const associates = hasAssociates
    ? flow((quarter) => 0.03 * Math.abs(at(netIncome, quarter)) * (0.5 + random.next()))
    : zeros(length)
  const continuing = minus(equity.netIncomeWithMinorities, discontinued)
  const tax = taxOn(subject, minus(continuing, afterTax ? associates : zeros(length)))
  const pretax = minus(plus(continuing, tax), afterTax ? associates : zeros(length))
  const spread = 0.004 + 0.012 * random.next()
  const interest = flow((quarter) => ((country.interest + spread) / 4) * at(financing.debt, quarter - 1))
  const earned = flow(
    (quarter) =>
      ((0.7 * country.interest) / 4) *
      Math.max(0, at(financing.cash, quarter - 1) + at(financing.shortInvestments, quarter - 1)),
  )
  const beside = flow((quarter) => 0.002 * at(revenue, quarter) * normal.next())
  const known = plus(
    earned,
    negative(interest),
    specials.gainOnSecurities,
    beside,
    afterTax ? zeros(length) : associates,
  )
  const operatingWanted = minus(pretax, known)

  const usual = operatingWanted.reduce((sum, one) => sum + one, 0) / revenue.reduce((sum, one) => sum + one, 0)
  const usualGross = Math.min(0.92, Math.max(0.04, usual + basis.costShare))
  const [gross, operating] = [zeros(length), zeros(length)]
  for (let quarter = 1; quarter < length; quarter++) {
    const sales = at(revenue, quarter)
    const least = OPERATING_COST_MIN * basis.costShare * sales - Math.min(0, at(specials.charges, quarter))
    const margin = usualGross + 0.5 * (at(operatingWanted, quarter) / sales - usual)
    const wanted = Math.max(Math.min(0.02, usualGross) * sales, margin * sales, at(operatingWanted, quarter) + least)
    gross[quarter] = Math.round(Math.min(GROSS_MARGIN_MAX * sales, wanted))
    operating[quarter] = Math.round(Math.min(at(operatingWanted, quarter), at(gross, quarter) - least))
  }
  // Profit that the business cannot have earned is that of what it holds.
  const held = minus(operatingWanted, operating)
  const other = plus(beside, held)
  fillCosts(subject, columns, { gross, operating, capital, operation, specials })
  const beyond = plus(specials.gainOnSecurities, other, afterTax ? zeros(length) : associates)
  const unusual = plus(specials.charges, specials.gainOnSecurities)
  fillBottomLine(subject, columns, equity, { pretax, tax, unusual, goodwillImpairment: specials.goodwillImpairment })
  const da = plus(capital.depreciation, capital.amortization)
  columns.put({
    revenue,
    interest_expense: interest,
    interest_income: earned,
    interest_expense_non_operating: interest,
    interest_income_non_operating: earned,
    net_non_operating_interest_income_expense: minus(earned, interest),
    other_income_expense: beyond,
    other_non_operating_income_expenses: other,
    net_income_continuous_operations: continuing,
    ebitda: plus(operating, da),
    normalized_ebitda: minus(plus(operating, da), specials.charges),
  })
  if (hasAssociates)
    columns.put({
      [afterTax ? 'earnings_from_equity_interest_net_of_tax' : 'earnings_from_equity_interest']: associates,
    })
  if (hasDiscontinued) columns.put({ net_income_discontinuous_operations: discontinued })
  const people = /^(45|2020|351020|20103|2030)/.test(gics) ? 0.45 : 0.22
  columns.put({ salaries_and_wages: part(minus(revenue, operating), people * (industry.plant > 1 ? 0.6 : 1)) })
  return { interest, tax }
}

interface Costs {
  readonly gross: Series
  readonly operating: Series
  readonly capital: Capital
  readonly operation: Operation
  readonly specials: SpecialItems
}

/** Fills gross profit, operating income and the costs between them. */
function fillCosts(
  subject: Subject,
  columns: Columns,
  { gross, operating, capital, operation, specials }: Costs,
): void {
  const { length, revenue, industry, normal } = subject
  const expense = minus(gross, operating)
  const before = plus(expense, specials.charges, negative(operation.doubtful))
  const rdShare = industry.rd * Math.exp(0.3 * normal.next())
  const researches = rdShare > 0.003
  const research = build(length, (quarter) =>
    researches ? Math.round(Math.max(0, Math.min(rdShare * at(revenue, quarter), 0.7 * at(before, quarter)))) : 0,
  )
  const others = part(before, 0.04)
  const administration = minus(before, research, others)
  const selling = part(administration, 0.35 + 0.3 * normal.random.next())
  columns.put({
    gross_profit: gross,
    operating_income: operating,
    cost_of_revenue: minus(revenue, gross),
    operating_expense: expense,
    total_expenses: minus(revenue, operating),
    sga_expense: administration,
    selling_and_marketing_expense: selling,
    general_and_administrative_expense: minus(administration, selling),
    other_operating_expenses: others,
    provision_for_doubtful_accounts: operation.doubtful,
    special_income_charges: specials.charges,
  })
  if (researches) columns.put({ rd_expense: research })
  if (at(capital.leases, length - 1) > 0) columns.put({ rent_expense_supplemental: part(capital.leases, 0.06) })
  columns.putUsed({
    restructuring_and_merger_acquisition: specials.restructuring,
    impairment_of_capital_assets: specials.impairment,
    write_off: specials.writeOff,
    other_special_charges: specials.otherCharges,
    gain_on_sale_of_security: specials.gainOnSecurities,
    gain_on_sale_of_ppe: specials.gainOnPlant,
    gain_on_sale_of_business: specials.gainOnBusiness,
  })
}
