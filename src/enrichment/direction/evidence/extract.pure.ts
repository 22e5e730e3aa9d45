import { wordSet } from '../../text/word-set.pure.ts'
import type { Move, PolarTerm } from '../../vocabulary/direction-lexicon.pure.ts'
import { actsAsVerb, isNameAt, isPreposition } from '../grammar/part-of-speech.pure.ts'
import { findMitigatedThreats, isRelationalNoun } from '../grammar/semantic-role.pure.ts'
import type { LexiconHit, ParsedText } from '../parse/parsed-text.pure.ts'
import { chooseMove, findChangedQuantity, findHarm, findModifiedName } from './changed-quantity.pure.ts'
import type { Evidence } from './evidence.pure.ts'
import {
  createNeutralEvidence,
  readChangedQuantity,
  readHoldingBack,
  readMove,
  readStatedQuantity,
  readTerm,
} from './lexicon-evidence.pure.ts'
import { findPolarityShifts, isCostAboveForecast, weighCosting } from './polarity-shift.pure.ts'
import { findLevels, readLevel } from './reached-level.pure.ts'

/** A verb weaker than this means nothing for its subject. */
const FAINT_POLARITY = 0.05

/** Takes a parsed text and gives the evidence of its lexicon hits, in order of the text: moves with their quantities, polar terms after polarity shifts, stated quantities. */
export function extractEvidence(whole: ParsedText): Evidence[] {
  const levels = findLevels(whole)
  const isToldByLevel = (hit: LexiconHit) => levels.some(({ from, to }) => from <= hit.from && hit.to <= to)
  const hits = levels.length === 0 ? whole.hits : whole.hits.filter((hit) => !isToldByLevel(hit))
  const parsed = levels.length === 0 ? whole : { ...whole, hits }
  const changedQuantities = new Map<LexiconHit, LexiconHit>()
  const moves = new Map<LexiconHit, Move>()
  hits.forEach((hit, index) => {
    const move = chooseMove(parsed, hit) ?? findHarm(parsed, index)
    if (move === null) return
    moves.set(hit, move)
    const quantity = findModifiedName(parsed, hit, move) === null ? findChangedQuantity(parsed, index, move) : null
    if (quantity !== null) changedQuantities.set(hit, quantity)
  })
  const doubled = findDoubledMoves(changedQuantities, moves)
  const usedQuantities = new Set(changedQuantities.values())
  const { shifted, consumed } = findPolarityShifts(parsed, new Set(changedQuantities.keys()))
  const mitigated = findMitigatedThreats(parsed)
  const evidence = levels.filter(({ sign }) => sign !== 0).map((level) => readLevel(parsed, level))
  for (const hit of hits) {
    const move = moves.get(hit) ?? null
    const changedQuantity = changedQuantities.get(hit)
    if (changedQuantity !== undefined && move !== null) {
      if (!doubled.has(hit)) {
        const told = readChangedQuantity(parsed, hit, move, changedQuantity)
        const outer = [...doubled].find(([, inner]) => inner === hit)?.[0]
        evidence.push(outer === undefined ? told : turnMove(told, outer, moves.get(outer)?.sign ?? 1))
      }
      continue
    }
    if (isRelationalNoun(hit, parsed.names)) continue
    const verbWithParticle = readHoldingBack(parsed, hit)
    if (verbWithParticle !== null) {
      evidence.push(verbWithParticle)
      continue
    }
    if (consumed.has(hit) && isNeutralForSubject(hit)) evidence.push(createNeutralEvidence(parsed, hit))
    if (consumed.has(hit) || (mitigated.has(hit) && !shifted.has(hit))) continue
    const shift = shifted.get(hit) ?? {
      factor: isCostAboveForecast(parsed, hit) ? -1 : weighCosting(parsed, hit),
      from: hit.from,
      to: hit.to,
      ownPolarity: 0,
    }
    // "Withdraws offer for": what was done to the offer says it all.
    const isToldByMove = usedQuantities.has(hit) && hit.entry.quantity?.kind === 'target'
    const term = isToldByMove ? null : chooseSense(parsed, hit)
    if (term !== null) evidence.push(readTerm(parsed, hit, term, shift))
    else if (move !== null && move.use !== 'measure') evidence.push(readMove(parsed, hit, move, shift))
    else if (hit.entry.quantity !== null && hit.entry.quantity.stated !== 0 && !usedQuantities.has(hit)) {
      if (!isEarlierValue(parsed, hit)) evidence.push(readStatedQuantity(parsed, hit, hit.entry.quantity, shift))
    }
  }
  return evidence
}

