import { z } from 'zod'
import { readShippedRows } from '../../src/core/file/shipped-rows.source.ts'

const rows = readShippedRows(
  new URL('levels.csv', import.meta.url),
  z.object({ kind: z.enum(['usd_value', 'rate', 'price', 'stock']), key: z.string(), level: z.coerce.number() }),
)

const levels = new Map(rows.map(({ kind, key, level }) => [`${kind} ${key}`, level]))

/** Typical level of a generated series: US dollars per currency unit, interest rate in percent, commodity or share price. */
export function findLevel(kind: 'usd_value' | 'rate' | 'price' | 'stock', key: string, otherwise: number): number {
  return levels.get(`${kind} ${key}`) ?? otherwise
}
