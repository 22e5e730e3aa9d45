/** Which articles a brief reads; the filters of a news feed, in the terms of the tables. */
export interface BriefFilter {
  readonly start: Date
  /** First moment that is out again. */
  readonly end: Date
  readonly newsType?: readonly string[] | undefined
  readonly aspect?: string | undefined
  /** Any impact on one of these makes an article match; only their movers are asked for, and those of assets that belong to no scope. */
  readonly affected?: { readonly ids: readonly number[]; readonly assetIds: readonly number[] } | undefined
  /** Megatrend node range an article speaks to itself, or reaches through a named member. */
  readonly trend?: { readonly first: number; readonly last: number; readonly memberIds: readonly number[] } | undefined
}

/**
 * What a filter demands of an article `a`, as SQL over `values`; `$1` and `$2` bound the time. Said for all articles at once, or, for few
 * articles that are at hand, of each by itself.
 */
export function conditionsOf(filter: BriefFilter, values: unknown[], said: 'at once' | 'of each' = 'at once'): string {
  values.push(filter.start, filter.end)
  const conditions = ['a.published >= $1', 'a.published < $2']
  const put = (value: unknown) => `$${values.push(value)}`
  if (filter.newsType) conditions.push(`a.news_types && ${put(filter.newsType)}::text[]`)
  if (filter.aspect) conditions.push(`a.lead_aspect = ${put(filter.aspect)}`)
  const sets: string[][] = []
  if (filter.affected) sets.push([`impact f WHERE f.listing_id = ANY(${put(filter.affected.ids)}::int[])`])
  if (filter.trend) {
    const { first, last, memberIds } = filter.trend
    sets.push([
      `article_trend f WHERE f.node_id BETWEEN ${put(first)} AND ${put(last)}`,
      `impact f WHERE f.listing_id = ANY(${put(memberIds)}::int[]) AND f.hop = 0`,
    ])
  }
  for (const parts of sets) {
    const [exists, selects] = [
      parts.map((part) => `EXISTS (SELECT 1 FROM ${part} AND f.article_id = a.id)`).join(' OR '),
      parts
        .map((part) => `SELECT f.article_id FROM ${part} AND f.published >= $1 AND f.published < $2`)
        .join(' UNION '),
    ]
    conditions.push(said === 'of each' ? `(${exists})` : `a.id IN (${selects})`)
  }
  return conditions.join(' AND ')
}
