import { wordSet } from '../../text/word-set.pure.ts'
import type { Move } from '../../vocabulary/direction-lexicon.pure.ts'
import { actsAsVerb, isCopula, isInReasonPhrase, isPassive, isPreposition } from '../grammar/part-of-speech.pure.ts'
import type { LexiconHit, ParsedText } from '../parse/parsed-text.pure.ts'

/** Tokens between a transitive verb and its quantity: "cuts its full-year like-for-like sales outlook". */
const OBJECT_REACH = 7
/** Tokens between a quantity and its verb: "sales at the group's UK stores open a year fell". */
const SUBJECT_REACH = 12
/** A verb at least this bad for its object harms it. */
const HARM_POLARITY = -0.35
const HARM_REACH = 4
/** Quantities that are good to hit, beat or break. */
const BEATABLE = wordSet('target targets goal goals record records forecast forecasts milestone')

/** The move that a hit means here, as a verb ("shares slump") or a noun ("a slump in shares"); null when it is none. */
export function chooseMove(parsed: ParsedText, hit: LexiconHit): Move | null {
  const { move, moveNoun } = hit.entry
  if (move !== null && moveNoun !== null) return actsAsVerb(parsed, hit) ? move : moveNoun
  return move ?? moveNoun
}

/** A harmful verb before a line of the accounts as a move down of it: "hurts profitability". Null for other hits. */
export function findHarm(parsed: ParsedText, index: number): Move | null {
  const hit = parsed.hits[index]
  const verb = hit?.entry.verb
  if (hit === undefined || verb?.object == null || verb.object > HARM_POLARITY || verb.subject > 0) return null
  if (isPassive(parsed, hit)) return null
  const quantity = findQuantityAfter(parsed, index, HARM_REACH)
  if (quantity === null || quantity.entry.quantity?.kind !== 'accounts') return null
  if (quantity.from > hit.to && !actsAsVerb(parsed, hit)) return null
  return BEATABLE.has(parsed.tokens.words[quantity.to - 1] ?? '')
    ? null
    : { sign: -1, use: 'transitive', weight: verb.object }
}

/** "Higher copper prices", "a falling yen", "Lower oil prices lift": the commodity or currency right after an adjectival move, an index into `names`; else null. */
export function findModifiedName(parsed: ParsedText, hit: LexiconHit, move: Move): number | null {
  const { tokens, clauses, clauseAt, nameAt, names } = parsed
  const opensClause = clauses[clauseAt[hit.from] ?? 0]?.from === hit.from || isPreposition(tokens.words[hit.from - 1])
  const isAdjective = move.use === 'adverb' || (move.use === 'transitive' && hit.entry.form === 'base' && opensClause)
  if (!isAdjective && !(move.use === 'intransitive' && hit.entry.form === 'ing')) return null
  const nameAfter = nameAt[hit.to] ?? -1
  return nameAfter >= 0 && names[nameAfter]?.assetKind != null ? nameAfter : null
}

