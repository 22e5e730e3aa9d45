import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { type ConfidenceModel, CUT_OFF, VERDICT_KINDS } from '../../enrichment/confidence/confidence.pure.ts'

const FOLDER = new URL('../../../prisma/reference/confidence/', import.meta.url)

const share = z.coerce.number().min(0).max(1)
const weightRow = z.object({ kind: z.enum(VERDICT_KINDS), ground: z.string().min(1), log_odds: z.coerce.number() })
const pointRow = z.object({ kind: z.enum(VERDICT_KINDS), raw: share, confidence: share })

/** Reads what confidence is computed from; a wrong cell fails with the file and the row. */
export function readConfidenceModel(): ConfidenceModel {
  return {
    weights: readShippedRows(new URL('weights.csv', FOLDER), weightRow).map(({ kind, ground, log_odds: logOdds }) => ({
      kind,
      ground,
      logOdds,
    })),
    points: readShippedRows(new URL('calibration.csv', FOLDER), pointRow),
    cutOff: CUT_OFF,
  }
}
