import { type Catalog, catalog } from '../catalog/catalog.ts'
import { config, type ModelSettings } from '../core/config.ts'
import { createReader, type Enricher, type Reading } from '../enrichment/enrich.pure.ts'
import type { Lexicons } from '../enrichment/vocabulary/lexicons.pure.ts'
import type { ArticleText } from '../enrichment/vocabulary/verdict.pure.ts'
import { readLexicons } from './lexicon.source.ts'
import type { AssetNames } from './model/candidate.pure.ts'
import { configuredModel } from './model/configured-model.ts'
import type { Model } from './model/model.source.ts'
import { type ArticleScorer, articleScorer, type Refiner } from './scorer.pure.ts'

let lexicons: Lexicons | null = null
let built: { of: Catalog; read: (article: ArticleText) => Reading } | null = null
let model: { it: Model; atOnce: number } | null = null

/** Loads the lexicons and sets the model up, if one is configured; once, before the first enrichment. */
export async function openEnricher(settings: ModelSettings | null = config.model): Promise<void> {
  lexicons = await readLexicons()
  model = settings && { it: configuredModel(settings), atOnce: settings.concurrency }
}

/** The rules over the present catalogue; rebuilt when the catalogue has changed. */
export function currentReader(): (article: ArticleText) => Reading {
  if (!lexicons) throw new Error('The lexicons have not been loaded yet.')
  if (built?.of !== catalog()) built = { of: catalog(), read: createReader(catalog().knowledge(), lexicons) }
  return built.read
}

/** The rules without the story signature. */
export function currentEnricher(): Enricher {
  const read = currentReader()
  return (article) => read(article).enrichment
}

/** Scores as configured: by the model where one is set, else by the rules. */
export function currentScorer(): ArticleScorer {
  return articleScorer(currentEnricher(), currentRefiner())
}

/** The model that refines what the rules found; null when none is set. */
export function currentRefiner(): Refiner | null {
  if (!model) return null
  const { it, atOnce } = model
  const listings = catalog()
  const assetOf: AssetNames = (id) => listings.listing(id)
  return { atOnce, refine: (article, rules) => it.refine(article, rules, assetOf) }
}
