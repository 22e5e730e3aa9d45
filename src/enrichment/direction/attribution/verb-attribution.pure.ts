import type { Evidence } from '../evidence/evidence.pure.ts'
import { isAwardGiver } from '../grammar/semantic-role.pure.ts'
import { findEarlierSubject, findPreposition, findSubject, isCoordinated } from '../grammar/subject.pure.ts'
import type { ParsedText } from '../parse/parsed-text.pure.ts'
import { type Attribution, AWARD_GIVER, attributeToGroup, createAttribution } from './attribution.pure.ts'

/** Key of the polarity for an object that is made to do something: "orders Nvidia to stop". */
const CAUSATIVE = 'do'

/** Attributes a verb to its subject, its object and the names after its prepositions. */
export function attributeVerb(evidence: Evidence, parsed: ParsedText, candidates: readonly number[]): Attribution[] {
  const attributions: Attribution[] = []
  const subject = findSubject(parsed, candidates, evidence.verbFrom, false)
  const objects = candidates.filter((index) => (parsed.names[index]?.from ?? 0) >= evidence.anchorTo)
  const left = evidence.isPassive ? (evidence.object ?? evidence.subject) : evidence.subject
  const right = evidence.isPassive ? null : evidence.object
  if (subject !== null) attributions.push(...attributeToGroup(parsed, subject, left, evidence))
  else if (objects.length === 0 || (right === null && !evidence.isPassive)) {
    const earlierSubject = evidence.subject !== 0 ? findEarlierSubject(evidence, parsed) : null
    if (earlierSubject !== null) attributions.push(...attributeToGroup(parsed, earlierSubject, left * 0.9, evidence))
  }
  let preposition: string | null = null
  for (const index of objects) {
    const span = parsed.names[index]
    if (span === undefined || attributions.some((attribution) => attribution.name === index)) continue
    preposition =
      findPreposition(parsed, span, evidence.anchorTo) ?? (isCoordinated(parsed, index) ? preposition : null)
    if (preposition === 'by' && evidence.isPassive)
      attributions.push({ name: index, polarity: evidence.byPreposition.get('by') ?? evidence.subject })
    else if (preposition !== null) {
      const weight = evidence.byPreposition.get(preposition)
      const isGiver =
        preposition === 'from' &&
        weight !== undefined &&
        weight < 0 &&
        isAwardGiver(parsed, evidence.verbFrom, span.from)
      if (weight !== undefined) attributions.push({ name: index, polarity: isGiver ? AWARD_GIVER : weight })
      else if (subject === null)
        attributions.push(
          createAttribution(parsed, index, evidence.subject !== 0 ? evidence.subject * 0.8 : (right ?? 0), evidence),
        )
    } else if (right !== null) {
      const isPossessive = parsed.tokens.words[span.to] === "'s"
      const causativeWeight = parsed.tokens.words[span.to] === 'to' ? evidence.byPreposition.get(CAUSATIVE) : undefined
      attributions.push(createAttribution(parsed, index, causativeWeight ?? right * (isPossessive ? 0.8 : 1), evidence))
    } else if (subject === null && attributions.length === 0)
      attributions.push(createAttribution(parsed, index, left * 0.7, evidence))
  }
  return attributions
}
