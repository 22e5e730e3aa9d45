import { recordOf } from '../../core/record.pure.ts'
import type { LinkedMention } from '../link/entity-link.pure.ts'
import { findPhrase } from '../text/find-phrase.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import { wordList } from '../text/word-set.pure.ts'
import type { Verdict } from '../vocabulary/verdict.pure.ts'

/**
 * A word of prisma/reference/lexicon/quote-sense.csv, by role:
 * - `currency` names a currency, `code` its ISO code; `bond_price` is a name whose rise is a fall of the yield;
 * - `tight`, `loose` are supply words that raise or lower a commodity's price; `up`, `down` are price moves;
 * - `rate_up`, `rate_down` are moves of a policy rate; `reach` comes before a level: a number, a `peak` or a `trough`;
 * - `against` comes before the other currency of a pair; `link` opens a clause about something else;
 * - `weak`, `strong` stand before a currency that has moved: "weak rupee";
 * - `cost` comes after what is paid for: "beef costs";
 * - `measure` is a quantity other than the price, "stockpiles"; `undo` reverses the move after it, "erases gains".
 */
export interface QuoteWord {
  readonly role: (typeof QUOTE_ROLES)[number]
  readonly phrase: string
  readonly code: string
}

/** Roles of the words, as written in quote-sense.csv. */
export const QUOTE_ROLES = wordList(
  'currency bond_price tight loose up down rate_up rate_down reach trough against link measure peak undo weak strong cost',
)

/** Tokens between a name and its price move. */
const REACH = 4
/** Tokens between a currency and the "against" before it. */
const COUNTER_REACH = 3

type SignReader = (word: string) => 1 | -1 | undefined
interface PriceMove {
  readonly sign: 1 | -1
  readonly word: string
}

/** The returned function gives -1 where the listed quote falls when what is named rises, the yen and USDJPY, else 1. */
export function createQuoteSign(
  words: readonly QuoteWord[],
): (mention: Pick<LinkedMention, 'asset' | 'name' | 'isInverse'>) => 1 | -1 {
  const currencies = new Map(words.filter(({ role }) => role === 'currency').map(({ phrase, code }) => [phrase, code]))
  return ({ asset, name, isInverse }) => {
    const code = asset.type === 'forex' ? currencies.get(name.replace(/^the /, '').replace(" 's ", "'s ")) : undefined
    return isInverse || (code !== undefined && asset.symbol.endsWith(code)) ? -1 : 1
  }
}

