import { wordSet } from '../../text/word-set.pure.ts'
import type { ModifierKind } from '../../vocabulary/direction-lexicon.pure.ts'
import { isInReasonPhrase, isPassive, isPreposition } from '../grammar/part-of-speech.pure.ts'
import { hitsAfter, hitsBefore } from '../parse/clause.pure.ts'
import type { LexiconHit, ParsedText } from '../parse/parsed-text.pure.ts'

/** The factor that a shifter puts on the polarity of a hit, and the tokens that say so. */
export interface PolarityShift {
  readonly factor: number
  readonly from: number
  readonly to: number
  /** The shifter's own polarity, which counts where the shifted words are weak: "struggles to make a profit". */
  readonly ownPolarity: number
}

const SHIFTING_KINDS = wordSet('shifter positive_shifter denial affirmation')
/** Tokens between a shifter and what it shifts: before it, also in "lawsuit by Epic Games against Apple dismissed". */
const SHIFT_REACH = 6
/** The same where the accusation stands between: "class action accusing Apple of overpromising is tossed". */
const DETAILED_REACH = 12
/** Factor on good news that is denied: it was rumoured and disappoints; bad news that is denied is still in the air. */
const DENIED_FACTOR = -0.4

/**
 * Finds the hits whose polarity is shifted by a modifier before them ("avoids strike") or by a passive one after them ("suit
 * dismissed"), and the modifiers consumed by that, which are no evidence of their own. A shifter before a shifter shifts the same
 * words once more. `usedMoves` are hits that already moved a quantity.
 */
export function findPolarityShifts(
  parsed: ParsedText,
  usedMoves: ReadonlySet<LexiconHit>,
): { shifted: Map<LexiconHit, PolarityShift>; consumed: ReadonlyMap<LexiconHit, LexiconHit> } {
  const shifted = new Map<LexiconHit, PolarityShift>()
  const consumed = new Map<LexiconHit, LexiconHit>()
  for (const hit of parsed.hits.toReversed()) {
    const { modifier, verb } = hit.entry
    if (modifier === null || usedMoves.has(hit) || !SHIFTING_KINDS.has(modifier.kind)) continue
    const { kind, factor } = modifier
    const before = kind === 'denial' ? [] : findShiftedBefore(parsed, hit, usedMoves)
    const open = before.filter((one) => !shifted.has(one))
    for (const one of open) {
      shifted.set(one, { factor, from: one.from, to: hit.to, ownPolarity: 0 })
      consumed.set(hit, one)
    }
    if (open.length > 0 || kind === 'affirmation') continue
    const [next, ...further] = findPolarAfter(parsed, hit, usedMoves)
    if (next === undefined) continue
    const target = consumed.get(next) ?? next
    const isGood = readPolarity(target) > 0
    const isLeftAsIs = isGradeOrSource(parsed, next) || (isGood && target === next && !isRemovedFrom(parsed, hit, next))
    if (kind === 'positive_shifter' && isLeftAsIs) continue
    const old = shifted.get(target)
    shifted.set(target, {
      factor: (old?.factor ?? 1) * (kind === 'denial' && isGood ? DENIED_FACTOR : factor),
      from: hit.from,
      to: target.to,
      // "Abandons bid to block": the own polarity of a shifter does not stand where two shift.
      ownPolarity: isGood && kind === 'shifter' && old === undefined ? Math.min(0, verb?.subject ?? 0) : 0,
    })
    consumed.set(hit, target)
    // A denial reaches to the end of what is denied: "denies it is in talks to buy".
    for (const one of kind === 'denial' ? further : []) {
      if (one === target || shifted.has(one)) continue
      const denied = readPolarity(one) > 0 ? DENIED_FACTOR : factor
      shifted.set(one, { factor: denied, from: hit.from, to: one.to, ownPolarity: 0 })
    }
  }
  return { shifted, consumed }
}

/** Tokens between a verb and the noun group that is its object: "shrugs off a slump in". */
const OBJECT_GAP = 1

/**
 * The factor on the polarity of a move that is denied, "denies cutting sales quotas", or left behind, "shrugs off weak retail sales";
 * 1 where it is neither.
 */
export function weighDenial({ hits, clauseAt }: ParsedText, move: LexiconHit, value: number): number {
  const isBefore = (kind: ModifierKind, reach: number) => (one: LexiconHit) =>
    one.entry.modifier?.kind === kind &&
    one.to <= move.from &&
    move.from - one.to <= reach &&
    clauseAt[one.from] === clauseAt[move.from]
  const denial = hits.find(isBefore('denial', SHIFT_REACH - 1))
  if (denial !== undefined) return value > 0 ? DENIED_FACTOR : (denial.entry.modifier?.factor ?? 1)
  if (value >= 0) return 1
  // "Cuts sales decline": a move of its own.
  const left = hits.find((one) => one.entry.move === null && isBefore('positive_shifter', OBJECT_GAP)(one))
  return left?.entry.modifier?.factor ?? 1
}

