import { z } from 'zod'
import { readShippedRows } from '../../src/core/file/shipped-rows.source.ts'

const rows = readShippedRows(
  new URL('contracts.csv', import.meta.url),
  z.object({ symbol: z.string(), follows: z.string(), units: z.coerce.number().positive(), note: z.string() }),
)

const contracts = new Map(rows.map((row) => [row.symbol, row]))

/** A contract on a good that is quoted in US dollars too: the one it follows, and how many of that one's units it is for. */
export function findContract(symbol: string): { readonly follows: string; readonly units: number } | undefined {
  return contracts.get(symbol)
}
