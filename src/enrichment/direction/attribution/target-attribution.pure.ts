import type { Evidence } from '../evidence/evidence.pure.ts'
import { expandCoordination, findPreposition, findSubject } from '../grammar/subject.pure.ts'
import type { ParsedText } from '../parse/parsed-text.pure.ts'
import { type Attribution, attributeToGroup, createAttribution } from './attribution.pure.ts'

/** Attributes to the company spoken about and not to the one who acts: "cuts price target on B", "raises B stake". */
export function attributeTarget(evidence: Evidence, parsed: ParsedText, candidates: readonly number[]): Attribution[] {
  const after = candidates.filter((index) => (parsed.names[index]?.from ?? 0) >= evidence.anchorTo)
  const between = candidates.filter((index) => {
    const span = parsed.names[index]
    return span !== undefined && span.from > evidence.verbFrom && span.to <= evidence.anchorFrom
  })
  const target =
    between[0] ??
    after.find((index) => {
      const span = parsed.names[index]
      if (span === undefined) return false
      const preposition = findPreposition(parsed, span, evidence.anchorTo)
      return preposition !== null && preposition !== 'by' && preposition !== 'to' && preposition !== 'from'
    })
  const subject = findSubject(parsed, candidates, evidence.verbFrom, true)
  const attributions: Attribution[] = []
  if (target !== undefined) {
    attributions.push(...attributeToGroup(parsed, target, evidence.subject, evidence))
    if (subject !== null && !attributions.some((attribution) => attribution.name === subject))
      attributions.push({ name: subject, polarity: evidence.subject * 0.03 })
    return attributions
  }
  if (subject !== null) return attributeToGroup(parsed, subject, evidence.subject * 0.8, evidence)
  const first = candidates[0]
  return first === undefined ? [] : attributeToGroup(parsed, first, evidence.subject * 0.6, evidence)
}

/** Attributes to the nearest name before and those coordinated with it, else to the nearest after: "Tesco up 5%". */
export function attributeAdjacent(
  evidence: Evidence,
  parsed: ParsedText,
  candidates: readonly number[],
): Attribution[] {
  const before = candidates.filter((index) => (parsed.names[index]?.to ?? 0) <= evidence.verbFrom)
  const nearest = before.at(-1) ?? candidates[0]
  if (nearest === undefined) return []
  const group = expandCoordination(parsed, nearest)
  const earlier = before.find((index) => !group.includes(index))
  const names = earlier === undefined ? group : [...expandCoordination(parsed, earlier), ...group]
  return names.map((name) => createAttribution(parsed, name, evidence.subject, evidence))
}
