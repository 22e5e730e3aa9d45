import { actsAsVerb, isBe, isPassive, isPreposition, isReason } from './direction-grammar.math.ts'
import type { Move } from './direction-lexicon.math.ts'
import type { Hit, Reading } from './direction-reading.math.ts'

/** Tokens a transitive verb may stand before its quantity: "cuts its full-year like-for-like sales outlook". */
const OBJECT_REACH = 7
/** Tokens a quantity may stand before its verb: "sales at the group's UK stores open a year fell". */
const SUBJECT_REACH = 12
/** A verb at least this bad for its object harms. */
const HARMFUL = -0.35
const HARM_REACH = 4
/** What one is glad to hit. */
const AIMED = new Set(['target', 'targets', 'goal', 'goals', 'record', 'records', 'forecast', 'forecasts', 'milestone'])

/** Which move a hit is here, telling "shares slump" from "a slump in shares"; null when it is none. */
export function moveOf(reading: Reading, hit: Hit): Move | null {
  const { move, moveNoun } = hit.entry
  if (move !== null && moveNoun !== null) return actsAsVerb(reading, hit) ? move : moveNoun
  return move ?? moveNoun
}

/** A verb that harms, before what a company accounts for, lowers it: "hurts profitability". Null for other verbs. */
export function harmOf(reading: Reading, index: number): Move | null {
  const hit = reading.hits[index]
  const verb = hit?.entry.verb
  if (hit === undefined || verb?.object == null || verb.object > HARMFUL || verb.subject > 0) return null
  if (isPassive(reading, hit)) return null
  const quantity = quantityRight(reading, index, HARM_REACH)
  if (quantity === null || quantity.entry.quantity?.kind !== 'accounts') return null
  if (quantity.from > hit.to && !actsAsVerb(reading, hit)) return null
  return AIMED.has(reading.tokens.words[quantity.to - 1] ?? '')
    ? null
    : { way: -1, use: 'transitive', weight: verb.object }
}

/** "Higher copper prices", "a falling yen", "Lower oil prices lift": the thing right behind an adverb or a participle. */
export function describedBy(reading: Reading, hit: Hit, move: Move): number | null {
  const { tokens, clauses, clauseAt, nameAt, names } = reading
  const opens = clauses[clauseAt[hit.from] ?? 0]?.from === hit.from || isPreposition(tokens.words[hit.from - 1])
  const adjective = move.use === 'adverb' || (move.use === 'transitive' && hit.entry.form === 'base' && opens)
  if (!adjective && !(move.use === 'intransitive' && hit.entry.form === 'ing')) return null
  const behind = nameAt[hit.to] ?? -1
  return behind >= 0 && names[behind]?.asset != null ? behind : null
}

/** The quantity a move speaks of, if any stands where grammar would put it. */
export function quantityFor(reading: Reading, index: number, move: Move): Hit | null {
  const hit = reading.hits[index]
  if (hit === undefined) return null
  const left = quantityLeft(reading, index)
  if (move.use === 'measure' || move.use === 'adverb') return describedQuantity(reading, index, move, left)
  const after = reading.tokens.words[hit.to]
  if (move.use === 'noun') {
    const right = quantityRight(reading, index, 3)
    if (right !== null && (after === 'in' || after === 'of' || after === 'for' || after === 'to')) return right
    return left !== null && hit.from - left.to <= 1 ? left : null
  }
  if (move.use === 'transitive') {
    if (left !== null && isPassive(reading, hit)) return left
    return quantityRight(reading, index, OBJECT_REACH) ?? (left !== null && hit.from - left.to <= 1 ? left : null)
  }
  const right = quantityRight(reading, index, 3)
  const form = hit.entry.form
  if (form === 'ing' && right !== null && right.from - hit.to <= 2) return right
  if (left !== null) return left
  if (right === null) return null
  return move.use === 'both' || after === 'in' ? right : null
}

/** "higher costs", "costs are higher", "profit up 5%", "smaller than expected loss". */
function describedQuantity(reading: Reading, index: number, move: Move, left: Hit | null): Hit | null {
  const hit = reading.hits[index]
  if (hit === undefined) return null
  const { words } = reading.tokens
  const right = quantityRight(reading, index, 4)
  const than = words[hit.to] === 'than' ? 2 : 0
  const gap = right === null ? Number.POSITIVE_INFINITY : right.from - hit.to - than
  // "Higher jet fuel prices squeeze": at the head of a clause an adverb looks forward.
  const heads = reading.clauses[reading.clauseAt[hit.from] ?? 0]?.from === hit.from
  if (gap <= 0 || (gap <= 2 && (move.use === 'measure' || heads))) return right
  if (move.use === 'adverb') return left
  const before = words[hit.from - 1]
  return isBe(before) || before === 'remain' || before === 'remains' || before === 'stay' ? left : null
}

/** Nearest quantity after a move in its clause; the last word of a compound counts ("profit outlook"). */
function quantityRight(reading: Reading, index: number, reach: number): Hit | null {
  const { hits, clauseAt } = reading
  const hit = hits[index]
  if (hit === undefined) return null
  for (let i = index + 1; i < hits.length; i++) {
    const each = hits[i]
    if (each === undefined || clauseAt[each.from] !== clauseAt[hit.from] || each.from - hit.to > reach) return null
    if (isReason(reading, hit.to, each.from)) return null
    if (each.entry.quantity !== null) return compoundHead(hits, i, each)
    if (each.entry.move !== null && each.entry.move.use !== 'measure') return null
  }
  return null
}

function compoundHead(hits: readonly Hit[], at: number, first: Hit): Hit {
  let head = first
  for (let i = at + 1; i < hits.length; i++) {
    const next = hits[i]
    if (next === undefined || next.from !== head.to || next.entry.quantity === null || next.entry.move !== null) break
    head = next
  }
  return head
}

/** Nearest quantity before a move in its clause, not beyond another move. */
function quantityLeft(reading: Reading, index: number): Hit | null {
  const { hits, clauseAt, clauses } = reading
  const hit = hits[index]
  if (hit === undefined) return null
  // "margin was 5 %, down from 9 %": the adverb speaks of the clause before.
  const opens = hit.entry.move?.use === 'adverb' && clauses[clauseAt[hit.from] ?? 0]?.from === hit.from
  for (let i = index - 1; i >= 0; i--) {
    const each = hits[i]
    if (each === undefined || hit.from - each.to > SUBJECT_REACH) return null
    if (clauseAt[each.from] !== clauseAt[hit.from] && !(opens && hit.from - each.to > 1)) return null
    const { quantity, move, verb, form } = each.entry
    if (quantity !== null) return each
    if (move !== null && move.use !== 'measure' && form !== 'ing') return null
    if (verb !== null && form !== 'base' && form !== 'same') return null
  }
  return null
}
