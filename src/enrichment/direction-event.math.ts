import type { Move, Quantity, Term, Weights } from './direction-lexicon.math.ts'
import type { Hit, Reading } from './direction-reading.math.ts'

/** A piece of evidence: what was said, where, and for which parts of the sentence it counts. */
export interface Evidence {
  /** Tokens of the deciding words. */
  readonly from: number
  readonly to: number
  /** Token range whose owner is looked for: the quantity's when there is one. */
  readonly anchorFrom: number
  readonly anchorTo: number
  readonly verbFrom: number
  readonly clause: number
  /** `verb`: subject and object; `noun`: owner; `target`: the one talked about; `near`: the nearest name before. */
  readonly shape: 'verb' | 'noun' | 'target' | 'near'
  readonly passive: boolean
  readonly subject: number
  readonly object: number | null
  readonly others: Weights
  readonly assets: Weights
  /** True when it tells of the asset's own price. */
  readonly price: boolean
  /** The general mood for names without a part of their own. */
  readonly tone: number
  /** The reverser or turner that already acted on it. */
  readonly reversed: boolean
}

const NONE: Weights = new Map()
const PREPOSITIONS = new Set(
  'in of at for from by on to with into over against about after amid as across under between off'.split(' '),
)
const DETERMINERS = new Set('the a an its their his her this that another any some no new more further big'.split(' '))
const BE = new Set('is are was were be been being gets get got'.split(' '))

/** True for words that tie a name to what stands before it. */
export function isPreposition(word: string | undefined): boolean {
  return word !== undefined && PREPOSITIONS.has(word)
}

/** All evidence of a text, in order. */
export function evidenceOf(reading: Reading): Evidence[] {
  const { hits, clauseAt } = reading
  const evidence: Evidence[] = []
  const usedQuantity = new Set<Hit>()
  const usedMove = new Set<Hit>()
  const pairs: { move: Hit; quantity: Hit }[] = []
  hits.forEach((hit, index) => {
    const move = moveOf(reading, hit)
    if (move === null) return
    const quantity = quantityFor(reading, index, move)
    if (quantity !== null) pairs.push({ move: hit, quantity })
  })
  for (const { move: hit, quantity: owner } of pairs) {
    usedQuantity.add(owner)
    usedMove.add(hit)
  }
  const { turned, reversing } = reversals(reading, usedMove)
  hits.forEach((hit, index) => {
    const clause = clauseAt[hit.from] ?? 0
    const base = { clause, verbFrom: hit.from, reversed: false }
    const move = moveOf(reading, hit)
    const pair = pairs.find((each) => each.move === hit)
    if (pair !== undefined && move !== null) {
      evidence.push(measured(reading, hit, move, pair.quantity, clause))
      return
    }
    if (reversing.has(hit)) return
    const turn = turned.get(hit)?.factor ?? 1
    const from = turned.get(hit)?.from ?? hit.from
    const term = termOf(reading, hit, index)
    if (term !== null) {
      const shape = term.part === 'verb' || term.part === 'call' ? 'verb' : term.part === 'tail' ? 'near' : 'noun'
      const passive = shape === 'verb' && term.object !== null && isPassive(reading, hit)
      evidence.push({
        ...base,
        from,
        to: hit.to,
        anchorFrom: hit.from,
        anchorTo: hit.to,
        shape,
        passive,
        subject: term.subject * turn,
        object: term.object === null ? null : term.object * turn,
        others: scaled(term.others, turn),
        assets: scaled(term.assets, turn),
        price: false,
        tone: (term.subject !== 0 ? term.subject : (term.object ?? 0)) * turn,
        reversed: turn !== 1,
      })
      return
    }
    if (move !== null && move.use !== 'measure') {
      const noun = hit.entry.moveNoun === move
      evidence.push({
        ...base,
        from,
        to: hit.to,
        anchorFrom: hit.from,
        anchorTo: hit.to,
        shape: move.use === 'adverb' ? 'near' : noun ? 'noun' : 'verb',
        passive: false,
        subject: move.weight * turn,
        object: move.use === 'transitive' || move.use === 'both' ? move.weight * turn : null,
        others: NONE,
        assets: NONE,
        price: move.use === 'intransitive' || move.use === 'adverb' || move.use === 'noun' || move.use === 'both',
        tone: move.weight * turn,
        reversed: turn !== 1,
      })
      return
    }
    const quantity = hit.entry.quantity
    if (quantity !== null && quantity.stated !== 0 && !usedQuantity.has(hit) && !isBaseline(reading, hit)) {
      evidence.push({
        ...base,
        from,
        to: hit.to,
        anchorFrom: hit.from,
        anchorTo: hit.to,
        shape: quantity.kind === 'target' ? 'target' : 'noun',
        passive: false,
        subject: quantity.stated * turn,
        object: null,
        others: NONE,
        assets: scaled(
          quantity.assets,
          quantity.stated < 0 === quantity.rising < 0 ? turn * Math.abs(quantity.stated) : 0,
        ),
        price: false,
        tone: quantity.stated * turn * (quantity.kind === 'market' ? 0.5 : 1),
        reversed: turn !== 1,
      })
    }
  })
  return evidence
}

