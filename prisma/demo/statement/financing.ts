import type { Columns } from './columns.ts'
import type { Subject } from './company.ts'
import type { Equity } from './equity.ts'
import { at, build, change, minus, negative, part, plus, type Series, zeros } from './series.ts'

/** Debt and liquid funds by quarter; money in whole units. */
export interface Financing {
  readonly debt: Series
  readonly cash: Series
  readonly shortInvestments: Series
  readonly currentDebt: Series
}

/** What decides how a company is financed; yearly amounts at the end. */
export interface FinancingPlan {
  /** Capital to finance beyond equity. */
  readonly netDebt: Series
  /** Usual cash and short-term investments, and the debt a company keeps even so. */
  readonly liquidity: number
  readonly leastDebt: number
}

/**
 * Finances what equity does not: debt stays as it is until liquid funds leave the usual range, so that seasons move cash rather than
 * debt. Short-term investments are a part of the liquid funds.
 */
export function fillFinancing(
  subject: Subject,
  columns: Columns,
  { netDebt, liquidity, leastDebt }: FinancingPlan,
): Financing {
  const { normal, length, trend } = subject
  const { random } = normal
  const scale = (quarter: number) => at(trend, quarter) / at(trend, length - 1)
  const debt = zeros(length)
  for (let quarter = 0; quarter < length; quarter++) {
    const [wanted, least] = [liquidity * scale(quarter), leastDebt * scale(quarter)]
    const before = quarter === 0 ? Math.max(least, at(netDebt, 0) + wanted) : at(debt, quarter - 1)
    const liquid = before - at(netDebt, quarter)
    if (liquid < 0.4 * wanted) debt[quarter] = Math.round(before + wanted - liquid)
    else if (liquid > 1.8 * wanted)
      debt[quarter] = Math.round(Math.max(Math.min(before, least), before - (liquid - wanted)))
    else debt[quarter] = Math.round(before)
  }
  const liquid = minus(debt, netDebt)
  const invests = random.next() < 0.45
  const share = invests ? 0.15 + 0.4 * random.next() : 0
  const shortInvestments = part(liquid, share)
  const cash = minus(liquid, shortInvestments)
  const [paper, line] = [random.next() < 0.2 ? 0.06 : 0, random.next() < 0.3 ? 0.04 : 0]
  const [commercialPaper, lineOfCredit] = [part(debt, paper), part(debt, line)]
  const currentDebt = plus(commercialPaper, lineOfCredit, part(debt, 0.09))
  const turned = build(length, (quarter) => (quarter === 0 ? 0 : Math.round(0.035 * at(debt, quarter - 1))))
  const moved = change(debt)
  const shortMoved = change(plus(commercialPaper, lineOfCredit))
  columns.put({
    cash,
    total_debt: debt,
    net_debt: minus(debt, cash),
    current_debt: currentDebt,
    cash_cash_equivalents_and_short_term_investments: liquid,
    net_long_term_debt_issuance: minus(moved, shortMoved),
  })
  fillDebtFlows(columns, debt, turned)
  if (paper > 0 || line > 0) columns.put({ net_short_term_debt_issuance: shortMoved })
  if (paper > 0) columns.put({ commercial_paper: commercialPaper })
  if (line > 0) columns.put({ line_of_credit: lineOfCredit })
  if (invests) columns.put({ other_short_term_investments: shortInvestments })
  return { debt, cash, shortInvestments, currentDebt }
}

/** Debt raised and paid back: what is replaced in a quarter besides what it grows or shrinks by. */
export function fillDebtFlows(columns: Columns, debt: Series, replaced: Series): void {
  const moved = change(debt)
  columns.put({
    issuance_of_debt: build(debt.length, (quarter) => at(replaced, quarter) + Math.max(0, at(moved, quarter))),
    repayment_of_debt: build(debt.length, (quarter) => -at(replaced, quarter) + Math.min(0, at(moved, quarter))),
    net_issuance_payments_of_debt: moved,
  })
}

/** Cash from lenders and owners. */
export function financingFlow(debt: Series, equity: Equity, others: Series): Series {
  return plus(change(debt), equity.dividendsPaid, negative(equity.buybacks), equity.issued, equity.options, others)
}

/** Cash at the beginning and the end of each quarter. */
export function fillCashChain(columns: Columns, cash: Series): void {
  columns.put({
    beginning_cash_position: build(cash.length, (quarter) => at(cash, Math.max(0, quarter - 1))),
    end_cash_position: cash,
    changes_in_cash: change(cash),
  })
}

/** What was paid, from what is owed: the expense less the change of the liability. */
export function paidOf(expense: Series, owed: Series): Series {
  return plus(expense, negative(change(owed)))
}
