/** Evidence that two companies compete. */
export interface CompetitionEvidence {
  /** Weight of the competitor edge between them, 0 to 1; null without one. */
  readonly edge: number | null
  /** Number of shared leading GICS digits: 8 = same sub-industry, 6 = same industry. */
  readonly sharedDigits: number
  /** Share of the company's business in which the competitor sells too, 0 to 1; null when unknown. */
  readonly share: number | null
  /** Market capitalisations in US dollars, its own first; null when unknown. */
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

/** Power of the ratio of sizes with which a smaller competitor matters less to a larger company. */
const SIZE_POWER = 0.15
/** How much a competitor edge, and a shared industry, count where none of the known businesses is shared. */
const EDGE_FLOOR = 0.7
const INDUSTRY_FLOOR = 0.3

/** Factor by the share of the company's business that is concerned: 1 for all of it and where it is unknown. */
function weighShare(share: number | null, floor: number): number {
  return share === null ? 1 : floor + (1 - floor) * Math.sqrt(share)
}

/** Factor by size: the small one feels the large one, not the other way round. */
function weighSize([own, other]: CompetitionEvidence['caps']): number {
  return own === null || other === null || own <= 0 || other <= 0 ? 1 : Math.min(1, (other / own) ** SIZE_POWER)
}

/**
 * Closeness of a competitor to a company, 0 to 1: independent evidence combined as a noisy-or (Pearl, Probabilistic Reasoning in
 * Intelligent Systems, 1988, section 4.3). A competitor edge counts most, by the share of the company's business that it concerns; a
 * shared industry is weighted by size similarity, country and that share.
 */
export function computeCloseness(evidence: CompetitionEvidence): number {
  const { edge, share, sharedDigits, caps, sameCountry, stories } = evidence
  const industry = sharedDigits >= 8 ? SUB_INDUSTRY : sharedDigits >= 6 ? INDUSTRY : 0
  const sizeSimilarity = computeSizeSimilarity(caps) ?? 0.3
  const doubt =
    complement(edge === null ? 0 : (0.4 + 0.5 * edge) * weighSize(caps) * weighShare(share, EDGE_FLOOR)) *
    complement(industry * (1 + sizeSimilarity) * (sameCountry ? 1.2 : 1) * weighShare(share, INDUSTRY_FLOOR)) *
    complement(stories === 0 ? 0 : CO_MENTIONS_MAX * (1 - Math.exp(-stories / CO_MENTION_SCALE)))
  return Math.round((1 - doubt) * 1e4) / 1e4
}

/** Complement of a probability, which is capped at 0.95. */
function complement(probability: number): number {
  return 1 - Math.min(probability, 0.95)
}
