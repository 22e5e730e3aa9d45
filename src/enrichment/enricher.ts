import { type Catalog, catalog } from '../listing/catalog.ts'
import { createEnricher, type Enricher } from './enrich.math.ts'
import type { Lexicons } from './enrich-lexicon.math.ts'
import { readLexicons } from './lexicon.source.ts'
import { createStorySigner, type StorySigner } from './story-signature.math.ts'

let lexicons: Lexicons | null = null
let built: { of: Catalog; enricher: Enricher } | null = null

/** Reads the word lists; once, before the first enrichment. */
export async function openEnricher(): Promise<void> {
  lexicons = await readLexicons()
}

/** The enricher that knows what the catalogue knows; built again when the catalogue has changed. */
export function currentEnricher(): Enricher {
  if (!lexicons) throw new Error('The word lists have not been read yet.')
  if (built?.of !== catalog()) built = { of: catalog(), enricher: createEnricher(catalog().knowledge(), lexicons) }
  return built.enricher
}

/** Makes the signatures stories are compared by. */
export function currentStorySigner(): StorySigner {
  if (!lexicons) throw new Error('The word lists have not been read yet.')
  return createStorySigner(lexicons.story)
}
