import { queryRows } from '../../core/database/db.ts'
import { orderBy, reversed, standsBefore } from '../../core/database/row-order.ts'
import { empty, type Sql, sql } from '../../core/database/sql.ts'
import { ofEachListing, statementName } from './feed.store.ts'
import type { FeedPosition } from './feed-cursor.pure.ts'
import { type FeedSelection, type FeedSource, feedSource } from './feed-filter.store.ts'
import { type FeedRow, rowsOfPage, type StoredFeedRow, withImpacts } from './feed-row.store.ts'

/** A part of a feed between two positions. */
export interface FeedSpan {
  /** Position after which it begins; null = at the start of the feed. */
  readonly after: FeedPosition | null
  /** Position before which it ends; null = at the end of the feed. */
  readonly before: FeedPosition | null
  /** Rows at most. */
  readonly limit: number
  /** Takes the last `limit` rows of the part instead of the first, the last one first. */
  readonly fromEnd: boolean
}

/** A feed row with the position a reading goes on from. */
export interface PlacedFeedRow extends FeedRow {
  readonly position: FeedPosition
}

type StoredPlacedRow = StoredFeedRow & { relevance: number; lastId: number }

/**
 * Rows of a feed between two positions. A reading that goes on from a position sees the feed as it was when it began: articles stored
 * since then neither shift nor repeat nor hide a row, also where one of them would now be the lead article of its story.
 * Ids order articles by the time they were stored, because writers of news take turns (`asOnlyWriter`).
 */
export async function feedSlice(filter: FeedSelection, span: FeedSpan): Promise<PlacedFeedRow[]> {
  const page = slicePage(feedSource(filter, { lastId: lastIdOf(span) }), filter, span)
  return readSlice(sliceName(filter, span), page, filter, span)
}

/** A part of each listing's own feed between the same positions, all listings in one statement. */
export async function stockFeedSlices(
  listingIds: readonly number[],
  filter: FeedSelection,
  span: FeedSpan,
): Promise<PlacedFeedRow[][]> {
  const [only] = listingIds
  if (listingIds.length === 1 && only !== undefined) return [await feedSlice({ ...filter, listingIds: [only] }, span)]
  const source = feedSource({ ...filter, listingIds }, { listing: sql`scope.id`, lastId: lastIdOf(span) })
  const page = ofEachListing(listingIds, slicePage(source, filter, span))
  const rows = Map.groupBy(await readSlice(undefined, page, filter, span), (row) => row.scopeId)
  return listingIds.map((id) => rows.get(id) ?? [])
}

/** The last article that belongs to a reading; undefined when it begins here. */
function lastIdOf({ after, before }: FeedSpan): number | undefined {
  const ids = [after, before].flatMap((position) => (position ? [position.lastId] : []))
  return ids.length === 0 ? undefined : Math.min(...ids)
}

function slicePage({ rows, order, scopeId, relevance }: FeedSource, filter: FeedSelection, span: FeedSpan): Sql {
  const { after, before, limit, fromEnd } = span
  const later = after ? sql` AND ${standsBefore(reversed(order), positionValues(after, filter.orderBy))}` : empty
  const earlier = before ? sql` AND ${standsBefore(order, positionValues(before, filter.orderBy))}` : empty
  return sql`SELECT a.id, ${scopeId} AS "scopeId", ${relevance} AS relevance ${rows}${later}${earlier}
    ORDER BY ${orderBy(fromEnd ? reversed(order) : order)} LIMIT ${limit}`
}

/** The position as the values the feed's order compares. */
function positionValues({ measure, published, articleId }: FeedPosition, orderBy: FeedSelection['orderBy']): Sql[] {
  const recency = [sql`${published}::timestamptz`, sql`${articleId}::int`]
  if (orderBy === 'recency') return recency
  return [orderBy === 'impact' ? sql`${measure}::smallint` : sql`${measure}::real`, ...recency]
}

async function readSlice(
  name: string | undefined,
  page: Sql,
  filter: FeedSelection,
  span: FeedSpan,
): Promise<PlacedFeedRow[]> {
  const lastId = lastIdOf(span)
  const last = lastId === undefined ? sql`(SELECT max(id) FROM article)` : sql`${lastId}::int`
  const columns = sql`, page.relevance, ${last} AS "lastId"`
  const statement = rowsOfPage(page, { orderBy: filter.orderBy, backwards: span.fromEnd }, columns)
  return (await queryRows<StoredPlacedRow>(name, statement)).map((row) => placed(withImpacts(row), filter.orderBy))
}

function placed(
  { relevance, lastId, ...row }: FeedRow & { relevance: number; lastId: number },
  orderBy: FeedSelection['orderBy'],
): PlacedFeedRow {
  const measure = { recency: null, impact: row.impactScore, relevance }[orderBy]
  return { ...row, position: { measure, published: row.published, articleId: row.id, lastId } }
}

/** A name for the statement of a slice whose shape comes often. */
function sliceName(filter: FeedSelection, { after, before, fromEnd }: FeedSpan): string | undefined {
  const feed = statementName(filter)
  return feed && `${feed}_slice${after ? '_after' : ''}${before ? '_before' : ''}${fromEnd ? '_from_end' : ''}`
}
