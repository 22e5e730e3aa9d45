import { wordSet } from '../../text/word-set.pure.ts'
import type { SemanticRole } from '../../vocabulary/direction-lexicon.pure.ts'
import type { LexiconHit, NameSpan, ParsedText } from '../parse/parsed-text.pure.ts'

/** Tokens between a protection word and the threat, "against a new wave of ransomware", or a verb and what it obtains. */
const REACH = 6
/** A word at least this bad is a threat. */
const THREAT_POLARITY = -0.3

/**
 * "Launches a platform against ransomware", "a tool to stop data breaches": finds the threats that a product mitigates, and their
 * protection words, which are no bad news for the seller.
 */
export function findMitigatedThreats(parsed: ParsedText): ReadonlySet<LexiconHit> {
  const found = new Set<LexiconHit>()
  for (const threat of parsed.hits) {
    const { noun, quantity } = threat.entry
    if ((noun?.subject ?? quantity?.stated ?? 0) > THREAT_POLARITY) continue
    const protection = findRoleBefore(parsed, 'protection', threat.from)
    if (protection !== null && findRoleBefore(parsed, 'product', protection.from, Infinity) !== null)
      found.add(threat).add(protection)
  }
  return found
}

/** "Wins a chip order from Tesla": true for the name after "from" that gave the award, unless another name between did. `verb` is a token. */
export function isAwardGiver(parsed: ParsedText, verb: number, giver: NameSpan): boolean {
  const obtainingVerb = parsed.hits.find((hit) => hit.from === verb)
  if (obtainingVerb?.entry.semanticRole !== 'obtaining_verb') return false
  return (
    findRoleBefore(parsed, 'award', giver.from, giver.from - verb) !== null &&
    !parsed.names.some(
      ({ key, from, to }) =>
        from > verb && to < giver.from && key !== giver.key && (key !== null || isMixedCase(parsed, from)),
    )
  )
}

/** "Gets antitrust nod for": true for a noun that the subject obtains, whomever it is for. */
export function isObtained(parsed: ParsedText, noun: number): boolean {
  return findRoleBefore(parsed, 'obtaining_verb', noun) !== null
}

/** Titles that a company's name modifies: "former Tesco boss". */
const EXECUTIVE_TITLES = wordSet('boss chief ceo executive head veteran')

/** Participles that make a modifier of the name before their hyphen: "Walmart-backed Flipkart". */
const COMPOUND_PARTICIPLES = wordSet('backed owned led controlled linked funded powered')

/** "Nvidia supplier SK Hynix posts a record", "taps former Tesco boss": true where every mention of a key only modifies another name or person. */
export function isOnlyModifier(parsed: ParsedText, key: string): boolean {
  const { words, text, ends } = parsed.tokens
  const own = parsed.names.filter((name) => name.key === key)
  const isModifier = ({ from, to }: NameSpan) =>
    (COMPOUND_PARTICIPLES.has(words[to]) && text.charAt(ends[to - 1] ?? 0) === '-') ||
    (words[from - 1] === 'former' && EXECUTIVE_TITLES.has(words[to])) ||
    parsed.hits.some((hit) => hit.from === to && isRelationalNoun(parsed, hit))
  return own.length > 0 && own.every(isModifier)
}

/** True for a relational noun right between two names: "Nvidia supplier SK Hynix". */
export function isRelationalNoun({ names }: ParsedText, hit: LexiconHit): boolean {
  return (
    hit.entry.semanticRole === 'relational_noun' &&
    names.some((name) => name.to === hit.from) &&
    names.some((name) => name.from === hit.to)
  )
}

/** The token of the verb that obtains an award; null when the noun at this token is none or no verb obtains it. */
export function findObtainingVerb(parsed: ParsedText, noun: number): number | null {
  if (parsed.hits.find((hit) => hit.from === noun)?.entry.semanticRole !== 'award') return null
  return findRoleBefore(parsed, 'obtaining_verb', noun)?.from ?? null
}

/** True for a word not wholly in capitals: "Pentagon" can give an award, "HBM" is a product. */
function isMixedCase({ tokens }: ParsedText, at: number): boolean {
  const word = tokens.text.slice(tokens.starts[at], tokens.ends[at])
  return word !== word.toUpperCase()
}

/** The last hit of a semantic role before a token, in the same sentence and at most `reach` tokens away. */
function findRoleBefore(
  { hits, clauseAt }: ParsedText,
  role: SemanticRole,
  before: number,
  reach = REACH,
): LexiconHit | null {
  const hit = hits.findLast(({ to, entry }) => to <= before && entry.semanticRole === role)
  if (hit === undefined || before - hit.to >= reach) return null
  return clauseAt[hit.from]?.sentence === clauseAt[before]?.sentence ? hit : null
}
