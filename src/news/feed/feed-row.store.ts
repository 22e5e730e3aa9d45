import type { Exposure, Role } from '../../catalog/knowledge.pure.ts'
import { queryRows } from '../../core/database/db.ts'
import { orderBy, reversed } from '../../core/database/row-order.ts'
import { parameter, type Sql, sql } from '../../core/database/sql.ts'
import type { Aspect, Direction } from '../../enrichment/vocabulary/verdict.pure.ts'
import { type FeedSelection, feedOrder } from './feed-filter.store.ts'
import { ARTICLE_COLUMNS, type ArticleRow, type ImpactRow, type StoredStep } from './news.store.ts'

/** One row of a feed: an article, the listing its impact-level fields speak of, all its impacts and trends. */
export interface FeedRow extends ArticleRow {
  readonly scopeId: number | null
  readonly impacts: readonly ImpactRow[]
  readonly trends: readonly number[]
}

/** Columns of a feed row, from `article a JOIN story s`, beside `scopeId`. */
const FEED_COLUMNS = sql`${ARTICLE_COLUMNS},
  (SELECT coalesce(json_agg(json_build_array(x.listing_id, x.direction, x.aspect, x.magnitude, x.tagged, x.role, x.exposure,
                                             x.relevance, x.confidence, x.rationale, x.hop, x.path, x.steps) ORDER BY x.hop, x.relevance DESC, x.listing_id), '[]')
     FROM impact x WHERE x.article_id = a.id) AS impacts,
  (SELECT coalesce(array_agg(t.node_id ORDER BY t.relevance DESC, t.node_id), '{}') FROM article_trend t WHERE t.article_id = a.id) AS trends`

/** The order a page is shown in. */
interface Presentation {
  readonly orderBy: FeedSelection['orderBy']
  readonly backwards?: boolean
}

/** A statement for the feed rows of a page, found first by `page`: its `id`, `scopeId` and `relevance`; and more columns of it. */
export function rowsOfPage(page: Sql, { orderBy: by, backwards = false }: Presentation, columns: Sql): Sql {
  const order = feedOrder(by, {
    impact: sql`a.impact_score`,
    relevance: sql`page.relevance`,
    published: sql`a.published`,
    id: sql`a.id`,
  })
  return sql`WITH page AS MATERIALIZED (${page})
    SELECT page."scopeId", ${FEED_COLUMNS}${columns}
      FROM page JOIN article a ON a.id = page.id JOIN story s ON s.id = a.story_id
     ORDER BY ${orderBy(backwards ? reversed(order) : order)}`
}

/** An article to show, and the listing its row speaks of; null = that of its most relevant impact. */
export interface ShownArticle {
  readonly id: number
  readonly scopeId: number | null
}

/** Feed rows of these articles, in this order. */
export async function feedRowsOf(shown: readonly ShownArticle[]): Promise<FeedRow[]> {
  const [ids, scopeIds] = [shown.map(({ id }) => id), shown.map(({ scopeId }) => scopeId)]
  const statement = sql`SELECT coalesce(page.scope_id, a.lead_listing_id) AS "scopeId", ${FEED_COLUMNS}
      FROM unnest(${parameter(ids)}::int[], ${parameter(scopeIds)}::int[]) WITH ORDINALITY page(id, scope_id, place)
      JOIN article a ON a.id = page.id JOIN story s ON s.id = a.story_id ORDER BY page.place`
  return (await queryRows<StoredFeedRow>('feed_rows_of', statement)).map(withImpacts)
}

type ImpactTuple = [
  listingId: number,
  direction: Direction,
  aspect: Aspect,
  magnitude: number,
  tagged: boolean,
  role: Role,
  exposure: Exposure,
  relevance: number,
  confidence: number,
  rationale: string,
  hop: number,
  path: number[],
  steps: StoredStep[],
]

/** A feed row as PostgreSQL sends it. */
export type StoredFeedRow = Omit<FeedRow, 'impacts'> & { impacts: ImpactTuple[] }

/** The feed row with its impacts by name. */
export function withImpacts<Row extends StoredFeedRow>(row: Row): Omit<Row, 'impacts'> & Pick<FeedRow, 'impacts'> {
  return { ...row, impacts: row.impacts.map((tuple) => impactOf(row.id, tuple)) }
}

function impactOf(articleId: number, tuple: ImpactTuple): ImpactRow {
  const [listingId, direction, aspect, magnitude, tagged, role, exposure, relevance, confidence, ...reason] = tuple
  const [rationale, hop, path, steps] = reason
  const effect = { direction, aspect, magnitude, tagged, role, exposure, relevance, confidence }
  return { listingId, articleId, ...effect, rationale, hop, path, steps }
}
