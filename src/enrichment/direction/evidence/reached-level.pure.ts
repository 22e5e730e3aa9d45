import { wordSet } from '../../text/word-set.pure.ts'
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

const HIGH = wordSet('high highs peak peaks')
const LOW = wordSet('low lows trough troughs')
const CLOSE = wordSet('close closes closed closing end ends ended finish finishes finished settle settles settled')
const UP = wordSet('high highs peak peaks higher strong strongly above')
const DOWN = wordSet('low lows trough troughs lower weak below')
const LEVEL = wordSet('flat unchanged mixed little')
const PLACE = wordSet('at near around on')
const THROUGH = wordSet('through past')
const AFTER_PRICE = wordSet('for a an per on as in after to and with amid')
const BEST = wordSet('record highest best strongest')
const WORST = wordSet('lowest worst weakest')
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
  const before = words[from - 1]
  if (BEST.has(before)) return { from: from - 1, to, sign: 1 }
  if (WORST.has(before)) return { from: from - 1, to, sign: -1 }
  if (clauseAt[to] !== clauseAt[from]) return null
  const next = words[to]
  if (UP.has(next)) return { from, to: to + 1, sign: 1 }
  if (DOWN.has(next)) return { from, to: to + 1, sign: -1 }
  if (LEVEL.has(next)) return { from, to: to + 1, sign: 0 }
  if (isPriceAt(tokens, to)) return { from, to, sign: 0 }
  for (let i = to + 1; PLACE.has(next) && i <= to + REACH && clauseAt[i] === clauseAt[from]; i++) {
    const word = words[i]
    if (LOW.has(word) || WORST.has(word)) return { from, to: i + 1, sign: -1 }
    if (HIGH.has(word) || (BEST.has(word) && !LOW.has(words[i + 1]))) return { from, to: i + 1, sign: 1 }
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
  if (!HIGH.has(level) && !LOW.has(level)) return null
  let first = at
  while (kinds[first - 1] !== 'mark' && BEFORE_LEVEL.test(words[first - 1] ?? '')) first--
  const preposition = words[first - 1]
  if ((preposition !== 'from' && preposition !== 'off') || (first === at && !level.endsWith('s'))) return null
  return { from: words[first - 2] === 'away' ? first - 2 : first - 1, to: at + 1, sign: HIGH.has(level) ? -1 : 1 }
}
