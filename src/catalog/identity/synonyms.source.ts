import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'

/** Synonyms of the embedding's concepts, such as car and automobile, chip and semiconductor. */
export const SYNONYMS = readShippedRows(
  new URL('../../../prisma/reference/lexicon/synonyms.csv', import.meta.url),
  z.object({ term: z.string().min(1), concept: z.string().min(1) }),
)
