import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import type { PhraseLexicon } from './phrase-reader.pure.ts'

const LEXICON = '../../../prisma/reference/lexicon'

/** What is known of words in every language beside names: words of questions, and the notions of a field, one file each. */
export function readPhraseLexicon(notions: string): PhraseLexicon {
  return {
    fillers: readShippedRows(
      new URL(`${LEXICON}/question-words.csv`, import.meta.url),
      z.object({ word: z.string().min(1) }),
    ).map(({ word }) => word),
    notions: readShippedRows(
      new URL(`${LEXICON}/${notions}.csv`, import.meta.url),
      z.object({ notion: z.string().min(1), terms: z.string().transform((text) => text.split('|')) }),
    ),
  }
}
