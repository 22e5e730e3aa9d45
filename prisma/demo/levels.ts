import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'

const rows = z
  .array(z.object({ kind: z.enum(['usd_value', 'rate', 'price', 'stock']), key: z.string(), level: z.coerce.number() }))
  .parse(parse(readFileSync(new URL('levels.csv', import.meta.url)), { columns: true }))

const levels = new Map(rows.map(({ kind, key, level }) => [`${kind} ${key}`, level]))

/** Around which level a made-up price of this kind moves: dollars for a unit of money, percent, a commodity's or a share's usual price. */
export function levelOf(kind: 'usd_value' | 'rate' | 'price' | 'stock', key: string, otherwise: number): number {
  return levels.get(`${kind} ${key}`) ?? otherwise
}
