import type { NounPart } from './direction-lexicon.math.ts'
import type { Hit, Reading } from './direction-reading.math.ts'

/** Tokens a threat may stand behind the word that counters it: "against a new wave of ransomware". */
const COUNTER_REACH = 6
/** A word at least this bad is a threat. */
const THREATENING = -0.3
/** Tokens between a verb of getting and what is got. */
const GOT_REACH = 6

/**
 * "Launches a platform against ransomware", "a tool to stop data breaches": bad things that something on offer helps against,
 * and the words that counter them, are no bad news of the seller.
 */
export function counteredHits(reading: Reading): ReadonlySet<Hit> {
  const found = new Set<Hit>()
  for (const threat of reading.hits) {
    const { noun, quantity } = threat.entry
    if ((noun?.subject ?? quantity?.stated ?? 0) > THREATENING) continue
    const counter = lastPart(reading, 'counter', threat.from, COUNTER_REACH)
    if (counter === null || lastPart(reading, 'offering', counter.from, Number.POSITIVE_INFINITY) === null) continue
    found.add(threat).add(counter)
  }
  return found
}

/** "Wins a chip order from Tesla": the one after "from" gave what a verb of getting got, unless a third party gave it. */
export function isGiven(reading: Reading, verb: number, to: number): boolean {
  const getter = reading.hits.find((hit) => hit.from === verb)
  if (getter?.entry.part !== 'getter' || lastPart(reading, 'given', to, to - verb) === null) return false
  const giver = reading.names.find((name) => name.from === to)?.key
  return !reading.names.some(
    (name) =>
      name.from > verb && name.to < to && name.key !== giver && (name.key >= 0 || isWritten(reading, name.from)),
  )
}

/** "Gets antitrust nod for": what a verb of getting got is the subject's, whomever it is for. */
export function isGot(reading: Reading, noun: number): boolean {
  return lastPart(reading, 'getter', noun, GOT_REACH) !== null
}

/** Whom a company's name describes once they have left it. */
const LEADERS: ReadonlySet<string> = new Set(['boss', 'chief', 'ceo', 'executive', 'head', 'veteran'])

/** What a hyphen makes of a name before it: "Walmart-backed Flipkart". */
const HYPHENED: ReadonlySet<string> = new Set(['backed', 'owned', 'led', 'controlled', 'linked', 'funded', 'powered'])

/** "Nvidia supplier SK Hynix posts a record", "taps former Tesco boss": the name only says who another is. */
export function describesAnother({ names, hits, tokens }: Reading, key: number): boolean {
  const own = names.filter((name) => name.key === key)
  return (
    own.length > 0 &&
    own.every(
      (name) =>
        (HYPHENED.has(tokens.words[name.to] ?? '') && tokens.text.charAt(tokens.ends[name.to - 1] ?? 0) === '-') ||
        (tokens.words[name.from - 1] === 'former' && LEADERS.has(tokens.words[name.to] ?? '')) ||
        hits.some((hit) => hit.from === name.to && isRole(hit, names)),
    )
  )
}

/** True for a `role` right between two names. */
export function isRole(hit: Hit, names: Reading['names']): boolean {
  return (
    hit.entry.part === 'role' &&
    names.some((name) => name.to === hit.from) &&
    names.some((name) => name.from === hit.to)
  )
}

/** The token of the verb that got a `given` noun; null when the noun is none or nobody got it. */
export function gotBy(reading: Reading, noun: number): number | null {
  if (reading.hits.find((hit) => hit.from === noun)?.entry.part !== 'given') return null
  return lastPart(reading, 'getter', noun, GOT_REACH)?.from ?? null
}

/** A name in small letters after its first: "Pentagon" gives, "HBM" is what is given. */
function isWritten({ tokens }: Reading, at: number): boolean {
  const word = tokens.text.slice(tokens.starts[at], tokens.ends[at])
  return word !== word.toUpperCase()
}

/** The last word that plays a part, in the same sentence and at most so many tokens before. */
function lastPart(reading: Reading, part: NounPart, before: number, reach: number): Hit | null {
  const sentence = reading.clauses[reading.clauseAt[before] ?? 0]?.sentence
  for (let i = reading.hits.length - 1; i >= 0; i--) {
    const hit = reading.hits[i]
    if (hit === undefined || hit.to > before || hit.entry.part !== part) continue
    if (before - hit.to >= reach) return null
    return reading.clauses[reading.clauseAt[hit.from] ?? 0]?.sentence === sentence ? hit : null
  }
  return null
}
