import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { createTranslator, type Translate } from './translate.pure.ts'

const row = z.object({ english: z.string().min(1), words: z.string().transform((text) => text.split('|')) })

let translator: Translate | undefined

/** Puts words of other languages for what is traded into English; read at the first use. */
export function tradeTranslator(): Translate {
  translator ??= createTranslator(
    readShippedRows(new URL('../../../prisma/reference/hs/foreign-words.csv', import.meta.url), row),
  )
  return translator
}
