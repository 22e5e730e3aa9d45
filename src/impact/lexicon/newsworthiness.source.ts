import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { NEWS_TYPES } from '../../enrichment/classify/news-type.pure.ts'

const FILE = new URL('../../../prisma/reference/labelled/newsworthiness.csv', import.meta.url)

const row = z.object({
  batch: z.coerce.number(),
  least: z.coerce.number().min(1).max(5),
  most: z.coerce.number().min(1).max(5),
  types: z.string().transform((cell) => cell.split('|').map((type) => z.enum(NEWS_TYPES).parse(type))),
  title: z.string().min(1),
})

/** Headlines with the impact scores and first news types that are expected of them. For benchmarks and tests. */
export function readNewsworthiness(): z.output<typeof row>[] {
  return readShippedRows(FILE, row)
}
