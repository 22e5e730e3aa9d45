import { descending, type RowOrder } from '../../core/database/row-order.ts'
import { empty, parameter, type Sql, sql } from '../../core/database/sql.ts'
import { DAY_MS } from '../../core/time/day.pure.ts'
import {
  type ArticleFilter,
  articleConditions,
  IMPACT_FILTERS,
  publishedWithin,
  speakingImpact,
  speakingImpacts,
} from '../story/article-filter.store.ts'
import { hasBetterLead, leadsOver } from '../story/lead-article.store.ts'
import type { FeedFilter } from './news.input.ts'

/** Which rows a feed holds and in which order, without a page of it. */
export type FeedSelection = Omit<FeedFilter, 'limit' | 'offset' | 'all'>

/** A feed as parts of a statement. */
export interface FeedSource {
  /** FROM and WHERE: `a` is the article and, in a feed over listings, `i` the impact its row speaks of. */
  readonly rows: Sql
  readonly order: RowOrder
  /** Listing the row speaks of. */
  readonly scopeId: Sql
  /** Relevance of the article for it. */
  readonly relevance: Sql
}

/** What narrows a feed beside its filter. */
interface Narrowing {
  /** The one listing of a lateral part, which stands for the filter's own. */
  readonly listing?: Sql
  /** Shows the feed as it was when this was the last article stored. */
  readonly lastId?: number | undefined
}

/** The rows of a feed. */
export function feedSource(filter: FeedSelection, narrowing: Narrowing = {}): FeedSource {
  if (filter.listingIds) return listingFeed(filter, filter.listingIds, narrowing)
  return filter.affectedIds ? companyFeed(filter, filter.affectedIds, narrowing) : generalFeed(filter, narrowing)
}

/** Every article, each for its most relevant impact. */
function generalFeed(filter: FeedSelection, { lastId }: Narrowing): FeedSource {
  const a = sql`a`
  const meets = articleConditions(articleFilterOf(filter, lastId))
  const shown = filter.collapse
    ? sql` AND NOT ${hasBetterLead(a, (article) => meets({ article, singly: true }))}`
    : empty
  const relevance = sql`a.lead_relevance`
  return {
    rows: sql`FROM article a WHERE ${meets({ article: a })}${shown}`,
    order: feedOrder(filter.orderBy, {
      impact: sql`a.impact_score`,
      relevance,
      published: sql`a.published`,
      id: sql`a.id`,
    }),
    scopeId: sql`a.lead_listing_id`,
    relevance,
  }
}

/**
 * Every article about some companies, each for the one of them it is most about. Where a row's own impact decides, those of all articles
 * are found first; else each row that is shown looks for its own.
 */
function companyFeed(filter: FeedSelection, companyIds: readonly number[], { lastId }: Narrowing): FeedSource {
  const [a, i, o, oi] = [sql`a`, sql`i`, sql`o`, sql`oi`]
  const ids = parameter(companyIds)
  const articles = articleFilterOf(filter, lastId)
  const meets = articleConditions(articles)
  const speaking = (article: Sql) => speakingImpact(ids, sql`${article}.id`)
  const order = { impact: sql`a.impact_score`, published: sql`a.published`, id: sql`a.id` }
  if (!looksAtImpact(filter)) {
    const shown = filter.collapse
      ? sql` AND NOT ${hasBetterLead(a, (article) => meets({ article, singly: true }))}`
      : empty
    const relevance = sql`(SELECT i.relevance FROM (${speaking(a)}) i)`
    return {
      rows: sql`FROM article a WHERE ${meets({ article: a })}${shown}`,
      order: feedOrder(filter.orderBy, { ...order, relevance }),
      scopeId: sql`(SELECT i.listing_id FROM (${speaking(a)}) i)`,
      relevance,
    }
  }
  const conditions = articleConditions({ ...articles, affectedIds: undefined })
  const better = sql`EXISTS (SELECT 1 FROM article o CROSS JOIN LATERAL (${speaking(o)}) oi
    WHERE o.story_id = a.story_id AND ${leadsOver(o, a)} AND ${conditions({ article: o, impact: oi, singly: true })})`
  const relevance = sql`i.relevance`
  return {
    rows: sql`FROM (${speakingImpacts(ids, publishedWithin(articles.start, articles.end))}) i JOIN article a ON a.id = i.article_id
      WHERE ${conditions({ article: a, impact: i })}${filter.collapse ? sql` AND NOT ${better}` : empty}`,
    order: feedOrder(filter.orderBy, { ...order, relevance }),
    scopeId: sql`i.listing_id`,
    relevance,
  }
}

