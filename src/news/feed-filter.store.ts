import type { FeedFilter } from './news.input.ts'

/** Collects parameters while a statement is written. */
export class Parameters {
  readonly values: unknown[] = []

  /** The placeholder of a value. */
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`)

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
  // As moments: PostgreSQL does not read the year 0000, a legal day by ISO 8601.
  if (filter.from) put((value, article) => `${article}.published >= ${value}`, startOf(filter.from))
  if (filter.to)
    put((value, article) => `${article}.published < ${value}::timestamptz + interval '1 day'`, startOf(filter.to))
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
export function matching(filter: FeedFilter, parameters: Parameters): string {
  if (filter.listingIds) return scoped({ ...filter, listingIds: filter.listingIds }, parameters)
  const conditions = conditionsOf(filter, parameters)
  const sibling = `NOT EXISTS (SELECT 1 FROM article o WHERE o.story_id = a.story_id AND ${better('o')}${conditions('o', null)})`
  return `FROM article a WHERE true${conditions('a', null)}${filter.collapse ? ` AND ${sibling}` : ''}`
}

/** FROM and WHERE of a feed over some listings; `each` names the one listing of a lateral part instead of the filter's own. */
export function scoped(
  filter: FeedFilter & { listingIds: readonly number[] },
  parameters: Parameters,
  each?: string,
): string {
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
export function orderOf(filter: FeedFilter): string {
  const recency = filter.listingIds ? 'i.published DESC, i.article_id DESC' : 'a.published DESC, a.id DESC'
  if (filter.orderBy === 'impact') return `a.impact_score DESC, ${recency}`
  if (filter.orderBy === 'relevance')
    return `${filter.listingIds ? 'i.relevance' : 'a.lead_relevance'} DESC, ${recency}`
  return recency
}
