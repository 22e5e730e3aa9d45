import type { Hit, Reading } from './direction-reading.math.ts'

/** What a reverser did to a hit: the factor on its weight, and the token where the reverser stands. */
export interface Turn {
  readonly factor: number
  readonly from: number
  /** The reverser's own weight, which stands when what it turned is faint: "struggles to make a profit". */
  readonly least: number
}

/** Tokens a reverser may stand before what it turns. */
const REACH = 6
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
    if (modifier.kind !== 'reverser' && modifier.kind !== 'remover' && modifier.kind !== 'denier') continue
    const next = nextWeighted(reading, index, usedMove)
    if (next === null) continue
    const victim = spent.get(next) ?? next
    if (modifier.kind === 'remover' && victim === next && goodnessOf(next) > 0) continue
    if (modifier.kind === 'remover' && isGrade(reading, next)) continue
    turned.set(victim, {
      // What is denied was rumoured: good news that is not so disappoints, bad news that is not so is still in the air.
      factor:
        (turned.get(victim)?.factor ?? 1) *
        (modifier.kind === 'denier' && goodnessOf(victim) > 0 ? DENIED : modifier.factor),
      from: hit.from,
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
        turned.set(further, { factor: goodnessOf(further) > 0 ? DENIED : modifier.factor, from: hit.from, least: 0 })
    }
  }
  return { turned, spent: new Set(spent.keys()) }
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
    if (goodnessOf(next) !== 0 && !usedMove.has(next)) yield next
  }
}

/** "Cuts Boeing to junk", "cuts Tesla to underweight": what something is cut to is not removed. */
function isGrade({ tokens: { words } }: Reading, hit: Hit): boolean {
  return words[hit.from] === 'to' || words[hit.from - 1] === 'to'
}

function goodnessOf(hit: Hit): number {
  const { noun, verb, quantity, moveNoun } = hit.entry
  if (noun !== null) return noun.subject
  if (verb !== null) return verb.subject || (verb.object ?? 0)
  return quantity?.stated || (moveNoun?.weight ?? 0)
}
