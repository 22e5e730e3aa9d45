import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { NEWS_TYPES } from '../enrichment/news-type.math.ts'

/** The categories of news with their words for people. */
export const newsTypes = z
  .array(z.object({ type: z.enum(NEWS_TYPES), label: z.string().min(1), description: z.string().min(1) }))
  .parse(
    parse(readFileSync(new URL('../../prisma/reference/news-types.csv', import.meta.url)), {
      columns: true,
      bom: true,
    }),
  )
