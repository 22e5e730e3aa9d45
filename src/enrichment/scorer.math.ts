import type { ArticleText, Enrichment } from './knowledge.math.ts'

/** An enrichment with what only a model can add. */
export interface ScoredEnrichment extends Enrichment {
  /** `briefText` in other languages, by language. */
  readonly briefTexts?: Readonly<Record<string, string>>
}

/** Scores one article, by the rules or by a model that falls back on them; a failing model does not make it reject. */
export type ArticleScorer = (article: ArticleText) => Promise<ScoredEnrichment>

/** A scorer that waits for something, and how many articles it takes at once. */
export interface BoundedScorer {
  readonly score: ArticleScorer
  readonly atOnce: number
}

/** The rules behind the same interface. */
export function rulesScorer(enrich: (article: ArticleText) => Enrichment): ArticleScorer {
  return async (article) => enrich(article)
}
