import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { NEWS_TYPES } from '../../enrichment/classify/news-type.pure.ts'
import type { ThemeLexicon } from '../../enrichment/vocabulary/theme-business.pure.ts'

const REFERENCE = new URL('../../../prisma/reference/', import.meta.url)

const list = z.string().transform((cell) => cell.split('|').filter((part) => part !== ''))

const businessRow = z
  .object({
    node_id: z.coerce.number().int(),
    industries: list,
    companies: list,
    news_types: list.pipe(z.array(z.enum(NEWS_TYPES))),
    words: list,
    places: list,
    hurts: z.enum(['', 'yes']).transform((cell) => cell === 'yes'),
  })
  .transform(({ node_id, news_types, ...row }) => ({ nodeId: node_id, newsTypes: news_types, ...row }))

/** Reads what the own business of each megatrend is; a wrong cell is an error naming file and line. */
export function readThemeLexicon(): ThemeLexicon {
  return {
    businesses: readShippedRows(new URL('megatrend-business.csv', REFERENCE), businessRow),
    notBusiness: readShippedRows(
      new URL('lexicon/not-business.csv', REFERENCE),
      z.object({ phrase: z.string().min(1) }),
    ).map(({ phrase }) => phrase),
  }
}
