/** What speaks for two companies competing. */
export interface RivalryEvidence {
  /** Weight of a competitor edge between them, 0 to 1; null without one. */
  readonly edge: number | null
  /** How many GICS digits they share: 8 = sub-industry, 6 = industry. */
  readonly sharedDigits: number
  /** Market capitalisations; null where not known. */
  readonly caps: readonly [number | null, number | null]
  readonly sameCountry: boolean
  /** Stories on competition that name both. */
  readonly stories: number
}

/** What a shared sub-industry or industry proves by itself, before size and home market. */
const SUB_INDUSTRY = 0.3
const INDUSTRY = 0.12
/** Largest proof stories can be, and how many give 63 % of it. */
const STORIES = 0.6
const STORIES_SCALE = 3

/** How alike two sizes are: 1 = the same, 1/e at ten times the size; null where one is not known. */
export function sizeLikeness([a, b]: readonly [number | null, number | null]): number | null {
  return a === null || b === null || a <= 0 || b <= 0 ? null : Math.exp(-Math.abs(Math.log10(a / b)))
}

/**
 * Closeness of two competitors, 0 to 1: independent pieces of evidence joined as a noisy-or (Pearl, Probabilistic Reasoning in
 * Intelligent Systems, 1988, section 4.3). An edge of the graph counts most; a shared industry counts by likeness of size and market.
 */
export function closeness(evidence: RivalryEvidence): number {
  const { edge, sharedDigits, caps, sameCountry, stories } = evidence
  const industry = sharedDigits >= 8 ? SUB_INDUSTRY : sharedDigits >= 6 ? INDUSTRY : 0
  const likeness = sizeLikeness(caps) ?? 0.3
  const doubt =
    doubtOf(edge === null ? 0 : 0.4 + 0.5 * edge) *
    doubtOf(industry * (1 + likeness) * (sameCountry ? 1.2 : 1)) *
    doubtOf(stories === 0 ? 0 : STORIES * (1 - Math.exp(-stories / STORIES_SCALE)))
  return Math.round((1 - doubt) * 1e4) / 1e4
}

/** What a proof leaves open; none is perfect. */
function doubtOf(proof: number): number {
  return 1 - Math.min(proof, 0.95)
}
