import { enumeration } from '../../core/input/enumeration.pure.ts'
import { type Concept, conceptOf, RATIOS, STATEMENT_FIELDS } from '../concept/concept.source.ts'

/** Fields of statements that are asked for together; none of them means the digest. */
export const FIELD_SET = enumeration('FinancialFields', 'Fields of statements that are shown together.', {
  income: 'Income statement.',
  balance: 'Balance sheet.',
  cashflow: 'Cash flow statement.',
  all: 'All three statements, and ratios.',
})

/** A token of the set, or the digest. */
export type FieldSet = (typeof FIELD_SET.tokens)[number] | 'digest'

/** Top-line figures of the digest. */
const DIGEST = [
  'revenue',
  'gross_profit',
  'operating_income',
  'net_income',
  'eps',
  'ebitda',
  'fcf',
  'total_assets',
  'total_debt',
  'cash',
].map(conceptOf)

/** Ratios that a period has by itself; the others need a price. */
const OWN_RATIOS = RATIOS.filter(({ combine }) => combine !== 'priced')

/** What is shown of each period. */
export interface ShownFields {
  readonly set: FieldSet
  readonly fields: readonly Concept[]
  readonly ratios: readonly Concept[]
}

/** The fields and ratios of a set. */
export function fieldsOf(set: FieldSet): ShownFields {
  if (set === 'digest') return { set, fields: DIGEST, ratios: OWN_RATIOS }
  if (set === 'all') return { set, fields: STATEMENT_FIELDS, ratios: OWN_RATIOS }
  return { set, fields: STATEMENT_FIELDS.filter(({ statement }) => statement === set), ratios: [] }
}

/** Weight of reading statements, in fields of a GraphQL document; what is shown of them weighs by the sizes of its lists. */
export const READ_WEIGHT = { once: 200, perRow: 0 } as const