/** The quantity that a move changes, where syntax allows one; else null. */
export function findChangedQuantity(parsed: ParsedText, index: number, move: Move): LexiconHit | null {
  const hit = parsed.hits[index]
  if (hit === undefined) return null
  const left = findQuantityBefore(parsed, index)
  if (move.use === 'measure' || move.use === 'adverb') return findModifiedQuantity(parsed, index, move, left)
  const after = parsed.tokens.words[hit.to]
  if (move.use === 'noun') {
    const right = findQuantityAfter(parsed, index, 3)
    if (right !== null && (after === 'in' || after === 'of' || after === 'for' || after === 'to')) return right
    return left !== null && hit.from - left.to <= 1 ? left : null
  }
  if (move.use === 'transitive') {
    if (left !== null && isPassive(parsed, hit)) return left
    return findQuantityAfter(parsed, index, OBJECT_REACH) ?? (left !== null && hit.from - left.to <= 1 ? left : null)
  }
  // "Shortage slows Toyota": what stands before is the cause.
  if (move.use === 'both' && isObjectNamed(parsed, hit)) return null
  const right = findQuantityAfter(parsed, index, 3)
  const form = hit.entry.form
  if (form === 'ing' && right !== null && right.from - hit.to <= 2) return right
  // "Shortage slows production".
  if (move.use === 'both' && right !== null && right.from === hit.to) return right
  // "Shortage slows game console business".
  if (move.use === 'both' && left !== null && isShort(parsed, left) && isObjectAt(parsed, hit)) return null
  if (left !== null) return left
  if (right === null) return null
  return move.use === 'both' || after === 'in' ? right : null
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
export function isObjectNamed(parsed: ParsedText, hit: LexiconHit): boolean {
  return hit.entry.form !== 'ing' && (parsed.names[parsed.nameAt[hit.to] ?? -1]?.key ?? -1) >= 0
}

/** The quantity of an adjectival move: "higher costs", "costs are higher", "profit up 5%", "smaller than expected loss". */
function findModifiedQuantity(
  parsed: ParsedText,
  index: number,
  move: Move,
  left: LexiconHit | null,
): LexiconHit | null {
  const hit = parsed.hits[index]
  if (hit === undefined) return null
  const { words } = parsed.tokens
  const right = findQuantityAfter(parsed, index, 4)
  const than = words[hit.to] === 'than' ? 2 : 0
  const gap = right === null ? Number.POSITIVE_INFINITY : right.from - hit.to - than
  // "Higher jet fuel prices squeeze": at the head of a clause an adverb modifies what follows.
  const opensItsClause = parsed.clauses[parsed.clauseAt[hit.from] ?? 0]?.from === hit.from
  if (gap <= 0 || (gap <= 2 && (move.use === 'measure' || opensItsClause))) return right
  if (move.use === 'adverb') return left
  const before = words[hit.from - 1]
  return isCopula(before) || before === 'remain' || before === 'remains' || before === 'stay' ? left : null
}

/** The nearest quantity after a move in its clause; of a compound, its head noun: the outlook of "profit outlook". */
function findQuantityAfter(parsed: ParsedText, index: number, reach: number): LexiconHit | null {
  const { hits, clauseAt } = parsed
  const hit = hits[index]
  if (hit === undefined) return null
  for (let i = index + 1; i < hits.length; i++) {
    const each = hits[i]
    if (each === undefined || clauseAt[each.from] !== clauseAt[hit.from] || each.from - hit.to > reach) return null
    if (isInReasonPhrase(parsed, hit.to, each.from)) return null
    if (each.entry.quantity !== null) return findCompoundHead(hits, i, each)
    if (each.entry.move !== null && each.entry.move.use !== 'measure') return null
  }
  return null
}

function findCompoundHead(hits: readonly LexiconHit[], at: number, first: LexiconHit): LexiconHit {
  let head = first
  for (let i = at + 1; i < hits.length; i++) {
    const next = hits[i]
    if (next === undefined || next.from !== head.to || next.entry.quantity === null || next.entry.move !== null) break
    head = next
  }
  return head
}

/** The nearest quantity before a move in its clause, with no other move between. */
function findQuantityBefore(parsed: ParsedText, index: number): LexiconHit | null {
  const { hits, clauseAt, clauses } = parsed
  const hit = hits[index]
  if (hit === undefined) return null
  // "margin was 5 %, down from 9 %": the adverb modifies the clause before.
  const opensClause = hit.entry.move?.use === 'adverb' && clauses[clauseAt[hit.from] ?? 0]?.from === hit.from
  for (let i = index - 1; i >= 0; i--) {
    const each = hits[i]
    if (each === undefined || hit.from - each.to > SUBJECT_REACH) return null
    if (clauseAt[each.from] !== clauseAt[hit.from] && !(opensClause && hit.from - each.to > 1)) return null
    const { quantity, move, verb, form } = each.entry
    if (quantity !== null) return each
    if (move !== null && move.use !== 'measure' && form !== 'ing') return null
    if (verb !== null && form !== 'base' && form !== 'same') return null
  }
  return null
}
