import { wordSet } from '../../text/word-set.pure.ts'
import type { Evidence } from '../evidence/evidence.pure.ts'
import type { NameSpan, ParsedText } from '../parse/parsed-text.pure.ts'
import type { Attribution } from './attribution.pure.ts'

/** What befalls the rivals of a company, as a factor on what it means for the company. */
const RIVAL_FACTOR = -0.6
const RIVALS = wordSet('rival rivals competitor competitors')
const AGAINST = wordSet('on against for at')
/** Tokens between a word and the rivals it is about: "tariffs on its Asian rivals". */
const REACH = 5

/** "Tariffs on rivals", "fines Google's rivals", "Apple rivals gain ground": what is bad for rivals is good, and the other way round. */
export function turnForRivals(
  evidence: Evidence,
  parsed: ParsedText,
  attributions: readonly Attribution[],
): readonly Attribution[] {
  const at = findRivals(evidence, parsed)
  if (at === null) return attributions.flatMap((one) => turnForOwnRivals(evidence, parsed, one))
  const owner = findOwner(parsed, at)
  if (owner !== undefined) {
    const own = { name: owner, polarity: (evidence.object ?? evidence.subject) * RIVAL_FACTOR }
    return [...attributions.filter((one) => one.name !== owner), own]
  }
  return AGAINST.has(parsed.tokens.words[evidence.to]) ? attributions.map(turn) : attributions
}

function turn({ name, polarity }: Attribution): Attribution {
  return { name, polarity: polarity * RIVAL_FACTOR }
}

/** The token of the rivals that a word is about; null where there are none, or a rival is named: "tariffs on rival BYD". */
function findRivals({ to, clause }: Evidence, { tokens: { words }, clauseAt, nameAt }: ParsedText): number | null {
  const at = words.slice(to, to + REACH).findIndex((word) => RIVALS.has(word)) + to
  // "On" may open a clause of its own.
  const wanted = AGAINST.has(words[to]) ? clauseAt[to] : clause
  return at >= to && clauseAt[at] === wanted && nameAt[at + 1] === undefined ? at : null
}

/** Whose rivals they are: "Nucor's rivals", "rivals of Nucor". */
function findOwner({ tokens: { words }, nameAt }: ParsedText, at: number): NameSpan | undefined {
  const isOf = words[at + 1] === 'of' || words[at + 1] === 'to'
  return nameAt[isOf ? at + 2 : words[at - 1] === "'s" ? at - 2 : at - 1]
}

/** The attribution to a name that only says whose rivals are meant. */
function turnForOwnRivals(
  evidence: Evidence,
  { tokens: { words }, nameAt }: ParsedText,
  one: Attribution,
): Attribution[] {
  const { from, to } = one.name
  const after = words[to] === "'s" ? to + 1 : to
  const isSubject = RIVALS.has(words[after]) && nameAt[after + 1] === undefined && evidence.from > after
  // The word itself, in "tariffs on rivals of Nucor", is told by the tariffs.
  const isWord = RIVALS.has(words[evidence.from]) && (words[from - 1] === 'of' || words[from - 1] === 'to')
  if (isWord || (isSubject && evidence.isPrice)) return []
  return [isSubject ? turn(one) : one]
}

const COMPARATIVES = wordSet('better worse stronger weaker')

/** "Airbus better placed than Boeing": what is better for the one is worse for the other. */
export function attributeCompared(
  evidence: Evidence,
  { tokens: { words } }: ParsedText,
  candidates: readonly NameSpan[],
  attributions: readonly Attribution[],
): readonly Attribution[] {
  if (!COMPARATIVES.has(words[evidence.from])) return attributions
  const other = candidates.find(
    ({ from }) => from > evidence.to && from - evidence.to <= REACH && words[from - 1] === 'than',
  )
  if (other === undefined) return attributions
  const own = attributions.filter((one) => one.name !== other)
  return [...own, { name: other, polarity: evidence.subject * RIVAL_FACTOR }]
}
