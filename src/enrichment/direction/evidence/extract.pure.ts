import { wordSet } from '../../text/word-set.pure.ts'
import type { Move, PolarTerm } from '../../vocabulary/direction-lexicon.pure.ts'
import { actsAsVerb, isPreposition } from '../grammar/part-of-speech.pure.ts'
import { findMitigatedThreats, isRelationalNoun } from '../grammar/semantic-role.pure.ts'
import { opensClause } from '../parse/clause.pure.ts'
import type { LexiconHit, ParsedText } from '../parse/parsed-text.pure.ts'
import { chooseMove, findChangedQuantity, findHarm, findModifiedName } from './changed-quantity.pure.ts'
import type { Evidence } from './evidence.pure.ts'
import {
  createNeutralEvidence,
  readChangedQuantity,
  readMove,
  readStatedQuantity,
  readTerm,
  scaleWeights,
} from './lexicon-evidence.pure.ts'
import { findPolarityShifts, isCostAboveForecast, weighCosting } from './polarity-shift.pure.ts'
import { findLevels, readLevel } from './reached-level.pure.ts'

/** A verb weaker than this means nothing for its subject. */
const FAINT_POLARITY = 0.05

/** Takes a parsed text and gives the evidence of its lexicon hits, in order of the text: moves with their quantities, polar terms after polarity shifts, stated quantities. */
export function extractEvidence(whole: ParsedText): Evidence[] {
  const levels = findLevels(whole)
  const hits = whole.hits.filter((hit) => !levels.some(({ from, to }) => from <= hit.from && hit.to <= to))
  const parsed = { ...whole, hits }
  const moves = new Map<LexiconHit, Move>()
  const changed = new Map<LexiconHit, LexiconHit>()
  for (const hit of hits) {
    const move = chooseMove(parsed, hit) ?? findHarm(parsed, hit)
    if (move === null) continue
    moves.set(hit, move)
    const quantity = findModifiedName(parsed, hit, move) === null ? findChangedQuantity(parsed, hit, move) : null
    if (quantity !== null) changed.set(hit, quantity)
  }
  const doubled = findDoubledMoves(changed, moves)
  const usedQuantities = new Set(changed.values())
  const { shifted, consumed } = findPolarityShifts(parsed, new Set(changed.keys()))
  const mitigated = findMitigatedThreats(parsed)

  const readHit = (hit: LexiconHit): readonly Evidence[] => {
    const { quantity } = hit.entry
    const move = moves.get(hit)
    const what = changed.get(hit)
    if (what?.entry.quantity != null && move !== undefined) {
      if (doubled.outer.has(hit)) return []
      const told = readChangedQuantity(parsed, hit, move, what, what.entry.quantity)
      const outer = doubled.inner.get(hit)
      return [outer === undefined ? told : turnMove(told, outer, moves.get(outer)?.sign ?? 1)]
    }
    if (isRelationalNoun(parsed, hit)) return []
    if (consumed.has(hit)) return isNeutralForSubject(hit) ? [createNeutralEvidence(parsed, hit)] : []
    if (mitigated.has(hit) && !shifted.has(hit)) return []
    const factor = isCostAboveForecast(parsed, hit) ? -1 : weighCosting(parsed, hit)
    const shift = shifted.get(hit) ?? { factor, from: hit.from, to: hit.to, ownPolarity: 0 }
    // "Withdraws offer for": what was done to the offer says it all.
    const isToldByMove = usedQuantities.has(hit) && quantity?.kind === 'target'
    const term = isToldByMove ? null : chooseSense(parsed, hit)
    if (term !== null) return [readTerm(parsed, hit, term, shift)]
    if (move !== undefined && move.use !== 'measure') return [readMove(parsed, hit, move, shift)]
    if (quantity === null || quantity.stated === 0 || usedQuantities.has(hit) || isEarlierValue(parsed, hit)) return []
    return [readStatedQuantity(parsed, hit, quantity, shift)]
  }
  return [...levels.filter(({ sign }) => sign !== 0).map((level) => readLevel(parsed, level)), ...hits.flatMap(readHit)]
}

