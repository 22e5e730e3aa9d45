import { z } from 'zod'
import { readShippedRows } from '../core/file/shipped-rows.source.ts'
import { ASSET_CLASS } from './asset-class.pure.ts'
import type { Contract } from './contract.pure.ts'

/** Every contract with a listing, one each. */
export const CONTRACTS: readonly Contract[] = readShippedRows(
  new URL('../../prisma/reference/cot-contracts.csv', import.meta.url),
  z
    .object({
      code: z.string().regex(/^[0-9A-Z+]{6}$/),
      ticker: z.string().min(1),
      asset_class: z.enum(ASSET_CLASS.tokens),
      name: z.string().min(1),
      inverse: z.enum(['yes', '']),
    })
    .transform(({ asset_class, inverse, ...facts }) => ({
      ...facts,
      assetClass: asset_class,
      inverse: inverse === 'yes',
    })),
)

const byCode = new Map(CONTRACTS.map((contract) => [contract.code, contract]))
const byTicker = new Map(CONTRACTS.map((contract) => [contract.ticker, contract]))

/** The contract of a code; undefined for those without a listing. */
export function contractByCode(code: string): Contract | undefined {
  return byCode.get(code)
}

/** The contract shown for a listing. */
export function contractByTicker(ticker: string): Contract | undefined {
  return byTicker.get(ticker)
}