/** "compared to a loss of": the earlier value is no news. */
function isBaseline(reading: Reading, hit: Hit): boolean {
  const { words } = reading.tokens
  for (let i = hit.from - 1; i >= Math.max(0, hit.from - 6); i--) {
    const word = words[i]
    if (word === 'compared' || word === 'vs' || word === 'versus' || word === 'opposed' || word === 'from') return true
  }
  return false
}

function scaled(weights: Weights, factor: number): Weights {
  if (weights.size === 0 || factor === 1) return weights
  return new Map([...weights].map(([key, weight]) => [key, weight * factor]))
}

/** Which hits are turned by a reverser before them ("avoids strike"), and which reversers are thereby spent. */
function reversals(reading: Reading, usedMove: ReadonlySet<Hit>) {
  const { hits, clauseAt } = reading
  const turned = new Map<Hit, { factor: number; from: number }>()
  const reversing = new Map<Hit, Hit>()
  for (let index = hits.length - 1; index >= 0; index--) {
    const hit = hits[index]
    const modifier = hit?.entry.modifier
    if (hit === undefined || modifier == null || usedMove.has(hit)) continue
    if (modifier.kind !== 'reverser' && modifier.kind !== 'remover') continue
    for (let i = index + 1; i < hits.length; i++) {
      const next = hits[i]
      if (next === undefined || clauseAt[next.from] !== clauseAt[hit.from] || next.from - hit.to >= 6) break
      // A reverser before a reverser turns what that one turned: "rejects bid to block merger".
      const victim = reversing.get(next) ?? next
      const { noun, verb, quantity } = victim.entry
      const good = noun?.subject ?? (verb === null ? (quantity?.stated ?? 0) : verb.subject || (verb.object ?? 0))
      if (good === 0 || usedMove.has(next)) continue
      if (modifier.kind === 'remover' && good > 0 && victim === next) break
      turned.set(victim, { factor: (turned.get(victim)?.factor ?? 1) * modifier.factor, from: hit.from })
      reversing.set(hit, victim)
      break
    }
  }
  return { turned, reversing: new Set(reversing.keys()) }
}

