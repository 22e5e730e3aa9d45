import { wordSet } from '../../text/word-set.pure.ts'
import type { Evidence } from '../evidence/evidence.pure.ts'
import { expandCoordination, findEarlierSubject, findPreposition, findSubject } from '../grammar/subject.pure.ts'
import type { NameSpan, ParsedText } from '../parse/parsed-text.pure.ts'
import { type Attribution, attributeToGroup, createAttribution, isAttributed } from './attribution.pure.ts'

/** Prepositions before those who are not spoken about. */
const OF_OTHERS = wordSet('by to from')

/** Factor for who cuts or raises: not 0, which would count as no evidence. */
const ACTOR_FACTOR = 0.03

/** Attributes to the company spoken about and not to the one who acts: "cuts price target on B", "raises B stake". */
export function attributeTarget(evidence: Evidence, parsed: ParsedText, names: readonly NameSpan[]): Attribution[] {
  const { anchorFrom, anchorTo, verbFrom, subject: polarity } = evidence
  const prepositionOf = (name: NameSpan) => (name.from < anchorTo ? null : findPreposition(parsed, name, anchorTo))
  // "Price target cut at UBS".
  const brokers = verbFrom < anchorTo ? [] : names.filter((name) => prepositionOf(name) === 'at')
  const candidates = names.filter((name) => !brokers.includes(name))
  const target =
    candidates.find(({ from, to }) => from > verbFrom && to <= anchorFrom) ??
    candidates.find((name) => {
      const preposition = prepositionOf(name)
      return preposition !== null && !OF_OTHERS.has(preposition)
    })
  const subject = findSubject(parsed, candidates, verbFrom)
  if (target === undefined) {
    const other = candidates[0] ?? findEarlierSubject(parsed, evidence.clause)
    const told = attributeToGroup(parsed, subject ?? other, polarity * (subject === undefined ? 0.6 : 0.8), evidence)
    return [...told, ...brokers.map((name) => ({ name, polarity: polarity * ACTOR_FACTOR }))]
  }
  const attributions = attributeToGroup(parsed, target, polarity, evidence)
  if (subject === undefined || isAttributed(attributions, subject)) return attributions
  return [...attributions, { name: subject, polarity: polarity * ACTOR_FACTOR }]
}

/** Attributes to the nearest name before and those coordinated with it, else to the nearest after: "Tesco up 5%". */
export function attributeAdjacent(
  evidence: Evidence,
  parsed: ParsedText,
  candidates: readonly NameSpan[],
): Attribution[] {
  const before = candidates.filter((name) => name.to <= evidence.verbFrom)
  const nearest = before.at(-1) ?? candidates[0]
  if (nearest === undefined) return []
  const group = expandCoordination(parsed, nearest)
  const earlier = before.find((name) => !group.includes(name))
  const names = earlier === undefined ? group : [...expandCoordination(parsed, earlier), ...group]
  return names.map((name) => createAttribution(name, evidence.subject, evidence))
}
