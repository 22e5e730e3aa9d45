import type { Evidence } from './direction-event.math.ts'
import { groupOf, inheritSubject, isListed, namesIn, prepositionBefore, subjectBefore } from './direction-name.math.ts'
import { GIVER, nounShares, type Share, weighed } from './direction-noun.math.ts'
import { isGiven } from './direction-part.math.ts'
import type { Reading } from './direction-reading.math.ts'

/** Key of what a verb means for an object that is made to do something: "orders Nvidia to stop". */
const MADE = 'do'

/** Deals out a piece of evidence to the names by their part in the sentence. Names without a part get none. */
export function sharesOf(evidence: Evidence, reading: Reading, all: readonly Evidence[]): Share[] {
  if (evidence.described !== null) return [weighed(reading, evidence.described, evidence.subject, evidence)]
  const inside = holders(evidence, reading, namesIn(reading, evidence.clause))
  if (inside.length === 0) return inherited(evidence, reading)
  const shares =
    evidence.shape === 'verb'
      ? verbShares(evidence, reading, inside)
      : evidence.shape === 'near'
        ? nearShares(evidence, reading, inside)
        : evidence.shape === 'target'
          ? targetShares(evidence, reading, inside)
          : nounShares(evidence, reading, inside, all)
  return shares.concat(counterCurrency(reading, inside, shares))
}

/** "Rupee falls against dollar": the other leg of a pair moves the other way. */
function counterCurrency(reading: Reading, inside: readonly number[], shares: readonly Share[]): Share[] {
  const moved = shares.find((share) => reading.names[share.name]?.asset === 'currency' && share.weight !== 0)
  if (moved === undefined) return []
  return inside
    .filter((index) => reading.names[index]?.asset === 'currency' && !shares.some((share) => share.name === index))
    .filter((index) => {
      const from = reading.names[index]?.from ?? 0
      const before = [reading.tokens.words[from - 1], reading.tokens.words[from - 2]]
      return before.some((word) => word === 'against' || word === 'versus' || word === 'vs' || word === 'per')
    })
    .map((name) => ({ name, weight: -moved.weight }))
}

/** The names that evidence can speak of: only companies keep accounts, unless no company is named. */
function holders(evidence: Evidence, reading: Reading, names: readonly number[]): readonly number[] {
  if (!evidence.accounts) return names
  const companies = names.filter((index) => reading.names[index]?.asset == null)
  return companies.length > 0
    ? companies
    : reading.names.some((name) => name.key >= 0 && name.asset === null)
      ? []
      : names
}

/** A clause that names nobody speaks of the subject before it, or of the first one after it. */
function inherited(evidence: Evidence, reading: Reading): Share[] {
  const weight = evidence.passive && evidence.object !== null ? evidence.object : evidence.subject || evidence.tone
  for (let clause = evidence.clause - 1; clause >= 0; clause--) {
    const names = namesIn(reading, clause)
    const first = names[0]
    if (first !== undefined) {
      const subject = subjectBefore(reading, names, reading.clauses[clause]?.to ?? 0, true) ?? first
      return groupOf(reading, subject).map((name) => weighed(reading, name, weight * 0.9, evidence))
    }
  }
  for (let clause = evidence.clause + 1; clause < reading.clauses.length; clause++) {
    const names = namesIn(reading, clause)
    const first = names[0]
    if (first !== undefined)
      return groupOf(reading, first).map((name) => weighed(reading, name, weight * 0.8, evidence))
  }
  return []
}

