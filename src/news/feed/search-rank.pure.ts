/** Signals that an article answers a search, each 0-1. */
export interface Evidence {
  readonly lexical: number
  readonly fuzzy: number
  readonly entity: number
  readonly trend: number
  /** Cosine of the embeddings of query and title. */
  readonly semantic: number
}

/** Score that each signal gives on its own at full strength; signals are combined as noisy-or, as if they were independent. */
const WEIGHTS = { lexical: 0.85, entity: 0.75, trend: 0.5, fuzzy: 0.55, semantic: 0.45 } as const

/** Relevance of an article for a search, 0-1. */
export function searchScore(evidence: Evidence): number {
  const doubts = [
    // Rank 32 scales cover density to x/(x+1): a match of all words in a title stands near 0.5, so it is scaled up.
    1 - WEIGHTS.lexical * Math.min(1, Math.sqrt(Math.max(0, evidence.lexical)) * 1.2),
    1 - WEIGHTS.entity * (0.6 * Number(evidence.entity > 0) + 0.4 * evidence.entity),
    1 - WEIGHTS.trend * evidence.trend,
    1 - WEIGHTS.fuzzy * Math.max(0, (evidence.fuzzy - 0.5) * 2),
    1 - WEIGHTS.semantic * Math.max(0, evidence.semantic),
  ]
  return Math.round((1 - doubts.reduce((product, doubt) => product * doubt, 1)) * 10_000) / 10_000
}

/** Quality of the best of some scores, highest first: `strong` from 0.5 on, `weak` above 0, `none` without any. */
export function searchQuality(scores: readonly number[]): 'strong' | 'weak' | 'none' {
  const best = Math.max(0, ...scores.slice(0, 1))
  if (best === 0) return 'none'
  return best >= 0.5 ? 'strong' : 'weak'
}
