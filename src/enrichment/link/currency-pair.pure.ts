import type { Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { PairLeg } from '../vocabulary/link-lexicon.pure.ts'

/** A currency pair. */
interface Pair {
  /** Null for a pair that is not listed. */
  readonly asset: KnownAsset | null
  /** True for a pair quoted in reverse of its listing: JPY/USD for USDJPY. */
  readonly isInverse: boolean
}

interface Leg {
  readonly code: string
  readonly priced: KnownAsset | null
}

const JOINERS = '/-\u2013'

/** Finds pairs: `EUR/USD`, `GBP-USD`, `JPYUSD`, `dollar/yen`, `euro-dollar`, `XAU/USD`, `BTC/USDT`. */
export function createPairFinder(
  knowledge: Knowledge,
  legs: readonly PairLeg[],
): (tokens: TokenisedText, at: number) => (Pair & { readonly to: number }) | null {
  const byTicker = new Map(knowledge.assets.map((asset) => [asset.ticker, asset]))
  const pairs = new Map<string, KnownAsset>()
  const legsByCode = new Map<string, Leg>()
  const legsByWord = new Map<string, Leg>()
  for (const asset of knowledge.assets) {
    if (asset.type === 'forex') {
      pairs.set(asset.symbol, asset)
      for (const code of asset.symbol.length === 6 ? [asset.symbol.slice(0, 3), asset.symbol.slice(3)] : [])
        legsByCode.set(code.toLowerCase(), { code, priced: null })
    } else if (asset.type === 'crypto') {
      const code = asset.symbol.replace(/-USD$/, '')
      legsByCode.set(code.toLowerCase(), { code, priced: asset })
    }
  }
  for (const { word, code, ticker } of legs) {
    const leg = { code, priced: byTicker.get(ticker) ?? null }
    if (word === code.toLowerCase() || leg.priced !== null) legsByCode.set(word, leg)
    else if (!word.includes(' ')) legsByWord.set(word, leg)
  }

  return (tokens, at) => {
    const { words, shapes, starts, ends, text } = tokens
    const word = words[at] ?? ''
    if (word.length === 6 && shapes[at] === 'upper') {
      const base = legsByCode.get(word.slice(0, 3))
      const quote = legsByCode.get(word.slice(3))
      if (base === undefined || quote === undefined) return null
      const found = findPair(base, quote)
      // Six capitals that are quoted nowhere may be any word.
      return found.asset === null ? null : { ...found, to: at + 1 }
    }
    const end = ends[at] ?? 0
    if (starts[at + 1] !== end + 1 || !JOINERS.includes(text.charAt(end))) return null
    const base = readLeg(tokens, at)
    const quote = base && readLeg(tokens, at + 1)
    if (base === undefined || quote === undefined || base.code === quote.code) return null
    return { ...findPair(base, quote), to: at + 2 }
  }

  function readLeg({ words, shapes }: TokenisedText, at: number): Leg | undefined {
    const word = words[at] ?? ''
    return (shapes[at] === 'upper' ? legsByCode.get(word) : undefined) ?? legsByWord.get(word)
  }

  function findPair(base: Leg, quote: Leg): Pair {
    if (base.priced !== null) return { asset: base.priced, isInverse: false }
    if (quote.priced !== null) return { asset: quote.priced, isInverse: true }
    const direct = pairs.get(base.code + quote.code)
    if (direct !== undefined) return { asset: direct, isInverse: false }
    const reversed = pairs.get(quote.code + base.code) ?? null
    return { asset: reversed, isInverse: reversed !== null }
  }
}
