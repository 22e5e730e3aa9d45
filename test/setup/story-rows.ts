import { randomBytes } from 'node:crypto'
import { pool } from '../../src/core/database/db.ts'

/** What an article does to a listing, as a test states it. */
interface StatedImpact {
  readonly ticker: string
  readonly direction: 'pos' | 'neg' | 'ambiguous'
  readonly aspect?: string
  readonly relevance?: number
  readonly confidence?: number
  /** Tickers from the named listing to this one; none when it is named itself. */
  readonly path?: readonly string[]
}

/** An article as a test states it; the first impact is its lead. */
interface StatedArticle {
  readonly published: string
  readonly source?: string
  readonly impactScore?: number
  readonly newsType?: string
  readonly impacts?: readonly StatedImpact[]
  readonly trends?: readonly number[]
  readonly briefTexts?: Record<string, string>
}

/** Stores one story told by these articles exactly as stated, past the enricher; its head is the earliest of highest impact. */
export async function storeStory(articles: readonly StatedArticle[]): Promise<number> {
  const ids = new Map(
    (await pool.query<{ id: number; ticker: string }>('SELECT id, ticker FROM listing')).rows.map((row) => [
      row.ticker,
      row.id,
    ]),
  )
  const idOf = (ticker: string) => {
    const id = ids.get(ticker)
    if (id === undefined) throw new Error(`There is no listing ${ticker}.`)
    return id
  }
  const story = await one(
    `INSERT INTO story (first_published, signature, article_count, outlet_count)
     VALUES ($1, '', $2, $3) RETURNING id`,
    [
      articles.map((article) => article.published).sort()[0],
      articles.length,
      new Set(articles.map((article) => article.source ?? 'test_wire')).size,
    ],
  )
  for (const article of articles) {
    const [lead] = article.impacts ?? []
    const id = await one(
      `INSERT INTO article (job_id, story_id, title, published, source, brief_text, brief_texts, impact_score, news_types, digest,
         lead_listing_id, lead_direction, lead_aspect, lead_relevance, lead_confidence)
       VALUES ($1, $2, $3, $4, $5, 'In brief.', $6, $7, $8, '', $9, $10, $11, $12, $13) RETURNING id`,
      [
        randomBytes(12).toString('hex'),
        story,
        `A story of ${article.published}`,
        article.published,
        article.source ?? 'test_wire',
        JSON.stringify(article.briefTexts ?? {}),
        article.impactScore ?? 3,
        [article.newsType ?? 'earnings_results'],
        lead ? idOf(lead.ticker) : null,
        lead?.direction ?? null,
        lead ? (lead.aspect ?? 'demand') : null,
        lead ? (lead.relevance ?? 1) : 0,
        lead ? (lead.confidence ?? 1) : 0,
      ],
    )
    for (const impact of article.impacts ?? []) {
      const path = impact.path ?? [impact.ticker]
      await pool.query(
        `INSERT INTO impact (listing_id, article_id, story_id, published, impact_score, direction, aspect, magnitude, tagged, role, exposure,
           relevance, rationale, hop, path, confidence) VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, 'leader', 'core', $9, $10, $11, $12, $13)`,
        [
          idOf(impact.ticker),
          id,
          story,
          article.published,
          article.impactScore ?? 3,
          impact.direction,
          impact.aspect ?? 'demand',
          path.length === 1,
          impact.relevance ?? 1,
          `${impact.direction} for ${impact.ticker}`,
          path.length - 1,
          path.map(idOf),
          impact.confidence ?? 1,
        ],
      )
    }
    for (const nodeId of article.trends ?? []) {
      await pool.query('INSERT INTO article_trend VALUES ($1, $2, $3, $4, 0.8)', [nodeId, id, story, article.published])
    }
  }
  await pool.query(
    `UPDATE story SET head_id = (SELECT id FROM article WHERE story_id = $1 ORDER BY impact_score DESC, published, id LIMIT 1) WHERE id = $1`,
    [story],
  )
  return story
}

async function one(text: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(text, values)
  if (!rows[0]) throw new Error('Nothing was stored.')
  return rows[0].id
}
