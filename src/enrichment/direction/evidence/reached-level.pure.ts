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
const UP = wordSet('high higher strong strongly above')
const DOWN = wordSet('low lower weak below')
const LEVEL = wordSet('flat unchanged mixed little')
const PLACE = wordSet('at near around on')
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
  const found: LevelReading[] = []
  for (const hit of parsed.hits) {
    const reading = readClose(parsed, hit)
    if (reading !== null) found.push(reading)
  }
  for (let at = 0; at < parsed.tokens.words.length; at++) {
    const reading = readLeft(parsed, at)
    if (reading !== null && !found.some((one) => one.from <= at && at < one.to)) found.push(reading)
  }
  return found
}

/** Evidence of a level: its asset's price. */
export function readLevel(parsed: ParsedText, { from, to, sign }: LevelReading): Evidence {
  return { ...createEvidence(parsed, { from, to }, from, sign * POLARITY), construction: 'verb', isPrice: true }
}

/** A close of trading, told from the closing of a plant by what follows. */
function readClose({ tokens, clauseAt }: ParsedText, hit: LexiconHit): LevelReading | null {
  if (hit.to - hit.from > 1 || !CLOSE.has(tokens.words[hit.from] ?? '')) return null
  const { words: all } = tokens
  const clause = clauseAt[hit.from]
  const before = all[hit.from - 1] ?? ''
  if (BEST.has(before)) return { from: hit.from - 1, to: hit.to, sign: 1 }
  if (WORST.has(before)) return { from: hit.from - 1, to: hit.to, sign: -1 }
  const next = clauseAt[hit.to] === clause ? (all[hit.to] ?? '') : ''
  if (HIGH.has(next) || UP.has(next)) return { from: hit.from, to: hit.to + 1, sign: 1 }
  if (LOW.has(next) || DOWN.has(next)) return { from: hit.from, to: hit.to + 1, sign: -1 }
  if (LEVEL.has(next)) return { from: hit.from, to: hit.to + 1, sign: 0 }
  if (isPriceAt(tokens, hit.to) && next !== '') return { from: hit.from, to: hit.to, sign: 0 }
  if (!PLACE.has(next)) return null
  for (let i = hit.to + 1; i <= hit.to + REACH && clauseAt[i] === clause; i++) {
    const word = all[i] ?? ''
    if (LOW.has(word) || WORST.has(word)) return { from: hit.from, to: i + 1, sign: -1 }
    if (HIGH.has(word) || (BEST.has(word) && !LOW.has(all[i + 1] ?? ''))) return { from: hit.from, to: i + 1, sign: 1 }
    if (isPriceAt(tokens, i)) return { from: hit.from, to: hit.to, sign: 0 }
  }
  return null
}

/** True for a price or a percentage: "closes at $200", but not "closes 100 stores". */
function isPriceAt({ kinds, units }: Tokens, at: number): boolean {
  return kinds[at] === 'number' && (units[at] === 'money' || units[at] === '%')
}

/** A level that a price moves away from: good for a low, bad for a high. */
function readLeft({ tokens }: ParsedText, at: number): LevelReading | null {
  const level = tokens.words[at] ?? ''
  const isHigh = HIGH.has(level)
  if (!isHigh && !LOW.has(level)) return null
  let first = at
  while (first > 0 && tokens.kinds[first - 1] !== 'mark' && BEFORE_LEVEL.test(tokens.words[first - 1] ?? '')) first--
  const preposition = tokens.words[first - 1]
  const isPlural = level.endsWith('s')
  if ((preposition !== 'from' && preposition !== 'off') || (first === at && !isPlural)) return null
  const from = tokens.words[first - 2] === 'away' ? first - 2 : first - 1
  return { from, to: at + 1, sign: isHigh ? -1 : 1 }
}
