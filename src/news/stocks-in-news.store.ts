import { rowsOf } from '../core/db.ts'
import type { Aspect } from '../enrichment/knowledge.math.ts'

/** Which stories count, and for whom. */
export interface StocksInNewsFilter {
  readonly listingIds: readonly number[]
  readonly start: Date
  /** First moment that is out again. */
  readonly end: Date
  /** Node range that a story itself must speak to. */
  readonly epicenter?: { readonly first: number; readonly last: number } | undefined
}

/** What the stories of a time do to one listing, in stories. */
export interface StockInNews {
  readonly listingId: number
  readonly newsCount: number
  readonly pos: number
  readonly neg: number
  readonly ambiguous: number
  readonly topRelevance: number
  /** Aspects, most stories first. */
  readonly aspects: readonly Aspect[]
  /** Why the most relevant of them moves it. */
  readonly topReason: string
}

/** Listings that stories moved. Of each story its article of highest impact speaks, the earliest of equals, as in a collapsed feed. */
export function stocksInNews(filter: StocksInNewsFilter): Promise<StockInNews[]> {
  const { listingIds, start, end, epicenter } = filter
  const values: unknown[] = [listingIds, start, end]
  if (epicenter) values.push(epicenter.first, epicenter.last)
  const speaking = epicenter
    ? `AND i.story_id IN (SELECT story_id FROM article_trend WHERE node_id BETWEEN $4 AND $5 AND published >= $2 AND published < $3)`
    : ''
  return rowsOf<StockInNews & Record<string, unknown>>(
    epicenter ? 'stocks_in_news_epicenter' : 'stocks_in_news',
    `WITH story AS (
       SELECT DISTINCT ON (i.listing_id, i.story_id) i.listing_id, i.direction, i.aspect, i.relevance, i.rationale, i.published, i.article_id
         FROM impact i WHERE i.listing_id = ANY($1) AND i.published >= $2 AND i.published < $3 ${speaking}
        ORDER BY i.listing_id, i.story_id, i.impact_score DESC, i.published, i.article_id
     ), aspect AS (
       SELECT listing_id, array_agg(aspect ORDER BY stories DESC, aspect) AS aspects
         FROM (SELECT listing_id, aspect, count(*) AS stories FROM story GROUP BY listing_id, aspect) counted GROUP BY listing_id
     )
     SELECT listing_id AS "listingId", count(*)::int AS "newsCount", (count(*) FILTER (WHERE direction = 'pos'))::int AS pos,
            (count(*) FILTER (WHERE direction = 'neg'))::int AS neg,
            (count(*) FILTER (WHERE direction = 'ambiguous'))::int AS ambiguous, max(relevance) AS "topRelevance",
            (array_agg(rationale ORDER BY relevance DESC, published DESC, article_id DESC))[1] AS "topReason",
            (SELECT aspects FROM aspect a WHERE a.listing_id = story.listing_id) AS aspects
       FROM story GROUP BY listing_id`,
    values,
  )
}
