import { wordSet } from '../../text/word-set.pure.ts'
import { isInReasonPhrase, isPassive, isPreposition } from '../grammar/part-of-speech.pure.ts'
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
/** Tokens between a shifter and what it shifts. */
const SHIFT_REACH = 6
/** Tokens between a bad noun and the passive shifter after it: "lawsuit by Epic Games against Apple dismissed". */
const PASSIVE_REACH = 6
/** The same where the accusation stands between: "class action accusing Apple of overpromising is tossed". */
const DETAILED_REACH = 12
/** Factor on good news that is denied. */
const DENIED_FACTOR = -0.4

/**
 * Finds the hits whose polarity is shifted by a modifier before them ("avoids strike") or by a passive one after them ("suit
 * dismissed"), and the modifiers consumed by that, which are no evidence of their own. A shifter before a shifter shifts the same
 * words once more. `usedMoves` are hits that already moved a quantity.
 */
export function findPolarityShifts(
  parsed: ParsedText,
  usedMoves: ReadonlySet<LexiconHit>,
): { shifted: Map<LexiconHit, PolarityShift>; consumed: Set<LexiconHit> } {
  const { hits } = parsed
  const shifted = new Map<LexiconHit, PolarityShift>()
  const consumed = new Map<LexiconHit, LexiconHit>()
  for (let index = hits.length - 1; index >= 0; index--) {
    const hit = hits[index]
    const modifier = hit?.entry.modifier
    if (hit === undefined || modifier == null || usedMoves.has(hit)) continue
    if (!SHIFTING_KINDS.has(modifier.kind)) continue
    const before = modifier.kind === 'denial' ? [] : findShiftedBefore(parsed, index, usedMoves)
    const open = before.filter((one) => !shifted.has(one))
    for (const one of open) {
      shifted.set(one, { factor: modifier.factor, from: one.from, to: hit.to, ownPolarity: 0 })
      consumed.set(hit, one)
    }
    if (open.length > 0) continue
    if (modifier.kind === 'affirmation') continue
    const next = findNextPolar(parsed, index, usedMoves)
    if (next === null) continue
    const target = consumed.get(next) ?? next
    if (
      modifier.kind === 'positive_shifter' &&
      target === next &&
      readPolarity(next) > 0 &&
      !isRemovedFrom(parsed, hit, next)
    )
      continue
    if (modifier.kind === 'positive_shifter' && isGradeOrSource(parsed, next)) continue
    shifted.set(target, {
      // What is denied was rumoured: good news that is not so disappoints, bad news that is not so is still in the air.
      factor:
        (shifted.get(target)?.factor ?? 1) *
        (modifier.kind === 'denial' && readPolarity(target) > 0 ? DENIED_FACTOR : modifier.factor),
      from: hit.from,
      to: target.to,
      // "Abandons bid to block": the own polarity of a shifter does not stand where two shift.
      ownPolarity:
        readPolarity(target) > 0 && modifier.kind === 'shifter' && !shifted.has(target)
          ? Math.min(0, hit.entry.verb?.subject ?? 0)
          : 0,
    })
    consumed.set(hit, target)
    if (modifier.kind !== 'denial') continue
    // A denial reaches to the end of what is denied: "denies it is in talks to buy".
    for (const further of findPolarAfter(parsed, index, usedMoves)) {
      if (further !== target && !shifted.has(further))
        shifted.set(further, {
          factor: readPolarity(further) > 0 ? DENIED_FACTOR : modifier.factor,
          from: hit.from,
          to: further.to,
          ownPolarity: 0,
        })
    }
  }
  return { shifted, consumed: new Set(consumed.keys()) }
}

/** The factor on the polarity of a move that is denied: "denies cutting sales quotas"; 1 where it is not. */
export function weighDenial({ hits, clauseAt }: ParsedText, move: LexiconHit, value: number): number {
  const denial = hits.find(
    ({ entry, to }) => entry.modifier?.kind === 'denial' && to <= move.from && move.from - to < SHIFT_REACH,
  )
  if (denial === undefined || clauseAt[denial.from] !== clauseAt[move.from]) return 1
  return value > 0 ? DENIED_FACTOR : (denial.entry.modifier?.factor ?? 1)
}

function findNextPolar(parsed: ParsedText, index: number, usedMoves: ReadonlySet<LexiconHit>): LexiconHit | null {
  for (const next of findPolarAfter(parsed, index, usedMoves)) return next
  return null
}

