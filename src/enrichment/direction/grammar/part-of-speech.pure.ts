import { SCALES } from '../../text/scale.pure.ts'
import { wordSet } from '../../text/word-set.pure.ts'
import { opensClause } from '../parse/clause.pure.ts'
import type { LexiconHit, ParsedText } from '../parse/parsed-text.pure.ts'

const PREPOSITIONS = wordSet(
  'in of at for from by on to with into over against about after amid as across under between off',
)
const DETERMINERS = wordSet('the a an its their his her this that another any some no new more further big')
const COPULAS = wordSet('is are was were be been being gets get got')
const VERB_MARKERS = wordSet('to will may could would might can')
/** After these a word that opens a clause is no verb: "Returns in Germany". */
const PLACE_PREPOSITIONS = wordSet('in of at')

/** True for prepositions. */
export function isPreposition(word: string | undefined): boolean {
  return PREPOSITIONS.has(word)
}

/** True for forms of "be" and "get", after which a participle is passive and an adjective predicates. */
export function isCopula(word: string | undefined): boolean {
  return COPULAS.has(word)
}

/** True where a word that can be verb or noun is a verb, told by its neighbours. */
export function actsAsVerb(parsed: ParsedText, hit: LexiconHit): boolean {
  const { tokens, nameAt } = parsed
  const [beforeThat, before] = [tokens.words[hit.from - 2], tokens.words[hit.from - 1]]
  const after = tokens.words[hit.to]
  const form = hit.entry.form
  if (form === 'past' || form === 'participle' || form === 'ing') return true
  if (VERB_MARKERS.has(before)) return true
  if (DETERMINERS.has(before) || before === "'s" || isPreposition(before)) return false
  // "Under Chinese sanctions".
  const isAdjective = tokens.capitals[hit.from - 1] === true && nameAt[hit.from - 1] === undefined
  if (isAdjective && isPreposition(beforeThat)) return false
  // "56 million bags", "€16bn tank programme".
  const isCounted = tokens.kinds[hit.from - 1] === 'number' || (before !== undefined && Object.hasOwn(SCALES, before))
  if (isCounted && (after === undefined || isPreposition(after) || form === 'base')) return false
  if (opensClause(parsed, hit)) return !PLACE_PREPOSITIONS.has(after)
  if (nameAt[hit.to] !== undefined || DETERMINERS.has(after) || tokens.kinds[hit.to] === 'number') return true
  if (form === 's') return true
  if (after === 'into' || after === 'of' || after === 'against') return false
  return hit.entry.move !== null || parsed.hits.some((each) => each.to === hit.from && each.entry.quantity !== null)
}

/** True for a verb in the passive: "Tesco fined over", "is sued by". */
export function isPassive({ tokens: { words, kinds }, nameAt }: ParsedText, hit: LexiconHit): boolean {
  const form = hit.entry.form
  if (form !== 'past' && form !== 'participle' && form !== 'same') return false
  const after = words[hit.to]
  if (isCopula(words[hit.from - 1]) || form === 'participle') return true
  if (form === 'same') return after === 'by' || after === 'to'
  return nameAt[hit.to] === undefined && (kinds[hit.to] !== 'word' || isPreposition(after))
}

/** "Scraps French routes over tax": true for a token after "over" where the verb already has its object. */
export function isInReasonPhrase({ tokens: { words } }: ParsedText, verbTo: number, at: number): boolean {
  const over = words.indexOf('over', verbTo)
  return over > verbTo && over < at && !isPreposition(words[verbTo])
}