/** "Cuts sales decline", "wipes out sales gains": the verbs whose object is itself a move of the quantity, and by that move the verb. */
function findDoubledMoves(
  changed: ReadonlyMap<LexiconHit, LexiconHit>,
  moves: ReadonlyMap<LexiconHit, Move>,
): { readonly outer: ReadonlySet<LexiconHit>; readonly inner: ReadonlyMap<LexiconHit, LexiconHit> } {
  const inner = new Map<LexiconHit, LexiconHit>()
  for (const [verb, quantity] of changed) {
    if (moves.get(verb)?.use !== 'transitive' || verb.to > quantity.from) continue
    for (const [move, same] of changed) if (same === quantity && move.from === quantity.to) inner.set(move, verb)
  }
  return { inner, outer: new Set(inner.values()) }
}

/** A move of a quantity that a verb lessens or furthers. */
function turnMove(told: Evidence, { from }: LexiconHit, sign: number): Evidence {
  const byAssetKind = scaleWeights(told.byAssetKind, sign)
  return { ...told, from, verbFrom: from, subject: told.subject * sign, tone: told.tone * sign, byAssetKind }
}

/** True for a verb that means next to nothing for its subject: "rejects". */
function isNeutralForSubject({ entry: { verb } }: LexiconHit): boolean {
  return verb !== null && verb.subject !== 0 && Math.abs(verb.subject) < FAINT_POLARITY
}

/** The polar sense that applies here, of an entry with several: verb, noun, recommendation or stance. */
function chooseSense(parsed: ParsedText, hit: LexiconHit): PolarTerm | null {
  const { verb, noun, recommendation, stance, quantity } = hit.entry
  const { tokens, nameAt } = parsed
  const isAdvice = recommendation !== null && nameAt[hit.to] !== undefined
  if (isAdvice && (opensClause(parsed, hit) || isAdvised(parsed, hit))) return recommendation
  if (stance !== null && nameAt[hit.from - 1] !== undefined) {
    const next = tokens.kinds[hit.to]
    const isCashtag = tokens.text.charAt((tokens.starts[hit.from - 1] ?? 0) - 1) === '$'
    if (next === undefined || next === 'mark' || (isCashtag && isPreposition(tokens.words[hit.to]))) return stance
  }
  if (isCompletion(parsed, hit)) return null
  // "To build AI cloud in Germany".
  const isObject = tokens.words[hit.from] === 'cloud' && !actsAsVerb(parsed, hit)
  const isVerb = verb !== null && !isObject && ((noun === null && quantity === null) || actsAsVerb(parsed, hit))
  return isVerb ? verb : noun
}

const DEALS = wordSet('deal acquisition purchase merger takeover buyout')
/** Tokens between "closes" and its object. */
const DEAL_REACH = 5

/** "Closes Activision deal": it is done, and nothing shuts. */
function isCompletion({ tokens: { words }, clauseAt }: ParsedText, { from, to }: LexiconHit): boolean {
  if (to - from > 1 || !/^clos(?:es?|ed|ing)$/.test(words[from] ?? '')) return false
  return words.slice(to, to + DEAL_REACH).some((word, i) => DEALS.has(word) && clauseAt[to + i] === clauseAt[from])
}

const ADVISING = wordSet('should must ought')
const REASONS = wordSet('time reason reasons wise better')

/** "Investors should avoid Tesla", "time to sell Tesla": true for a verb that advises. */
function isAdvised({ tokens: { words } }: ParsedText, hit: LexiconHit): boolean {
  const before = words[hit.from - 1]
  return ADVISING.has(before) || (before === 'to' && REASONS.has(words[hit.from - 2]))
}

const COMPARISON_WORDS = wordSet('compared vs versus opposed from')

/** "compared to a loss of": true for the earlier value, which is no news. */
function isEarlierValue({ tokens: { words } }: ParsedText, hit: LexiconHit): boolean {
  return words.slice(Math.max(0, hit.from - 6), hit.from).some((word) => COMPARISON_WORDS.has(word))
}