/** "Cuts sales decline", "wipes out sales gains": the verbs whose object is itself a move of the quantity, with that move. */
function findDoubledMoves(
  changedQuantities: ReadonlyMap<LexiconHit, LexiconHit>,
  moves: ReadonlyMap<LexiconHit, Move>,
): ReadonlyMap<LexiconHit, LexiconHit> {
  const found = new Map<LexiconHit, LexiconHit>()
  for (const [outer, quantity] of changedQuantities) {
    if (moves.get(outer)?.use !== 'transitive' || outer.to > quantity.from) continue
    for (const [inner, same] of changedQuantities)
      if (same === quantity && inner.from === quantity.to) found.set(outer, inner)
  }
  return found
}

/** A move of a quantity that a verb lessens or furthers. */
function turnMove(told: Evidence, outer: LexiconHit, sign: number): Evidence {
  const byAssetKind = new Map([...told.byAssetKind].map(([kind, weight]) => [kind, weight * sign]))
  return {
    ...told,
    from: outer.from,
    verbFrom: outer.from,
    subject: told.subject * sign,
    tone: told.tone * sign,
    byAssetKind,
  }
}

/** True for a verb that means next to nothing for its subject: "rejects". */
function isNeutralForSubject({ entry: { verb } }: LexiconHit): boolean {
  return verb !== null && Math.abs(verb.subject) > 0 && Math.abs(verb.subject) < FAINT_POLARITY
}

/** The polar sense that applies here, of an entry with several: verb, noun, recommendation or stance. */
function chooseSense(parsed: ParsedText, hit: LexiconHit): PolarTerm | null {
  const { verb, noun, recommendation, stance, quantity } = hit.entry
  const { tokens, clauses, clauseAt } = parsed
  const opensClause = clauses[clauseAt[hit.from] ?? 0]?.from === hit.from
  if (recommendation !== null && isNameAt(parsed, hit.to) && (opensClause || isAdvised(parsed, hit)))
    return recommendation
  if (stance !== null && isNameAt(parsed, hit.from - 1)) {
    const next = tokens.kinds[hit.to]
    const isCashtag = tokens.text.charAt((tokens.starts[hit.from - 1] ?? 0) - 1) === '$'
    if (next === undefined || next === 'mark' || (isCashtag && isPreposition(tokens.words[hit.to]))) return stance
  }
  if (verb !== null && (noun !== null || quantity !== null)) return actsAsVerb(parsed, hit) ? verb : noun
  return verb ?? noun
}

const ADVISING = wordSet('should must ought')
const REASONS = wordSet('time reason reasons wise better')

/** "Investors should avoid Tesla", "time to sell Tesla": true for a verb that advises. */
function isAdvised({ tokens: { words } }: ParsedText, hit: LexiconHit): boolean {
  const before = words[hit.from - 1] ?? ''
  return ADVISING.has(before) || (before === 'to' && REASONS.has(words[hit.from - 2] ?? ''))
}

const COMPARISON_WORDS = wordSet('compared vs versus opposed from')

/** "compared to a loss of": true for the earlier value, which is no news. */
function isEarlierValue(parsed: ParsedText, hit: LexiconHit): boolean {
  for (let i = Math.max(0, hit.from - 6); i < hit.from; i++)
    if (COMPARISON_WORDS.has(parsed.tokens.words[i] ?? '')) return true
  return false
}
