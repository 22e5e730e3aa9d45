import type { ArticleText, Enrichment } from '../enrichment/vocabulary/verdict.pure.ts'

/** An enrichment with what only a model can add. */
export interface ScoredEnrichment extends Enrichment {
  /** `briefText` in other languages, by language. */
  readonly briefTexts?: Readonly<Record<string, string>>
}

/** Scores one article, by the rules or by a model that falls back on them; a failing model does not make it reject. */
export type ArticleScorer = (article: ArticleText) => Promise<ScoredEnrichment>

/** A second opinion on what the rules made of an article, and for how many articles it may be asked at once. */
export interface Refiner {
  /** The refined enrichment, or `rules` where none is to be had; never rejects. */
  readonly refine: (article: ArticleText, rules: Enrichment) => Promise<ScoredEnrichment>
  readonly atOnce: number
}

/** Reads an article by the rules, once, and has the reading refined where there is a refiner. */
export function articleScorer(enrich: (article: ArticleText) => Enrichment, refiner: Refiner | null): ArticleScorer {
  return async (article) => {
    const rules = enrich(article)
    return refiner === null ? rules : refiner.refine(article, rules)
  }
}
