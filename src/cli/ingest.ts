import { systemClock } from '../core/clock.ts'
import { currentModelScorer, currentReader, openEnricher } from '../enrichment/enricher.ts'
import { openCatalog } from '../listing/catalog.ts'
import { loadReference } from '../listing/reference.ingest.ts'
import { readNews } from '../news/feed.source.ts'
import { feedState, rememberFeed } from '../news/feed-state.store.ts'
import { type IngestSummary, ingestNews } from '../news/news.ingest.ts'
import { readOptions, runCommand, UsageError, withDatabase } from './command.ts'
import { showProgress } from './progress.ts'

const USAGE = `usage: npm run ingest -- news FILE|DIR|URL|- [--json]
       FILE may be RSS 2.0, Atom, JSON Feed or JSONL, gzip or not; - reads standard input`

await runCommand(async (args) => {
  const { values, positionals } = readOptions(args, { json: { type: 'boolean', default: false } }, USAGE)
  const [kind, source, ...rest] = positionals
  if (kind !== 'news' || source === undefined || rest.length > 0) throw new UsageError(USAGE)
  return withDatabase(async () => {
    await loadReference()
    await Promise.all([openCatalog(null), openEnricher()])
    const summary = await ingest(source)
    process.stdout.write(`${values.json ? JSON.stringify(summary) : inWords(summary)}\n`)
    return summary.read === 0 && summary.rejected_count > 0 ? 1 : 0
  })
})

async function ingest(source: string): Promise<IngestSummary> {
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
