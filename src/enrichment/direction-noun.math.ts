import type { Evidence } from './direction-event.math.ts'
import { groupOf, inheritSubject, prepositionBefore, subjectBefore } from './direction-name.math.ts'
import { gotBy, isGot } from './direction-part.math.ts'
import type { Reading } from './direction-reading.math.ts'

/** What is left for the one before a noun whose effect falls on another: "Kroger's takeover of Albertsons", "Kroger takeover of". */
const POSSESSOR = 0.6
const BYSTANDER = 0.15
/** A verb fainter than this for its object does not beat it: "initiates Intel at sell". */
const FAINT = 0.05
/** Weight of giving what another gets: next to nothing, and not silence. */
export const GIVER = 0.01

/** What one piece of evidence means for one name. */
export interface Share {
  readonly name: number
  readonly weight: number
}

/** The weight for a name, its kind of asset considered. */
export function weighed(reading: Reading, name: number, weight: number, evidence: Evidence): Share {
  const asset = reading.names[name]?.asset
  const special = asset == null ? undefined : evidence.assets.get(asset)
  return { name, weight: special ?? weight }
}

const OWNER_PREPOSITIONS = new Set(['at', 'of', 'in', 'for', 'from', 'on', 'by', 'into', 'against', 'over', 'to'])

/** A noun's holder: the one it hangs on by a preposition, else the nearest name before it. */
export function nounShares(
  evidence: Evidence,
  reading: Reading,
  inside: readonly number[],
  all: readonly Evidence[],
): Share[] {
  const shares: Share[] = []
  let owned = false
  for (const index of inside) {
    const span = reading.names[index]
    if (span === undefined || span.from < evidence.anchorTo) continue
    const preposition = prepositionBefore(reading, span, evidence.anchorTo)
    if (preposition === null) continue
    const got = preposition === 'from' && gotBy(reading, evidence.anchorFrom) !== null
    const weight = got ? 0 : evidence.others.get(preposition)
    if (weight !== undefined) {
      for (const name of groupOf(reading, index)) shares.push(weighed(reading, name, weight, evidence))
      owned ||= OWNER_PREPOSITIONS.has(preposition) && Math.abs(weight) >= 0.3
    } else if (
      OWNER_PREPOSITIONS.has(preposition) &&
      span.from - evidence.anchorTo <= 2 &&
      evidence.others.size === 0
    ) {
      if (preposition === 'at' || preposition === 'of' || preposition === 'in' || preposition === 'for') {
        for (const name of groupOf(reading, index)) shares.push(weighed(reading, name, evidence.subject, evidence))
        owned = true
      }
    }
  }
  const before = inside.filter((index) => (reading.names[index]?.to ?? 0) <= evidence.anchorFrom)
  const nearest = ownerBefore(reading, before, evidence, all)
  const giver = before.at(-1)
  if (giver !== undefined && giver !== nearest && gotBy(reading, evidence.anchorFrom) !== null)
    shares.push({ name: giver, weight: GIVER })
  if (nearest !== null) {
    for (const name of groupOf(reading, nearest)) {
      if (!shares.some((share) => share.name === name)) {
        const part = owned ? partBefore(reading, name, evidence) : 1
        shares.push(weighed(reading, name, evidence.subject * part, evidence))
      }
    }
  } else if (shares.length === 0) {
    const inherit = inheritSubject(evidence, reading)
    const first = inside.find((index) => (reading.names[index]?.from ?? 0) >= evidence.anchorTo)
    const link = reading.clauses[evidence.clause]?.link
    if (first !== undefined && (inherit === null || link === 'main')) {
      for (const name of groupOf(reading, first)) shares.push(weighed(reading, name, evidence.subject * 0.7, evidence))
    } else if (inherit !== null) {
      for (const name of groupOf(reading, inherit))
        shares.push(weighed(reading, name, evidence.subject * 0.8, evidence))
    }
  }
  return shares
}

/** How much of a noun's effect is left for the name before it when it falls on another one. */
function partBefore(reading: Reading, name: number, evidence: Evidence): number {
  if (isGot(reading, evidence.anchorFrom)) return 1
  return reading.tokens.words[reading.names[name]?.to ?? 0] === "'s" ? POSSESSOR : BYSTANDER
}

/** The name a noun belongs to: the nearest before it that no verb separates, else the subject. */
function ownerBefore(
  reading: Reading,
  before: readonly number[],
  evidence: Evidence,
  all: readonly Evidence[],
): number | null {
  if (before.length === 0) return null
  const nearest = before.at(-1) ?? 0
  const span = reading.names[nearest]
  // "Airbus beats Boeing in order race": good news behind a beaten object is the subject's.
  const verb = all.find(
    (each) =>
      each.shape === 'verb' &&
      each.clause === evidence.clause &&
      each.object !== null &&
      !each.passive &&
      span !== undefined &&
      span.from >= each.anchorTo &&
      each.anchorTo <= evidence.anchorFrom,
  )
  // "Wins AT&T deal from Nokia": what is got is the winner's, whoever gives it.
  const getter = gotBy(reading, evidence.anchorFrom)
  if (getter !== null && span !== undefined && span.from >= getter && !evidence.passive)
    return subjectBefore(reading, before, getter, true)
  if (verb?.object != null && Math.abs(verb.object) > FAINT && verb.object * evidence.subject < 0)
    return subjectBefore(reading, before, verb.verbFrom, true)
  return evidence.anchorFrom > evidence.verbFrom && (reading.names[nearest]?.to ?? 0) <= evidence.verbFrom
    ? subjectBefore(reading, before, evidence.verbFrom, true)
    : nearest
}