/** A move met a quantity: "cuts costs", "profit falls". */
function measured(reading: Reading, hit: Hit, move: Move, owner: Hit, clause: number): Evidence {
  const quantity: Quantity = owner.entry.quantity ?? { rising: 0, stated: 0, kind: 'own', assets: NONE }
  const before = reading.hits.find((each) => each.to === owner.from && each.entry.quantity !== null)?.entry.quantity
  const sign = before != null && before.rising < 0 && quantity.rising > 0 && quantity.kind === 'own' ? -1 : 1
  // A strong verb makes the same change weigh more: "plunges" against "slips".
  const force = 0.7 + 0.5 * Math.abs(move.weight)
  const value = quantity.rising * move.way * force * sign
  return {
    from: Math.min(hit.from, owner.from),
    to: Math.max(hit.to, owner.to),
    anchorFrom: owner.from,
    anchorTo: owner.to,
    verbFrom: hit.from,
    clause,
    shape: quantity.kind === 'target' ? 'target' : 'noun',
    passive: isPassive(reading, hit),
    subject: value,
    object: null,
    others: NONE,
    assets: scaled(quantity.assets, move.way * force * sign),
    price: quantity.kind === 'price',
    tone: value * (quantity.kind === 'market' ? 0.5 : 1),
    reversed: false,
  }
}

/** Which move a hit is here, telling "shares slump" from "a slump in shares". */
function moveOf(reading: Reading, hit: Hit): Move | null {
  const { move, moveNoun } = hit.entry
  if (move !== null && moveNoun !== null) return actsAsVerb(reading, hit) ? move : moveNoun
  return move ?? moveNoun
}

function termOf(reading: Reading, hit: Hit, index: number): Term | null {
  const { verb, noun, call, tail } = hit.entry
  const { nameAt, tokens, clauses, clauseAt } = reading
  const clause = clauses[clauseAt[hit.from] ?? 0]
  if (call !== null && clause?.from === hit.from && nameAt[hit.to] !== undefined && nameAt[hit.to] !== -1) return call
  if (tail !== null && hit.from > 0 && nameAt[hit.from - 1] !== -1) {
    const next = tokens.kinds[hit.to]
    const cashtag = tokens.text.charAt((tokens.starts[hit.from - 1] ?? 0) - 1) === '$'
    if (next === undefined || next === 'mark' || (cashtag && isPreposition(tokens.words[hit.to]))) return tail
  }
  if (verb !== null && (noun !== null || hit.entry.quantity !== null)) return actsAsVerb(reading, hit) ? verb : noun
  return verb ?? noun
}

/** Verb or noun? Judged by the neighbours, for words that can be both. */
export function actsAsVerb(reading: Reading, hit: Hit): boolean {
  const { tokens, nameAt, clauses, clauseAt } = reading
  const before = tokens.words[hit.from - 1]
  const after = tokens.words[hit.to]
  if (hit.entry.form === 'past' || hit.entry.form === 'participle' || hit.entry.form === 'ing') return true
  if (before === 'to' || before === 'will' || before === 'may' || before === 'could' || before === 'would') return true
  if (before !== undefined && (DETERMINERS.has(before) || before === "'s" || isPreposition(before))) return false
  if (clauses[clauseAt[hit.from] ?? 0]?.from === hit.from) return after !== 'in' && after !== 'of' && after !== 'at'
  const name = nameAt[hit.to]
  if (name !== undefined && name !== -1) return true
  if (after !== undefined && (DETERMINERS.has(after) || tokens.kinds[hit.to] === 'number')) return true
  if (hit.entry.form === 's') return true
  if (after === 'into' || after === 'of' || after === 'against') return false
  return hit.entry.move !== null || reading.hits.some((each) => each.to === hit.from && each.entry.quantity !== null)
}

/** "Tesco fined over", "is sued by": the name before the verb suffers it. */
export function isPassive(reading: Reading, hit: Hit): boolean {
  const { tokens, nameAt } = reading
  const form = hit.entry.form
  if (form !== 'past' && form !== 'participle' && form !== 'same') return false
  const before = tokens.words[hit.from - 1]
  if (before !== undefined && BE.has(before)) return true
  if (form === 'same') return tokens.words[hit.to] === 'by' || tokens.words[hit.to] === 'to'
  if (form === 'participle') return true
  const after = tokens.words[hit.to]
  if (nameAt[hit.to] !== undefined && nameAt[hit.to] !== -1) return false
  return (
    after === undefined || tokens.kinds[hit.to] === 'mark' || tokens.kinds[hit.to] === 'number' || isPreposition(after)
  )
}

