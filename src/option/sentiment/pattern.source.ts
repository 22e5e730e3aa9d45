import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { OPTION_PATTERN, type OptionPattern } from '../option-pattern.pure.ts'
import type { PatternRule } from './active-patterns.pure.ts'

/** A pattern of options: its name in words, and its exact rule. */
export interface OptionPatternRow extends PatternRule {
  readonly label: string
  readonly rule: string
}

const row = z
  .object({
    key: z.enum(OPTION_PATTERN.tokens),
    label: z.string().min(1),
    level: z.coerce.number().positive(),
    sessions: z
      .string()
      .transform((cell) => (cell === '' ? 0 : Number(cell)))
      .pipe(z.int().min(0)),
    rule: z.string().min(1),
  })
  .transform(({ rule, ...facts }) => ({
    ...facts,
    rule: rule.replaceAll('{level}', String(facts.level)).replaceAll('{sessions}', String(facts.sessions)),
  }))

/** The patterns of options, in the order of the file; a level or a number of sessions changed there changes what is found. */
export const OPTION_PATTERN_ROWS: readonly OptionPatternRow[] = readShippedRows(
  new URL('../../../prisma/reference/option-patterns.csv', import.meta.url),
  row,
)

const byKey = new Map(OPTION_PATTERN_ROWS.map((one) => [one.key, one]))

/** The row of a pattern. */
export function optionPatternRow(key: OptionPattern): OptionPatternRow {
  const found = byKey.get(key)
  if (!found) throw new Error(`option-patterns.csv has no row of ${key}.`)
  return found
}
