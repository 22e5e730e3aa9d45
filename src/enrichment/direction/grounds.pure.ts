import type { Evidence } from './evidence/evidence.pure.ts'
import type { NameSpan } from './parse/parsed-text.pure.ts'

/** The strongest piece of evidence on a name. */
export interface LeadEvidence {
  readonly evidence: Evidence
  readonly name: NameSpan
  /** For how much a hedge, a negator or the clause lets it count. */
  readonly contextWeight: number
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
  const pieceCount = `evidence=${isConflict ? 'conflicting' : pieces === 1 ? 'one' : 'several'}`
  const { evidence, name, contextWeight } = lead
  const isBefore = name.from < evidence.from
  const gap = isBefore ? evidence.from - name.to : name.from - evidence.to
  const read = `read=${evidence.isPrice ? 'price' : evidence.construction} ${isBefore ? 'before' : 'after'}`
  return [
    read,
    `${read} of ${strength}`,
    `${pieceCount} of ${strength}`,
    strength,
    `gap=${gap <= 1 ? 'beside' : gap <= 4 ? 'near' : gap <= 8 ? 'far' : 'very far'}`,
    `clause=${evidence.clause?.relation ?? 'main'}`,
    pieceCount,
    `tone=${agreement}`,
    ...(contextWeight < WEAKENED_BELOW ? ['weakened=yes'] : []),
    size,
  ]
}
