import { wordSet } from '../../text/word-set.pure.ts'
import type { Evidence } from '../evidence/evidence.pure.ts'
import { findObtainingVerb, isObtained } from '../grammar/semantic-role.pure.ts'
import { expandCoordination, findEarlierSubject, findPreposition, findSubject } from '../grammar/subject.pure.ts'
import type { NameSpan, ParsedText } from '../parse/parsed-text.pure.ts'
import { type Attribution, AWARD_GIVER, attributeToGroup, createAttribution, isAttributed } from './attribution.pure.ts'

/** Factors for a possessor and for a modifier of a noun that concerns another name: "Kroger's takeover of Albertsons", "Kroger takeover of". */
const POSSESSOR_FACTOR = 0.6
const MODIFIER_FACTOR = 0.15

/** A verb weaker than this for its object leaves the noun to the object: "initiates Intel at sell". */
const FAINT_POLARITY = 0.05

const OWNER_PREPOSITIONS = wordSet('at of in for from on by into against over to')
/** Those after which any noun is that of the name. */
const PLAIN_OWNER_PREPOSITIONS = wordSet('at of in for')

/** Attributes a noun to its owner: a name after it with a preposition, else the nearest name before it. */
export function attributeNoun(
  evidence: Evidence,
  parsed: ParsedText,
  candidates: readonly NameSpan[],
  all: readonly Evidence[],
): Attribution[] {
  const { anchorFrom, anchorTo, byPreposition, receiver, subject } = evidence
  const obtainingVerb = findObtainingVerb(parsed, anchorFrom)
  const attributions: Attribution[] = []
  let hasOwner = false
  const after = candidates.filter((name) => name.from >= anchorTo)
  for (const name of after) {
    const preposition = findPreposition(parsed, name, anchorTo)
    if (preposition === null) continue
    if (preposition === 'to' && receiver !== null)
      attributions.push(...attributeToGroup(parsed, name, receiver, evidence))
    const weight = preposition === 'from' && obtainingVerb !== null ? 0 : byPreposition.get(preposition)
    const isPlain = PLAIN_OWNER_PREPOSITIONS.has(preposition) && name.from - anchorTo <= 2 && byPreposition.size === 0
    if (weight === undefined && !isPlain) continue
    attributions.push(...attributeToGroup(parsed, name, weight ?? subject, evidence))
    hasOwner ||= isPlain || (OWNER_PREPOSITIONS.has(preposition) && Math.abs(weight ?? 0) >= 0.3)
  }
  const before = candidates.filter((name) => name.to <= anchorFrom)
  const owner = findOwner(parsed, before, evidence, all, obtainingVerb)
  const giver = before.at(-1)
  if (giver !== undefined && giver !== owner && obtainingVerb !== null)
    attributions.push({ name: giver, polarity: AWARD_GIVER })
  if (owner !== undefined) {
    for (const name of expandCoordination(parsed, owner)) {
      const factor = hasOwner ? weighOwner(parsed, name, evidence) : 1
      if (!isAttributed(attributions, name)) attributions.push(createAttribution(name, subject * factor, evidence))
    }
  } else if (attributions.length === 0) {
    const earlier = findEarlierSubject(parsed, evidence.clause)
    const isOfFirst = after.length > 0 && (earlier === undefined || evidence.clause?.relation === 'main')
    return attributeToGroup(parsed, isOfFirst ? after[0] : earlier, subject * (isOfFirst ? 0.7 : 0.8), evidence)
  }
  return attributions
}

/** The factor for the name before a noun when the noun concerns another name. */
function weighOwner(parsed: ParsedText, name: NameSpan, evidence: Evidence): number {
  if (isObtained(parsed, evidence.anchorFrom)) return 1
  return parsed.tokens.words[name.to] === "'s" ? POSSESSOR_FACTOR : MODIFIER_FACTOR
}

/** The owner of a noun: the nearest name before it that no verb separates, else the subject. */
function findOwner(
  parsed: ParsedText,
  before: readonly NameSpan[],
  { anchorFrom, clause, isPassive, subject, verbFrom }: Evidence,
  all: readonly Evidence[],
  obtainingVerb: number | null,
): NameSpan | undefined {
  const nearest = before.at(-1)
  if (nearest === undefined) return undefined
  // "Wins AT&T deal from Nokia": what is obtained is the winner's, whoever gives it.
  if (obtainingVerb !== null && nearest.from >= obtainingVerb && !isPassive)
    return findSubject(parsed, before, obtainingVerb)
  // "Airbus beats Boeing in order race": good news after a beaten object is the subject's.
  const verb = all.find(
    (each) =>
      each.construction === 'verb' &&
      each.clause === clause &&
      each.object !== null &&
      !each.isPassive &&
      nearest.from >= each.anchorTo &&
      each.anchorTo <= anchorFrom,
  )
  if (verb?.object != null && Math.abs(verb.object) > FAINT_POLARITY && verb.object * subject < 0)
    return findSubject(parsed, before, verb.verbFrom)
  return anchorFrom > verbFrom && nearest.to <= verbFrom ? findSubject(parsed, before, verbFrom) : nearest
}
