import { enumeration } from '../../core/input/enumeration.pure.ts'

/** Statements that a reported figure can belong to. */
export const STATEMENT = enumeration('FinancialStatement', 'A statement of a company.', {
  income: 'Income statement: what was earned and spent in a period.',
  balance: 'Balance sheet: what is owned and owed at the end of a period.',
  cashflow: 'Cash flow statement: what cash came in and went out in a period.',
})
export type Statement = (typeof STATEMENT.tokens)[number]

/** Kinds of unit. */
export const UNIT = enumeration('FigureUnit', 'Kind of unit of a financial figure.', {
  money: 'Full units of a currency.',
  per_share: 'Money per share.',
  shares: 'Number of shares.',
  fraction: 'Fraction of 1: 0.2 is 20 %.',
  multiple: 'Multiple: 2 is twice.',
  days: 'Calendar days.',
})
export type Unit = (typeof UNIT.tokens)[number]
