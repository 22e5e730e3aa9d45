import '../core/env-file.ts'

import { systemClock } from '../core/clock.ts'
import type { IngestSummary } from '../core/ingest-summary.ts'
import { currentModelScorer, currentReader, openEnricher } from '../enrichment/enricher.ts'
import { openCatalog } from '../listing/catalog.ts'
import { loadReference } from '../listing/reference.ingest.ts'
import { readNews } from '../news/feed.source.ts'
import { feedState, rememberFeed } from '../news/feed-state.store.ts'
import { ingestNews } from '../news/news.ingest.ts'
import { readOptions, runCommand, UsageError, withDatabase } from './command.ts'
import { checkMarketOptions, ingestMarket, isMarketKind } from './ingest-market.ts'
import { showProgress } from './progress.ts'

const USAGE = `usage: npm run ingest -- news FILE|DIR|URL|- [--json]
       FILE may be RSS 2.0, Atom, JSON Feed or JSONL, gzip or not; - reads standard input
       npm run ingest -- bars FILE|DIR|- [--ticker T] [--currency C] [--json]
       daily bars as CSV: date, open, high, low, close, volume, ticker by header; without a ticker the file's name is it
       npm run ingest -- actions|listings|memberships|relations FILE|DIR|- [--json]
       CSV: ticker,date,type (split, dividend, special),value, or the columns of the files under prisma/reference`

const OPTIONS = {
  json: { type: 'boolean', default: false },
  ticker: { type: 'string' },
  currency: { type: 'string' },
} as const

await runCommand(async (args) => {
  const { values, positionals } = readOptions(args, OPTIONS, USAGE)
  const { json, ...options } = values
  const [kind, source, ...rest] = positionals
  const market = isMarketKind(kind)
  if (!(market || kind === 'news') || source === undefined || rest.length > 0) throw new UsageError(USAGE)
  if (!market && Object.keys(options).length > 0)
    throw new UsageError(`--ticker and --currency belong to bars.\n${USAGE}`)
  if (market) checkMarketOptions(kind, options)
  return withDatabase(async () => {
    await loadReference()
    const summary = market ? await ingestMarket(kind, source, options) : await ingest(source)
    process.stdout.write(`${json ? JSON.stringify(summary) : inWords(summary)}\n`)
    return summary.read === 0 && summary.rejected_count > 0 ? 1 : 0
  })
})

async function ingest(source: string): Promise<IngestSummary> {
  await Promise.all([openCatalog(null), openEnricher()])
  const isAddress = /^https?:\/\//i.test(source)
  const validators = isAddress ? await feedState(source) : {}
  const reading = readNews(source, { validators, stdin: process.stdin })
  const progress = showProgress()
  const summary = await ingestNews('news', reading, {
    read: currentReader(),
    scorer: currentModelScorer(),
    clock: systemClock,
    onProgress: progress.update,
  })
  progress.end()
  if (reading.answer && !reading.answer.notModified) await rememberFeed(source, reading.answer.validators)
  return summary
}

function inWords(summary: IngestSummary): string {
  const { read, inserted, updated, skipped, rejected, rejected_count, elapsed_ms } = summary
  const seconds = elapsed_ms / 1000
  const reasons = rejected
    .slice(0, 20)
    .map(({ file, line, reason }) => `  ${file ? `${file}, ` : ''}line ${line}: ${reason}`)
  return [
    `${read} read: ${inserted} new, ${updated} changed, ${skipped} known already, ${rejected_count} rejected, in ${seconds.toFixed(1)} s`,
    ...reasons,
    ...(rejected_count > reasons.length ? [`  and ${rejected_count - reasons.length} more`] : []),
  ].join('\n')
}
