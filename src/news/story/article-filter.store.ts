import { allOf, join, parameter, type Sql, sql } from '../../core/database/sql.ts'

/** What an article must meet; every part that is given. */
export interface ArticleFilter {
  /** Least impact score. */
  readonly minImpact?: number | undefined
  /** Aspect of the impact looked at. */
  readonly aspect?: string | undefined
  /** Direction of the impact looked at. */
  readonly direction?: string | undefined
  /** Least relevance of the impact looked at, 0 to 1. */
  readonly minRelevance?: number | undefined
  /** Least confidence in the impact looked at, 0 to 1. */
  readonly minConfidence?: number | undefined
  /** Whether the article names the listing of the impact looked at. */
  readonly tagged?: boolean | undefined
  /** News types, any of them. */
  readonly newsTypes?: readonly string[] | undefined
  /** Outlet id. */
  readonly source?: string | undefined
  /** First moment of publication. */
  readonly start?: Date | undefined
  /** First moment of publication that is out again. */
  readonly end?: Date | undefined
  /** Only these articles. */
  readonly articleIds?: readonly number[] | undefined
  /** Only articles stored up to this one. */
  readonly lastId?: number | undefined
  /** Listings, any of which the article has an impact on. */
  readonly affectedIds?: readonly number[] | undefined
  /** Megatrend node range that an article speaks to itself, or through a listing it names. */
  readonly trend?: { readonly first: number; readonly last: number; readonly memberIds: readonly number[] } | undefined
}

/** What is known of the article whose conditions are asked for. */
interface Subject {
  /** Its name in the statement. */
  readonly article: Sql
  /** Name of the row of `impact` looked at; without one it is the article's most relevant impact. */
  readonly impact?: Sql
  /** Asks about this article by itself, which suits few; otherwise the set of all that match is found first. */
  readonly singly?: boolean
}

/** The conditions of a filter, whose values are sent once however many articles of a statement they are said of. */
export function articleConditions(filter: ArticleFilter): (subject: Subject) => Sql {
  const conditions: ((subject: Subject) => Sql)[] = []
  const {
    minImpact,
    aspect,
    direction,
    minRelevance,
    minConfidence,
    tagged,
    newsTypes,
    source,
    start,
    end,
    articleIds,
    lastId,
    affectedIds,
    trend,
  } = filter
  const add = (value: unknown, say: (value: Sql, subject: Subject) => Sql) => {
    if (value === undefined) return
    const shared = parameter(value)
    conditions.push((subject) => say(shared, subject))
  }
  add(minImpact, (value, { article }) => sql`${article}.impact_score >= ${value}`)
  add(
    aspect,
    (value, { article, impact }) => sql`${impact ? sql`${impact}.aspect` : sql`${article}.lead_aspect`} = ${value}`,
  )
  add(
    direction,
    (value, { article, impact }) =>
      sql`${impact ? sql`${impact}.direction` : sql`${article}.lead_direction`} = ${value}`,
  )
  // Stored in single precision: compared so, or 0.7 would be less than 0.7.
  add(
    minRelevance,
    (value, { article, impact }) =>
      sql`${impact ? sql`${impact}.relevance` : sql`${article}.lead_relevance`} >= ${value}::real`,
  )
  add(
    minConfidence,
    (value, { article, impact }) =>
      sql`${impact ? sql`${impact}.confidence` : sql`${article}.lead_confidence`} >= ${value}::real`,
  )
  add(tagged, (value, { article, impact }) =>
    impact
      ? sql`${impact}.tagged = ${value}`
      : sql`EXISTS (SELECT 1 FROM impact f WHERE f.listing_id = ${article}.lead_listing_id AND f.article_id = ${article}.id
          AND f.tagged = ${value})`,
  )
  add(newsTypes, (value, { article }) => sql`${article}.news_types && ${value}::text[]`)
  add(source, (value, { article }) => sql`${article}.source = ${value}`)
  const within = publishedWithin(start, end)
  conditions.push(({ article }) => within(article))
  add(articleIds, (value, { article }) => sql`${article}.id = ANY(${value})`)
  add(lastId, (value, { article }) => sql`${article}.id <= ${value}`)
  if (affectedIds) {
    conditions.push(oneOf([impactsOn(parameter(affectedIds))], within))
  }
  if (trend) {
    const [first, last] = [parameter(trend.first), parameter(trend.last)]
    const spoken = sql`article_trend f WHERE f.node_id BETWEEN ${first} AND ${last}`
    const named = sql`${impactsOn(parameter(trend.memberIds))} AND f.hop = 0`
    conditions.push(oneOf([spoken, named], within))
  }
  return (subject) => allOf(conditions.map((condition) => condition(subject)))
}

/** Condition that a row with a moment of publication lies in a span of time. */
export function publishedWithin(start: Date | undefined, end: Date | undefined): (row: Sql) => Sql {
  const [first, out] = [parameter(start), parameter(end)]
  return (row) =>
    allOf([...(start ? [sql`${row}.published >= ${first}`] : []), ...(end ? [sql`${row}.published < ${out}`] : [])])
}

/** Condition that an article, by the expression for its id, has an impact on one of these listings. */
export function hasImpactOn(listingIds: Sql): (articleId: Sql) => Sql {
  return (articleId) => sql`EXISTS (SELECT 1 FROM ${impactsOn(listingIds)} AND f.article_id = ${articleId})`
}

/** Impacts `f` on these listings. */
function impactsOn(listingIds: Sql): Sql {
  return sql`impact f WHERE f.listing_id = ANY(${listingIds}::int[])`
}

/** Condition that an article has a row in one of these sets `f`. */
function oneOf(sets: readonly Sql[], within: (row: Sql) => Sql): (subject: Subject) => Sql {
  const rows = within(sql`f`)
  return ({ article, singly }) =>
    singly
      ? sql`(${join(
          sets.map((set) => sql`EXISTS (SELECT 1 FROM ${set} AND f.article_id = ${article}.id)`),
          ' OR ',
        )})`
      : sql`${article}.id IN (${join(
          sets.map((set) => sql`SELECT f.article_id FROM ${set} AND ${rows}`),
          ' UNION ',
        )})`
}
