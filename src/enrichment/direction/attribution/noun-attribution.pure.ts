import { wordSet } from '../../text/word-set.pure.ts'
import type { Evidence } from '../evidence/evidence.pure.ts'
import { findObtainingVerb, isObtained } from '../grammar/semantic-role.pure.ts'
import { expandCoordination, findEarlierSubject, findPreposition, findSubject } from '../grammar/subject.pure.ts'
import type { ParsedText } from '../parse/parsed-text.pure.ts'
import { type Attribution, AWARD_GIVER, attributeToGroup, createAttribution } from './attribution.pure.ts'

/** Factors for a possessor and for a modifier of a noun that concerns another name: "Kroger's takeover of Albertsons", "Kroger takeover of". */
const POSSESSOR_FACTOR = 0.6
const MODIFIER_FACTOR = 0.15

/** A verb weaker than this for its object leaves the noun to the object: "initiates Intel at sell". */
const FAINT_POLARITY = 0.05

const OWNER_PREPOSITIONS = wordSet('at of in for from on by into against over to')

/** Attributes a noun to its owner: a name after it with a preposition, else the nearest name before it. */
export function attributeNoun(
  evidence: Evidence,
  parsed: ParsedText,
  candidates: readonly number[],
  all: readonly Evidence[],
): Attribution[] {
  const attributions: Attribution[] = []
  let hasOwner = false
  for (const index of candidates) {
    const span = parsed.names[index]
    if (span === undefined || span.from < evidence.anchorTo) continue
    const preposition = findPreposition(parsed, span, evidence.anchorTo)
    if (preposition === null) continue
    const isObtainedFrom = preposition === 'from' && findObtainingVerb(parsed, evidence.anchorFrom) !== null
    const weight = isObtainedFrom ? 0 : evidence.byPreposition.get(preposition)
    if (weight !== undefined) {
      attributions.push(...attributeToGroup(parsed, index, weight, evidence))
      hasOwner ||= OWNER_PREPOSITIONS.has(preposition) && Math.abs(weight) >= 0.3
    } else if (
      OWNER_PREPOSITIONS.has(preposition) &&
      span.from - evidence.anchorTo <= 2 &&
      evidence.byPreposition.size === 0
    ) {
      if (preposition === 'at' || preposition === 'of' || preposition === 'in' || preposition === 'for') {
        attributions.push(...attributeToGroup(parsed, index, evidence.subject, evidence))
        hasOwner = true
      }
    }
  }
  const before = candidates.filter((index) => (parsed.names[index]?.to ?? 0) <= evidence.anchorFrom)
  const nearest = findOwner(parsed, before, evidence, all)
  const giver = before.at(-1)
  if (giver !== undefined && giver !== nearest && findObtainingVerb(parsed, evidence.anchorFrom) !== null)
    attributions.push({ name: giver, polarity: AWARD_GIVER })
  if (nearest !== null) {
    for (const name of expandCoordination(parsed, nearest)) {
      if (!attributions.some((attribution) => attribution.name === name)) {
        const factor = hasOwner ? weighOwner(parsed, name, evidence) : 1
        attributions.push(createAttribution(parsed, name, evidence.subject * factor, evidence))
      }
    }
  } else if (attributions.length === 0) {
    const earlierSubject = findEarlierSubject(evidence, parsed)
    const first = candidates.find((index) => (parsed.names[index]?.from ?? 0) >= evidence.anchorTo)
    const relation = parsed.clauses[evidence.clause]?.relation
    if (first !== undefined && (earlierSubject === null || relation === 'main')) {
      attributions.push(...attributeToGroup(parsed, first, evidence.subject * 0.7, evidence))
    } else if (earlierSubject !== null) {
      attributions.push(...attributeToGroup(parsed, earlierSubject, evidence.subject * 0.8, evidence))
    }
  }
  return attributions
}

/** The factor for the name before a noun when the noun concerns another name. */
function weighOwner(parsed: ParsedText, name: number, evidence: Evidence): number {
  if (isObtained(parsed, evidence.anchorFrom)) return 1
  return parsed.tokens.words[parsed.names[name]?.to ?? 0] === "'s" ? POSSESSOR_FACTOR : MODIFIER_FACTOR
}

/** The owner of a noun: the nearest name before it that no verb separates, else the subject. */
function findOwner(
  parsed: ParsedText,
  before: readonly number[],
  evidence: Evidence,
  all: readonly Evidence[],
): number | null {
  if (before.length === 0) return null
  const nearest = before.at(-1) ?? 0
  const span = parsed.names[nearest]
  // "Airbus beats Boeing in order race": good news after a beaten object is the subject's.
  const verb = all.find(
    (each) =>
      each.construction === 'verb' &&
      each.clause === evidence.clause &&
      each.object !== null &&
      !each.isPassive &&
      span !== undefined &&
      span.from >= each.anchorTo &&
      each.anchorTo <= evidence.anchorFrom,
  )
  // "Wins AT&T deal from Nokia": what is obtained is the winner's, whoever gives it.
  const obtainingVerb = findObtainingVerb(parsed, evidence.anchorFrom)
  if (obtainingVerb !== null && span !== undefined && span.from >= obtainingVerb && !evidence.isPassive)
    return findSubject(parsed, before, obtainingVerb, true)
  if (verb?.object != null && Math.abs(verb.object) > FAINT_POLARITY && verb.object * evidence.subject < 0)
    return findSubject(parsed, before, verb.verbFrom, true)
  return evidence.anchorFrom > evidence.verbFrom && (parsed.names[nearest]?.to ?? 0) <= evidence.verbFrom
    ? findSubject(parsed, before, evidence.verbFrom, true)
    : nearest
}
