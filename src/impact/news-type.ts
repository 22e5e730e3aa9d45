import { enumeration } from '../core/input/enumeration.pure.ts'
import { NEWS_TYPES, type NewsType } from '../enrichment/classify/news-type.pure.ts'
import { newsTypes } from './news-type.source.ts'

/** The categories of news. */
export const NEWS_TYPE = enumeration<NewsType>('NewsType', 'Category of news.', descriptionsOf(NEWS_TYPES))

function descriptionsOf<Token extends string>(tokens: readonly Token[]): Record<Token, string>
function descriptionsOf(tokens: readonly string[]): Record<string, string> {
  const described = new Map<string, string>(newsTypes.map(({ type, description }) => [type, description]))
  return Object.fromEntries(tokens.map((token) => [token, described.get(token) ?? token]))
}
