import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'

const costRow = z.object({
  operation: z.string(),
  credits: z.coerce.number().int().min(0),
  per: z.enum(['call', 'row']),
  note: z.string(),
})

/** Credits of an operation, for each call or each row it returns. */
interface CostRule {
  readonly credits: number
  readonly per: 'call' | 'row'
}

/** The declared costs: operation -> credits per call or per row. */
const COSTS: ReadonlyMap<string, CostRule> = new Map(
  readShippedRows(new URL('../../../prisma/reference/costs.csv', import.meta.url), costRow).map((row) => [
    row.operation,
    row,
  ]),
)

/** What `operation` costs. */
export function costRule(operation: string): CostRule {
  const cost = COSTS.get(operation)
  if (!cost) throw new Error(`The operation "${operation}" has no cost in costs.csv.`)
  return cost
}

/** Credits of one call of `operation` that returned `rowCount` rows. */
export function costOf(operation: string, rowCount: number): number {
  const { credits, per } = costRule(operation)
  return per === 'row' ? credits * rowCount : credits
}
