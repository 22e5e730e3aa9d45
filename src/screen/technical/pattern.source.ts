import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { OPERAND_KEYS } from './line-key.pure.ts'
import { OPERAND_FAMILIES, splitList } from './operand.source.ts'
import { PATTERN_KEYS } from './pattern-key.pure.ts'

/** What an operand of a pattern can be: any line or level, lines of some families, or a number. */
const KINDS = ['any', 'level', 'range', 'fraction', ...OPERAND_FAMILIES] as const
export type OperandKind = (typeof KINDS)[number]

const kinds = z
  .string()
  .transform(splitList)
  .pipe(z.array(z.enum(KINDS)))
const bars = z
  .string()
  .transform((cell) => (cell === '' ? null : Number(cell)))
  .pipe(z.int().positive().nullable())

/** Patterns of the technical leg: an event fires on a bar, a state holds on bars. `rule` is the exact definition. */
export const PATTERNS = readShippedRows(
  new URL('../../../prisma/reference/technical-patterns.csv', import.meta.url),
  z
    .object({
      key: z.enum(PATTERN_KEYS),
      label: z.string().min(1),
      group: z.string().min(1),
      kind: z.enum(['event', 'state']),
      a: kinds,
      a_default: z.union([z.enum(OPERAND_KEYS), z.literal('').transform(() => null)]),
      b: kinds,
      b_default: z.string(),
      for_bars: bars,
      window_bars: z.coerce.number().int().positive(),
      rule: z.string().min(1),
    })
    .transform(({ a_default, b_default, for_bars, window_bars, ...row }) => ({
      ...row,
      aDefault: a_default,
      /** A number, or a number for each of some operands `a`: `rsi14=70|stoch_k=80`; empty where `b` has to be given. */
      bDefault: b_default,
      forBars: for_bars,
      windowBars: window_bars,
    })),
)
export type PatternRow = (typeof PATTERNS)[number]
