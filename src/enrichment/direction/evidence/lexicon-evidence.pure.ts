import { wordSet } from '../../text/word-set.pure.ts'
import type { Move, PolarTerm, Quantity, Weights } from '../../vocabulary/direction-lexicon.pure.ts'
import { isPassive, isPreposition } from '../grammar/part-of-speech.pure.ts'
import type { LexiconHit, ParsedText } from '../parse/parsed-text.pure.ts'
import { findModifiedName, isObjectNamed } from './changed-quantity.pure.ts'
import { createEvidence, type Evidence } from './evidence.pure.ts'
import { type PolarityShift, weighDenial } from './polarity-shift.pure.ts'

/** Factor for the plaintiff on what a lawsuit means for the defendant. */
const PLAINTIFF_FACTOR = -0.6
/** Factor on the tone of what the whole market does. */
const MARKET_TONE = 0.5

/** "BHP rejects Rio Tinto approach": next to nothing for the subject, while the shifted words count for the other. */
export function createNeutralEvidence(parsed: ParsedText, hit: LexiconHit): Evidence {
  return createEvidence(parsed, hit, hit.from, hit.entry.verb?.subject ?? 0, { construction: 'verb', tone: 0 })
}

/** Evidence of a polar term: a verb for subject and object, a noun for its owner, a stance for the name before it. */
export function readTerm(parsed: ParsedText, hit: LexiconHit, term: PolarTerm, shift: PolarityShift): Evidence {
  const isVerb = term.part === 'verb' || term.part === 'recommendation'
  return createEvidence(parsed, hit, shift.from, applyShift(term.subject, shift), {
    to: Math.max(hit.to, shift.to),
    construction: isVerb ? 'verb' : term.part === 'stance' ? 'adjacent' : 'noun',
    isPassive: term.object !== null && isPassive(parsed, hit),
    object: term.object === null ? null : term.object * shift.factor,
    byPreposition: weighPlaintiff(term, hit, shift),
    byAssetKind: scaleWeights(term.byAssetKind, shift.factor),
    tone: (term.subject || (term.object ?? 0)) * shift.factor,
  })
}

/** "Lawsuit by Moderna against Pfizer dismissed": good for the defendant, bad for the plaintiff. */
function weighPlaintiff(term: PolarTerm, hit: LexiconHit, shift: PolarityShift): Weights {
  const others = scaleWeights(term.byPreposition, shift.factor)
  const isSettled = shift.to > hit.to && others.has('against')
  return isSettled ? new Map([...others, ['by', term.subject * shift.factor * PLAINTIFF_FACTOR]]) : others
}

/** Evidence of a move without a quantity: the price of its subject moved, or a verb like "boosts" helps its object. */
export function readMove(parsed: ParsedText, hit: LexiconHit, move: Move, shift: PolarityShift): Evidence {
  const weight = move.weight * shift.factor
  const { use } = move
  return createEvidence(parsed, hit, shift.from, weight, {
    construction: use === 'adverb' ? 'adjacent' : use === 'noun' ? 'noun' : 'verb',
    object: use === 'transitive' || use === 'both' ? weight : null,
    // "Shortage slows Toyota" says nothing of its price.
    isPrice:
      use === 'adverb' ||
      use === 'intransitive' ||
      (use === 'both' && !isObjectNamed(parsed, hit) && !isObjectCounted(parsed, hit)),
    modifiedName: findModifiedName(parsed, hit, move),
  })
}

const PRICE_UNITS = wordSet('point points pt pts pip pips cent cents pence pct percent percentage basis bp bps')

/** "Sheds 14,000 jobs": true where things are counted behind the verb; "sheds 400 points" tells a price. */
function isObjectCounted({ tokens: { words, kinds, units }, clauseAt }: ParsedText, { from, to }: LexiconHit): boolean {
  const word = words[to + 1] ?? ''
  const isOfClause = clauseAt[to + 1] === clauseAt[from] && kinds[to + 1] === 'word'
  return kinds[to] === 'number' && units[to] === '' && isOfClause && !PRICE_UNITS.has(word) && !isPreposition(word)
}

/** Evidence of a quantity that is stated without a move: "posts a loss". */
export function readStatedQuantity(
  parsed: ParsedText,
  hit: LexiconHit,
  quantity: Quantity,
  shift: PolarityShift,
): Evidence {
  const { stated, rising } = quantity
  const change = Math.abs(stated) * Math.sign(stated * rising) * shift.factor
  return createEvidence(parsed, hit, shift.from, 0, describeQuantity(quantity, applyShift(stated, shift), change))
}

/** Evidence of a move of a quantity: "cuts costs", "profit falls". */
export function readChangedQuantity(
  parsed: ParsedText,
  hit: LexiconHit,
  move: Move,
  changed: LexiconHit,
  quantity: Quantity,
): Evidence {
  // The move itself may be a quantity too: "delays deliveries".
  const before = parsed.hits.find((each) => each !== hit && each.to === changed.from)?.entry.quantity
  // "raises loss forecast": a forecast is as good as what it forecasts.
  const isOfCompany = quantity.kind === 'own' || quantity.kind === 'accounts'
  const sign = isOfCompany && quantity.rising > 0 && (before?.rising ?? 0) < 0 ? -1 : 1
  // A strong verb makes the same change weigh more: "plunges" against "slips".
  const strength = move.sign * sign * (0.7 + 0.5 * Math.abs(move.weight))
  const polarity = quantity.rising * strength
  return createEvidence(parsed, changed, Math.min(hit.from, changed.from), 0, {
    ...describeQuantity(quantity, polarity * weighDenial(parsed, hit, polarity), strength),
    to: Math.max(hit.to, changed.to),
    verbFrom: hit.from,
    clause: parsed.clauseAt[hit.from],
    isPassive: isPassive(parsed, hit),
    isPrice: quantity.kind === 'price',
  })
}

/** What evidence of a quantity says of its owner, of assets of a kind and of others; `change` is the strength of its rise. */
function describeQuantity(
  { kind, byAssetKind, receiver }: Quantity,
  polarity: number,
  change: number,
): Partial<Evidence> {
  return {
    construction: kind === 'target' ? 'target' : 'noun',
    isFinancials: kind === 'accounts',
    subject: polarity,
    receiver: receiver === null ? null : receiver * change,
    byAssetKind: scaleWeights(byAssetKind, change),
    tone: polarity * (kind === 'market' ? MARKET_TONE : 1),
  }
}

/** A shifted polarity, at least as negative as the shifter's own. */
function applyShift(weight: number, shift: PolarityShift): number {
  const shifted = weight * shift.factor
  return shift.ownPolarity < 0 ? Math.min(shifted, shift.ownPolarity) : shifted
}

/** Weights times a factor. */
export function scaleWeights(weights: Weights, factor: number): Weights {
  return weights.size === 0 ? weights : new Map([...weights].map(([key, weight]) => [key, weight * factor]))
}
