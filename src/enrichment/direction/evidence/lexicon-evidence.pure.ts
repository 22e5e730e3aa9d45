import { wordSet } from '../../text/word-set.pure.ts'
import type { Move, PolarTerm, Quantity, Weights } from '../../vocabulary/direction-lexicon.pure.ts'
import { isPassive } from '../grammar/part-of-speech.pure.ts'
import type { LexiconHit, ParsedText } from '../parse/parsed-text.pure.ts'
import { findModifiedName, isObjectNamed } from './changed-quantity.pure.ts'
import { createEvidence, type Evidence } from './evidence.pure.ts'
import { type PolarityShift, weighDenial } from './polarity-shift.pure.ts'

/** Factor for the plaintiff on what a lawsuit means for the defendant. */
const PLAINTIFF_FACTOR = -0.6

/** "BHP rejects Rio Tinto approach": next to nothing for the subject, while the shifted words count for the other. */
export function createNeutralEvidence(parsed: ParsedText, hit: LexiconHit): Evidence {
  return { ...createEvidence(parsed, hit, hit.from, hit.entry.verb?.subject ?? 0), construction: 'verb', tone: 0 }
}

/** Evidence of a polar term: a verb for subject and object, a noun for its owner, a stance for the name before it. */
export function readTerm(parsed: ParsedText, hit: LexiconHit, term: PolarTerm, shift: PolarityShift): Evidence {
  const construction =
    term.part === 'verb' || term.part === 'recommendation' ? 'verb' : term.part === 'stance' ? 'adjacent' : 'noun'
  return {
    ...createEvidence(parsed, hit, shift.from, applyShift(term.subject, shift)),
    to: Math.max(hit.to, shift.to),
    construction,
    isPassive: construction === 'verb' && term.object !== null && isPassive(parsed, hit),
    object: term.object === null ? null : term.object * shift.factor,
    byPreposition: weighPlaintiff(term, hit, shift),
    byAssetKind: scaleWeights(term.byAssetKind, shift.factor),
    tone: (term.subject !== 0 ? term.subject : (term.object ?? 0)) * shift.factor,
  }
}

/** "Lawsuit by Moderna against Pfizer dismissed": good for the defendant, bad for the plaintiff. */
function weighPlaintiff(term: PolarTerm, hit: LexiconHit, shift: PolarityShift): Weights {
  const others = scaleWeights(term.byPreposition, shift.factor)
  const isSettled = shift.to > hit.to && shift.from === hit.from && others.has('against')
  return isSettled ? new Map([...others, ['by', term.subject * shift.factor * PLAINTIFF_FACTOR]]) : others
}

const HOLDING = wordSet('hold holds held holding set sets keep keeps kept')
/** Polarity for who is held back. */
const HELD_BACK = -0.45

/** "Shortage holds back Toyota": "back" is a particle, no support. Null for other hits. */
export function readHoldingBack(parsed: ParsedText, hit: LexiconHit): Evidence | null {
  const { words } = parsed.tokens
  if (words[hit.from] !== 'back' || hit.to - hit.from > 1 || !HOLDING.has(words[hit.from - 1] ?? '')) return null
  const from = hit.from - 1
  const isHeld = words[hit.to] === 'by'
  const span = {
    ...createEvidence(parsed, { from, to: hit.to }, from, 0),
    construction: 'verb' as const,
    tone: HELD_BACK,
  }
  return { ...span, object: HELD_BACK, isPassive: isHeld }
}

/** Evidence of a move without a quantity: the price of its subject moved, or a verb like "boosts" helps its object. */
export function readMove(parsed: ParsedText, hit: LexiconHit, move: Move, shift: PolarityShift): Evidence {
  const weight = move.weight * shift.factor
  const isTransitive = move.use === 'transitive'
  return {
    ...createEvidence(parsed, hit, shift.from, weight),
    construction: move.use === 'adverb' ? 'adjacent' : move.use === 'noun' ? 'noun' : 'verb',
    object: isTransitive || move.use === 'both' ? weight : null,
    // "Shortage slows Toyota" says nothing of its price.
    isPrice: !isTransitive && move.use !== 'noun' && !(move.use === 'both' && isObjectNamed(parsed, hit)),
    modifiedName: findModifiedName(parsed, hit, move),
  }
}

/** Evidence of a quantity that is stated without a move: "posts a loss". */
export function readStatedQuantity(
  parsed: ParsedText,
  hit: LexiconHit,
  quantity: Quantity,
  shift: PolarityShift,
): Evidence {
  const weight = applyShift(quantity.stated, shift)
  return {
    ...createEvidence(parsed, hit, shift.from, weight),
    construction: quantity.kind === 'target' ? 'target' : 'noun',
    isFinancials: quantity.kind === 'accounts',
    byAssetKind: scaleWeights(
      quantity.byAssetKind,
      Math.abs(quantity.stated) * Math.sign(quantity.stated * quantity.rising) * shift.factor,
    ),
    tone: weight * (quantity.kind === 'market' ? 0.5 : 1),
  }
}

/** Evidence of a move of a quantity: "cuts costs", "profit falls". */
export function readChangedQuantity(
  parsed: ParsedText,
  hit: LexiconHit,
  move: Move,
  changedQuantity: LexiconHit,
): Evidence {
  const quantity: Quantity = changedQuantity.entry.quantity ?? {
    rising: 0,
    stated: 0,
    kind: 'own',
    byAssetKind: new Map(),
  }
  // The move itself may be a quantity too: "delays deliveries".
  const before = parsed.hits.find((each) => each !== hit && each.to === changedQuantity.from)?.entry.quantity
  // "raises loss forecast": a forecast is as good as what it forecasts.
  const sign =
    before != null &&
    before.rising < 0 &&
    quantity.rising > 0 &&
    (quantity.kind === 'own' || quantity.kind === 'accounts')
      ? -1
      : 1
  // A strong verb makes the same change weigh more: "plunges" against "slips".
  const strength = move.sign * sign * (0.7 + 0.5 * Math.abs(move.weight))
  const changePolarity = quantity.rising * strength
  const polarity = changePolarity * weighDenial(parsed, hit, changePolarity)
  return {
    ...createEvidence(parsed, changedQuantity, Math.min(hit.from, changedQuantity.from), polarity),
    to: Math.max(hit.to, changedQuantity.to),
    verbFrom: hit.from,
    clause: parsed.clauseAt[hit.from] ?? 0,
    construction: quantity.kind === 'target' ? 'target' : 'noun',
    isPassive: isPassive(parsed, hit),
    isFinancials: quantity.kind === 'accounts',
    byAssetKind: scaleWeights(quantity.byAssetKind, strength),
    isPrice: quantity.kind === 'price',
    tone: polarity * (quantity.kind === 'market' ? 0.5 : 1),
  }
}

/** A shifted polarity, at least as negative as the shifter's own. */
function applyShift(weight: number, shift: PolarityShift): number {
  return shift.ownPolarity < 0 ? Math.min(weight * shift.factor, shift.ownPolarity) : weight * shift.factor
}

function scaleWeights(weights: Weights, factor: number): Weights {
  if (weights.size === 0 || factor === 1) return weights
  return new Map([...weights].map(([key, weight]) => [key, weight * factor]))
}
