import { wordMap, wordSet } from '../../text/word-set.pure.ts'
import type { LexiconHit, ParsedText } from '../parse/parsed-text.pure.ts'
import type { Tokens } from '../parse/token.pure.ts'
import { createEvidence, type Evidence } from './evidence.pure.ts'

/** What a text says of the level that a price has reached or left. */
export interface LevelReading {
  /** Tokens that say it, `to` excluded; what the lexicon finds in them says nothing more. */
  readonly from: number
  readonly to: number
  /** 0: a level that is neither high nor low. */
  readonly sign: 1 | -1 | 0
}

const CLOSE = wordSet('close closes closed closing end ends ended finish finishes finished settle settles settled')
const PLACE = wordSet('at near around on')
const THROUGH = wordSet('through past')
const AFTER_PRICE = wordSet('for a an per on as in after to and with amid')
/** Levels, what says as much before a close, and what does behind one: by their sign. */
const LEVELS = wordMap([1, 'high highs peak peaks'], [-1, 'low lows trough troughs'])
const SUPERLATIVES = wordMap([1, 'record highest best strongest'], [-1, 'lowest worst weakest'])
const BEHIND_CLOSE = new Map([
  ...LEVELS,
  ...wordMap([1, 'higher strong strongly above'], [-1, 'lower weak below'], [0, 'flat unchanged mixed little']),
])

/** Words between a preposition and its level: "off its 52-week lows". */
const BEFORE_LEVEL =
  /^(?:its|their|the|a|an|record|all-time|all|time|recent|fresh|new|multi-?\w*|\w+-(?:day|week|month|year)|day|week|month|year|session|intraday|\d+(?:st|nd|rd|th)?|two|three|four|five|six|seven|eight|nine|ten|decade|january|february|march|april|may|june|july|august|september|october|november|december|pandemic|-)$/
/** Tokens from a close to its level: "closes at its highest in six months". */
const REACH = 6
/** Polarity of a level. */
const POLARITY = 0.55

/** Finds closes ("closes at record high", "notches record close", but not "closes plant") and levels that are left behind ("away from lows", "off highs"). */
export function findLevels(parsed: ParsedText): LevelReading[] {
  const closes = parsed.hits.flatMap((hit) => readClose(parsed, hit) ?? [])
  const left = parsed.tokens.words.flatMap((_, at) => readLeft(parsed, at) ?? [])
  const passed = parsed.hits.flatMap((hit) => readPassed(parsed, hit) ?? [])
  const read = [...closes, ...passed]
  return [...read, ...left.filter(({ to }) => !read.some((one) => one.from < to && to <= one.to))]
}

/** Evidence of a level: its asset's price. */
export function readLevel(parsed: ParsedText, level: LevelReading): Evidence {
  return createEvidence(parsed, level, level.from, level.sign * POLARITY, { construction: 'verb', isPrice: true })
}

/** A close of trading, told from the closing of a plant by what follows. */
function readClose({ tokens, clauseAt }: ParsedText, { from, to }: LexiconHit): LevelReading | null {
  const { words } = tokens
  if (to - from > 1 || !CLOSE.has(words[from])) return null
  const before = SUPERLATIVES.get(words[from - 1])
  if (before !== undefined) return { from: from - 1, to, sign: before }
  if (clauseAt[to] !== clauseAt[from]) return null
  const behind = BEHIND_CLOSE.get(words[to])
  if (behind !== undefined) return { from, to: to + 1, sign: behind }
  if (isPriceAt(tokens, to)) return { from, to, sign: 0 }
  for (let i = to + 1; PLACE.has(words[to]) && i <= to + REACH && clauseAt[i] === clauseAt[from]; i++) {
    // "At a record low" is a low.
    const sign = LEVELS.get(words[i]) ?? (LEVELS.has(words[i + 1]) ? undefined : SUPERLATIVES.get(words[i]))
    if (sign !== undefined) return { from, to: i + 1, sign }
    if (isPriceAt(tokens, i)) return { from, to, sign: 0 }
  }
  return null
}

/** A price that is passed: "punches through $60"; not "sails through $60 million trial", which has a word behind it. */
function readPassed({ tokens: { words, units, kinds }, clauseAt }: ParsedText, hit: LexiconHit): LevelReading | null {
  const { from, to, entry } = hit
  const polarity = entry.verb?.subject ?? 0
  if (polarity === 0 || to - from < 2 || !THROUGH.has(words[to - 1]) || units[to] !== 'money') return null
  const isEnd = clauseAt[to + 1] !== clauseAt[to] || kinds[to + 1] === 'mark' || AFTER_PRICE.has(words[to + 1])
  return isEnd ? { from, to: to + 1, sign: polarity > 0 ? 1 : -1 } : null
}

/** True for a price or a percentage: "closes at $200", but not "closes 100 stores". */
function isPriceAt({ units }: Tokens, at: number): boolean {
  return units[at] === 'money' || units[at] === '%'
}

/** A level that a price moves away from: good for a low, bad for a high. */
function readLeft({ tokens: { words, kinds } }: ParsedText, at: number): LevelReading | null {
  const level = words[at] ?? ''
  const sign = LEVELS.get(level)
  if (sign === undefined) return null
  let first = at
  while (kinds[first - 1] !== 'mark' && BEFORE_LEVEL.test(words[first - 1] ?? '')) first--
  const preposition = words[first - 1]
  if ((preposition !== 'from' && preposition !== 'off') || (first === at && !level.endsWith('s'))) return null
  return { from: words[first - 2] === 'away' ? first - 2 : first - 1, to: at + 1, sign: sign > 0 ? -1 : 1 }
}
