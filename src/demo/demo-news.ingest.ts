import { createHash } from 'node:crypto'
import { demoNews } from '../../prisma/demo/news.ts'
import type { Clock } from '../core/clock.ts'
import { inTransaction } from '../core/db.ts'
import type { IngestSummary } from '../core/ingest-summary.ts'
import { currentReader } from '../enrichment/enricher.ts'
import { catalog } from '../listing/catalog.ts'
import { asOnlyWriter } from '../news/article.store.ts'
import { newsItem } from '../news/feed-item.source.ts'
import { ingestNews } from '../news/news.ingest.ts'
import { asOnlyDemoLoader, lacksNews, rememberDemoNews, removeSomeDemoNews } from './demo-news.store.ts'

/** How much demo news is loaded. */
export interface DemoNewsSize {
  readonly seed: number
  /** Days up to now that it is spread over. */
  readonly days: number
  readonly articles: number
}

/** What the first start loads. */
export const DEMO_NEWS: DemoNewsSize = { seed: 1, days: 90, articles: 4_000 }

type OnProgress = (summary: Readonly<IngestSummary>) => void

/** Loads the demo news when the database has no news at all yet; null when it has, or had the demo once. */
export function loadFirstDemoNews(clock: Clock, size: DemoNewsSize = DEMO_NEWS): Promise<IngestSummary | null> {
  return inTransaction(async (client) => {
    await asOnlyDemoLoader(client)
    if (!(await lacksNews(client))) return null
    const summary = await ingestDemoNews(clock, size)
    await rememberDemoNews(client, digestOf(size))
    return summary
  })
}

/** Takes the demo news out, if there is any, and loads it anew; other news stays as it is. */
export function reloadDemoNews(clock: Clock, size: DemoNewsSize, onProgress?: OnProgress): Promise<IngestSummary> {
  return inTransaction(async (client) => {
    await asOnlyDemoLoader(client)
    while ((await asOnlyWriter(removeSomeDemoNews)) > 0);
    const summary = await ingestDemoNews(clock, size, onProgress)
    await rememberDemoNews(client, digestOf(size))
    return summary
  })
}

/** The way any news takes; only no model is asked, for invented stories are not worth its tokens. */
function ingestDemoNews(clock: Clock, size: DemoNewsSize, onProgress?: OnProgress): Promise<IngestSummary> {
  const nowMs = clock.now()
  const items = demoNews(catalog().knowledge(), { ...size, nowMs })
  async function* read() {
    for (const item of items) yield newsItem(item, nowMs)
  }
  const tools = { read: currentReader(), clock }
  return ingestNews('demo', read(), onProgress ? { ...tools, onProgress } : tools)
}

function digestOf(size: DemoNewsSize): string {
  return createHash('sha256').update(JSON.stringify(size)).digest('hex')
}
