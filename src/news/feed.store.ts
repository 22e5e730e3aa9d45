import { rowsOf } from '../core/db.ts'
import { ALL_ROWS_MAX, type Page, windowOf } from '../core/page.ts'
import type { Aspect, Direction, Exposure, Role } from '../enrichment/knowledge.math.ts'
import { matching, orderOf, Parameters, scoped } from './feed-filter.store.ts'
import { rememberedTotal } from './feed-total.ts'
import type { FeedFilter } from './news.input.ts'
import { ARTICLE_COLUMNS, type ArticleRow, type ImpactRow } from './news.store.ts'

/** One row of a feed: an article, the listing its impact-level fields speak of, all its impacts and trends. */
export interface FeedRow extends ArticleRow {
  readonly scopeId: number | null
  readonly impacts: readonly ImpactRow[]
  readonly trends: readonly number[]
}

const IMPACTS_OF_ARTICLE = `
  (SELECT coalesce(json_agg(json_build_array(x.listing_id, x.direction, x.aspect, x.magnitude, x.tagged, x.role, x.exposure,
                                             x.relevance, x.rationale, x.hop, x.path) ORDER BY x.hop, x.relevance DESC, x.listing_id), '[]')
     FROM impact x WHERE x.article_id = a.id) AS impacts,
  (SELECT coalesce(array_agg(t.node_id ORDER BY t.relevance DESC, t.node_id), '{}') FROM article_trend t WHERE t.article_id = a.id) AS trends`

const PAGE_ORDER = {
  recency: 'a.published DESC, a.id DESC',
  impact: 'a.impact_score DESC, a.published DESC, a.id DESC',
  relevance: 'page.relevance DESC, a.published DESC, a.id DESC',
} as const

/** A statement's name when its shape is one of the few that come often; the others are not kept prepared. */
function nameOf(filter: FeedFilter): string | undefined {
  const rare =
    filter.aspect ??
    filter.direction ??
    filter.newsType ??
    filter.source ??
    filter.from ??
    filter.to ??
    filter.affectedIds ??
    filter.trend
  if (rare !== undefined || filter.minImpact !== undefined) return undefined
  const scope = filter.listingIds ? (filter.listingIds.length === 1 ? 'listing' : 'listings') : 'all'
  return `feed_${scope}_${filter.orderBy}_${filter.collapse}`
}

/** The rows of one page of a feed. */
async function feedRows(filter: FeedFilter): Promise<FeedRow[]> {
  const parameters = new Parameters()
  const { limit, offset } = windowOf(filter)
  const scope = filter.listingIds
    ? 'i.listing_id AS "scopeId", i.relevance'
    : 'a.lead_listing_id AS "scopeId", a.lead_relevance AS relevance'
  const from = matching(filter, parameters)
  const text = `
    WITH page AS MATERIALIZED (
      SELECT a.id, ${scope} ${from} ORDER BY ${orderOf(filter)} LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(offset)}
    )
    SELECT page."scopeId", ${ARTICLE_COLUMNS}, ${IMPACTS_OF_ARTICLE}
      FROM page JOIN article a ON a.id = page.id JOIN story s ON s.id = a.story_id ORDER BY ${PAGE_ORDER[filter.orderBy]}`
  return (await rowsOf<StoredFeedRow>(nameOf(filter), text, parameters.values)).map(withImpacts)
}

/** Ids of all articles a feed holds in its own order, at most 5,000. */
export async function feedIds(filter: FeedFilter): Promise<number[]> {
  const parameters = new Parameters()
  const text = `SELECT a.id ${matching(filter, parameters)} ORDER BY ${orderOf(filter)} LIMIT ${parameters.add(ALL_ROWS_MAX)}`
  return (await rowsOf<{ id: number }>(undefined, text, parameters.values)).map((row) => row.id)
}

/** Feed rows of these articles, in this order, each for its most relevant impact. */
export async function feedRowsOf(articleIds: readonly number[]): Promise<FeedRow[]> {
  const text = `
    SELECT a.lead_listing_id AS "scopeId", ${ARTICLE_COLUMNS}, ${IMPACTS_OF_ARTICLE}
      FROM unnest($1::int[]) WITH ORDINALITY page(id, place) JOIN article a ON a.id = page.id JOIN story s ON s.id = a.story_id
     ORDER BY page.place`
  return (await rowsOf<StoredFeedRow>('feed_rows_of', text, [articleIds])).map(withImpacts)
}

