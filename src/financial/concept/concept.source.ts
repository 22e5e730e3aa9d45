import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { STATEMENT, UNIT } from './concept-kind.pure.ts'

const empty = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .literal('')
    .transform(() => null)
    .or(schema)

const conceptRow = z.object({
  /** Index of the concept in stored arrays of values; never reused. */
  position: z.coerce.number().int().min(0),
  key: z.string().regex(/^[a-z][a-z0-9_]*$/),
  /** A figure of a statement, a ratio of such figures, or a figure of the market. */
  kind: z.enum(['statement', 'ratio', 'market']),
  statement: empty(z.enum(STATEMENT.tokens)),
  /** The only industry that reports it; null = any. */
  industry: empty(z.enum(['bank', 'insurance'])),
  unit: z.enum(UNIT.tokens),
  /** How four quarters make a year: by their sum, their mean, the first or the last of them; `ratio` = from the year's own figures;
   * `priced` = from them and the latest price. */
  combine: z.enum(['sum', 'mean', 'first', 'last', 'ratio', 'priced']),
  /** Cash paid out is stored negative where the sign says so. */
  sign: z.enum(['natural', 'outflow_negative']),
  aliases: z.string().transform((text) => (text === '' ? [] : text.split('|'))),
  formula: empty(z.string()),
})

/** A financial figure with one meaning: a field of a statement, a ratio or a figure of the market. */
export type Concept = Readonly<z.infer<typeof conceptRow>>

/** Every concept, in the order of their positions. */
export const CONCEPTS: readonly Concept[] = readShippedRows(
  new URL('../../../prisma/reference/concepts.csv', import.meta.url),
  conceptRow,
)

/** The fields of statements; they come first, so that a concept's position is its index here too. */
export const STATEMENT_FIELDS: readonly Concept[] = CONCEPTS.filter(({ kind }) => kind === 'statement')

/** The derived ratios. */
export const RATIOS: readonly Concept[] = CONCEPTS.filter(({ kind }) => kind === 'ratio')

const BY_NAME: ReadonlyMap<string, Concept> = new Map(
  CONCEPTS.flatMap((concept) => [concept.key, ...concept.aliases].map((name) => [name, concept] as const)),
)

/** The concept of a key or an alias of it, in any case; undefined when there is none. */
export function findConcept(name: string): Concept | undefined {
  return BY_NAME.get(name.trim().toLowerCase())
}

/** The concept of a key that the code itself names. */
export function conceptOf(key: string): Concept {
  const concept = BY_NAME.get(key)
  if (!concept) throw new Error(`The concept "${key}" is not in concepts.csv.`)
  return concept
}
