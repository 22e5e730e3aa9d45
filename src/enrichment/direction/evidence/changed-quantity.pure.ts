import { wordSet } from '../../text/word-set.pure.ts'
import type { Move } from '../../vocabulary/direction-lexicon.pure.ts'
import { actsAsVerb, isCopula, isInReasonPhrase, isPassive, isPreposition } from '../grammar/part-of-speech.pure.ts'
import { hitsAfter, opensClause } from '../parse/clause.pure.ts'
import type { LexiconHit, NameSpan, ParsedText } from '../parse/parsed-text.pure.ts'

/** Tokens between a transitive verb and its quantity: "cuts its full-year like-for-like sales outlook". */
const OBJECT_REACH = 7
/** Tokens between a quantity and its verb: "sales at the group's UK stores open a year fell". */
const SUBJECT_REACH = 12
/** A verb at least this bad for its object harms it. */
const HARM_POLARITY = -0.35
const HARM_REACH = 4
/** Quantities that are good to hit, beat or break. */
const BEATABLE = wordSet('target targets goal goals record records forecast forecasts milestone')
/** After these a noun of a move has its quantity: "a slump in shares". */
const BEFORE_QUANTITY = wordSet('in of for to')
const STAYING = wordSet('remain remains stay')

/** The move that a hit means here, as a verb ("shares slump") or a noun ("a slump in shares"); null when it is none: "among firms". */
export function chooseMove(parsed: ParsedText, hit: LexiconHit): Move | null {
  const { move, moveNoun } = hit.entry
  if (move === null || move.use === 'adverb' || move.use === 'measure') return move ?? moveNoun
  return actsAsVerb(parsed, hit) ? move : moveNoun
}

/** A harmful verb before a line of the accounts as a move down of it: "hurts profitability". Null for other hits. */
export function findHarm(parsed: ParsedText, hit: LexiconHit): Move | null {
  const { verb } = hit.entry
  if (verb?.object == null || verb.object > HARM_POLARITY || verb.subject > 0 || isPassive(parsed, hit)) return null
  const quantity = findQuantityAfter(parsed, hit, HARM_REACH)
  if (quantity?.entry.quantity?.kind !== 'accounts') return null
  if (quantity.from > hit.to && !actsAsVerb(parsed, hit)) return null
  if (BEATABLE.has(parsed.tokens.words[quantity.to - 1])) return null
  return { sign: -1, use: 'transitive', weight: verb.object }
}

/** "Higher copper prices", "a falling yen", "Lower oil prices lift": the commodity or currency right after an adjectival move; else null. */
export function findModifiedName(parsed: ParsedText, hit: LexiconHit, { use }: Move): NameSpan | null {
  const { form } = hit.entry
  const name = parsed.nameAt[hit.to]
  if (name === undefined || name.assetKind === null) return null
  const isAdjective =
    use === 'adverb' ||
    (use === 'intransitive' && form === 'ing') ||
    (use === 'transitive' &&
      form === 'base' &&
      (opensClause(parsed, hit) || isPreposition(parsed.tokens.words[hit.from - 1])))
  return isAdjective ? name : null
}

/** The quantity that a move changes, where syntax allows one; else null. */
export function findChangedQuantity(parsed: ParsedText, hit: LexiconHit, { use }: Move): LexiconHit | null {
  const left = findQuantityBefore(parsed, hit)
  const beside = left !== null && hit.from - left.to <= 1 ? left : null
  if (use === 'measure' || use === 'adverb') return findModifiedQuantity(parsed, hit, use, left)
  if (use === 'transitive') {
    if (left !== null && isPassive(parsed, hit)) return left
    // "Tensions disrupt chip business": what stands before does it.
    const { form } = hit.entry
    const isActive = (form === 'base' || form === 's') && isObjectAt(parsed, hit)
    return findQuantityAfter(parsed, hit, OBJECT_REACH) ?? (isActive ? null : beside)
  }
  const after = parsed.tokens.words[hit.to]
  const right = findQuantityAfter(parsed, hit, 3)
  if (use === 'noun') return right !== null && BEFORE_QUANTITY.has(after) ? right : beside
  if (hit.entry.form === 'ing' && right !== null && right.from - hit.to <= 2) return right
  if (use === 'intransitive') return left ?? (after === 'in' ? right : null)
  // "Shortage slows Toyota": what stands before is the cause.
  if (isObjectNamed(parsed, hit)) return null
  // "Shortage slows production".
  if (right?.from === hit.to) return right
  // "Shortage slows game console business".
  if (left !== null && isShort(parsed, left) && isObjectAt(parsed, hit)) return null
  return left ?? right
}

