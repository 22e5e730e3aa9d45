import { wordSet } from '../../text/word-set.pure.ts'
import type { Evidence } from '../evidence/evidence.pure.ts'
import type { ParsedText } from '../parse/parsed-text.pure.ts'
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
  if (owner < 0) {
    if (!AGAINST.has(parsed.tokens.words[evidence.to] ?? '')) return attributions
    return attributions.map((one) => ({ ...one, polarity: one.polarity * RIVAL_FACTOR }))
  }
  const own = { name: owner, polarity: (evidence.object ?? evidence.subject) * RIVAL_FACTOR }
  return [...attributions.filter((one) => one.name !== owner), own]
}

/** The token of the rivals that a word is about; null where there are none, or a rival is named: "tariffs on rival BYD". */
function findRivals(evidence: Evidence, { tokens, clauseAt, nameAt }: ParsedText): number | null {
  const { words } = tokens
  // "On" may open a clause of its own.
  const clause = AGAINST.has(words[evidence.to] ?? '') ? clauseAt[evidence.to] : evidence.clause
  for (let at = evidence.to; at < Math.min(words.length, evidence.to + REACH); at++) {
    if (RIVALS.has(words[at] ?? '')) return clauseAt[at] === clause && (nameAt[at + 1] ?? -1) < 0 ? at : null
  }
  return null
}

/** Whose rivals they are, an index into `names`: "Nucor's rivals", "rivals of Nucor"; -1 where nobody says. */
function findOwner({ tokens: { words }, nameAt }: ParsedText, at: number): number {
  const isOf = words[at + 1] === 'of' || words[at + 1] === 'to'
  return nameAt[isOf ? at + 2 : words[at - 1] === "'s" ? at - 2 : at - 1] ?? -1
}

/** The attribution to a name that only says whose rivals are meant. */
function turnForOwnRivals(evidence: Evidence, parsed: ParsedText, one: Attribution): Attribution[] {
  const { words } = parsed.tokens
  const span = parsed.names[one.name]
  if (span === undefined) return [one]
  const after = words[span.to] === "'s" ? span.to + 1 : span.to
  const isSubject = RIVALS.has(words[after] ?? '') && (parsed.nameAt[after + 1] ?? -1) < 0 && evidence.from > after
  // The word itself, in "tariffs on rivals of Nucor", is told by the tariffs.
  const isWord =
    RIVALS.has(words[evidence.from] ?? '') && (words[span.from - 1] === 'of' || words[span.from - 1] === 'to')
  if (isWord || (isSubject && evidence.isPrice)) return []
  return isSubject ? [{ ...one, polarity: one.polarity * RIVAL_FACTOR }] : [one]
}

const COMPARATIVES = wordSet('better worse stronger weaker')

/** "Airbus better placed than Boeing": what is better for the one is worse for the other. */
export function attributeCompared(
  evidence: Evidence,
  parsed: ParsedText,
  candidates: readonly number[],
  attributions: readonly Attribution[],
): readonly Attribution[] {
  if (!COMPARATIVES.has(parsed.tokens.words[evidence.from] ?? '')) return attributions
  const other = candidates.find((index) => {
    const from = parsed.names[index]?.from ?? 0
    return from > evidence.to && from - evidence.to <= REACH && parsed.tokens.words[from - 1] === 'than'
  })
  if (other === undefined) return attributions
  const own = attributions.filter((one) => one.name !== other)
  return [...own, { name: other, polarity: evidence.subject * RIVAL_FACTOR }]
}
