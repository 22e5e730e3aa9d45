import { createHash } from 'node:crypto'
import { generateDemoNews } from '../../prisma/demo/news.ts'
import { catalog } from '../catalog/catalog.ts'
import { inTransaction } from '../core/database/db.ts'
import type { IngestSummary, OnProgress } from '../core/file/ingest-summary.ts'
import type { Clock } from '../core/time/clock.ts'
import { currentArticleReader } from '../impact/enricher.ts'
import { newsItem } from '../news/intake/feed-item.source.ts'
import { ingestNews } from '../news/intake/news.ingest.ts'
import { asOnlyWriter } from '../news/story/article.store.ts'
import { isDemoMissing, lockDemoLoading, recordDemo } from './demo-load.store.ts'
import { NEWS_PART, removeDemoNewsBatch } from './demo-news.store.ts'
import { DEMO_NEWS, type DemoNewsSize } from './demo-size.ts'

/** Loads the demo news into a database without news; null when it has news, or had the demo news before. */
export function loadFirstDemoNews(clock: Clock, size: DemoNewsSize = DEMO_NEWS): Promise<IngestSummary | null> {
  return inTransaction(async (client) => {
    await lockDemoLoading(client)
    if (!(await isDemoMissing(NEWS_PART, client))) return null
    // What a start that was killed had loaded belongs to another moment.
    while ((await asOnlyWriter(removeDemoNewsBatch)) > 0);
    const summary = await ingestDemoNews(clock, size)
    await recordDemo(NEWS_PART, client, digestOf(size))
    return summary
  })
}

/** Deletes the demo news and loads new demo news; other news is kept. */
export function reloadDemoNews(clock: Clock, size: DemoNewsSize, onProgress?: OnProgress): Promise<IngestSummary> {
  return inTransaction(async (client) => {
    await lockDemoLoading(client)
    while ((await asOnlyWriter(removeDemoNewsBatch)) > 0);
    const summary = await ingestDemoNews(clock, size, onProgress)
    await recordDemo(NEWS_PART, client, digestOf(size))
    return summary
  })
}

/** Ingests demo news like any other news, but without the model, to save its tokens. */
function ingestDemoNews(clock: Clock, size: DemoNewsSize, onProgress?: OnProgress): Promise<IngestSummary> {
  const nowMs = clock.now()
  const items = generateDemoNews(catalog().knowledge(), { ...size, nowMs })
  async function* read() {
    for (const item of items) yield newsItem(item, nowMs)
  }
  const tools = { reader: currentArticleReader(), clock }
  return ingestNews('demo', read(), onProgress ? { ...tools, onProgress } : tools)
}

function digestOf(size: DemoNewsSize): string {
  return createHash('sha256').update(JSON.stringify(size)).digest('hex')
}