/** How many rows a feed has in all. Collapsed they are as many as stories with an article that matches, whichever of them is shown. */
async function feedTotal(filter: FeedFilter): Promise<number> {
  const parameters = new Parameters()
  const rows = matching({ ...filter, collapse: false }, parameters)
  const text = filter.collapse
    ? `SELECT count(*) AS total FROM (SELECT DISTINCT a.story_id ${rows}) stories`
    : `SELECT count(*) AS total ${rows}`
  const [row] = await rowsOf<{ total: number }>(undefined, text, parameters.values)
  return row?.total ?? 0
}

/** One page of any feed. */
export async function feed(filter: FeedFilter): Promise<Page<FeedRow>> {
  const rows = await feedRows(filter)
  return { ...pagingOf(filter), rows, total: await totalBehind(filter, rows.length) }
}

/** One page of each listing's own feed, all listings in one statement. */
export async function stockFeeds(listingIds: readonly number[], filter: FeedFilter): Promise<Page<FeedRow>[]> {
  const [only] = listingIds
  if (listingIds.length === 1 && only !== undefined) return [await feed({ ...filter, listingIds: [only] })]
  const parameters = new Parameters()
  const { limit, offset } = windowOf(filter)
  const scope = parameters.add(listingIds)
  const text = `
    WITH page AS MATERIALIZED (
      SELECT page.* FROM unnest(${scope}::int[]) AS scope(id) CROSS JOIN LATERAL (
        SELECT a.id, i.listing_id AS "scopeId", i.relevance ${scoped({ ...filter, listingIds }, parameters, 'scope.id')}
         ORDER BY ${orderOf({ ...filter, listingIds })} LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(offset)}
      ) page
    )
    SELECT page."scopeId", ${ARTICLE_COLUMNS}, ${IMPACTS_OF_ARTICLE}
      FROM page JOIN article a ON a.id = page.id JOIN story s ON s.id = a.story_id ORDER BY ${PAGE_ORDER[filter.orderBy]}`
  const rows = Map.groupBy(
    (await rowsOf<StoredFeedRow>(undefined, text, parameters.values)).map(withImpacts),
    (row) => row.scopeId,
  )
  const totals = await totalsOf(listingIds, filter)
  return listingIds.map((id) => ({ ...pagingOf(filter), rows: rows.get(id) ?? [], total: totals.get(id) ?? 0 }))
}

/** Counts of each listing's own feed. */
async function totalsOf(listingIds: readonly number[], filter: FeedFilter): Promise<Map<number, number>> {
  const parameters = new Parameters()
  const scope = parameters.add(listingIds)
  const text = `
    SELECT scope.id, counted.total FROM unnest(${scope}::int[]) AS scope(id) CROSS JOIN LATERAL (
      SELECT count(${filter.collapse ? 'DISTINCT a.story_id' : '*'}) AS total ${scoped({ ...filter, listingIds, collapse: false }, parameters, 'scope.id')}) counted`
  const rows = await rowsOf<{ id: number; total: number }>(undefined, text, parameters.values)
  return new Map(rows.map((row) => [row.id, row.total]))
}

function pagingOf({ limit, offset, all }: FeedFilter) {
  return { limit, offset, all }
}

/** The full count behind a page: known from a short page, else remembered until there is news, else counted. */
async function totalBehind(filter: FeedFilter, rowCount: number): Promise<number> {
  const { limit, offset } = windowOf(filter)
  if (rowCount < limit && (rowCount > 0 || offset === 0)) return offset + rowCount
  const { limit: _, offset: __, all: ___, orderBy: ____, lang: _____, ...facts } = filter
  return rememberedTotal(JSON.stringify(facts), () => feedTotal(filter))
}

type ImpactTuple = [
  listingId: number,
  direction: Direction,
  aspect: Aspect,
  magnitude: number,
  tagged: boolean,
  role: Role | null,
  exposure: Exposure | null,
  relevance: number,
  rationale: string,
  hop: number,
  path: number[],
]

type StoredFeedRow = Omit<FeedRow, 'impacts'> & { impacts: ImpactTuple[] }

function withImpacts(row: StoredFeedRow): FeedRow {
  return { ...row, impacts: row.impacts.map((tuple) => impactOf(row.id, tuple)) }
}

function impactOf(articleId: number, tuple: ImpactTuple): ImpactRow {
  const [listingId, direction, aspect, magnitude, tagged, role, exposure, relevance, rationale, hop, path] = tuple
  return { listingId, articleId, direction, aspect, magnitude, tagged, role, exposure, relevance, rationale, hop, path }
}