/** The quantity a move speaks of, if any stands where grammar would put it. */
function quantityFor(reading: Reading, index: number, move: Move): Hit | null {
  const { hits } = reading
  const hit = hits[index]
  if (hit === undefined) return null
  const verb = hit.entry.move === move
  const form = hit.entry.form
  const adjective =
    move.use === 'measure' || move.use === 'adverb' || form === 'ing' || (form === 'past' && isPassive(reading, hit))
  const right = quantityRight(reading, index, move.use === 'transitive' && verb ? 7 : adjective ? 2 : 3)
  const left = quantityLeft(reading, index)
  if (move.use === 'measure')
    return right !== null && right.from - hit.to <= 1 ? right : adjacentLeft(reading, index, left)
  if (move.use === 'adverb') return right !== null && right.from === hit.to ? right : left
  if (!verb) {
    const inOf = reading.tokens.words[hit.to]
    if (right !== null && (inOf === 'in' || inOf === 'of' || inOf === 'for' || inOf === 'to')) return right
    return left !== null && hit.from - left.to <= 1 ? left : null
  }
  if (move.use === 'transitive') {
    if (isPassive(reading, hit) && left !== null) return left
    return right ?? (left !== null && hit.from - left.to <= 1 ? left : null)
  }
  if (form === 'ing' && right !== null) return right
  if (left !== null) return left
  if (move.use === 'both' && right !== null && right.from - hit.to <= 3) return right
  const inOf = reading.tokens.words[hit.to]
  return right !== null && (inOf === 'in' || (form === 'ing' && right.from === hit.to)) ? right : null
}

function adjacentLeft(reading: Reading, index: number, left: Hit | null): Hit | null {
  const hit = reading.hits[index]
  if (left === null || hit === undefined) return null
  const before = reading.tokens.words[hit.from - 1] ?? ''
  return BE.has(before) || before === 'remain' || before === 'remains' || before === 'stay' ? left : null
}

/** Nearest quantity after a move in its clause; the last word of a compound counts ("profit outlook"). */
function quantityRight(reading: Reading, index: number, reach: number): Hit | null {
  const { hits, clauseAt } = reading
  const hit = hits[index]
  if (hit === undefined) return null
  for (let i = index + 1; i < hits.length; i++) {
    const each = hits[i]
    if (each === undefined || clauseAt[each.from] !== clauseAt[hit.from] || each.from - hit.to > reach) return null
    if (each.entry.quantity !== null) {
      let head = each
      for (let k = i + 1; k < hits.length; k++) {
        const next = hits[k]
        if (next === undefined || next.from !== head.to || next.entry.quantity === null || next.entry.move !== null)
          break
        head = next
      }
      return head
    }
    if (each.entry.move !== null && each.entry.move.use !== 'measure') return null
  }
  return null
}

/** Nearest quantity before a move in its clause, not beyond another move. */
function quantityLeft(reading: Reading, index: number): Hit | null {
  const { hits, clauseAt } = reading
  const hit = hits[index]
  if (hit === undefined) return null
  // "margin was 5 %, down from 9 %": the adverb speaks of the clause before.
  const opens = hit.entry.move?.use === 'adverb' && reading.clauses[clauseAt[hit.from] ?? 0]?.from === hit.from
  for (let i = index - 1; i >= 0; i--) {
    const each = hits[i]
    if (each === undefined || hit.from - each.to > 12) return null
    if (clauseAt[each.from] !== clauseAt[hit.from] && !(opens && hit.from - each.to > 1)) return null
    if (each.entry.quantity !== null) return each
    const blocks = each.entry.move !== null && each.entry.move.use !== 'measure' && each.entry.form !== 'ing'
    if (blocks || (each.entry.verb !== null && each.entry.form !== 'base')) return null
  }
  return null
}
