import { z } from 'zod'
import { readShippedRows } from '../../file/shipped-rows.source.ts'

const sizeRow = z.object({
  field: z.string(),
  median: z.coerce.number().min(0),
  reached: z.coerce.number().min(0),
  largest: z.coerce.number().min(0),
})

/** How many entries a list has. */
export interface ListSize {
  readonly median: number
  /** Mean over entries, not lists: what a list holds that a random entry of it leads to. */
  readonly reached: number
  readonly largest: number
}

/** The declared sizes of lists, by `Type.field`; of a paged field those of its whole list. */
export function readListSizes(): ReadonlyMap<string, ListSize> {
  const file = new URL('../../../../prisma/reference/list-sizes.csv', import.meta.url)
  return new Map(readShippedRows(file, sizeRow).map(({ field, ...size }) => [field, size]))
}
