import type { IngestSummary } from '../../core/file/ingest-summary.ts'

/** Rejections and notes that are printed; the others are counted. */
const LINES_SHOWN = 20

/** A summary as the terminal shows it. */
export function summaryText(summary: IngestSummary): string {
  const { read, inserted, updated, skipped, rejected, rejected_count, elapsed_ms, notes = [] } = summary
  const seconds = elapsed_ms / 1000
  const reasons = rejected
    .slice(0, LINES_SHOWN)
    .map(({ file, line, reason }) => `  ${file ? `${file}, ` : ''}line ${line}: ${reason}`)
  return [
    `${read} read: ${inserted} new, ${updated} changed, ${skipped} known already, ${rejected_count} rejected, in ${seconds.toFixed(1)} s`,
    ...reasons,
    ...(rejected_count > reasons.length ? [`  and ${rejected_count - reasons.length} more`] : []),
    ...notes.slice(0, LINES_SHOWN).map((text) => `  note: ${text}`),
    ...(notes.length > LINES_SHOWN ? [`  and ${notes.length - LINES_SHOWN} more notes`] : []),
  ].join('\n')
}