/** The polar hits after a shifter, in its clause and reach. */
function* findPolarAfter(parsed: ParsedText, index: number, usedMoves: ReadonlySet<LexiconHit>): Generator<LexiconHit> {
  const { hits, clauseAt, nameAt } = parsed
  const hit = hits[index]
  for (let i = index + 1; hit !== undefined && i < hits.length; i++) {
    const next = hits[i]
    if (next === undefined || clauseAt[next.from] !== clauseAt[hit.from]) return
    // Names of a list between count for nothing: "drops Shell, BP, Eni from its probe".
    const gap = nameAt.slice(hit.to, next.from).filter((name) => name === -1).length
    if (gap >= SHIFT_REACH) return
    if (isInReasonPhrase(parsed, hit.to, next.from)) return
    if (readPolarity(next) !== 0 && !usedMoves.has(next)) yield next
  }
}

/** "Cuts Boeing to junk", "removes Tesco from buy list": true for a grade or source, which is not shifted. */
function isGradeOrSource({ tokens: { words } }: ParsedText, hit: LexiconHit): boolean {
  return words[hit.from] === 'to' || words[hit.from - 1] === 'to' || words[hit.from] === 'from'
}

/** "Drops Nike from its conviction list": true where a name is removed from something good. */
function isRemovedFrom({ tokens: { words }, nameAt }: ParsedText, hit: LexiconHit, good: LexiconHit): boolean {
  const from = words.indexOf('from', hit.to)
  return from >= 0 && from < good.from && good.from - from <= 3 && (nameAt[from - 1] ?? -1) >= 0
}

/** "Lawsuit against Tesla dismissed", "suit accusing Apple is tossed": the bad hits before a passive shifter or an affirmation. */
function findShiftedBefore(parsed: ParsedText, index: number, usedMoves: ReadonlySet<LexiconHit>): LexiconHit[] {
  const { hits, clauseAt, tokens } = parsed
  const hit = hits[index]
  const form = hit?.entry.form
  if (hit === undefined) return []
  const isAffirmed = hit.entry.modifier?.kind === 'affirmation' && form == null
  if (!isAffirmed && ((form !== 'past' && form !== 'participle') || !isPassive(parsed, hit))) return []
  const details: LexiconHit[] = []
  for (let i = index - 1; i >= 0; i--) {
    const before = hits[i]
    if (before === undefined || clauseAt[before.from] !== clauseAt[hit.from]) return []
    if (hit.from - before.to > (details.length > 0 ? DETAILED_REACH : PASSIVE_REACH)) return []
    const { noun, move, verb, form: formBefore } = before.entry
    const isBad = readPolarity(before) < 0
    if (formBefore === 'ing' && isBad && !usedMoves.has(before)) details.push(before)
    else if (move !== null || (verb !== null && noun === null)) return []
    else if (readPolarity(before) !== 0 && !usedMoves.has(before)) {
      // The noun is not the object of a preposition.
      return noun === null || !isBad || isPreposition(tokens.words[before.from - 1]) ? [] : [before, ...details]
    }
  }
  return []
}

/** The polarity of a hit by itself, 0 where it has none. */
function readPolarity(hit: LexiconHit): number {
  const { noun, verb, quantity, moveNoun } = hit.entry
  if (noun !== null) return noun.subject
  if (verb !== null) return verb.subject || (verb.object ?? 0)
  return quantity?.stated || (moveNoun?.weight ?? 0)
}

const VERB_MARKERS = wordSet('to will would may might could can')
/** Factor on the stated polarity of costs where something costs less. */
const CHEAPER_FACTOR = -3

/** "Aluminium to cost less for Ford": the factor on the polarity of a cost that is a verb; 1 for a noun. */
export function weighCosting({ tokens: { words } }: ParsedText, hit: LexiconHit): number {
  if (words[hit.from] !== 'cost' || hit.to - hit.from > 1 || !VERB_MARKERS.has(words[hit.from - 1] ?? '')) return 1
  return words[hit.to] === 'less' ? CHEAPER_FACTOR : -CHEAPER_FACTOR
}

const FORECAST_PREPOSITIONS = wordSet('above below')

/** "Expects costs of $105 billion, above forecasts": true where above is bad and below is good. */
export function isCostAboveForecast({ hits, tokens, clauses, clauseAt }: ParsedText, hit: LexiconHit): boolean {
  if (!FORECAST_PREPOSITIONS.has(tokens.words[hit.from] ?? '')) return false
  const quantity = hits.findLast((one) => one.to <= hit.from && one.entry.quantity !== null)
  if (quantity?.entry.quantity == null || quantity.entry.quantity.rising >= 0 || hit.from - quantity.to > 6)
    return false
  return clauses[clauseAt[quantity.from] ?? 0]?.sentence === clauses[clauseAt[hit.from] ?? 0]?.sentence
}
