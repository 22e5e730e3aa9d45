import type { OnProgress } from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'

/** What an ingest needs beside its source. */
export interface IntakeTools {
  readonly clock: Clock
  readonly onProgress?: OnProgress
}

/** Advisory lock that serialises writers of macro data: what is stored is read, merged and written. */
export const MACRO_WRITER_LOCK = 7_114
