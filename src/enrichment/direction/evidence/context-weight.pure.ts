import type { Modifier } from '../../vocabulary/direction-lexicon.pure.ts'
import type { ClauseRelation } from '../parse/clause.pure.ts'
import type { LexiconHit, ParsedText } from '../parse/parsed-text.pure.ts'
import type { Evidence } from './evidence.pure.ts'

/** How much evidence counts by the relation of its clause to the one before. */
const RELATION_WEIGHT: Readonly<Record<ClauseRelation, number>> = {
  main: 1,
  cause: 0.75,
  concession: 0.3,
  contrast: 1.15,
  temporal: 0.35,
}

/** Factor on an earlier move of the price against what the main clause says of it now. */
const EARLIER_WEIGHT = 0.4
/** Factor on a trouble that the main clause says is over. */
const RESOLVED_WEIGHT = 0.05

/** Takes a piece of evidence and gives the factor of its context: clause relation, question, negators, hedges and intensifiers. */
export function computeContextWeight(evidence: Evidence, { hits, clauseAt, clauses, tokens }: ParsedText): number {
  const { clause } = evidence
  if (clause === undefined) return 1
  let weight = RELATION_WEIGHT[clause.relation]
  if (clause.isQuestion) weight *= 0.6
  // "Rises but ...": what comes before a contrast counts less.
  if (clauses[clause.index + 1]?.relation === 'contrast') weight *= 0.75
  const opener = tokens.words[clause.from]
  if (opener === 'after' || opener === 'following') {
    const main = hits.filter(({ from }) => {
      const other = clauseAt[from]
      return other?.sentence === clause.sentence && other.relation === 'main'
    })
    if (evidence.tone < 0 && isTroubleOver(main)) weight *= RESOLVED_WEIGHT
    const isMoveNoun = hits.some((hit) => hit.from === evidence.anchorFrom && hit.entry.moveNoun !== null)
    if (isMoveNoun && isJudgedOtherwise(evidence, main)) weight *= EARLIER_WEIGHT
  }
  for (const hit of hits) {
    const { modifier } = hit.entry
    if (modifier !== null && clauseAt[hit.from] === clause && isInScope(modifier, hit, evidence))
      weight *= modifier.factor
  }
  return weight
}

/** True for evidence within so many tokens of a modifier. */
function isInScope({ kind }: Modifier, hit: LexiconHit, evidence: Evidence): boolean {
  const gap = evidence.from - hit.to
  if (kind === 'negator') return gap >= 0 && gap < 4
  if (kind === 'hedge') return gap >= -1 && gap < 6 && hit.from < evidence.from
  if (kind === 'intensifier') return gap > -4 && gap < 2
  return kind === 'postposed_negator' && hit.from >= evidence.to && hit.from - evidence.to < 5
}

/** "Overbought after rally": true for a move whose main clause judges otherwise. */
function isJudgedOtherwise(evidence: Evidence, main: readonly LexiconHit[]): boolean {
  return main.some(({ entry: { noun, verb, recommendation } }) => {
    return ((noun ?? verb ?? recommendation)?.subject ?? 0) * evidence.subject < 0
  })
}

/** "Restarts shipments after cyberattack", but not "resumes slide after warning". */
function isTroubleOver(main: readonly LexiconHit[]): boolean {
  const hasFall = main.some(({ entry }) => (entry.move ?? entry.moveNoun)?.sign === -1)
  return !hasFall && main.some((hit) => hit.entry.semanticRole === 'recovery')
}
