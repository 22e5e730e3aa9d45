import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'

const rows = z.array(
  z.object({
    operation: z.string(),
    credits: z.coerce.number().int().min(0),
    per: z.enum(['call', 'row']),
    note: z.string(),
  }),
)

/** Credits of an operation, for each call or each row it brings. */
interface CostRule {
  readonly credits: number
  readonly per: 'call' | 'row'
}

/** The declared costs: operation -> credits per call or per row. */
const COSTS: ReadonlyMap<string, CostRule> = new Map(
  rows
    .parse(parse(readFileSync(new URL('../../prisma/reference/costs.csv', import.meta.url)), { columns: true }))
    .map((row) => [row.operation, row]),
)

/** What `operation` costs. */
export function costRule(operation: string): CostRule {
  const cost = COSTS.get(operation)
  if (!cost) throw new Error(`The operation "${operation}" has no cost in costs.csv.`)
  return cost
}

/** Credits of one call of `operation` that brought `rowCount` rows. */
export function costOf(operation: string, rowCount: number): number {
  const { credits, per } = costRule(operation)
  return per === 'row' ? credits * rowCount : credits
}
