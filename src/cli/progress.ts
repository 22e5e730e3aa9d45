import type { IngestSummary } from '../core/file/ingest-summary.ts'

/** A progress line on the terminal, rewritten as an ingest goes on; prints nothing when standard error is no terminal. */
export function showProgress(): { update: (summary: Readonly<IngestSummary>) => void; end: () => void } {
  if (!process.stderr.isTTY) return { update: () => {}, end: () => {} }
  const begun = performance.now()
  return {
    update({ read, inserted, updated, rejected_count }) {
      const perSecond = Math.round((read * 1000) / (performance.now() - begun))
      process.stderr.write(
        `\r${read} read, ${inserted} new, ${updated} changed, ${rejected_count} rejected, ${perSecond}/s   `,
      )
    },
    end: () => process.stderr.write('\n'),
  }
}
