import { wordSet } from '../../text/word-set.pure.ts'
import type { Evidence } from '../evidence/evidence.pure.ts'
import type { NameSpan, ParsedText } from '../parse/parsed-text.pure.ts'
import { isPreposition } from './part-of-speech.pure.ts'

/** The names in a clause, in order, as indices into `ParsedText.names`. */
export function findNamesInClause(parsed: ParsedText, clause: number): number[] {
  const found: number[] = []
  parsed.names.forEach((name, index) => {
    if (parsed.clauseAt[name.from] === clause) found.push(index)
  })
  return found
}

/** The subject of a verb: the nearest candidate before it that is no object of a preposition; else the first candidate before it where `allowsFirstName`, or the last. */
export function findSubject(
  parsed: ParsedText,
  candidates: readonly number[],
  verbFrom: number,
  allowsFirstName: boolean,
): number | null {
  const before = candidates.filter((index) => (parsed.names[index]?.to ?? 0) <= verbFrom)
  for (let i = before.length - 1; i >= 0; i--) {
    const index = before[i] ?? 0
    const span = parsed.names[index]
    if (span !== undefined && !isPrepositionalObject(parsed, span)) return index
  }
  return before.at(allowsFirstName ? 0 : -1) ?? null
}

function isPrepositionalObject(parsed: ParsedText, span: NameSpan): boolean {
  const before = parsed.tokens.words[span.from - 1]
  return isPreposition(before) || before === 'than'
}

/** The subject carried over from an earlier clause: "Tesco raises prices, beating forecasts". */
export function findEarlierSubject(evidence: Evidence, parsed: ParsedText): number | null {
  for (let clause = evidence.clause - 1; clause >= 0; clause--) {
    const names = findNamesInClause(parsed, clause)
    if (names.length > 0) return findSubject(parsed, names, parsed.clauses[clause]?.to ?? 0, true)
  }
  return null
}

/** The nearest preposition between the evidence and a name, unless another name stands between. */
export function findPreposition(parsed: ParsedText, span: NameSpan, from: number): string | null {
  for (let i = span.from - 1; i >= from && i >= span.from - 6; i--) {
    const word = parsed.tokens.words[i]
    if (isPreposition(word)) return word ?? null
    if (parsed.nameAt[i] !== -1 && word !== "'s") return null
  }
  return null
}

/** True for a name after a comma or "and". */
export function isCoordinated(parsed: ParsedText, index: number): boolean {
  const span = parsed.names[index]
  const word = span === undefined ? undefined : parsed.tokens.words[span.from - 1]
  return word === ',' || word === 'and' || word === '&'
}

/** A name and those coordinated with it: "Citi, UBS and Barclays". */
export function expandCoordination(parsed: ParsedText, index: number): number[] {
  const group = [index]
  for (let i = index; i > 0 && areCoordinated(parsed, i - 1, i); i--) group.unshift(i - 1)
  for (let i = index; i + 1 < parsed.names.length && areCoordinated(parsed, i, i + 1); i++) group.push(i + 1)
  return group
}

const COORDINATORS = wordSet(", and & / 's plc inc or")

function areCoordinated(parsed: ParsedText, left: number, right: number): boolean {
  const a = parsed.names[left]
  const b = parsed.names[right]
  if (a === undefined || b === undefined || b.from - a.to > 3) return false
  if (parsed.clauseAt[a.from] !== parsed.clauseAt[b.from]) return false
  // "Union Pacific-Norfolk Southern merger".
  if (b.from === a.to) return '-\u2013/'.includes(parsed.tokens.text.charAt(parsed.tokens.ends[a.to - 1] ?? 0) || ' ')
  let hasCoordinator = false
  for (let i = a.to; i < b.from; i++) {
    const word = parsed.tokens.words[i] ?? ''
    if (!COORDINATORS.has(word)) return false
    if (word === ',' || word === 'and' || word === '&' || word === 'or') hasCoordinator = true
  }
  return hasCoordinator
}
