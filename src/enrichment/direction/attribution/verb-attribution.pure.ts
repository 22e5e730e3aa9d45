import type { Evidence } from '../evidence/evidence.pure.ts'
import { isAwardGiver } from '../grammar/semantic-role.pure.ts'
import { findEarlierSubject, findPreposition, findSubject, isCoordinated } from '../grammar/subject.pure.ts'
import type { NameSpan, ParsedText } from '../parse/parsed-text.pure.ts'
import { type Attribution, AWARD_GIVER, attributeToGroup, createAttribution, isAttributed } from './attribution.pure.ts'

/** Key of the polarity for an object that is made to do something: "orders Nvidia to stop". */
const CAUSATIVE = 'do'

/** Attributes a verb to its subject, its object and the names after its prepositions. */
export function attributeVerb(evidence: Evidence, parsed: ParsedText, candidates: readonly NameSpan[]): Attribution[] {
  const { isPassive, byPreposition } = evidence
  const subject = findSubject(parsed, candidates, evidence.verbFrom, false)
  const objects = candidates.filter((name) => name.from >= evidence.anchorTo)
  const left = isPassive ? (evidence.object ?? evidence.subject) : evidence.subject
  const right = isPassive ? null : evidence.object
  const attributions = attributeToGroup(parsed, subject, left, evidence)
  const isCarriedOver = objects.length === 0 || (right === null && !isPassive)
  if (subject === undefined && isCarriedOver && evidence.subject !== 0) {
    const earlier = findEarlierSubject(parsed, evidence.clause)
    attributions.push(...attributeToGroup(parsed, earlier, left * 0.9, evidence))
  }
  let preposition: string | null = null
  for (const name of objects) {
    if (isAttributed(attributions, name)) continue
    preposition = findPreposition(parsed, name, evidence.anchorTo) ?? (isCoordinated(parsed, name) ? preposition : null)
    const weight = byPreposition.get(preposition ?? '')
    const after = parsed.tokens.words[name.to]
    if (preposition === 'by' && isPassive) attributions.push({ name, polarity: weight ?? evidence.subject })
    else if (weight !== undefined) {
      const isGiver = preposition === 'from' && weight < 0 && isAwardGiver(parsed, evidence.verbFrom, name)
      attributions.push({ name, polarity: isGiver ? AWARD_GIVER : weight })
    } else if (preposition !== null) {
      const polarity = evidence.subject !== 0 ? evidence.subject * 0.8 : (right ?? 0)
      if (subject === undefined) attributions.push(createAttribution(name, polarity, evidence))
    } else if (right !== null) {
      const causativeWeight = after === 'to' ? byPreposition.get(CAUSATIVE) : undefined
      attributions.push(createAttribution(name, causativeWeight ?? right * (after === "'s" ? 0.8 : 1), evidence))
    } else if (subject === undefined && attributions.length === 0)
      attributions.push(createAttribution(name, left * 0.7, evidence))
  }
  return attributions
}
