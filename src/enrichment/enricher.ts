import { config, type ModelSettings } from '../core/config.ts'
import { type Catalog, catalog } from '../listing/catalog.ts'
import { configuredModel } from './configured-model.ts'
import { createReader, type Enricher, type Reading } from './enrich.math.ts'
import type { Lexicons } from './enrich-lexicon.math.ts'
import type { ArticleText } from './knowledge.math.ts'
import { readLexicons } from './lexicon.source.ts'
import type { Model } from './model.source.ts'
import type { AssetNames } from './model-candidate.math.ts'
import { type ArticleScorer, type BoundedScorer, rulesScorer } from './scorer.math.ts'

let lexicons: Lexicons | null = null
let built: { of: Catalog; read: (article: ArticleText) => Reading } | null = null
let model: { it: Model; atOnce: number } | null = null

/** Reads the word lists and prepares the model, if one is set; once, before the first enrichment. */
export async function openEnricher(settings: ModelSettings | null = config.model): Promise<void> {
  lexicons = await readLexicons()
  model = settings && { it: configuredModel(settings), atOnce: settings.concurrency }
}

/** Reads articles with what the catalogue knows; built again when the catalogue has changed. */
export function currentReader(): (article: ArticleText) => Reading {
  if (!lexicons) throw new Error('The word lists have not been read yet.')
  if (built?.of !== catalog()) built = { of: catalog(), read: createReader(catalog().knowledge(), lexicons) }
  return built.read
}

/** The same for those who do not group articles into stories. */
export function currentEnricher(): Enricher {
  const read = currentReader()
  return (article) => read(article).enrichment
}

/** Scores as configured: by the model where one is set, else by the rules. */
export function currentScorer(): ArticleScorer {
  return currentModelScorer()?.score ?? rulesScorer(currentEnricher())
}

/** The scorer that asks a model; null when none is set, and the rules need no waiting for. */
export function currentModelScorer(): BoundedScorer | null {
  if (!model) return null
  const { it, atOnce } = model
  const enrich = currentEnricher()
  const listings = catalog()
  const assetOf: AssetNames = (id) => listings.listing(id)
  return { atOnce, score: (article) => it.refine(article, enrich(article), assetOf) }
}
