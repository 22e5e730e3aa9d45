import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { OPERAND_KEYS } from './line-key.pure.ts'

/** Families of operands, as the patterns name them. */
export const OPERAND_FAMILIES = [
  'ema',
  'sma',
  'price',
  'oscillator',
  'macd',
  'bollinger',
  'ichimoku',
  'realized_vol',
] as const

/** Cells that hold a list have bars between the items. */
export function splitList(cell: string): string[] {
  return cell === '' ? [] : cell.split('|')
}

/** Lines that a screen can name, with their aliases; `barsNeeded` daily bars give the first value. */
export const OPERANDS = readShippedRows(
  new URL('../../../prisma/reference/screen-operands.csv', import.meta.url),
  z
    .object({
      key: z.enum(OPERAND_KEYS),
      family: z.enum(OPERAND_FAMILIES),
      aliases: z.string().transform(splitList),
      description: z.string().min(1),
      unit: z.enum(['price', '0-100', '0-1', 'fraction']),
      bars_needed: z.coerce.number().int().positive(),
    })
    .transform(({ bars_needed, ...row }) => ({ ...row, barsNeeded: bars_needed })),
)
export type OperandRow = (typeof OPERANDS)[number]
