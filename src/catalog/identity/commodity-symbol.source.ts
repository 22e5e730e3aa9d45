import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'

/** Symbols of commodities at exchanges of futures and in currency codes, with the ticker here. */
export const COMMODITY_SYMBOLS = readShippedRows(
  new URL('../../../prisma/reference/commodity-symbols.csv', import.meta.url),
  z.object({ symbol: z.string().regex(/^[A-Z]{2,3}$/), ticker: z.string().endsWith('.COMM'), what: z.string().min(1) }),
)
