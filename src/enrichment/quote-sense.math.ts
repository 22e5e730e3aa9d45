import type { LinkedMention } from './entity-link.math.ts'
import type { Verdict } from './knowledge.math.ts'
import type { TokenText } from './token.math.ts'

/**
 * How words about a commodity, currency or bond turn into its quoted price: prisma/reference/lexicon/quote-sense.csv.
 * `currency`: a name and its ISO code; `bond_price`: a name whose rise is a fall of the yield;
 * `tight` and `loose`: supply words that raise or lower a commodity's price; `up` and `down`: plain price moves;
 * `rate_up` and `rate_down`: what a central bank does to its rate.
 */
export interface QuoteWord {
  readonly role: 'currency' | 'bond_price' | 'tight' | 'loose' | 'up' | 'down' | 'rate_up' | 'rate_down'
  readonly phrase: string
  readonly code: string
}

const REACH = 4

/** Turns the verdict on a mention into one on the listed price: "yen gains" is a fall of USDJPY, "OPEC cuts output" a rise of oil. */
export function createQuoteSense(
  words: readonly QuoteWord[],
): (mention: LinkedMention, verdict: Verdict, title: TokenText) => Verdict {
  const of = (role: QuoteWord['role']) => words.filter((word) => word.role === role)
  const currencies = new Map(of('currency').map((word) => [word.phrase, word.code]))
  const bondPrices = new Set(of('bond_price').map((word) => word.phrase))
  const moves = new Map<string, 1 | -1>()
  for (const word of of('up')) moves.set(word.phrase, 1)
  for (const word of of('down')) moves.set(word.phrase, -1)
  const rateMoves = new Map(moves)
  for (const word of of('rate_up')) rateMoves.set(word.phrase, 1)
  for (const word of of('rate_down')) rateMoves.set(word.phrase, -1)
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
      const inverse = code !== undefined && asset.symbol.endsWith(code)
      return inverse ? flip(settle(verdict, moved)) : settle(verdict, moved)
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
    return asset.type === 'stock' || asset.type === 'etf' ? verdict : settle(verdict, moved)
  }
}

/** A plain price move beside the name outweighs every other reading. */
function settle(verdict: Verdict, moved: { readonly sign: 1 | -1; readonly word: string } | null): Verdict {
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

function moveAfter(
  title: TokenText,
  end: number,
  moves: ReadonlyMap<string, 1 | -1>,
): { readonly sign: 1 | -1; readonly word: string } | null {
  let seen = 0
  for (let i = 0; i < title.words.length && seen < REACH; i++) {
    if ((title.starts[i] ?? 0) < end) continue
    if (title.breaks[i] === true) return null
    const word = title.words[i] ?? ''
    const sign = moves.get(word)
    if (sign !== undefined) return { sign, word }
    seen++
  }
  return null
}

function holds(words: readonly string[], phrase: readonly string[]): boolean {
  for (let i = 0; i + phrase.length <= words.length; i++) {
    let same = true
    for (let k = 0; k < phrase.length && same; k++) same = words[i + k] === phrase[k]
    if (same) return true
  }
  return false
}
