import type { Evidence } from './direction-event.math.ts'
import { isPreposition } from './direction-grammar.math.ts'
import type { NameSpan, Reading } from './direction-reading.math.ts'

/** The names standing in a clause, in order. */
export function namesIn(reading: Reading, clause: number): number[] {
  const found: number[] = []
  reading.names.forEach((name, index) => {
    if (reading.clauseAt[name.from] === clause) found.push(index)
  })
  return found
}

/** The subject of a verb: the nearest name before it that hangs on no preposition. */
export function subjectBefore(
  reading: Reading,
  inside: readonly number[],
  verbFrom: number,
  anyName: boolean,
): number | null {
  const before = inside.filter((index) => (reading.names[index]?.to ?? 0) <= verbFrom)
  for (let i = before.length - 1; i >= 0; i--) {
    const index = before[i] ?? 0
    const span = reading.names[index]
    if (span !== undefined && !hangs(reading, span)) return index
  }
  return before.at(anyName ? 0 : -1) ?? null
}

function hangs(reading: Reading, span: NameSpan): boolean {
  return isPreposition(reading.tokens.words[span.from - 1])
}

export function inheritSubject(evidence: Evidence, reading: Reading): number | null {
  for (let clause = evidence.clause - 1; clause >= 0; clause--) {
    const names = namesIn(reading, clause)
    if (names.length > 0) return subjectBefore(reading, names, reading.clauses[clause]?.to ?? 0, true)
  }
  return null
}

/** The nearest preposition between the evidence and a name, unless a verb form of our lexicon stands between. */
export function prepositionBefore(reading: Reading, span: NameSpan, from: number): string | null {
  for (let i = span.from - 1; i >= from && i >= span.from - 6; i--) {
    const word = reading.tokens.words[i]
    if (isPreposition(word)) return word ?? null
    if (reading.nameAt[i] !== -1 && word !== "'s") return null
  }
  return null
}

export function isListed(reading: Reading, index: number): boolean {
  const span = reading.names[index]
  const word = span === undefined ? undefined : reading.tokens.words[span.from - 1]
  return word === ',' || word === 'and' || word === '&'
}

/** A name and those listed with it: "Citi, UBS and Barclays". */
export function groupOf(reading: Reading, index: number): number[] {
  const group = [index]
  for (let i = index; i > 0 && joins(reading, i - 1, i); i--) group.unshift(i - 1)
  for (let i = index; i + 1 < reading.names.length && joins(reading, i, i + 1); i++) group.push(i + 1)
  return group
}

const JOINTS = new Set([',', 'and', '&', '/', "'s", 'plc', 'inc', 'or'])

function joins(reading: Reading, left: number, right: number): boolean {
  const a = reading.names[left]
  const b = reading.names[right]
  if (a === undefined || b === undefined || b.from - a.to > 3) return false
  if (reading.clauseAt[a.from] !== reading.clauseAt[b.from]) return false
  // "Union Pacific-Norfolk Southern merger".
  if (b.from === a.to) return '-\u2013/'.includes(reading.tokens.text.charAt(reading.tokens.ends[a.to - 1] ?? 0) || ' ')
  let joint = false
  for (let i = a.to; i < b.from; i++) {
    const word = reading.tokens.words[i] ?? ''
    if (!JOINTS.has(word)) return false
    if (word === ',' || word === 'and' || word === '&' || word === 'or') joint = true
  }
  return joint
}
