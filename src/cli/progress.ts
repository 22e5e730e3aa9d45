import type { OnProgress } from '../core/file/ingest-summary.ts'

/** Does work with a progress line on the terminal, rewritten as it goes on; prints nothing when standard error is no terminal. */
export async function withProgress<Result>(work: (onProgress: OnProgress) => Promise<Result>): Promise<Result> {
  if (!process.stderr.isTTY) return work(() => {})
  const begun = performance.now()
  try {
    return await work(({ read, inserted, updated, rejected_count }) => {
      const perSecond = Math.round((read * 1000) / (performance.now() - begun))
      process.stderr.write(
        `\r${read} read, ${inserted} new, ${updated} changed, ${rejected_count} rejected, ${perSecond}/s   `,
      )
    })
  } finally {
    process.stderr.write('\n')
  }
}
