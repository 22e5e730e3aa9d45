import { wordSet } from '../../text/word-set.pure.ts'
import type { SemanticRole } from '../../vocabulary/direction-lexicon.pure.ts'
import type { LexiconHit, ParsedText } from '../parse/parsed-text.pure.ts'

/** Tokens between a protection word and the threat: "against a new wave of ransomware". */
const PROTECTION_REACH = 6
/** A word at least this bad is a threat. */
const THREAT_POLARITY = -0.3
/** Tokens between an obtaining verb and what it obtains. */
const OBTAINED_REACH = 6

/**
 * "Launches a platform against ransomware", "a tool to stop data breaches": finds the threats that a product mitigates, and their
 * protection words, which are no bad news for the seller.
 */
export function findMitigatedThreats(parsed: ParsedText): ReadonlySet<LexiconHit> {
  const found = new Set<LexiconHit>()
  for (const threat of parsed.hits) {
    const { noun, quantity } = threat.entry
    if ((noun?.subject ?? quantity?.stated ?? 0) > THREAT_POLARITY) continue
    const protection = findRoleBefore(parsed, 'protection', threat.from, PROTECTION_REACH)
    if (protection === null || findRoleBefore(parsed, 'product', protection.from, Number.POSITIVE_INFINITY) === null)
      continue
    found.add(threat).add(protection)
  }
  return found
}

/** "Wins a chip order from Tesla": true for the name after "from" that gave the award, unless another name between did. `verb` and `to` are tokens. */
export function isAwardGiver(parsed: ParsedText, verb: number, to: number): boolean {
  const obtainingVerb = parsed.hits.find((hit) => hit.from === verb)
  if (obtainingVerb?.entry.semanticRole !== 'obtaining_verb' || findRoleBefore(parsed, 'award', to, to - verb) === null)
    return false
  const giver = parsed.names.find((name) => name.from === to)?.key
  return !parsed.names.some(
    (name) =>
      name.from > verb && name.to < to && name.key !== giver && (name.key >= 0 || isMixedCase(parsed, name.from)),
  )
}

/** "Gets antitrust nod for": true for a noun that the subject obtains, whomever it is for. */
export function isObtained(parsed: ParsedText, noun: number): boolean {
  return findRoleBefore(parsed, 'obtaining_verb', noun, OBTAINED_REACH) !== null
}

/** Titles that a company's name modifies: "former Tesco boss". */
const EXECUTIVE_TITLES = wordSet('boss chief ceo executive head veteran')

/** Participles that make a modifier of the name before their hyphen: "Walmart-backed Flipkart". */
const COMPOUND_PARTICIPLES = wordSet('backed owned led controlled linked funded powered')

/** "Nvidia supplier SK Hynix posts a record", "taps former Tesco boss": true where every mention of a key only modifies another name or person. */
export function isOnlyModifier({ names, hits, tokens }: ParsedText, key: number): boolean {
  const own = names.filter((name) => name.key === key)
  return (
    own.length > 0 &&
    own.every(
      (name) =>
        (COMPOUND_PARTICIPLES.has(tokens.words[name.to] ?? '') &&
          tokens.text.charAt(tokens.ends[name.to - 1] ?? 0) === '-') ||
        (tokens.words[name.from - 1] === 'former' && EXECUTIVE_TITLES.has(tokens.words[name.to] ?? '')) ||
        hits.some((hit) => hit.from === name.to && isRelationalNoun(hit, names)),
    )
  )
}

/** True for a relational noun right between two names: "Nvidia supplier SK Hynix". */
export function isRelationalNoun(hit: LexiconHit, names: ParsedText['names']): boolean {
  return (
    hit.entry.semanticRole === 'relational_noun' &&
    names.some((name) => name.to === hit.from) &&
    names.some((name) => name.from === hit.to)
  )
}

/** The token of the verb that obtains an award; null when the noun at this token is none or no verb obtains it. */
export function findObtainingVerb(parsed: ParsedText, noun: number): number | null {
  if (parsed.hits.find((hit) => hit.from === noun)?.entry.semanticRole !== 'award') return null
  return findRoleBefore(parsed, 'obtaining_verb', noun, OBTAINED_REACH)?.from ?? null
}

/** True for a word not wholly in capitals: "Pentagon" can give an award, "HBM" is a product. */
function isMixedCase({ tokens }: ParsedText, at: number): boolean {
  const word = tokens.text.slice(tokens.starts[at], tokens.ends[at])
  return word !== word.toUpperCase()
}

/** The last hit of a semantic role before a token, in the same sentence and at most `reach` tokens away. */
function findRoleBefore(parsed: ParsedText, role: SemanticRole, before: number, reach: number): LexiconHit | null {
  const sentence = parsed.clauses[parsed.clauseAt[before] ?? 0]?.sentence
  for (let i = parsed.hits.length - 1; i >= 0; i--) {
    const hit = parsed.hits[i]
    if (hit === undefined || hit.to > before || hit.entry.semanticRole !== role) continue
    if (before - hit.to >= reach) return null
    return parsed.clauses[parsed.clauseAt[hit.from] ?? 0]?.sentence === sentence ? hit : null
  }
  return null
}
