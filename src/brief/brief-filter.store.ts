import { parameter, type Sql, sql } from '../core/database/sql.ts'
import {
  type ArticleFilter,
  articleConditions,
  publishedWithin,
  speakingImpacts,
} from '../news/story/article-filter.store.ts'

/** Which articles a brief reads: the filters of a news feed, within a span of time. */
export interface BriefFilter extends Pick<ArticleFilter, 'newsTypes' | 'aspect' | 'trend'> {
  readonly start: Date
  /** First moment that is out again. */
  readonly end: Date
  /** Articles about one of these match, each by the one it is most about; only their movers are asked for, and those of assets that belong to no scope. */
  readonly affected?: { readonly ids: readonly number[]; readonly assetIds: readonly number[] } | undefined
}

/** FROM and WHERE of the articles `a` a brief reads, and what each says: of the company in scope it is most about, else of its most relevant impact. */
export function briefArticles({ affected, ...filter }: BriefFilter): {
  rows: Sql
  scopeId: Sql
  direction: Sql
  aspect: Sql
} {
  const [a, i] = [sql`a`, sql`i`]
  const meets = articleConditions(filter)
  if (!affected) {
    const [scopeId, direction, aspect] = [sql`NULL::int`, sql`a.lead_direction`, sql`a.lead_aspect`]
    return { rows: sql`FROM article a WHERE ${meets({ article: a })}`, scopeId, direction, aspect }
  }
  return {
    rows: sql`FROM (${speakingImpacts(parameter(affected.ids), publishedWithin(filter.start, filter.end))}) i JOIN article a ON a.id = i.article_id
      WHERE ${meets({ article: a, impact: i })}`,
    ...{ scopeId: sql`i.listing_id`, direction: sql`i.direction`, aspect: sql`i.aspect` },
  }
}
