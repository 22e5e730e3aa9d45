import { z } from 'zod'
import { readShippedRows } from '../../src/core/file/shipped-rows.source.ts'

/**
 * Kinds of megatrend phrases: goods, another line of business, an event that costs companies money, what markets merely worry about, or
 * a group of companies.
 */
const PHRASE_KINDS = ['goods', 'business', 'event', 'mood', 'group'] as const

const row = z.object({
  node_id: z.coerce.number(),
  kind: z.enum(PHRASE_KINDS),
  phrases: z.string().transform((phrases) => phrases.split('|')),
})

/** Headline phrases of a tier 3 megatrend. */
export interface ThemePhrases {
  readonly nodeId: number
  readonly kind: (typeof PHRASE_KINDS)[number]
  /** Phrases as written within a sentence. */
  readonly phrases: readonly string[]
}

/** Reads the headline phrases of all megatrends that have some, from themes.csv. */
export function readThemePhrases(): ThemePhrases[] {
  const rows = readShippedRows(new URL('themes.csv', import.meta.url), row)
  return rows.map(({ node_id: nodeId, kind, phrases }) => ({ nodeId, kind, phrases }))
}
