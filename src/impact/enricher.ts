import { catalog } from '../catalog/catalog.ts'
import type { Catalog } from '../catalog/catalog-snapshot.ts'
import { Prepared } from '../core/call/prepared.ts'
import { config, type ModelSettings } from '../core/config.ts'
import { finish } from '../core/pieces.pure.ts'
import { type Enricher, readerInPieces, type StagedReader } from '../enrichment/enrich.pure.ts'
import type { Lexicons } from '../enrichment/vocabulary/lexicons.pure.ts'
import { type ArticleReader, ParallelReader, readerHere } from './article-reader.ts'
import { readLexicons } from './lexicon/lexicon.source.ts'
import type { AssetNames } from './model/candidate.pure.ts'
import { configuredModel } from './model/configured-model.ts'
import type { Model } from './model/model.source.ts'
import { type ArticleScorer, articleScorer, type Refiner } from './scorer.pure.ts'

let lexicons: Lexicons | null = null
/** The rules over a catalogue. */
interface Rules {
  readonly of: Catalog
  readonly read: Prepared<StagedReader>
}

let present: Rules | null = null
let next: Rules | null = null
let model: { it: Model; atOnce: number } | null = null

/** Loads the lexicons and sets the model up, if one is configured; once, before the first enrichment. */
export async function openEnricher(settings: ModelSettings | null = config.model): Promise<void> {
  lexicons = await readLexicons()
  model = settings && { it: configuredModel(settings), atOnce: settings.concurrency }
}

/** The rules over the present catalogue, a stage at a time. */
export function currentReader(): StagedReader {
  const now = catalog()
  if (present?.of !== now) present = next?.of === now ? next : rulesOver(now)
  return present.read.value
}

/** Prepares the rules over a catalogue that is about to be the present one, a few milliseconds at a time. */
export async function prepareEnricher(coming: Catalog): Promise<void> {
  next = rulesOver(coming)
  await next.read.prepare()
}

function rulesOver(of: Catalog): Rules {
  const known = lexicons
  if (!known) throw new Error('The lexicons have not been loaded yet.')
  return { of, read: new Prepared(() => readerInPieces(of.knowledge(), known)) }
}

/** Reads articles by the rules over the present catalogue, in this thread. */
export function currentArticleReader(): ArticleReader {
  return readerHere(currentReader())
}

/** Reads the many articles of a long ingest by the rules over the present catalogue, on the other cores too. */
export function openParallelReader(): ArticleReader {
  return new ParallelReader(currentReader(), catalog().knowledge())
}

/** The rules without the story signature. */
export function currentEnricher(): Enricher {
  const read = currentReader()
  return (article) => finish(read(article)).enrichment
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
