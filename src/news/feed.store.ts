import { rowsOf } from '../core/db.ts'
import { ALL_ROWS_MAX, type Page, windowOf } from '../core/page.ts'
import type { Aspect, Direction, Exposure, Role } from '../enrichment/knowledge.math.ts'
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

/** Collects parameters while a statement is written. */
class Parameters {
  readonly values: unknown[] = []

  /** The placeholder of a value. */
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** The conditions of a filter as placeholders, once, so that they can be said of an article and of its siblings alike. */
function conditionsOf(filter: FeedFilter, parameters: Parameters): (article: string, impact: string | null) => string {
  const makers: ((article: string, impact: string | null) => string)[] = []
  const put = (maker: (value: string, article: string, impact: string | null) => string, value: unknown) => {
    const placeholder = parameters.add(value)
    makers.push((article, impact) => maker(placeholder, article, impact))
  }
  if (filter.minImpact !== undefined) put((value, article) => `${article}.impact_score >= ${value}`, filter.minImpact)
  if (filter.aspect)
    put(
      (value, article, impact) => `${impact ? `${impact}.aspect` : `${article}.lead_aspect`} = ${value}`,
      filter.aspect,
    )
  if (filter.direction) {
    put(
      (value, article, impact) => `${impact ? `${impact}.direction` : `${article}.lead_direction`} = ${value}`,
      filter.direction,
    )
  }
  if (filter.newsType) put((value, article) => `${article}.news_types && ${value}::text[]`, filter.newsType)
  if (filter.source) put((value, article) => `${article}.source = ${value}`, filter.source)
  if (filter.from) put((value, article) => `${article}.published >= ${value}::timestamptz`, `${filter.from}T00:00:00Z`)
  if (filter.to)
    put((value, article) => `${article}.published < ${value}::timestamptz + interval '1 day'`, `${filter.to}T00:00:00Z`)
  if (filter.articleIds) put((value, article) => `${article}.id = ANY(${value})`, filter.articleIds)
  if (filter.affectedIds) {
    put(
      (value, article) =>
        `EXISTS (SELECT 1 FROM impact f WHERE f.article_id = ${article}.id AND f.listing_id = ANY(${value}))`,
      filter.affectedIds,
    )
  }
  if (filter.trend) {
    const { first, last, memberIds } = filter.trend
    const bounds = [parameters.add(first), parameters.add(last)]
    const spoken = (of: string) =>
      `SELECT t.article_id FROM article_trend t WHERE ${of}t.node_id BETWEEN ${bounds[0]} AND ${bounds[1]}`
    // The articles of a feed are found at once; a sibling, of which there are few, is asked by itself.
    put((value, article) => {
      const reached = (of: string) =>
        `SELECT f.article_id FROM impact f WHERE ${of}f.hop = 0 AND f.listing_id = ANY(${value})`
      if (article === 'a') return `a.id IN (${spoken('')} UNION ${reached('')})`
      return `(EXISTS (${spoken(`t.article_id = ${article}.id AND `)}) OR EXISTS (${reached(`f.article_id = ${article}.id AND `)}))`
    }, memberIds)
  }
  return (article, impact) => makers.map((maker) => ` AND ${maker(article, impact)}`).join('')
}

/** SQL that is true when `sibling` shows its story better than `a` does: higher impact, or as high and earlier. */
function better(sibling: string): string {
  return `(${sibling}.impact_score > a.impact_score OR (${sibling}.impact_score = a.impact_score
    AND (${sibling}.published, ${sibling}.id) < (a.published, a.id)))`
}

/** FROM and WHERE of a feed: `a` is the article and, in a scoped feed, `i` the impact its row speaks of. */
function matching(filter: FeedFilter, parameters: Parameters): string {
  if (filter.listingIds) return scoped({ ...filter, listingIds: filter.listingIds }, parameters)
  const conditions = conditionsOf(filter, parameters)
  const sibling = `NOT EXISTS (SELECT 1 FROM article o WHERE o.story_id = a.story_id AND ${better('o')}${conditions('o', null)})`
  return `FROM article a WHERE true${conditions('a', null)}${filter.collapse ? ` AND ${sibling}` : ''}`
}

/** FROM and WHERE of a feed over some listings; `each` names the one listing of a lateral part instead of the filter's own. */
function scoped(filter: FeedFilter & { listingIds: readonly number[] }, parameters: Parameters, each?: string): string {
  const conditions = conditionsOf(filter, parameters)
  const [only] = filter.listingIds
  const one = each ?? (filter.listingIds.length === 1 ? parameters.add(only) : null)
  const several = one ?? parameters.add(filter.listingIds)
  const inScope = (impact: string) =>
    one ? `${impact}.listing_id = ${one}` : `${impact}.listing_id = ANY(${several}::int[])`
  // Of several requested listings an article hits, the row speaks of the one asked for first.
  const preferred = (impact: string) =>
    one
      ? ''
      : ` AND NOT EXISTS (SELECT 1 FROM impact p WHERE p.article_id = ${impact}.article_id AND p.listing_id = ANY(${several}::int[])
            AND array_position(${several}::int[], p.listing_id) < array_position(${several}::int[], ${impact}.listing_id))`
  const sibling = `NOT EXISTS (SELECT 1 FROM impact oi JOIN article o ON o.id = oi.article_id
      WHERE ${inScope('oi')} AND oi.story_id = i.story_id AND oi.article_id <> i.article_id AND ${better('o')}${conditions('o', 'oi')}${preferred('oi')})`
  return `FROM impact i JOIN article a ON a.id = i.article_id
    WHERE ${inScope('i')}${preferred('i')}${conditions('a', 'i')}${filter.collapse ? ` AND ${sibling}` : ''}`
}

/** The order of a feed; in a scoped one the impact's own columns carry it, so that its index serves. */
function orderOf(filter: FeedFilter): string {
  const recency = filter.listingIds ? 'i.published DESC, i.article_id DESC' : 'a.published DESC, a.id DESC'
  if (filter.orderBy === 'impact') return `a.impact_score DESC, ${recency}`
  if (filter.orderBy === 'relevance')
    return `${filter.listingIds ? 'i.relevance' : 'a.lead_relevance'} DESC, ${recency}`
  return recency
}

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

/** Ids of all articles a feed holds, at most 5,000. */
export async function feedIds(filter: FeedFilter): Promise<number[]> {
  const parameters = new Parameters()
  const text = `SELECT a.id ${matching(filter, parameters)} LIMIT ${parameters.add(ALL_ROWS_MAX)}`
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
