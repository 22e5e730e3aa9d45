import { queryRows } from '../../core/database/db.ts'
import { orderBy } from '../../core/database/row-order.ts'
import { empty, parameter, type Sql, sql } from '../../core/database/sql.ts'
import { ALL_ROWS_MAX, type Page, windowOf } from '../../core/input/paging.pure.ts'
import { type FeedSelection, type FeedSource, feedSource } from './feed-filter.store.ts'
import { type FeedRow, rowsOfPage, type StoredFeedRow, withImpacts } from './feed-row.store.ts'
import { rememberedTotal } from './feed-total.ts'
import type { FeedFilter } from './news.input.ts'

/** A name for the statement of a feed whose shape comes often; the others are not kept prepared. */
export function statementName(filter: FeedSelection): string | undefined {
  const rare =
    filter.aspect ??
    filter.direction ??
    filter.minRelevance ??
    filter.minConfidence ??
    filter.tagged ??
    filter.newsTypes ??
    filter.source ??
    filter.from ??
    filter.to ??
    filter.articleIds ??
    filter.affectedIds ??
    filter.trend
  if (rare !== undefined || filter.minImpact !== undefined) return undefined
  const scope = filter.listingIds ? (filter.listingIds.length === 1 ? 'listing' : 'listings') : 'all'
  return `feed_${scope}_${filter.orderBy}_${filter.collapse}`
}

/** The rows of one page of a feed. */
async function feedRows(filter: FeedFilter): Promise<FeedRow[]> {
  const statement = rowsOfPage(offsetPage(feedSource(filter), filter), filter, empty)
  return (await queryRows<StoredFeedRow>(statementName(filter), statement)).map(withImpacts)
}

function offsetPage({ rows, order, scopeId, relevance }: FeedSource, filter: FeedFilter): Sql {
  const { limit, offset } = windowOf(filter)
  return sql`SELECT a.id, ${scopeId} AS "scopeId", ${relevance} AS relevance ${rows}
    ORDER BY ${orderBy(order)} LIMIT ${limit} OFFSET ${offset}`
}

/** Ids of all articles a feed holds in its own order, at most 5,000. */
export async function feedIds(filter: FeedFilter): Promise<number[]> {
  const { rows, order } = feedSource(filter)
  const statement = sql`SELECT a.id ${rows} ORDER BY ${orderBy(order)} LIMIT ${ALL_ROWS_MAX}`
  return (await queryRows<{ id: number }>(undefined, statement)).map((row) => row.id)
}

/** How many rows a feed has in all. Collapsed they are as many as stories with an article that matches, whichever of them is shown. */
async function feedTotal(filter: FeedFilter): Promise<number> {
  const { rows } = feedSource({ ...filter, collapse: false })
  const statement = filter.collapse
    ? sql`SELECT count(*) AS total FROM (SELECT DISTINCT a.story_id ${rows}) stories`
    : sql`SELECT count(*) AS total ${rows}`
  const [row] = await queryRows<{ total: number }>(undefined, statement)
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
  const source = feedSource({ ...filter, listingIds }, { listing: sql`scope.id` })
  const page = ofEachListing(listingIds, offsetPage(source, filter))
  const found = (await queryRows<StoredFeedRow>(undefined, rowsOfPage(page, filter, empty))).map(withImpacts)
  const rows = Map.groupBy(found, (row) => row.scopeId)
  const totals = await totalsOf(listingIds, filter)
  return listingIds.map((id) => ({ ...pagingOf(filter), rows: rows.get(id) ?? [], total: totals.get(id) ?? 0 }))
}

/** What `part` finds for each listing, which it calls `scope.id`. */
export function ofEachListing(listingIds: readonly number[], part: Sql): Sql {
  return sql`SELECT part.* FROM unnest(${parameter(listingIds)}::int[]) AS scope(id) CROSS JOIN LATERAL (${part}) part`
}

/** Counts of each listing's own feed. */
async function totalsOf(listingIds: readonly number[], filter: FeedFilter): Promise<Map<number, number>> {
  const { rows } = feedSource({ ...filter, listingIds, collapse: false }, { listing: sql`scope.id` })
  const counted = filter.collapse ? sql`count(DISTINCT a.story_id)` : sql`count(*)`
  const part = sql`SELECT scope.id, ${counted} AS total ${rows}`
  const found = await queryRows<{ id: number; total: number }>(undefined, ofEachListing(listingIds, part))
  return new Map(found.map((row) => [row.id, row.total]))
}

function pagingOf({ limit, offset, all }: FeedFilter) {
  return { limit, offset, all }
}

/** The full count behind a page: known from a short page, else remembered until there is news, else counted. */
async function totalBehind(filter: FeedFilter, rowCount: number): Promise<number> {
  const { limit, offset } = windowOf(filter)
  if (rowCount < limit && (rowCount > 0 || offset === 0)) return offset + rowCount
  const { limit: _, offset: __, all: ___, orderBy: ____, ...facts } = filter
  const total = await rememberedTotal(JSON.stringify(facts), () => feedTotal(filter))
  // A count from before the latest news may be less than what is shown.
  return Math.max(total, rowCount === 0 ? 0 : offset + rowCount)
}
