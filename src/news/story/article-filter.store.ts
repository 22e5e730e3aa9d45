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
  /** Listings, any of which the article is about (`isAbout`). */
  readonly affectedIds?: readonly number[] | undefined
  /** Megatrends the article is about. */
  readonly trend?: TrendScope | undefined
}

/** The filters that ask about the impact looked at, not about the article. */
export const IMPACT_FILTERS = [
  'aspect',
  'direction',
  'minRelevance',
  'minConfidence',
  'tagged',
] as const satisfies readonly (keyof ArticleFilter)[]

/** The stories of a megatrend: those its subtree is told of, by words or in its own business; with members also all that moves one. */
export interface TrendScope {
  /** Node range. */
  readonly first: number
  readonly last: number
  /** Members any impact on whom makes an article match. */
  readonly memberIds?: readonly number[] | undefined
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
    conditions.push(oneOf([sql`${impactsOn(parameter(affectedIds))} AND ${isAbout(sql`f`)}`], within))
  }
  if (trend) {
    const [first, last] = [parameter(trend.first), parameter(trend.last)]
    const told = sql`article_trend f WHERE f.node_id BETWEEN ${first} AND ${last}`
    const moving = trend.memberIds ? [impactsOn(parameter(trend.memberIds))] : []
    conditions.push(oneOf([told, ...moving], within))
  }
  return (subject) => allOf(conditions.map((condition) => condition(subject)))
}

/** Condition that a row with a moment of publication lies in a span of time. */
export function publishedWithin(start: Date | undefined, end: Date | undefined): (row: Sql) => Sql {
  const [first, out] = [parameter(start), parameter(end)]
  return (row) =>
    allOf([...(start ? [sql`${row}.published >= ${first}`] : []), ...(end ? [sql`${row}.published < ${out}`] : [])])
}

/** Condition that the article of an impact is about its listing: it is named, or reached at the first hop with some relevance. */
export function isAbout(impact: Sql): Sql {
  return sql`(${impact}.hop = 0 OR (${impact}.hop = 1 AND ${impact}.relevance >= 0.3::real))`
}

/** Condition that an article, by the expression for its id, is about one of these listings. */
export function isAboutAny(listingIds: Sql): (articleId: Sql) => Sql {
  return (articleId) =>
    sql`EXISTS (SELECT 1 FROM ${impactsOn(listingIds)} AND f.article_id = ${articleId} AND ${isAbout(sql`f`)})`
}

/** ORDER BY list that puts the impact first which speaks for its article: the most relevant. */
function speaksFirst(impact: Sql): Sql {
  return sql`${impact}.relevance DESC, ${impact}.hop, ${impact}.listing_id`
}

/** Of every article about some listings the impact on the one it is most about: its article, listing, verdict, aspect, relevance, confidence and hop. */
export function speakingImpacts(listingIds: Sql, within: (row: Sql) => Sql): Sql {
  const f = sql`f`
  return sql`SELECT DISTINCT ON (f.article_id) f.article_id, f.listing_id, f.direction, f.aspect, f.relevance, f.confidence, f.hop, f.hop = 0 AS tagged
      FROM ${impactsOn(listingIds)} AND ${within(f)} AND ${isAbout(f)} ORDER BY f.article_id, ${speaksFirst(f)}`
}

/** The same of one article. */
export function speakingImpact(listingIds: Sql, articleId: Sql): Sql {
  return sql`SELECT f.* FROM ${impactsOn(listingIds)} AND f.article_id = ${articleId} AND ${isAbout(sql`f`)}
    ORDER BY ${speaksFirst(sql`f`)} LIMIT 1`
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
