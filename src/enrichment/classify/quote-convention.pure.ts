import type { LinkedMention } from '../link/entity-link.pure.ts'
import { findPhrase } from '../text/find-phrase.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { Verdict } from '../vocabulary/verdict.pure.ts'

/**
 * A word of prisma/reference/lexicon/quote-sense.csv, by role:
 * - `currency` names a currency, `code` its ISO code; `bond_price` is a name whose rise is a fall of the yield;
 * - `tight`, `loose` are supply words that raise or lower a commodity's price; `up`, `down` are price moves;
 * - `rate_up`, `rate_down` are moves of a policy rate; `reach` comes before a level: a number, a `peak` or a `trough`;
 * - `against` comes before the other currency of a pair; `link` opens a clause about something else;
 * - `measure` is a quantity other than the price, "stockpiles"; `undo` reverses the move after it, "erases gains".
 */
export interface QuoteWord {
  readonly role: QuoteRole
  readonly phrase: string
  readonly code: string
}

/** Roles of the words, as written in quote-sense.csv. */
export const QUOTE_ROLES = [
  'currency',
  'bond_price',
  'tight',
  'loose',
  'up',
  'down',
  'rate_up',
  'rate_down',
  'reach',
  'trough',
  'against',
  'link',
  'measure',
  'peak',
  'undo',
] as const
type QuoteRole = (typeof QUOTE_ROLES)[number]

/** Tokens between a name and its price move. */
const REACH = 4
/** Tokens between a currency and the "against" before it. */
const COUNTER_REACH = 3

type Moves = ReadonlyMap<string, 1 | -1>
interface PriceMove {
  readonly sign: 1 | -1
  readonly word: string
}