/** The returned function gives the verdict on the listed quote: "yen gains" is a fall of USDJPY, "OPEC cuts output" a rise of oil. */
export function createQuoteConvention(
  words: readonly QuoteWord[],
): (mention: LinkedMention, verdict: Verdict, title: TokenisedText) => Verdict {
  const quoteSignOf = createQuoteSign(words)
  const phrasesOf = (role: QuoteWord['role']) => words.filter((word) => word.role === role).map(({ phrase }) => phrase)
  const said = recordOf(QUOTE_ROLES, (role) => new Set<string | undefined>(phrasesOf(role)))
  const supply = words
    .filter(({ role }) => role === 'tight' || role === 'loose')
    .map((word) => ({ ...word, parts: word.phrase.split(' ') }))
  const signOfMove = (word: string) => (said.up.has(word) ? 1 : said.down.has(word) ? -1 : undefined)
  const signOfRate = (word: string) => (said.rate_up.has(word) ? 1 : said.rate_down.has(word) ? -1 : signOfMove(word))

  return (mention, verdict, title) => {
    const { asset, name } = mention
    const inTitle = mention.field === 'title'
    const signOf = asset.type === 'money_market' ? signOfRate : signOfMove
    const move = inTitle ? findMoveAfter(title, mention.end, signOf) : null
    if (asset.type === 'forex') {
      const told = inTitle ? (findCounterMove(title, mention.start) ?? findState(title, mention.start)) : null
      const onQuote = applyMove(verdict, told ?? move)
      return quoteSignOf(mention) < 0 ? invert(onQuote) : onQuote
    }
    if (asset.type === 'bond' && said.bond_price.has(name)) return invert(applyMove(verdict, move))
    // A rate that is held, or only spoken of, does not move.
    if (asset.type === 'money_market' && move === null) return { ...verdict, direction: 'ambiguous', score: 0 }
    if (asset.type === 'commodity' && move === null) {
      const found = supply.filter(({ parts }) => findPhrase(title.words, parts) >= 0)
      const cue = found.find(({ role }) => role === 'tight') ?? found[0]
      if (cue !== undefined) {
        const isTight = cue.role === 'tight'
        const because = verdict.because || cue.phrase
        return { direction: isTight ? 'pos' : 'neg', score: isTight ? 0.6 : -0.6, aspect: 'supply', because }
      }
    }
    // "Squeezed by beef costs": what burdens is dear.
    const isCost =
      asset.type === 'commodity' &&
      move === null &&
      inTitle &&
      said.cost.has(title.words[title.starts.findIndex((begin) => begin >= mention.end)])
    if (isCost && verdict.direction === 'neg') return invert(verdict)
    if (mention.isInverse) return invert(applyMove(verdict, move))
    return asset.type === 'stock' || asset.type === 'etf' ? verdict : applyMove(verdict, move)
  }

  /** The price move right after a name, in the same clause. */
  function findMoveAfter(title: TokenisedText, end: number, signOf: SignReader): PriceMove | null {
    let seen = 0
    for (let i = 0; i < title.words.length && seen < REACH; i++) {
      if ((title.starts[i] ?? 0) < end) continue
      const word = title.words[i] ?? ''
      // "US crude stockpiles rise" is no rise of crude.
      if (title.breaks[i] === true || said.link.has(word) || said.measure.has(word)) return null
      const sign = signOf(word) ?? (said.undo.has(word) ? readUndoneMove(title, i) : undefined)
      if (sign !== undefined) return { sign, word }
      const level = readReachedLevel(title, i)
      if (level !== null) return { sign: level, word }
      seen++
    }
    return null
  }

  /** "Trims early gains" is down, "pares losses" is up. */
  function readUndoneMove(title: TokenisedText, at: number): 1 | -1 | undefined {
    const after = title.words.slice(at + 1, at + 1 + REACH)
    return after.includes('gains') ? -1 : after.includes('losses') ? 1 : undefined
  }

  /** "Hits a record" is up, "hits a two-year low" is down; null where nothing is reached. */
  function readReachedLevel(title: TokenisedText, at: number): 1 | -1 | null {
    if (!said.reach.has(title.words[at]) || title.words[at + 1] === 'by') return null
    const level = title.words.slice(at + 1, at + 1 + REACH)
    if (level.some((near) => said.trough.has(near))) return -1
    return level.some((near) => said.peak.has(near) || /^\d/.test(near)) ? 1 : null
  }

  /** "Hit by weak rupee". */
  function findState({ words, starts }: TokenisedText, start: number): PriceMove | null {
    const word = words[starts.findIndex((begin) => begin >= start) - 1] ?? ''
    return said.weak.has(word) ? { sign: -1, word } : said.strong.has(word) ? { sign: 1, word } : null
  }

  /** "Dollar falls against the yen": the currency after "against" moves the other way. */
  function findCounterMove(title: TokenisedText, start: number): PriceMove | null {
    const at = title.starts.findIndex((begin) => begin >= start)
    const before = title.words.slice(0, Math.max(0, at))
    const counterAt = before.findLastIndex((word) => said.against.has(word))
    if (counterAt < at - COUNTER_REACH) return null
    for (const [i, word] of [...before.slice(0, Math.max(0, counterAt)).entries()].reverse()) {
      const sign = signOfMove(word) ?? readReachedLevel(title, i)
      if (sign !== null) return { sign: sign > 0 ? -1 : 1, word }
      if (said.link.has(word)) return null
    }
    return null
  }
}

/** A price move next to the name outweighs the verdict. */
function applyMove(verdict: Verdict, move: PriceMove | null): Verdict {
  if (move === null) return verdict
  const score = move.sign * Math.max(0.5, Math.abs(verdict.score))
  return { ...verdict, direction: move.sign > 0 ? 'pos' : 'neg', score, because: verdict.because || move.word }
}

function invert(verdict: Verdict): Verdict {
  if (verdict.direction === 'ambiguous') return verdict
  return { ...verdict, direction: verdict.direction === 'pos' ? 'neg' : 'pos', score: -verdict.score }
}