/** The polar hits after a shifter, in its clause and reach; names of a list between count for nothing: "drops Shell, BP, Eni from its probe". */
function findPolarAfter(parsed: ParsedText, hit: LexiconHit, usedMoves: ReadonlySet<LexiconHit>): LexiconHit[] {
  const wordsBetween = (to: number) => to - hit.to - parsed.nameAt.slice(hit.to, to).filter(Boolean).length
  return hitsAfter(parsed, hit).filter(
    (one) =>
      wordsBetween(one.from) < SHIFT_REACH &&
      !isInReasonPhrase(parsed, hit.to, one.from) &&
      !isMoveByAmount(parsed, hit, one.from) &&
      readPolarity(one) !== 0 &&
      !usedMoves.has(one),
  )
}

/** "Drops 800 points in tech rout": what is behind the amount is no object. */
function isMoveByAmount({ tokens: { words, kinds } }: ParsedText, { entry, to }: LexiconHit, at: number): boolean {
  return entry.move?.use === 'both' && kinds[to] === 'number' && words.slice(to, at).some(isPreposition)
}

/** "Cuts Boeing to junk", "removes Tesco from buy list": true for a grade or source, which is not shifted. */
function isGradeOrSource({ tokens: { words } }: ParsedText, hit: LexiconHit): boolean {
  return words[hit.from] === 'to' || words[hit.from - 1] === 'to' || words[hit.from] === 'from'
}

/** "Drops Nike from its conviction list": true where a name is removed from something good. */
function isRemovedFrom({ tokens: { words }, nameAt }: ParsedText, hit: LexiconHit, good: LexiconHit): boolean {
  const from = words.indexOf('from', hit.to)
  return from < good.from && good.from - from <= 3 && nameAt[from - 1] !== undefined
}

/** "Lawsuit against Tesla dismissed", "suit accusing Apple is tossed": the bad hits before a passive shifter or an affirmation. */
function findShiftedBefore(parsed: ParsedText, hit: LexiconHit, usedMoves: ReadonlySet<LexiconHit>): LexiconHit[] {
  const { form, modifier } = hit.entry
  const isAffirmed = modifier?.kind === 'affirmation' && form === null
  const isDone = (form === 'past' || form === 'participle') && isPassive(parsed, hit)
  if (!isAffirmed && !isDone) return []
  const details: LexiconHit[] = []
  for (const before of hitsBefore(parsed, hit)) {
    if (hit.from - before.to > (details.length > 0 ? DETAILED_REACH : SHIFT_REACH)) return []
    const { noun, move, verb } = before.entry
    const polarity = usedMoves.has(before) ? 0 : readPolarity(before)
    if (before.entry.form === 'ing' && polarity < 0) details.push(before)
    else if (move !== null || (verb !== null && noun === null)) return []
    else if (polarity !== 0) {
      // The noun is not the object of a preposition.
      const isObject = isPreposition(parsed.tokens.words[before.from - 1])
      return noun === null || polarity > 0 || isObject ? [] : [before, ...details]
    }
  }
  return []
}

/** The polarity of a hit by itself, 0 where it has none. */
function readPolarity({ entry: { noun, verb, quantity, moveNoun } }: LexiconHit): number {
  if (noun !== null) return noun.subject
  if (verb !== null) return verb.subject || (verb.object ?? 0)
  return quantity?.stated || (moveNoun?.weight ?? 0)
}

const VERB_MARKERS = wordSet('to will would may might could can')
/** Factor on the stated polarity of costs where something costs less. */
const CHEAPER_FACTOR = -3

/** "Aluminium to cost less for Ford": the factor on the polarity of a cost that is a verb; 1 for a noun. */
export function weighCosting({ tokens: { words } }: ParsedText, hit: LexiconHit): number {
  if (words[hit.from] !== 'cost' || hit.to - hit.from > 1 || !VERB_MARKERS.has(words[hit.from - 1])) return 1
  return words[hit.to] === 'less' ? CHEAPER_FACTOR : -CHEAPER_FACTOR
}

/** "Expects costs of $105 billion, above forecasts": true where above is bad and below is good. */
export function isCostAboveForecast({ hits, tokens, clauseAt }: ParsedText, hit: LexiconHit): boolean {
  const word = tokens.words[hit.from]
  if (word !== 'above' && word !== 'below') return false
  const quantity = hits.findLast((one) => one.to <= hit.from && one.entry.quantity !== null)
  if ((quantity?.entry.quantity?.rising ?? 0) >= 0 || quantity === undefined || hit.from - quantity.to > 6) return false
  return clauseAt[quantity.from]?.sentence === clauseAt[hit.from]?.sentence
}
