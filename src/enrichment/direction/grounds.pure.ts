import type { Attribution } from './attribution/attribution.pure.ts'
import type { Evidence } from './evidence/evidence.pure.ts'

/** The strongest piece of evidence on a name, as far as it tells how sure its direction is. */
export interface LeadEvidence {
  readonly construction: Evidence['construction'] | 'price'
  /** Where the name stands. */
  readonly side: 'before' | 'after'
  /** Tokens between the name and the deciding words. */
  readonly gap: number
  readonly relation: string
  /** True where a hedge, a negator or the clause makes it count for less. */
  readonly isWeakened: boolean
}

/** What the evidence on a name adds up to. */
interface EvidenceTally {
  readonly lead: LeadEvidence | null
  readonly pieces: number
  /** Absolute polarities of the good and of the bad evidence. */
  readonly good: number
  readonly bad: number
  /** Tone of the evidence on others. */
  readonly tone: number
}

/** Evidence that counts less than this is weakened. */
const WEAKENED_BELOW = 0.7
/** The smaller side is a conflict from this part of all evidence on. */
const CONFLICT_PART = 0.2
/** Tone weaker than this says nothing. */
const FAINT_TONE = 0.1

/** Describes the strongest evidence on a name by its syntax. */
export function readLead(evidence: Evidence, { name }: Attribution, contextWeight: number): LeadEvidence {
  const isBefore = name.from < evidence.from
  return {
    construction: evidence.isPrice ? 'price' : evidence.construction,
    side: isBefore ? 'before' : 'after',
    gap: Math.max(0, isBefore ? evidence.from - name.to : name.from - evidence.to),
    relation: evidence.clause?.relation ?? 'main',
    isWeakened: contextWeight < WEAKENED_BELOW,
  }
}

/** What a direction that the words beside a name give rests on: tokens `ground=value` of confidence/weights.csv. */
export function listGrounds(
  { lead, pieces, good, bad, tone }: EvidenceTally,
  score: number,
  clauses: number,
): string[] {
  const size = `clauses=${Math.min(3, clauses)}`
  const strength = `strength=${Math.min(4, Math.floor(Math.abs(score) * 5))}`
  if (lead === null)
    return score === 0 ? ['read=nothing', size] : ['read=tone', `read=tone of ${strength}`, strength, size]
  const isConflict = Math.min(good, bad) > CONFLICT_PART * (good + bad)
  const agreement = Math.abs(tone) < FAINT_TONE ? 'none' : tone * score > 0 ? 'with' : 'against'
  const evidence = `evidence=${isConflict ? 'conflicting' : pieces === 1 ? 'one' : 'several'}`
  const read = `read=${lead.construction} ${lead.side}`
  return [
    read,
    `${read} of ${strength}`,
    `${evidence} of ${strength}`,
    strength,
    `gap=${lead.gap <= 1 ? 'beside' : lead.gap <= 4 ? 'near' : lead.gap <= 8 ? 'far' : 'very far'}`,
    `clause=${lead.relation}`,
    evidence,
    `tone=${agreement}`,
    ...(lead.isWeakened ? ['weakened=yes'] : []),
    size,
  ]
}
