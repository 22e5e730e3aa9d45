import type { Knowledge, KnownAsset } from './knowledge.math.ts'
import type { TokenText } from './token.math.ts'

/** A leg of a quoted pair as texts write it and its code: `yen` is JPY, `XAU` is gold, `XBT` is bitcoin. */
export interface PairLeg {
  readonly word: string
  /** ISO 4217 code, or the symbol of an asset priced in currencies. */
  readonly code: string
  /** Ticker of what is priced where the leg is no currency: XAU means GOLD.COMM; else empty. */
  readonly ticker: string
}

/** A pair written in a text. */
export interface PairHit {
  /** Null for a pair that is quoted nowhere here: its legs are no news of their own pairs either. */
  readonly asset: KnownAsset | null
  /** The text quotes the pair the other way round than the listing: JPY/USD for USDJPY. */
  readonly inverse: boolean
  readonly from: number
  readonly to: number
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
): (tokens: TokenText, at: number) => PairHit | null {
  const byTicker = new Map(knowledge.assets.map((asset) => [asset.ticker, asset]))
  const pairs = new Map<string, KnownAsset>()
  const codes = new Map<string, Leg>()
  const spoken = new Map<string, Leg>()
  for (const asset of knowledge.assets) {
    if (asset.type === 'forex') {
      pairs.set(asset.symbol, asset)
      for (const code of asset.symbol.length === 6 ? [asset.symbol.slice(0, 3), asset.symbol.slice(3)] : [])
        codes.set(code.toLowerCase(), { code, priced: null })
    } else if (asset.type === 'crypto') {
      const code = asset.symbol.replace(/-USD$/, '')
      codes.set(code.toLowerCase(), { code, priced: asset })
    }
  }
  for (const { word, code, ticker } of legs) {
    const leg = { code, priced: byTicker.get(ticker) ?? null }
    if (word === code.toLowerCase() || leg.priced !== null) codes.set(word, leg)
    else if (!word.includes(' ')) spoken.set(word, leg)
  }

  return (tokens, at) => {
    const { words, shapes, starts, ends, text } = tokens
    const word = words[at] ?? ''
    const whole = word.length === 6 && shapes[at] === 'upper'
    if (whole) {
      const base = codes.get(word.slice(0, 3))
      const quote = codes.get(word.slice(3))
      if (base === undefined || quote === undefined) return null
      const found = listed(base, quote)
      // Six capitals that are quoted nowhere may be any word.
      return found.asset === null ? null : { ...found, from: at, to: at + 1 }
    }
    const joined =
      JOINERS.includes(text.charAt(ends[at] ?? 0) || ' ') &&
      starts[at + 1] === (ends[at] ?? 0) + 1 &&
      at + 1 < words.length
    if (!joined) return null
    const base = legAt(at)
    const quote = base === null ? null : legAt(at + 1)
    if (base === null || quote === null || base.code === quote.code) return null
    return { ...listed(base, quote), from: at, to: at + 2 }

    function legAt(i: number): Leg | null {
      const written = words[i] ?? ''
      return (shapes[i] === 'upper' ? codes.get(written) : spoken.get(written)) ?? spoken.get(written) ?? null
    }
  }

  function listed(base: Leg, quote: Leg): { asset: KnownAsset | null; inverse: boolean } {
    if (base.priced !== null) return { asset: base.priced, inverse: false }
    if (quote.priced !== null) return { asset: quote.priced, inverse: true }
    const direct = pairs.get(base.code + quote.code)
    if (direct !== undefined) return { asset: direct, inverse: false }
    const turned = pairs.get(quote.code + base.code) ?? null
    return { asset: turned, inverse: turned !== null }
  }
}
