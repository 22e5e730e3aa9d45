import type { ClauseLink } from './clause.math.ts'
import type { Evidence } from './direction-event.math.ts'
import type { Reading } from './direction-reading.math.ts'

const LINK_FORCE: Readonly<Record<ClauseLink, number>> = { main: 1, cause: 0.75, contrast: 0.3, turn: 1.15, time: 0.35 }

/** How far before the evidence a modifier still acts, in tokens. */
const NEGATION_REACH = 4
const HEDGE_REACH = 6
/** What old trouble still weighs once it is over. */
const MENDED = 0.05

/** The factor that negation, hedges, intensifiers, questions and clause links put on a piece of evidence. */
export function forceOf(evidence: Evidence, reading: Reading): number {
  const { hits, clauseAt, clauses } = reading
  const clause = clauses[evidence.clause]
  let force = LINK_FORCE[clause?.link ?? 'main']
  if (clause?.question === true) force *= 0.6
  // "Rises but ...": what comes before the turn counts less.
  const next = clauses[evidence.clause + 1]
  if (next?.link === 'turn') force *= 0.75
  if (evidence.tone < 0 && isMended(evidence.clause, reading)) force *= MENDED
  for (const hit of hits) {
    const modifier = hit.entry.modifier
    if (modifier === null || clauseAt[hit.from] !== evidence.clause) continue
    const gap = evidence.from - hit.to
    if (modifier.kind === 'negator' && gap >= 0 && gap < NEGATION_REACH) force *= modifier.factor
    else if (modifier.kind === 'hedge' && gap >= -1 && gap < HEDGE_REACH && hit.from < evidence.from)
      force *= modifier.factor
    else if (modifier.kind === 'intensifier' && gap > -4 && gap < 2) force *= modifier.factor
    else if (modifier.kind === 'turner' && hit.from >= evidence.to && hit.from - evidence.to < 5)
      force *= modifier.factor
  }
  return force
}

/** "Restarts shipments after cyberattack": what stands behind "after" is over when the main clause says so. */
function isMended(clause: number, { clauses, clauseAt, hits, tokens }: Reading): boolean {
  const own = clauses[clause]
  const opener = tokens.words[own?.from ?? 0]
  if (own?.link !== 'cause' || (opener !== 'after' && opener !== 'following')) return false
  const main = hits.filter((hit) => {
    const other = clauses[clauseAt[hit.from] ?? 0]
    return other?.sentence === own.sentence && other.link === 'main'
  })
  // "Resumes slide after warning" mends nothing.
  const falls = main.some(({ entry }) => (entry.move?.way ?? entry.moveNoun?.way ?? 0) < 0)
  return !falls && main.some((hit) => hit.entry.part === 'mender')
}
