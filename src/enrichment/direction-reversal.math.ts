import { isPassive, isPreposition, isReason } from './direction-grammar.math.ts'
import type { Hit, Reading } from './direction-reading.math.ts'

/** What a reverser did to a hit: the factor on its weight, and the tokens that tell it. */
export interface Turn {
  readonly factor: number
  readonly from: number
  readonly to: number
  /** The reverser's own weight, which stands when what it turned is faint: "struggles to make a profit". */
  readonly least: number
}

const REACHING: ReadonlySet<string> = new Set(['reverser', 'remover', 'denier', 'upholder'])
/** Tokens a reverser may stand before what it turns. */
const REACH = 6
/** Tokens between a bad thing and the passive that undoes it: "lawsuit by Epic Games against Apple dismissed". */
const UNDONE_REACH = 6
/** The same where what it charges stands between: "class action accusing Apple of overpromising is tossed". */
const DETAILED_REACH = 12
/** What is left of good news that is denied. */
const DENIED = -0.4

/**
 * Which hits are turned by a reverser before them ("avoids strike"), and which reversers are thereby spent.
 * Removers ("overcomes", "settles") turn only bad things; a reverser before a reverser turns what that one turned.
 */
export function reversalsOf(reading: Reading, usedMove: ReadonlySet<Hit>): { turned: Map<Hit, Turn>; spent: Set<Hit> } {
  const { hits } = reading
  const turned = new Map<Hit, Turn>()
  const spent = new Map<Hit, Hit>()
  for (let index = hits.length - 1; index >= 0; index--) {
    const hit = hits[index]
    const modifier = hit?.entry.modifier
    if (hit === undefined || modifier == null || usedMove.has(hit)) continue
    if (!REACHING.has(modifier.kind)) continue
    const troubles = modifier.kind === 'denier' ? [] : undoneBefore(reading, index, usedMove)
    const open = troubles.filter((one) => !turned.has(one))
    for (const one of open) {
      turned.set(one, { factor: modifier.factor, from: one.from, to: hit.to, least: 0 })
      spent.set(hit, one)
    }
    if (open.length > 0) continue
    if (modifier.kind === 'upholder') continue
    const next = nextWeighted(reading, index, usedMove)
    if (next === null) continue
    const victim = spent.get(next) ?? next
    if (modifier.kind === 'remover' && victim === next && goodnessOf(next) > 0 && !isLeft(reading, hit, next)) continue
    if (modifier.kind === 'remover' && isGrade(reading, next)) continue
    turned.set(victim, {
      // What is denied was rumoured: good news that is not so disappoints, bad news that is not so is still in the air.
      factor:
        (turned.get(victim)?.factor ?? 1) *
        (modifier.kind === 'denier' && goodnessOf(victim) > 0 ? DENIED : modifier.factor),
      from: hit.from,
      to: victim.to,
      // "Abandons bid to block": what is turned twice is no longer the reverser's own fault.
      least:
        goodnessOf(victim) > 0 && modifier.kind === 'reverser' && !turned.has(victim)
          ? Math.min(0, hit.entry.verb?.subject ?? 0)
          : 0,
    })
    spent.set(hit, victim)
    if (modifier.kind !== 'denier') continue
    // A denial reaches to the end of what is denied: "denies it is in talks to buy".
    for (const further of weightedAfter(reading, index, usedMove)) {
      if (further !== victim && !turned.has(further))
        turned.set(further, {
          factor: goodnessOf(further) > 0 ? DENIED : modifier.factor,
          from: hit.from,
          to: further.to,
          least: 0,
        })
    }
  }
  return { turned, spent: new Set(spent.keys()) }
}

/** What is left of a change that is denied: "denies cutting sales quotas". */
export function deniedPart({ hits, clauseAt }: Reading, move: Hit, value: number): number {
  const denier = hits.find(
    ({ entry, to }) => entry.modifier?.kind === 'denier' && to <= move.from && move.from - to < REACH,
  )
  if (denier === undefined || clauseAt[denier.from] !== clauseAt[move.from]) return 1
  return value > 0 ? DENIED : (denier.entry.modifier?.factor ?? 1)
}

