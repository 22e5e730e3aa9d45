import type { Hit, Reading } from './direction-reading.math.ts'

const PREPOSITIONS = new Set(
  'in of at for from by on to with into over against about after amid as across under between off'.split(' '),
)
const DETERMINERS = new Set('the a an its their his her this that another any some no new more further big'.split(' '))
const BE = new Set('is are was were be been being gets get got'.split(' '))
const BEFORE_VERB = new Set('to will may could would might can'.split(' '))

/** True for words that tie a name to what stands before it. */
export function isPreposition(word: string | undefined): boolean {
  return word !== undefined && PREPOSITIONS.has(word)
}

/** True for forms of "be" and "get", after which a participle is passive and an adjective predicates. */
export function isBe(word: string | undefined): boolean {
  return word !== undefined && BE.has(word)
}

/** True where a name of the article stands at this token. */
export function isName(reading: Reading, token: number): boolean {
  return (reading.nameAt[token] ?? -1) !== -1
}

/** Verb or noun? Judged by the neighbours, for words that can be both. */
export function actsAsVerb(reading: Reading, hit: Hit): boolean {
  const { tokens, clauses, clauseAt } = reading
  const before = tokens.words[hit.from - 1]
  const after = tokens.words[hit.to]
  const form = hit.entry.form
  if (form === 'past' || form === 'participle' || form === 'ing') return true
  if (before !== undefined && BEFORE_VERB.has(before)) return true
  if (before !== undefined && (DETERMINERS.has(before) || before === "'s" || isPreposition(before))) return false
  // "Under Chinese sanctions".
  if (
    tokens.capitals[hit.from - 1] === true &&
    isPreposition(tokens.words[hit.from - 2]) &&
    !isName(reading, hit.from - 1)
  )
    return false
  if (tokens.kinds[hit.from - 1] === 'number' && (after === undefined || isPreposition(after))) return false
  if (clauses[clauseAt[hit.from] ?? 0]?.from === hit.from) return after !== 'in' && after !== 'of' && after !== 'at'
  if (isName(reading, hit.to)) return true
  if (after !== undefined && (DETERMINERS.has(after) || tokens.kinds[hit.to] === 'number')) return true
  if (form === 's') return true
  if (after === 'into' || after === 'of' || after === 'against') return false
  return hit.entry.move !== null || reading.hits.some((each) => each.to === hit.from && each.entry.quantity !== null)
}

/** "Tesco fined over", "is sued by": the name before the verb suffers it. */
export function isPassive(reading: Reading, hit: Hit): boolean {
  const { tokens } = reading
  const form = hit.entry.form
  if (form !== 'past' && form !== 'participle' && form !== 'same') return false
  const after = tokens.words[hit.to]
  if (isBe(tokens.words[hit.from - 1])) return true
  if (form === 'same') return after === 'by' || after === 'to'
  if (form === 'participle') return true
  if (isName(reading, hit.to)) return false
  return after === undefined || tokens.kinds[hit.to] !== 'word' || isPreposition(after)
}

/** "Scraps French routes over tax": what stands behind "over" is why, once the verb has its object. */
export function isReason({ tokens: { words } }: Reading, verbTo: number, at: number): boolean {
  const over = words.indexOf('over', verbTo)
  return over > verbTo && over < at && !isPreposition(words[verbTo])
}