/** Prepares the words. The returned function takes a mention with its verdict and gives the verdict on the listed quote: "yen gains" is a fall of USDJPY, "OPEC cuts output" a rise of oil. */
export function createQuoteConvention(
  words: readonly QuoteWord[],
): (mention: LinkedMention, verdict: Verdict, title: TokenisedText) => Verdict {
  const wordsOf = (role: QuoteRole) => words.filter((word) => word.role === role)
  const currencies = new Map(wordsOf('currency').map((word) => [word.phrase, word.code]))
  const bondPrices = new Set(wordsOf('bond_price').map((word) => word.phrase))
  const moves = new Map<string, 1 | -1>()
  for (const word of wordsOf('up')) moves.set(word.phrase, 1)
  for (const word of wordsOf('down')) moves.set(word.phrase, -1)
  const rateMoves = new Map(moves)
  for (const word of wordsOf('rate_up')) rateMoves.set(word.phrase, 1)
  for (const word of wordsOf('rate_down')) rateMoves.set(word.phrase, -1)
  const phrases = (role: QuoteRole) => new Set(wordsOf(role).map((word) => word.phrase))
  const [reach, trough, against] = [phrases('reach'), phrases('trough'), phrases('against')]
  const [links, measures, peaks] = [phrases('link'), phrases('measure'), phrases('peak')]
  const undone = phrases('undo')
  const supply = [
    ...wordsOf('tight').map((word) => ({ words: word.phrase.split(' '), sign: 1 as const })),
    ...wordsOf('loose').map((word) => ({ words: word.phrase.split(' '), sign: -1 as const })),
  ]

  return (mention, verdict, title) => {
    const { asset, name } = mention
    const move =
      mention.field === 'title'
        ? findMoveAfter(title, mention.end, asset.type === 'money_market' ? rateMoves : moves)
        : null
    if (asset.type === 'forex') {
      const code = currencies.get(name.replace(/^the /, '').replace(" 's ", "'s "))
      const isInverse = mention.isInverse || (code !== undefined && asset.symbol.endsWith(code))
      const onQuote = applyMove(
        verdict,
        mention.field === 'title' ? (findCounterMove(title, mention.start) ?? move) : move,
      )
      return isInverse ? invert(onQuote) : onQuote
    }
    if (asset.type === 'bond' && bondPrices.has(name)) return invert(applyMove(verdict, move))
    // A rate that is held, or only spoken of, does not move.
    if (asset.type === 'money_market' && move === null) return { ...verdict, direction: 'ambiguous', score: 0 }
    if (asset.type === 'commodity' && move === null) {
      const found = supply.find((entry) => findPhrase(title.words, entry.words) >= 0)
      if (found !== undefined) {
        const because = verdict.because === '' ? found.words.join(' ') : verdict.because
        return { direction: found.sign > 0 ? 'pos' : 'neg', score: found.sign * 0.6, aspect: 'supply', because }
      }
    }
    if (mention.isInverse) return invert(applyMove(verdict, move))
    return asset.type === 'stock' || asset.type === 'etf' ? verdict : applyMove(verdict, move)
  }

  /** The price move right after a name, in the same clause. */
  function findMoveAfter(title: TokenisedText, end: number, moves: Moves): PriceMove | null {
    let seen = 0
    for (let i = 0; i < title.words.length && seen < REACH; i++) {
      if ((title.starts[i] ?? 0) < end) continue
      const word = title.words[i] ?? ''
      // "US crude stockpiles rise" is no rise of crude.
      if (title.breaks[i] === true || links.has(word) || measures.has(word)) return null
      const sign = moves.get(word) ?? (undone.has(word) ? readUndoneMove(title, i) : undefined)
      if (sign !== undefined) return { sign, word }
      const level = readReachedLevel(title, i)
      if (level !== null) return { sign: level, word }
      seen++
    }
    return null
  }

  /** "Trims early gains" is down, "pares losses" is up. */
  function readUndoneMove(title: TokenisedText, at: number): 1 | -1 | undefined {
    const wordsAfter = title.words.slice(at + 1, at + 1 + REACH)
    if (wordsAfter.includes('gains')) return -1
    return wordsAfter.includes('losses') ? 1 : undefined
  }

  /** "Hits a record" is up, "hits a two-year low" is down; null where nothing is reached. */
  function readReachedLevel(title: TokenisedText, at: number): 1 | -1 | null {
    if (!reach.has(title.words[at] ?? '') || title.words[at + 1] === 'by') return null
    const level = title.words.slice(at + 1, at + 1 + REACH)
    if (level.some((near) => trough.has(near))) return -1
    return level.some((near) => peaks.has(near) || /^\d/.test(near)) ? 1 : null
  }

  /** "Dollar falls against the yen": the currency after "against" moves the other way. */
  function findCounterMove(title: TokenisedText, start: number): PriceMove | null {
    const at = title.starts.findIndex((begin) => begin >= start)
    let counterAt = at - 1
    while (counterAt >= at - COUNTER_REACH && counterAt >= 0 && !against.has(title.words[counterAt] ?? '')) counterAt--
    if (counterAt < Math.max(0, at - COUNTER_REACH) || !against.has(title.words[counterAt] ?? '')) return null
    for (let i = counterAt - 1; i >= 0; i--) {
      const word = title.words[i] ?? ''
      const sign = moves.get(word) ?? readReachedLevel(title, i)
      if (sign !== undefined && sign !== null) return { sign: sign > 0 ? -1 : 1, word }
      if (links.has(word)) return null
    }
    return null
  }
}

/** A price move next to the name outweighs the verdict. */
function applyMove(verdict: Verdict, move: PriceMove | null): Verdict {
  if (move === null) return verdict
  const strength = Math.max(0.5, Math.abs(verdict.score))
  return {
    ...verdict,
    direction: move.sign > 0 ? 'pos' : 'neg',
    score: move.sign * strength,
    because: verdict.because || move.word,
  }
}

function invert(verdict: Verdict): Verdict {
  if (verdict.direction === 'ambiguous') return verdict
  return { ...verdict, direction: verdict.direction === 'pos' ? 'neg' : 'pos', score: -verdict.score }
}
