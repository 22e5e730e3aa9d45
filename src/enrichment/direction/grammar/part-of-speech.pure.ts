import { wordSet } from '../../text/word-set.pure.ts'
import type { LexiconHit, ParsedText } from '../parse/parsed-text.pure.ts'

const PREPOSITIONS = wordSet(
  'in of at for from by on to with into over against about after amid as across under between off',
)
const DETERMINERS = wordSet('the a an its their his her this that another any some no new more further big')
const COPULAS = wordSet('is are was were be been being gets get got')
const VERB_MARKERS = wordSet('to will may could would might can')

/** True for prepositions. */
export function isPreposition(word: string | undefined): boolean {
  return word !== undefined && PREPOSITIONS.has(word)
}

/** True for forms of "be" and "get", after which a participle is passive and an adjective predicates. */
export function isCopula(word: string | undefined): boolean {
  return word !== undefined && COPULAS.has(word)
}

/** True for a token of a name. */
export function isNameAt(parsed: ParsedText, token: number): boolean {
  return (parsed.nameAt[token] ?? -1) !== -1
}

/** True where a word that can be verb or noun is a verb, told by its neighbours. */
export function actsAsVerb(parsed: ParsedText, hit: LexiconHit): boolean {
  const { tokens, clauses, clauseAt } = parsed
  const before = tokens.words[hit.from - 1]
  const after = tokens.words[hit.to]
  const form = hit.entry.form
  if (form === 'past' || form === 'participle' || form === 'ing') return true
  if (before !== undefined && VERB_MARKERS.has(before)) return true
  if (before !== undefined && (DETERMINERS.has(before) || before === "'s" || isPreposition(before))) return false
  // "Under Chinese sanctions".
  if (
    tokens.capitals[hit.from - 1] === true &&
    isPreposition(tokens.words[hit.from - 2]) &&
    !isNameAt(parsed, hit.from - 1)
  )
    return false
  if (tokens.kinds[hit.from - 1] === 'number' && (after === undefined || isPreposition(after))) return false
  if (clauses[clauseAt[hit.from] ?? 0]?.from === hit.from) return after !== 'in' && after !== 'of' && after !== 'at'
  if (isNameAt(parsed, hit.to)) return true
  if (after !== undefined && (DETERMINERS.has(after) || tokens.kinds[hit.to] === 'number')) return true
  if (form === 's') return true
  if (after === 'into' || after === 'of' || after === 'against') return false
  return hit.entry.move !== null || parsed.hits.some((each) => each.to === hit.from && each.entry.quantity !== null)
}

/** True for a verb in the passive: "Tesco fined over", "is sued by". */
export function isPassive(parsed: ParsedText, hit: LexiconHit): boolean {
  const { tokens } = parsed
  const form = hit.entry.form
  if (form !== 'past' && form !== 'participle' && form !== 'same') return false
  const after = tokens.words[hit.to]
  if (isCopula(tokens.words[hit.from - 1])) return true
  if (form === 'same') return after === 'by' || after === 'to'
  if (form === 'participle') return true
  if (isNameAt(parsed, hit.to)) return false
  return after === undefined || tokens.kinds[hit.to] !== 'word' || isPreposition(after)
}

/** "Scraps French routes over tax": true for a token after "over" where the verb already has its object. */
export function isInReasonPhrase({ tokens: { words } }: ParsedText, verbTo: number, at: number): boolean {
  const over = words.indexOf('over', verbTo)
  return over > verbTo && over < at && !isPreposition(words[verbTo])
}
