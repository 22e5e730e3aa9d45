/** Something that could not be taken, and why. */
export interface Rejection {
  /** Line (in JSON, item) it begins on; 0 when a whole source or file could not be read. */
  readonly line: number
  readonly reason: string
  /** The file, relative to the folder being read; absent for a single source. */
  readonly file?: string
}

/** What an ingest did; `rejected` says line and reason. */
export interface IngestSummary {
  source: string
  read: number
  inserted: number
  updated: number
  skipped: number
  rejected: Rejection[]
  rejected_count: number
  elapsed_ms: number
  /** What was taken, but deserves a look; at most 1,000. */
  notes?: string[]
}

/** Hears how far an ingest is, by the summary so far. */
export type OnProgress = (summary: Readonly<IngestSummary>) => void

/** Rejections a summary spells out; more are only counted, so that memory does not grow with a bad file. */
const REJECTIONS_SHOWN = 1_000

/** A summary before anything was read. */
export function newSummary(source: string): IngestSummary {
  return { source, read: 0, inserted: 0, updated: 0, skipped: 0, rejected: [], rejected_count: 0, elapsed_ms: 0 }
}

/** Adds what deserves a look although it was taken. */
export function note(summary: IngestSummary, text: string): void {
  summary.notes ??= []
  if (summary.notes.length < REJECTIONS_SHOWN) summary.notes.push(text)
}

/** Notes what could not be taken. */
export function reject(summary: IngestSummary, rejections: readonly Rejection[]): void {
  summary.rejected_count += rejections.length
  for (const rejection of rejections) {
    if (summary.rejected.length >= REJECTIONS_SHOWN) return
    summary.rejected.push(rejection)
  }
}

/** Counts what a store did with some rows: those that it neither added nor changed were known already. */
export function countStored(
  summary: IngestSummary,
  rows: number,
  { inserted, updated }: { readonly inserted: number; readonly updated: number },
): void {
  summary.inserted += inserted
  summary.updated += updated
  summary.skipped += rows - inserted - updated
}
