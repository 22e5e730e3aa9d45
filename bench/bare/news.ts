import type { BarePath } from './server.ts'

const STOCK_NEWS = `
  WITH page AS MATERIALIZED (
    SELECT i.article_id AS id, i.listing_id FROM impact i JOIN article a ON a.id = i.article_id
     WHERE i.listing_id = (SELECT id FROM listing WHERE ticker = $1)
       AND NOT EXISTS (SELECT 1 FROM impact oi JOIN article o ON o.id = oi.article_id
             WHERE oi.listing_id = i.listing_id AND oi.story_id = i.story_id AND oi.article_id <> i.article_id
               AND (o.impact_score > a.impact_score OR (o.impact_score = a.impact_score AND (o.published, o.id) < (a.published, a.id))))
     ORDER BY i.published DESC, i.article_id DESC LIMIT $2
  )
  SELECT a.job_id AS cs_job_id, a.title, to_char(a.published AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS published, a.source,
         a.impact_score, a.brief_text, a.lang AS brief_lang, a.brief_source, a.news_types, s.outlet_count AS dup_count, p.direction, p.aspect, p.magnitude,
         p.tagged, p.role, p.exposure, p.rationale, a.url, a.story_id, $1 AS ticker,
         (SELECT coalesce(json_agg(json_build_object('ticker', l.ticker, 'name', l.name, 'direction', x.direction, 'aspect', x.aspect,
            'magnitude', x.magnitude, 'tagged', x.tagged, 'role', x.role, 'exposure', x.exposure, 'relevance', x.relevance, 'confidence', x.confidence,
            'rationale', x.rationale, 'hop', x.hop, 'steps', x.steps,
            'path', (SELECT json_agg(pl.ticker ORDER BY step.place) FROM unnest(x.path) WITH ORDINALITY step(id, place)
                       JOIN listing pl ON pl.id = step.id)) ORDER BY x.hop, x.relevance DESC, x.listing_id), '[]')
            FROM impact x JOIN listing l ON l.id = x.listing_id WHERE x.article_id = a.id) AS impacts,
         (SELECT coalesce(json_agg(json_build_object('node_id', m.node_id, 'name', m.name) ORDER BY t.relevance DESC), '[]')
            FROM article_trend t JOIN megatrend m USING (node_id) WHERE t.article_id = a.id) AS megatrends
    FROM page JOIN article a ON a.id = page.id JOIN story s ON s.id = a.story_id
    JOIN impact p ON p.article_id = a.id AND p.listing_id = page.listing_id
   ORDER BY a.published DESC, a.id DESC`

/** 20 rows of a stock's news. */
export const bareNews: BarePath = {
  name: 'stock_news',
  text: STOCK_NEWS,
  values: (url) => [url.pathname.split('/')[3] ?? '', Number(url.searchParams.get('limit') ?? 20)],
  body: (rows) => ({ results: rows, count: rows.length }),
}
