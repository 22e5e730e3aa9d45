import type { LinkedMention } from './entity-link.math.ts'
import type { Verdict } from './knowledge.math.ts'
import type { TokenText } from './token.math.ts'

/**
 * How words about a commodity, currency or bond turn into its quoted price: prisma/reference/lexicon/quote-sense.csv.
 * `currency`: a name and its ISO code; `bond_price`: a name whose rise is a fall of the yield;
 * `tight` and `loose`: supply words that raise or lower a commodity's price; `up` and `down`: plain price moves;
 * `rate_up` and `rate_down`: what a central bank does to its rate; `reach`: comes to a level, a number or a `peak`, or a `trough`;
 * `against`: what the other side of a pair stands behind; `link`: opens a clause about something else; `measure`: what of a thing
 * moves other than its price; `undo`: takes back the move behind it, "erases gains".
 */
export interface QuoteWord {
  readonly role: QuoteRole
  readonly phrase: string
  readonly code: string
}

/** The parts words play, as written in quote-sense.csv. */
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

const REACH = 4
/** Tokens between a currency and the "the" or "US" and the "against" before it. */
const BETWEEN = 3

type Moves = ReadonlyMap<string, 1 | -1>
interface Moved {
  readonly sign: 1 | -1
  readonly word: string
}

/** Turns the verdict on a mention into one on the listed price: "yen gains" is a fall of USDJPY, "OPEC cuts output" a rise of oil. */
export function createQuoteSense(
  words: readonly QuoteWord[],
): (mention: LinkedMention, verdict: Verdict, title: TokenText) => Verdict {
  const of = (role: QuoteRole) => words.filter((word) => word.role === role)
  const currencies = new Map(of('currency').map((word) => [word.phrase, word.code]))
  const bondPrices = new Set(of('bond_price').map((word) => word.phrase))
  const moves = new Map<string, 1 | -1>()
  for (const word of of('up')) moves.set(word.phrase, 1)
  for (const word of of('down')) moves.set(word.phrase, -1)
  const rateMoves = new Map(moves)
  for (const word of of('rate_up')) rateMoves.set(word.phrase, 1)
  for (const word of of('rate_down')) rateMoves.set(word.phrase, -1)
  const phrases = (role: QuoteRole) => new Set(of(role).map((word) => word.phrase))
  const [reach, trough, against] = [phrases('reach'), phrases('trough'), phrases('against')]
  const [links, measures, peaks] = [phrases('link'), phrases('measure'), phrases('peak')]
  const undone = phrases('undo')
  const supply = [
    ...of('tight').map((word) => ({ words: word.phrase.split(' '), sign: 1 as const })),
    ...of('loose').map((word) => ({ words: word.phrase.split(' '), sign: -1 as const })),
  ]

  return (mention, verdict, title) => {
    const { asset, name } = mention
    const moved =
      mention.field === 'title'
        ? moveAfter(title, mention.end, asset.type === 'money_market' ? rateMoves : moves)
        : null
    if (asset.type === 'forex') {
      const code = currencies.get(name.replace(/^the /, ''))
      const inverse = mention.inverse || (code !== undefined && asset.symbol.endsWith(code))
      const read = settle(verdict, mention.field === 'title' ? (counterMove(title, mention.start) ?? moved) : moved)
      return inverse ? flip(read) : read
    }
    if (asset.type === 'bond' && bondPrices.has(name)) return flip(settle(verdict, moved))
    // A rate that is held, or only spoken of, does not move.
    if (asset.type === 'money_market' && moved === null) return { ...verdict, direction: 'ambiguous', score: 0 }
    if (asset.type === 'commodity' && moved === null) {
      const found = supply.find((entry) => holds(title.words, entry.words))
      if (found !== undefined) {
        const because = verdict.because === '' ? found.words.join(' ') : verdict.because
        return { direction: found.sign > 0 ? 'pos' : 'neg', score: found.sign * 0.6, aspect: 'supply', because }
      }
    }
    if (mention.inverse) return flip(settle(verdict, moved))
    return asset.type === 'stock' || asset.type === 'etf' ? verdict : settle(verdict, moved)
  }

  /** The move told right after a name, before another clause begins. */
  function moveAfter(title: TokenText, end: number, moves: Moves): Moved | null {
    let seen = 0
    for (let i = 0; i < title.words.length && seen < REACH; i++) {
      if ((title.starts[i] ?? 0) < end) continue
      const word = title.words[i] ?? ''
      // "US crude stockpiles rise" is no rise of crude.
      if (title.breaks[i] === true || links.has(word) || measures.has(word)) return null
      const sign = moves.get(word) ?? (undone.has(word) ? takenBack(title, i) : undefined)
      if (sign !== undefined) return { sign, word }
      const level = reached(title, i)
      if (level !== null) return { sign: level, word }
      seen++
    }
    return null
  }

  /** "Trims early gains" is down, "pares losses" is up. */
  function takenBack(title: TokenText, at: number): 1 | -1 | undefined {
    const behind = title.words.slice(at + 1, at + 1 + REACH)
    if (behind.includes('gains')) return -1
    return behind.includes('losses') ? 1 : undefined
  }

  /** "Hits a record" is up, "hits a two-year low" is down; null where nothing is reached. */
  function reached(title: TokenText, at: number): 1 | -1 | null {
    if (!reach.has(title.words[at] ?? '') || title.words[at + 1] === 'by') return null
    const level = title.words.slice(at + 1, at + 1 + REACH)
    if (level.some((near) => trough.has(near))) return -1
    return level.some((near) => peaks.has(near) || /^\d/.test(near)) ? 1 : null
  }

  /** "Dollar falls against the yen": whoever stands behind "against" moves the other way. */
  function counterMove(title: TokenText, start: number): Moved | null {
    const at = title.starts.findIndex((begin) => begin >= start)
    let turn = at - 1
    while (turn >= at - BETWEEN && turn >= 0 && !against.has(title.words[turn] ?? '')) turn--
    if (turn < Math.max(0, at - BETWEEN) || !against.has(title.words[turn] ?? '')) return null
    for (let i = turn - 1; i >= 0; i--) {
      const word = title.words[i] ?? ''
      const sign = moves.get(word) ?? reached(title, i)
      if (sign !== undefined && sign !== null) return { sign: sign > 0 ? -1 : 1, word }
      if (links.has(word)) return null
    }
    return null
  }
}

/** A plain price move beside the name outweighs every other reading. */
function settle(verdict: Verdict, moved: Moved | null): Verdict {
  if (moved === null) return verdict
  const strength = Math.max(0.5, Math.abs(verdict.score))
  return {
    ...verdict,
    direction: moved.sign > 0 ? 'pos' : 'neg',
    score: moved.sign * strength,
    because: verdict.because || moved.word,
  }
}

function flip(verdict: Verdict): Verdict {
  if (verdict.direction === 'ambiguous') return verdict
  return { ...verdict, direction: verdict.direction === 'pos' ? 'neg' : 'pos', score: -verdict.score }
}

function holds(words: readonly string[], phrase: readonly string[]): boolean {
  for (let i = 0; i + phrase.length <= words.length; i++) {
    let same = true
    for (let k = 0; k < phrase.length && same; k++) same = words[i + k] === phrase[k]
    if (same) return true
  }
  return false
}
