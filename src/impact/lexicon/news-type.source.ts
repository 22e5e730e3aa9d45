import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { NEWS_TYPES } from '../../enrichment/classify/news-type.pure.ts'

/** The categories of news with their label and description. */
export const newsTypes = readShippedRows(
  new URL('../../../prisma/reference/news-types.csv', import.meta.url),
  z.object({ type: z.enum(NEWS_TYPES), label: z.string().min(1), description: z.string().min(1) }),
)
