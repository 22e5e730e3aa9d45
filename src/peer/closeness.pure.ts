/** Evidence that two companies compete. */
export interface CompetitionEvidence {
  /** Weight of the competitor edge between them, 0 to 1; null without one. */
  readonly edge: number | null
  /** Number of shared leading GICS digits: 8 = same sub-industry, 6 = same industry. */
  readonly sharedDigits: number
  /** Market capitalisations in US dollars; null when unknown. */
  readonly caps: readonly [number | null, number | null]
  readonly sameCountry: boolean
  /** Number of co-mentions: stories on competition that name both. */
  readonly stories: number
}

/** Probability contributed by a shared sub-industry or industry alone, before size and country. */
const SUB_INDUSTRY = 0.3
const INDUSTRY = 0.12
/** Maximum probability contributed by co-mentions, and the number that contributes 63 % of it. */
const CO_MENTIONS_MAX = 0.6
const CO_MENTION_SCALE = 3

/** Similarity of two market capitalisations: 1 = equal, 1/e at a factor of ten; null when one is unknown. */
export function computeSizeSimilarity([a, b]: readonly [number | null, number | null]): number | null {
  return a === null || b === null || a <= 0 || b <= 0 ? null : Math.exp(-Math.abs(Math.log10(a / b)))
}

/**
 * Closeness of two competitors, 0 to 1: independent evidence combined as a noisy-or (Pearl, Probabilistic Reasoning in Intelligent
 * Systems, 1988, section 4.3). A competitor edge counts most; a shared industry is weighted by size similarity and country.
 */
export function computeCloseness(evidence: CompetitionEvidence): number {
  const { edge, sharedDigits, caps, sameCountry, stories } = evidence
  const industry = sharedDigits >= 8 ? SUB_INDUSTRY : sharedDigits >= 6 ? INDUSTRY : 0
  const sizeSimilarity = computeSizeSimilarity(caps) ?? 0.3
  const doubt =
    complement(edge === null ? 0 : 0.4 + 0.5 * edge) *
    complement(industry * (1 + sizeSimilarity) * (sameCountry ? 1.2 : 1)) *
    complement(stories === 0 ? 0 : CO_MENTIONS_MAX * (1 - Math.exp(-stories / CO_MENTION_SCALE)))
  return Math.round((1 - doubt) * 1e4) / 1e4
}

/** Complement of a probability, which is capped at 0.95. */
function complement(probability: number): number {
  return 1 - Math.min(probability, 0.95)
}
