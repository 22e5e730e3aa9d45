import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import type { SummaryLexicon } from '../../enrichment/vocabulary/summary-lexicon.pure.ts'

const FOLDER = new URL('../../../prisma/reference/brief/', import.meta.url)

/** What names in other languages are of; the keys of each are those of its own reference file. */
const NAME_KINDS = ['good', 'country', 'currency', 'place', 'asset'] as const

const texts = { en: z.string(), th: z.string(), ja: z.string() }
const templateRow = z.object({
  key: z.string().min(1),
  expects: z.enum(['pos', 'neg', '']).transform((cell) => (cell === '' ? null : cell)),
  ...texts,
})
const nameRow = z.object({ kind: z.enum(NAME_KINDS), key: z.string().min(1), ...texts })

/** Reads the templates of one-sentence summaries and the names they use from prisma/reference/brief. */
export function readSummaryLexicon(): SummaryLexicon {
  const names = readShippedRows(new URL('names.csv', FOLDER), nameRow)
  return {
    templates: readShippedRows(new URL('sentences.csv', FOLDER), templateRow),
    names: new Map(names.map(({ kind, key, ...name }) => [`${kind}/${key}`, name])),
  }
}
