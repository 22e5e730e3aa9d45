import { openCatalog } from '../../catalog/catalog.ts'
import { config } from '../../core/config.ts'
import type { IngestSummary } from '../../core/file/ingest-summary.ts'
import { systemClock } from '../../core/time/clock.ts'
import { currentRefiner, openEnricher, openParallelReader } from '../../impact/enricher.ts'
import { readNews } from '../../news/intake/feed.source.ts'
import { feedState, rememberFeed } from '../../news/intake/feed-state.store.ts'
import { ingestNews } from '../../news/intake/news.ingest.ts'
import { withProgress } from '../progress.ts'

/** Stores articles of a feed, a file, a folder or standard input; the reference data must be loaded before. */
export async function ingestFeed(source: string): Promise<IngestSummary> {
  await Promise.all([openCatalog(null), openEnricher()])
  const validators = /^https?:\/\//i.test(source) ? await feedState(source) : {}
  const reading = readNews(source, {
    validators,
    stdin: process.stdin,
    allowPrivateAddresses: config.allowPrivateFeeds,
  })
  const reader = openParallelReader()
  const tools = { reader, refiner: currentRefiner(), clock: systemClock }
  try {
    const summary = await withProgress((onProgress) => ingestNews('news', reading, { ...tools, onProgress }))
    if (reading.answer && !reading.answer.notModified) await rememberFeed(source, reading.answer.validators)
    return summary
  } finally {
    await reader.close()
  }
}
