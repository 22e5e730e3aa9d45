import { actsAsVerb, isName, isPassive, isPreposition } from './direction-grammar.math.ts'
import type { Move, Quantity, Term, Weights } from './direction-lexicon.math.ts'
import { describedBy, harmOf, moveOf, quantityFor } from './direction-pairing.math.ts'
import { counteredHits, isRole } from './direction-part.math.ts'
import type { Hit, Reading } from './direction-reading.math.ts'
import { deniedPart, isDearer, reversalsOf, type Turn } from './direction-reversal.math.ts'

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
  /** The commodity or currency these words describe and nothing else: "higher copper prices". */
  readonly described: number | null
  /** True for what stands in a company's accounts: no commodity has margins. */
  readonly accounts: boolean
  /** The general mood for names without a part of their own. */
  readonly tone: number
}

const NONE: Weights = new Map()
/** A verb weaker than this does nothing to its subject. */
const FAINT = 0.05
/** How a suit's end weighs for the one who brought it. */
const BROUGHT = -0.6

/** All evidence the lexicon finds in a text, in order. */
export function evidenceOf(reading: Reading): Evidence[] {
  const { hits } = reading
  const owners = new Map<Hit, Hit>()
  const moves = new Map<Hit, Move>()
  hits.forEach((hit, index) => {
    const move = moveOf(reading, hit) ?? harmOf(reading, index)
    if (move === null) return
    moves.set(hit, move)
    const quantity = describedBy(reading, hit, move) === null ? quantityFor(reading, index, move) : null
    if (quantity !== null) owners.set(hit, quantity)
  })
  const measuredQuantities = new Set(owners.values())
  const { turned, spent } = reversalsOf(reading, new Set(owners.keys()))
  const countered = counteredHits(reading)
  const evidence: Evidence[] = []
  for (const hit of hits) {
    const move = moves.get(hit) ?? null
    const owner = owners.get(hit)
    if (owner !== undefined && move !== null) {
      evidence.push(measured(reading, hit, move, owner))
      continue
    }
    if (isRole(hit, reading.names)) continue
    if (spent.has(hit) && isBystander(hit)) evidence.push(bystander(reading, hit))
    if (spent.has(hit) || (countered.has(hit) && !turned.has(hit))) continue
    const turn = turned.get(hit) ?? { factor: isDearer(reading, hit) ? -1 : 1, from: hit.from, to: hit.to, least: 0 }
    // "Withdraws offer for": what was done to the offer says it all.
    const told = measuredQuantities.has(hit) && hit.entry.quantity?.kind === 'target'
    const term = told ? null : termOf(reading, hit)
    if (term !== null) evidence.push(fromTerm(reading, hit, term, turn))
    else if (move !== null && move.use !== 'measure') evidence.push(fromMove(reading, hit, move, turn))
    else if (hit.entry.quantity !== null && hit.entry.quantity.stated !== 0 && !measuredQuantities.has(hit)) {
      if (!isBaseline(reading, hit)) evidence.push(fromStated(reading, hit, hit.entry.quantity, turn))
    }
  }
  return evidence
}

/** A verb that does its subject nothing: "rejects". */
function isBystander({ entry: { verb } }: Hit): boolean {
  return verb !== null && Math.abs(verb.subject) > 0 && Math.abs(verb.subject) < FAINT
}

/** "BHP rejects Rio Tinto approach": what is turned is the other's, and the mood of it not the rejecter's. */
function bystander(reading: Reading, hit: Hit): Evidence {
  return { ...plain(reading, hit, hit.from, hit.entry.verb?.subject ?? 0), shape: 'verb', tone: 0 }
}

/** Evidence that stands on one hit alone, to be filled in by its kind. */
function plain(reading: Reading, hit: Hit, from: number, weight: number): Evidence {
  return {
    from,
    to: hit.to,
    anchorFrom: hit.from,
    anchorTo: hit.to,
    verbFrom: hit.from,
    clause: reading.clauseAt[hit.from] ?? 0,
    shape: 'noun',
    passive: false,
    subject: weight,
    object: null,
    others: NONE,
    assets: NONE,
    price: false,
    described: null,
    accounts: false,
    tone: weight,
  }
}

function fromTerm(reading: Reading, hit: Hit, term: Term, turn: Turn): Evidence {
  const shape = term.part === 'verb' || term.part === 'call' ? 'verb' : term.part === 'tail' ? 'near' : 'noun'
  return {
    ...plain(reading, hit, turn.from, turnedWeight(term.subject, turn)),
    to: Math.max(hit.to, turn.to),
    shape,
    passive: shape === 'verb' && term.object !== null && isPassive(reading, hit),
    object: term.object === null ? null : term.object * turn.factor,
    others: broughtBy(term, hit, turn),
    assets: scaled(term.assets, turn.factor),
    tone: (term.subject !== 0 ? term.subject : (term.object ?? 0)) * turn.factor,
  }
}

