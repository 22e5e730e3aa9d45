import { queryRows } from '../../core/database/db.ts'
import { empty, parameter, type Sql, sql } from '../../core/database/sql.ts'
import type { Aspect } from '../../enrichment/vocabulary/verdict.pure.ts'
import { publishedWithin } from '../../news/story/article-filter.store.ts'
import { leadFirst } from '../../news/story/lead-article.store.ts'

/** Which stories count, and for which listings. */
export interface StocksInNewsFilter {
  readonly listingIds: readonly number[]
  readonly start: Date
  /** First moment of publication that is out again. */
  readonly end: Date
  /** Node range that a story itself must speak to. */
  readonly epicenter?: { readonly first: number; readonly last: number } | undefined
}

/** Stories of one aspect that move a listing. */
export interface AspectCount {
  readonly listingId: number
  readonly aspect: Aspect
  readonly stories: number
  readonly pos: number
  readonly neg: number
  readonly topRelevance: number
}

/** Counts the stories that move listings, by aspect. A story counts with its lead article among those that move the listing, as in the listing's collapsed feed. */
export function countByAspect(filter: StocksInNewsFilter): Promise<AspectCount[]> {
  return queryRows<AspectCount>(
    undefined,
    sql`SELECT listing_id AS "listingId", aspect, count(*)::int AS stories, (count(*) FILTER (WHERE direction = 'pos'))::int AS pos,
            (count(*) FILTER (WHERE direction = 'neg'))::int AS neg, max(relevance) AS "topRelevance"
       FROM (${shownImpacts(filter)}) shown GROUP BY listing_id, aspect`,
  )
}

/** The rationale of the most relevant of these stories, by listing. */
export async function topReasons(filter: StocksInNewsFilter): Promise<Map<number, string>> {
  const rows = await queryRows<{ listingId: number; rationale: string }>(
    undefined,
    sql`SELECT i.listing_id AS "listingId", i.rationale FROM (
         SELECT DISTINCT ON (listing_id) listing_id, article_id FROM (${shownImpacts(filter)}) shown
          ORDER BY listing_id, relevance DESC, published DESC, article_id DESC) top
       JOIN impact i ON i.listing_id = top.listing_id AND i.article_id = top.article_id`,
  )
  return new Map(rows.map((row) => [row.listingId, row.rationale]))
}

/**
 * One impact for each listing and story. Most stories have one article and nothing to choose from: their impacts come from an index
 * alone, and only those of the others are sorted. Planned at each call: a plan for any number of listings suits none.
 */
function shownImpacts({ listingIds, start, end, epicenter }: StocksInNewsFilter): Sql {
  const ids = parameter(listingIds)
  const inTime = publishedWithin(start, end)
  const spoken = epicenter
    ? sql`AND i.story_id IN (SELECT t.story_id FROM article_trend t
            WHERE t.node_id BETWEEN ${parameter(epicenter.first)} AND ${parameter(epicenter.last)} AND ${inTime(sql`t`)})`
    : empty
  const matching = sql`i.listing_id = ANY(${ids}::int[]) AND ${inTime(sql`i`)} ${spoken}`
  const columns = sql`i.listing_id, i.direction, i.aspect, i.relevance, i.published, i.article_id`
  return sql`SELECT ${columns} FROM impact i
     WHERE ${matching} AND NOT EXISTS (SELECT 1 FROM story s WHERE s.id = i.story_id AND s.article_count > 1)
    UNION ALL
    (SELECT DISTINCT ON (i.listing_id, i.story_id) ${columns}
       FROM story s JOIN article a ON a.story_id = s.id JOIN impact i ON i.article_id = a.id
      WHERE s.article_count > 1 AND ${matching}
      ORDER BY i.listing_id, i.story_id, ${leadFirst(sql`i`, sql`i.article_id`)})`
}