function nextWeighted(reading: Reading, index: number, usedMove: ReadonlySet<Hit>): Hit | null {
  for (const next of weightedAfter(reading, index, usedMove)) return next
  return null
}

/** The hits with a weight behind a reverser, in its clause and reach. */
function* weightedAfter(reading: Reading, index: number, usedMove: ReadonlySet<Hit>): Generator<Hit> {
  const { hits, clauseAt } = reading
  const hit = hits[index]
  for (let i = index + 1; hit !== undefined && i < hits.length; i++) {
    const next = hits[i]
    if (next === undefined || clauseAt[next.from] !== clauseAt[hit.from] || next.from - hit.to >= REACH) return
    if (isReason(reading, hit.to, next.from)) return
    if (goodnessOf(next) !== 0 && !usedMove.has(next)) yield next
  }
}

/** "Cuts Boeing to junk", "removes Tesco from buy list": what something is cut to or taken from is not removed. */
function isGrade({ tokens: { words } }: Reading, hit: Hit): boolean {
  return words[hit.from] === 'to' || words[hit.from - 1] === 'to' || words[hit.from] === 'from'
}

/** "Drops Nike from its conviction list": whoever is taken off a good thing loses it. */
function isLeft({ tokens: { words }, nameAt }: Reading, hit: Hit, good: Hit): boolean {
  const from = words.indexOf('from', hit.to)
  return from >= 0 && from < good.from && good.from - from <= 3 && (nameAt[from - 1] ?? -1) >= 0
}

/** "Lawsuit against Tesla dismissed", "suit accusing Apple is tossed": the bad things a passive behind them undoes or upholds. */
function undoneBefore(reading: Reading, index: number, usedMove: ReadonlySet<Hit>): Hit[] {
  const { hits, clauseAt, tokens } = reading
  const hit = hits[index]
  const form = hit?.entry.form
  if (hit === undefined) return []
  const upholds = hit.entry.modifier?.kind === 'upholder' && form == null
  if (!upholds && ((form !== 'past' && form !== 'participle') || !isPassive(reading, hit))) return []
  const details: Hit[] = []
  for (let i = index - 1; i >= 0; i--) {
    const before = hits[i]
    if (before === undefined || clauseAt[before.from] !== clauseAt[hit.from]) return []
    if (hit.from - before.to > (details.length > 0 ? DETAILED_REACH : UNDONE_REACH)) return []
    const { noun, move, verb, form: shape } = before.entry
    const bad = goodnessOf(before) < 0
    if (shape === 'ing' && bad && !usedMove.has(before)) details.push(before)
    else if (move !== null || (verb !== null && noun === null)) return []
    else if (goodnessOf(before) !== 0 && !usedMove.has(before)) {
      // The noun leads its clause, or hangs on nothing.
      return noun === null || !bad || isPreposition(tokens.words[before.from - 1]) ? [] : [before, ...details]
    }
  }
  return []
}

function goodnessOf(hit: Hit): number {
  const { noun, verb, quantity, moveNoun } = hit.entry
  if (noun !== null) return noun.subject
  if (verb !== null) return verb.subject || (verb.object ?? 0)
  return quantity?.stated || (moveNoun?.weight ?? 0)
}

const GAUGED = new Set(['above', 'below'])

/** "Expects costs of $105 billion, above forecasts": more than foreseen is bad where less is wanted. */
export function isDearer({ hits, tokens, clauses, clauseAt }: Reading, hit: Hit): boolean {
  if (!GAUGED.has(tokens.words[hit.from] ?? '')) return false
  const gauged = hits.findLast((one) => one.to <= hit.from && one.entry.quantity !== null)
  if (gauged?.entry.quantity == null || gauged.entry.quantity.rising >= 0 || hit.from - gauged.to > 6) return false
  return clauses[clauseAt[gauged.from] ?? 0]?.sentence === clauses[clauseAt[hit.from] ?? 0]?.sentence
}