/** "Lawsuit by Moderna against Pfizer dismissed": what ends well for the one is the other's loss. */
function broughtBy(term: Term, hit: Hit, turn: Turn): Weights {
  const others = scaled(term.others, turn.factor)
  const settled = turn.to > hit.to && turn.from === hit.from && others.has('against')
  return settled ? new Map([...others, ['by', term.subject * turn.factor * BROUGHT]]) : others
}

/** A move that names no quantity: the price of its subject moved, or a verb like "boosts" helps its object. */
function fromMove(reading: Reading, hit: Hit, move: Move, turn: Turn): Evidence {
  const weight = move.weight * turn.factor
  const transitive = move.use === 'transitive'
  return {
    ...plain(reading, hit, turn.from, weight),
    shape: move.use === 'adverb' ? 'near' : move.use === 'noun' ? 'noun' : 'verb',
    object: transitive || move.use === 'both' ? weight : null,
    price: !transitive && move.use !== 'noun',
    described: describedBy(reading, hit, move),
  }
}

/** A quantity that is only stated: "posts a loss". */
function fromStated(reading: Reading, hit: Hit, quantity: Quantity, turn: Turn): Evidence {
  const weight = turnedWeight(quantity.stated, turn)
  return {
    ...plain(reading, hit, turn.from, weight),
    shape: quantity.kind === 'target' ? 'target' : 'noun',
    accounts: quantity.kind === 'accounts',
    assets: scaled(
      quantity.assets,
      Math.abs(quantity.stated) * Math.sign(quantity.stated * quantity.rising) * turn.factor,
    ),
    tone: weight * (quantity.kind === 'market' ? 0.5 : 1),
  }
}

/** A move met a quantity: "cuts costs", "profit falls". */
function measured(reading: Reading, hit: Hit, move: Move, owner: Hit): Evidence {
  const quantity: Quantity = owner.entry.quantity ?? { rising: 0, stated: 0, kind: 'own', assets: NONE }
  // The move itself may be a quantity too: "delays deliveries".
  const before = reading.hits.find((each) => each !== hit && each.to === owner.from)?.entry.quantity
  // "raises loss forecast": a forecast is as good as what it forecasts.
  const sign =
    before != null &&
    before.rising < 0 &&
    quantity.rising > 0 &&
    (quantity.kind === 'own' || quantity.kind === 'accounts')
      ? -1
      : 1
  // A strong verb makes the same change weigh more: "plunges" against "slips".
  const force = move.way * sign * (0.7 + 0.5 * Math.abs(move.weight))
  const risen = quantity.rising * force
  const value = risen * deniedPart(reading, hit, risen)
  return {
    ...plain(reading, owner, Math.min(hit.from, owner.from), value),
    to: Math.max(hit.to, owner.to),
    verbFrom: hit.from,
    clause: reading.clauseAt[hit.from] ?? 0,
    shape: quantity.kind === 'target' ? 'target' : 'noun',
    passive: isPassive(reading, hit),
    accounts: quantity.kind === 'accounts',
    assets: scaled(quantity.assets, force),
    price: quantity.kind === 'price',
    tone: value * (quantity.kind === 'market' ? 0.5 : 1),
  }
}

/** A turned weight, but never fainter than the reverser's own. */
function turnedWeight(weight: number, turn: Turn): number {
  return turn.least < 0 ? Math.min(weight * turn.factor, turn.least) : weight * turn.factor
}

function scaled(weights: Weights, factor: number): Weights {
  if (weights.size === 0 || factor === 1) return weights
  return new Map([...weights].map(([key, weight]) => [key, weight * factor]))
}

/** Which reading of an entry with several applies here. */
function termOf(reading: Reading, hit: Hit): Term | null {
  const { verb, noun, call, tail, quantity } = hit.entry
  const { tokens, clauses, clauseAt } = reading
  const opens = clauses[clauseAt[hit.from] ?? 0]?.from === hit.from
  if (call !== null && opens && isName(reading, hit.to)) return call
  if (tail !== null && isName(reading, hit.from - 1)) {
    const next = tokens.kinds[hit.to]
    const cashtag = tokens.text.charAt((tokens.starts[hit.from - 1] ?? 0) - 1) === '$'
    if (next === undefined || next === 'mark' || (cashtag && isPreposition(tokens.words[hit.to]))) return tail
  }
  if (verb !== null && (noun !== null || quantity !== null)) return actsAsVerb(reading, hit) ? verb : noun
  return verb ?? noun
}

const BASELINE = new Set(['compared', 'vs', 'versus', 'opposed', 'from'])

/** "compared to a loss of": the earlier value is no news. */
function isBaseline(reading: Reading, hit: Hit): boolean {
  for (let i = Math.max(0, hit.from - 6); i < hit.from; i++)
    if (BASELINE.has(reading.tokens.words[i] ?? '')) return true
  return false
}
