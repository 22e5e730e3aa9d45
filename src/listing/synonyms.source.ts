import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'

/** Words that mean one concept to the embedding: car and automobile, chip and semiconductor. */
export const SYNONYMS = z.array(z.object({ term: z.string(), concept: z.string() })).parse(
  parse(readFileSync(new URL('../../prisma/reference/lexicon/synonyms.csv', import.meta.url)), {
    columns: true,
    bom: true,
  }),
)