function verbShares(evidence: Evidence, reading: Reading, inside: readonly number[]): Share[] {
  const shares: Share[] = []
  const subject = subjectBefore(reading, inside, evidence.verbFrom, false)
  const objects = inside.filter((index) => (reading.names[index]?.from ?? 0) >= evidence.anchorTo)
  const left = evidence.passive ? (evidence.object ?? evidence.subject) : evidence.subject
  const right = evidence.passive ? null : evidence.object
  if (subject !== null)
    for (const name of groupOf(reading, subject)) shares.push(weighed(reading, name, left, evidence))
  else if (objects.length === 0 || (right === null && !evidence.passive)) {
    const inherit = evidence.subject !== 0 ? inheritSubject(evidence, reading) : null
    if (inherit !== null)
      for (const name of groupOf(reading, inherit)) shares.push(weighed(reading, name, left * 0.9, evidence))
  }
  let preposition: string | null = null
  for (const index of objects) {
    const span = reading.names[index]
    if (span === undefined || shares.some((share) => share.name === index)) continue
    preposition = prepositionBefore(reading, span, evidence.anchorTo) ?? (isListed(reading, index) ? preposition : null)
    if (preposition === 'by' && evidence.passive)
      shares.push({ name: index, weight: evidence.others.get('by') ?? evidence.subject })
    else if (preposition !== null) {
      const weight = evidence.others.get(preposition)
      const given =
        preposition === 'from' && weight !== undefined && weight < 0 && isGiven(reading, evidence.verbFrom, span.from)
      if (weight !== undefined) shares.push({ name: index, weight: given ? GIVER : weight })
      else if (subject === null)
        shares.push(weighed(reading, index, evidence.subject !== 0 ? evidence.subject * 0.8 : (right ?? 0), evidence))
    } else if (right !== null) {
      const owner = reading.tokens.words[span.to] === "'s"
      const made = reading.tokens.words[span.to] === 'to' ? evidence.others.get(MADE) : undefined
      shares.push(weighed(reading, index, made ?? right * (owner ? 0.8 : 1), evidence))
    } else if (subject === null && shares.length === 0) shares.push(weighed(reading, index, left * 0.7, evidence))
  }
  return shares
}

/** "Tesco up 5%": the nearest name before it, with its companions; else the nearest after. */
function nearShares(evidence: Evidence, reading: Reading, inside: readonly number[]): Share[] {
  const before = inside.filter((index) => (reading.names[index]?.to ?? 0) <= evidence.verbFrom)
  const nearest = before.at(-1) ?? inside[0]
  if (nearest === undefined) return []
  const group = groupOf(reading, nearest)
  const carried = before.find((index) => !group.includes(index))
  const names = carried === undefined ? group : [...groupOf(reading, carried), ...group]
  return names.map((name) => weighed(reading, name, evidence.subject, evidence))
}

/** "cuts price target on B", "raises B stake": the one talked about, not the one who acts. */
function targetShares(evidence: Evidence, reading: Reading, inside: readonly number[]): Share[] {
  const after = inside.filter((index) => (reading.names[index]?.from ?? 0) >= evidence.anchorTo)
  const between = inside.filter((index) => {
    const span = reading.names[index]
    return span !== undefined && span.from > evidence.verbFrom && span.to <= evidence.anchorFrom
  })
  const target =
    between[0] ??
    after.find((index) => {
      const span = reading.names[index]
      if (span === undefined) return false
      const preposition = prepositionBefore(reading, span, evidence.anchorTo)
      return preposition !== null && preposition !== 'by' && preposition !== 'to' && preposition !== 'from'
    })
  const subject = subjectBefore(reading, inside, evidence.verbFrom, true)
  const shares: Share[] = []
  if (target !== undefined) {
    for (const name of groupOf(reading, target)) shares.push(weighed(reading, name, evidence.subject, evidence))
    if (subject !== null && !shares.some((share) => share.name === subject))
      shares.push({ name: subject, weight: evidence.subject * 0.03 })
    return shares
  }
  if (subject !== null)
    return groupOf(reading, subject).map((name) => weighed(reading, name, evidence.subject * 0.8, evidence))
  const first = inside[0]
  return first === undefined
    ? []
    : groupOf(reading, first).map((name) => weighed(reading, name, evidence.subject * 0.6, evidence))
}
