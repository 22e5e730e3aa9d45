import type { ClauseRelation } from '../parse/clause.pure.ts'
import type { ParsedText } from '../parse/parsed-text.pure.ts'
import type { Evidence } from './evidence.pure.ts'

/** How much evidence counts by the relation of its clause to the one before. */
const RELATION_WEIGHT: Readonly<Record<ClauseRelation, number>> = {
  main: 1,
  cause: 0.75,
  concession: 0.3,
  contrast: 1.15,
  temporal: 0.35,
}

/** Scope of modifiers: tokens between a modifier and the evidence after it. */
const NEGATION_REACH = 4
const HEDGE_REACH = 6
/** Factor on an earlier move of the price against what the main clause says of it now. */
const EARLIER_WEIGHT = 0.4
/** Factor on a trouble that the main clause says is over. */
const RESOLVED_WEIGHT = 0.05

/** Takes a piece of evidence and gives the factor of its context: clause relation, question, negators, hedges and intensifiers. */
export function computeContextWeight(evidence: Evidence, parsed: ParsedText): number {
  const { hits, clauseAt, clauses } = parsed
  const clause = clauses[evidence.clause]
  let weight = RELATION_WEIGHT[clause?.relation ?? 'main']
  if (clause?.isQuestion === true) weight *= 0.6
  // "Rises but ...": what comes before a contrast counts less.
  const next = clauses[evidence.clause + 1]
  if (next?.relation === 'contrast') weight *= 0.75
  if (evidence.tone < 0 && isResolved(evidence.clause, parsed)) weight *= RESOLVED_WEIGHT
  if (isEarlierMove(evidence, parsed)) weight *= EARLIER_WEIGHT
  for (const hit of hits) {
    const modifier = hit.entry.modifier
    if (modifier === null || clauseAt[hit.from] !== evidence.clause) continue
    const gap = evidence.from - hit.to
    if (modifier.kind === 'negator' && gap >= 0 && gap < NEGATION_REACH) weight *= modifier.factor
    else if (modifier.kind === 'hedge' && gap >= -1 && gap < HEDGE_REACH && hit.from < evidence.from)
      weight *= modifier.factor
    else if (modifier.kind === 'intensifier' && gap > -4 && gap < 2) weight *= modifier.factor
    else if (modifier.kind === 'postposed_negator' && hit.from >= evidence.to && hit.from - evidence.to < 5)
      weight *= modifier.factor
  }
  return weight
}

/** "Overbought after rally": true for a move told as a noun in a clause with "after" whose main clause judges. */
function isEarlierMove(evidence: Evidence, { clauses, clauseAt, hits, tokens }: ParsedText): boolean {
  const ownClause = clauses[evidence.clause]
  const opener = tokens.words[ownClause?.from ?? 0]
  if (ownClause?.relation !== 'cause' || (opener !== 'after' && opener !== 'following')) return false
  if (!hits.some((hit) => hit.from === evidence.anchorFrom && hit.entry.moveNoun !== null)) return false
  return hits.some(({ from, entry }) => {
    const other = clauses[clauseAt[from] ?? 0]
    if (other?.sentence !== ownClause.sentence || other.relation !== 'main') return false
    return (entry.noun?.subject ?? entry.verb?.subject ?? entry.recommendation?.subject ?? 0) * evidence.subject < 0
  })
}

/** "Restarts shipments after cyberattack": true for a clause with "after" whose trouble the main clause ends. */
function isResolved(clause: number, { clauses, clauseAt, hits, tokens }: ParsedText): boolean {
  const ownClause = clauses[clause]
  const opener = tokens.words[ownClause?.from ?? 0]
  if (ownClause?.relation !== 'cause' || (opener !== 'after' && opener !== 'following')) return false
  const main = hits.filter((hit) => {
    const other = clauses[clauseAt[hit.from] ?? 0]
    return other?.sentence === ownClause.sentence && other.relation === 'main'
  })
  // "Resumes slide after warning" is no recovery.
  const hasFall = main.some(({ entry }) => (entry.move?.sign ?? entry.moveNoun?.sign ?? 0) < 0)
  return !hasFall && main.some((hit) => hit.entry.semanticRole === 'recovery')
}
