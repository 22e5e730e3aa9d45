import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'

/** What a phrase of a megatrend names: things that are made, any other business, something that happens to companies, or a group of them. */
const PHRASE_KINDS = ['goods', 'business', 'event', 'group'] as const

const row = z.object({
  node_id: z.coerce.number(),
  kind: z.enum(PHRASE_KINDS),
  phrases: z.string().transform((phrases) => phrases.split('|')),
})

/** Phrases that read well in a headline, for a megatrend of tier 3. */
export interface ThemePhrases {
  readonly nodeId: number
  readonly kind: (typeof PHRASE_KINDS)[number]
  /** As the press writes them within a sentence. */
  readonly phrases: readonly string[]
}

/** All of themes.csv; a trend that is not in it has no name a sentence could use. */
export function readThemePhrases(): ThemePhrases[] {
  const rows: unknown = parse(readFileSync(new URL('themes.csv', import.meta.url)), { columns: true })
  return z
    .array(row)
    .parse(rows)
    .map(({ node_id: nodeId, kind, phrases }) => ({ nodeId, kind, phrases }))
}
