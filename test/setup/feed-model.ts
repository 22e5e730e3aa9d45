import type { TestApp } from './app.ts'

/** An impact, with what the graph knows of its listing. */
interface KnownImpact {
  readonly ticker: string
  readonly direction: string
  readonly aspect: string
  readonly relevance: number
  readonly confidence: number
  readonly tagged: boolean
  readonly hop: number
  readonly listingId: number
  readonly country: string | null
  readonly gics: string | null
  readonly nodes: readonly number[]
}

/** An article as stored, with everything filters look at. */
export interface KnownArticle {
  readonly id: number
  readonly articleId: string
  readonly storyId: number
  readonly published: string
  readonly source: string
  readonly impactScore: number
  readonly newsTypes: readonly string[]
  /** Ticker of the most relevant impact. */
  readonly lead: string | null
  readonly impacts: readonly KnownImpact[]
  readonly trends: readonly number[]
}

/** What a caller can filter by; names as REST spells them. */
export interface FeedQuery {
  readonly ticker?: readonly string[] | undefined
  readonly min_impact?: number | undefined
  readonly aspect?: string | undefined
  readonly direction?: string | undefined
  readonly min_relevance?: number | undefined
  readonly min_confidence?: number | undefined
  readonly tagged?: boolean | undefined
  readonly news_type?: readonly string[] | undefined
  readonly source?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly country?: readonly string[] | undefined
  readonly gics?: string | undefined
  readonly megatrend?: number | undefined
  readonly scope?: 'theme' | 'members' | undefined
  readonly collapse?: boolean | undefined
  readonly order_by?: 'recency' | 'impact' | 'relevance' | undefined
}

/** A row the feed has to show: which article, for which listing. */
export interface ExpectedRow {
  readonly id: string
  readonly ticker: string | null
  readonly relevance: number
}

/** Rows a reading of the feed takes at a time. */
const PAGE = 200

/** Reads all articles there are, uncollapsed, with the facts of the listings they move. */
export async function readArticles(app: TestApp, offset = 0): Promise<KnownArticle[]> {
  const { data, errors } = await app.graphql(
    `query ($offset: Int) { news(collapse: false, limit: ${PAGE}, offset: $offset) { hasMore items {
    articleId storyId published source impactScore newsTypes ticker article { id } megatrends { nodeId }
    impacts { ticker direction aspect relevance confidence tagged hop stock { listingId country gics { code } memberships { megatrend { nodeId } } } }
  } } }`,
    { offset },
  )
  if (errors) throw new Error(JSON.stringify(errors))
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the service.
  const articles = data.news.items.map((item: any) => ({
    ...item,
    id: Number(Buffer.from(item.article.id, 'base64').toString().split(':')[1]),
    lead: item.ticker,
    trends: item.megatrends.map((node: { nodeId: number }) => node.nodeId),
    // biome-ignore lint/suspicious/noExplicitAny: an answer of the service.
    impacts: item.impacts.map((impact: any) => ({
      ...impact,
      listingId: impact.stock.listingId,
      country: impact.stock.country,
      gics: impact.stock.gics?.code ?? null,
      nodes: impact.stock.memberships.map((one: { megatrend: { nodeId: number } }) => one.megatrend.nodeId),
    })),
  }))
  return data.news.hasMore ? [...articles, ...(await readArticles(app, offset + PAGE))] : articles
}

/** The feed by its definition, written as plainly as can be: what the service has to answer. */
export function expectedFeed(articles: readonly KnownArticle[], query: FeedQuery): ExpectedRow[] {
  const matching = articles.flatMap((article) => {
    const tickers = query.ticker ?? [query.country || query.gics ? speaking(article, query) : article.lead]
    const scope = tickers.find((ticker) => article.impacts.some((impact) => impact.ticker === ticker))
    const impact = article.impacts.find((one) => one.ticker === scope)
    if ((query.ticker || query.country || query.gics) && !impact) return []
    return matches(article, impact, query) ? [{ article, impact }] : []
  })
  const shown =
    query.collapse === false
      ? matching
      : [...Map.groupBy(matching, ({ article }) => article.storyId).values()].flatMap((told) =>
          told.toSorted((a, b) => byHeadship(a.article, b.article)).slice(0, 1),
        )
  const relevance = (row: (typeof shown)[number]) => row.impact?.relevance ?? 0
  return shown
    .toSorted(
      (a, b) =>
        (query.order_by === 'impact' ? b.article.impactScore - a.article.impactScore : 0) ||
        (query.order_by === 'relevance' ? relevance(b) - relevance(a) : 0) ||
        byRecency(a.article, b.article),
    )
    .map((row) => ({ id: row.article.articleId, ticker: row.impact?.ticker ?? null, relevance: relevance(row) }))
}

function matches(article: KnownArticle, impact: KnownImpact | undefined, query: FeedQuery): boolean {
  const day = article.published.slice(0, 10)
  return (
    article.impactScore >= (query.min_impact ?? 1) &&
    (query.aspect ?? impact?.aspect) === impact?.aspect &&
    (query.direction ?? impact?.direction) === impact?.direction &&
    (impact?.relevance ?? 0) >= (query.min_relevance ?? 0) &&
    (impact?.confidence ?? 0) >= (query.min_confidence ?? 0) &&
    (query.tagged ?? impact?.tagged) === impact?.tagged &&
    (query.news_type?.some((type) => article.newsTypes.includes(type)) ?? true) &&
    article.source === (query.source ?? article.source) &&
    day >= (query.from ?? day) &&
    day <= (query.to ?? day) &&
    speaksTo(article, query)
  )
}

/** Country and industry are of one company that the article names, or reaches at the first hop with some relevance: the one it is most about. */
function speaking(article: KnownArticle, { country, gics }: FeedQuery): string | null {
  const fitting = article.impacts.filter(
    (impact) =>
      (impact.hop === 0 || (impact.hop === 1 && impact.relevance >= 0.3)) &&
      (!country || country.includes(impact.country ?? '')) &&
      (!gics || (impact.gics?.startsWith(gics) ?? false)),
  )
  const [first] = fitting.toSorted((a, b) => b.relevance - a.relevance || a.hop - b.hop || a.listingId - b.listingId)
  return first?.ticker ?? null
}

/** A trend's news: articles that speak to its subtree; with members also those that move a member of it. */
function speaksTo(article: KnownArticle, { megatrend, scope }: FeedQuery): boolean {
  if (megatrend === undefined) return true
  const prefix = String(megatrend).replace(/(00)+$/, '')
  const inside = (node: number) => String(node).startsWith(prefix)
  return article.trends.some(inside) || (scope === 'members' && article.impacts.some(({ nodes }) => nodes.some(inside)))
}

/** The earliest article of highest impact heads its story. */
function byHeadship(a: KnownArticle, b: KnownArticle): number {
  return b.impactScore - a.impactScore || a.published.localeCompare(b.published) || a.id - b.id
}

function byRecency(a: KnownArticle, b: KnownArticle): number {
  return b.published.localeCompare(a.published) || b.id - a.id
}
