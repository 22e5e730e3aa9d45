import { wordSet } from '../../text/word-set.pure.ts'
import type { Clause } from '../parse/clause.pure.ts'
import type { NameSpan, ParsedText } from '../parse/parsed-text.pure.ts'
import { isPreposition } from './part-of-speech.pure.ts'

/** The names in a clause, in order. */
export function findNamesInClause({ names, clauseAt }: ParsedText, clause: Clause | undefined): NameSpan[] {
  return names.filter((name) => clauseAt[name.from] === clause)
}

/** The subject of a verb: the nearest candidate before it that is no object of a preposition; else the first candidate before it where `allowsFirstName`, or the last. */
export function findSubject(
  parsed: ParsedText,
  candidates: readonly NameSpan[],
  verbFrom: number,
  allowsFirstName = true,
): NameSpan | undefined {
  const before = candidates.filter((name) => name.to <= verbFrom)
  return before.findLast((name) => !isPrepositionalObject(parsed, name)) ?? before.at(allowsFirstName ? 0 : -1)
}

function isPrepositionalObject({ tokens: { words } }: ParsedText, name: NameSpan): boolean {
  const before = words[name.from - 1]
  return isPreposition(before) || before === 'than'
}

/** The subject carried over from an earlier clause: "Tesco raises prices, beating forecasts". */
export function findEarlierSubject(parsed: ParsedText, clause: Clause | undefined): NameSpan | undefined {
  for (const earlier of parsed.clauses.slice(0, clause?.index).reverse()) {
    const names = findNamesInClause(parsed, earlier)
    // A name may go on behind its clause: "Yahoo! Japan".
    if (names.length > 0) return findSubject(parsed, names, earlier.to) ?? names[0]
  }
  return undefined
}

/** The nearest preposition between the evidence and a name, unless another name stands between. */
export function findPreposition(
  { tokens: { words }, nameAt }: ParsedText,
  name: NameSpan,
  from: number,
): string | null {
  for (let i = name.from - 1; i >= from && i >= name.from - 6; i--) {
    const word = words[i]
    if (isPreposition(word)) return word ?? null
    if (nameAt[i] !== undefined && word !== "'s") return null
  }
  return null
}

const COORDINATORS = wordSet(', and & or')
/** What else may stand between coordinated names. */
const BETWEEN_COORDINATED = wordSet("/ 's plc inc")

/** True for a name after a comma or "and". */
export function isCoordinated({ tokens: { words } }: ParsedText, name: NameSpan): boolean {
  const before = words[name.from - 1]
  return before !== 'or' && COORDINATORS.has(before)
}

/** A name and those coordinated with it: "Citi, UBS and Barclays". */
export function expandCoordination(parsed: ParsedText, name: NameSpan): NameSpan[] {
  const { names } = parsed
  const at = names.indexOf(name)
  let [first, last] = [at, at]
  while (areCoordinated(parsed, names[first - 1], names[first])) first--
  while (areCoordinated(parsed, names[last], names[last + 1])) last++
  return names.slice(first, last + 1)
}

function areCoordinated({ tokens, clauseAt }: ParsedText, left?: NameSpan, right?: NameSpan): boolean {
  if (left === undefined || right === undefined || clauseAt[left.from] !== clauseAt[right.from]) return false
  // "Union Pacific-Norfolk Southern merger".
  if (right.from === left.to) return /^[-\u2013/]/.test(tokens.text.slice(tokens.ends[left.to - 1]))
  const between = tokens.words.slice(left.to, right.from)
  return (
    between.some((word) => COORDINATORS.has(word)) &&
    between.every((word) => COORDINATORS.has(word) || BETWEEN_COORDINATED.has(word))
  )
}