/** Whether the impact a row speaks of decides if the row is shown, or where. */
function looksAtImpact(filter: FeedSelection): boolean {
  return filter.orderBy === 'relevance' || IMPACT_FILTERS.some((name) => filter[name] !== undefined)
}

/** The articles that move some listings, each for the first of these it moves. The impact's own columns carry the order, so that its index serves. */
function listingFeed(filter: FeedSelection, listingIds: readonly number[], { listing, lastId }: Narrowing): FeedSource {
  const [a, i, o, oi] = [sql`a`, sql`i`, sql`o`, sql`oi`]
  const meets = articleConditions(articleFilterOf(filter, lastId))
  const inScope = scopeOf(listingIds, listing)
  const better = sql`EXISTS (SELECT 1 FROM impact oi JOIN article o ON o.id = oi.article_id
    WHERE ${inScope(oi)} AND oi.story_id = i.story_id AND oi.article_id <> i.article_id
      AND ${leadsOver(o, a)} AND ${meets({ article: o, impact: oi, singly: true })})`
  const relevance = sql`i.relevance`
  return {
    rows: sql`FROM impact i JOIN article a ON a.id = i.article_id
      WHERE ${inScope(i)} AND ${meets({ article: a, impact: i })}${filter.collapse ? sql` AND NOT ${better}` : empty}`,
    order: feedOrder(filter.orderBy, {
      impact: sql`a.impact_score`,
      relevance,
      published: sql`i.published`,
      id: sql`i.article_id`,
    }),
    scopeId: sql`i.listing_id`,
    relevance,
  }
}

/** Condition that an impact is on one of these listings, and on none of them that was asked for earlier. */
function scopeOf(listingIds: readonly number[], listing: Sql | undefined): (impact: Sql) => Sql {
  const only = listing ?? (listingIds.length === 1 ? parameter(listingIds[0]) : undefined)
  if (only) return (impact) => sql`${impact}.listing_id = ${only}`
  const ids = sql`${parameter(listingIds)}::int[]`
  return (impact) => sql`${impact}.listing_id = ANY(${ids})
    AND NOT EXISTS (SELECT 1 FROM impact p WHERE p.article_id = ${impact}.article_id AND p.listing_id = ANY(${ids})
      AND array_position(${ids}, p.listing_id) < array_position(${ids}, ${impact}.listing_id))`
}

/** The order of a feed over these columns. */
export function feedOrder(
  orderBy: FeedSelection['orderBy'],
  columns: Readonly<Record<'impact' | 'relevance' | 'published' | 'id', Sql>>,
): RowOrder {
  const recency = [descending(columns.published), descending(columns.id)]
  return orderBy === 'recency' ? recency : [descending(columns[orderBy]), ...recency]
}

function articleFilterOf(filter: FeedSelection, lastId: number | undefined): ArticleFilter {
  const { from, to, ...rest } = filter
  return {
    ...rest,
    // As moments: PostgreSQL does not read the year 0000, a legal day by ISO 8601.
    start: from === undefined ? undefined : new Date(startMs(from)),
    end: to === undefined ? undefined : new Date(startMs(to) + DAY_MS),
    lastId,
  }
}

function startMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