/** "Shortage", "shortages", "scarcity": the cause of what a verb behind it does. */
function isShort({ tokens }: ParsedText, { to }: LexiconHit): boolean {
  return /^(?:shortages?|scarcity|bottlenecks?|outages?|disruptions?)$/.test(tokens.words[to - 1] ?? '')
}

/** True for a verb with a noun right after it, no adverb, preposition or number. */
function isObjectAt({ tokens, clauseAt }: ParsedText, { from, to }: LexiconHit): boolean {
  const word = tokens.words[to]
  if (word === undefined || clauseAt[to] !== clauseAt[from]) return false
  return !isPreposition(word) && !/^\d|ly$|^(?:more|less|further|again|down)$/.test(word)
}

/** True for a verb with a name right after it. */
export function isObjectNamed({ nameAt }: ParsedText, hit: LexiconHit): boolean {
  return hit.entry.form !== 'ing' && nameAt[hit.to]?.key != null
}

/** The quantity of an adjectival move: "higher costs", "costs are higher", "profit up 5%", "smaller than expected loss". */
function findModifiedQuantity(
  parsed: ParsedText,
  hit: LexiconHit,
  use: 'measure' | 'adverb',
  left: LexiconHit | null,
): LexiconHit | null {
  const { words } = parsed.tokens
  const right = findQuantityAfter(parsed, hit, 4)
  const gap = right === null ? Infinity : right.from - hit.to - (words[hit.to] === 'than' ? 2 : 0)
  // "Higher jet fuel prices squeeze", "faces higher windfall tax": before nouns an adverb modifies what follows.
  const isBeforeNouns = right !== null && isNounsBetween(parsed, hit.to, right.from)
  if (gap <= 0 || (gap <= 2 && (use === 'measure' || opensClause(parsed, hit) || isBeforeNouns))) return right
  const before = words[hit.from - 1]
  return use === 'adverb' || isCopula(before) || STAYING.has(before) ? left : null
}

/** True where nothing but nouns stands between: no preposition, number or adverb. */
function isNounsBetween({ tokens: { words, kinds } }: ParsedText, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (isPreposition(words[at]) || kinds[at] !== 'word' || /ly$/.test(words[at] ?? '')) return false
  return true
}

/** The nearest quantity after a move in its clause; of a compound, its head noun: the outlook of "profit outlook". */
function findQuantityAfter(parsed: ParsedText, hit: LexiconHit, reach: number): LexiconHit | null {
  const after = hitsAfter(parsed, hit)
  const at = after.findIndex(({ entry }) => entry.quantity !== null || (entry.move && entry.move.use !== 'measure'))
  let head = after[at]
  if (head === undefined || head.entry.quantity === null || head.from - hit.to > reach) return null
  if (isInReasonPhrase(parsed, hit.to, head.from)) return null
  for (const next of after.slice(at + 1)) {
    if (next.from !== head.to || next.entry.quantity === null || next.entry.move !== null) break
    head = next
  }
  return head
}

/** The nearest quantity before a move in its clause, with no other move between. */
function findQuantityBefore(parsed: ParsedText, hit: LexiconHit): LexiconHit | null {
  const { hits, clauseAt } = parsed
  // "margin was 5 %, down from 9 %": the adverb modifies the clause before.
  const isLoose = hit.entry.move?.use === 'adverb' && opensClause(parsed, hit)
  for (const each of hits.slice(0, hits.indexOf(hit)).reverse()) {
    const gap = hit.from - each.to
    if (gap > SUBJECT_REACH || (clauseAt[each.from] !== clauseAt[hit.from] && !(isLoose && gap > 1))) return null
    const { quantity, move, verb, form } = each.entry
    if (quantity !== null) return each
    if (move !== null && move.use !== 'measure' && form !== 'ing') return null
    if (verb !== null && form !== 'base' && form !== 'same') return null
  }
  return null
}
