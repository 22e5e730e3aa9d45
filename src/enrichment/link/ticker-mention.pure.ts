import type { Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import { collectCues } from './cue.pure.ts'

/** A ticker written in a text, with the tokens it spans. */
export interface TickerHit {
  readonly asset: KnownAsset
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/** Finds tickers: cashtags, symbols in brackets with or without exchange, vendor suffixes, bare capitals with evidence. */
export function createTickerFinder(knowledge: Knowledge, lexicon: LinkLexicon): (tokens: TokenisedText) => TickerHit[] {
  const byTicker = new Map<string, KnownAsset>()
  const bySymbol = new Map<string, KnownAsset>()
  for (const asset of knowledge.assets) {
    byTicker.set(asset.ticker, asset)
    for (const symbol of new Set([asset.symbol, asset.symbol.replace(/-USD$/, '')])) {
      const old = bySymbol.get(symbol)
      if (old === undefined || rankListing(asset) > rankListing(old)) bySymbol.set(symbol, asset)
    }
  }
  const codes = new Map(lexicon.vendorCodes.map((entry) => [entry.written.toUpperCase(), entry.code]))
  for (const asset of knowledge.assets) {
    const code = asset.ticker.slice(asset.ticker.lastIndexOf('.') + 1)
    codes.set(code, code)
  }
  const stopwords = new Set(lexicon.tickerStopwords.map((word) => word.toUpperCase()))
  const { company_after: after, company_before: before } = collectCues(lexicon)

  const findOnExchange = (symbol: string, written: string): KnownAsset | undefined => {
    const code = codes.get(written.toUpperCase())
    if (code === undefined) return undefined
    const padded = code === 'HK' ? symbol.padStart(4, '0') : symbol
    return byTicker.get(`${padded}.${code}`) ?? byTicker.get(`${padded.replaceAll('.', '-')}.${code}`)
  }

  return (tokens) => tokens.words.flatMap((_, at) => readAt(tokens, at) ?? [])

  function readAt(tokens: TokenisedText, at: number): TickerHit | null {
    const { text, starts, ends, shapes } = tokens
    const [start = 0, nextStart = 0] = starts.slice(at, at + 2)
    const [end = 0, nextEnd = 0] = ends.slice(at, at + 2)
    const lead = text.charAt(start - 1)
    const symbol = text.slice(start, end)
    const isWord = shapes[at] === 'lower' || shapes[at] === 'sign' || symbol !== symbol.toUpperCase()
    // Words like "Apple" are no symbols unless a cashtag.
    if (symbol.length > 10 || (isWord && lead !== '$')) return null
    const hit = { from: at, to: at + 1, start: lead === '$' ? start - 1 : start, end }
    // A suffix or a share class is glued on: "7203.T", "BRK.B", "BRK-B".
    const glue = text.charAt(end)
    const hasSuffix = nextStart === end + 1 && (shapes[at + 1] === 'upper' || shapes[at + 1] === 'capital')
    const suffix = hasSuffix && (glue === '.' || glue === '-') ? text.slice(nextStart, nextEnd) : ''
    if (suffix !== '' && suffix === suffix.toUpperCase()) {
      const listed = glue === '.' ? findOnExchange(symbol, suffix) : undefined
      const asset = listed ?? bySymbol.get(`${symbol}-${suffix}`)
      if (asset !== undefined) return { ...hit, asset, to: at + 2, end: nextEnd }
    }
    const exchange = '([: '.includes(lead) ? readExchangeBefore(tokens, at) : ''
    const asset = exchange === '' ? findPlain(tokens, at, symbol, lead) : findOnExchange(symbol.toUpperCase(), exchange)
    return asset === undefined ? null : { ...hit, asset, from: exchange === '' ? at : at - 1 }
  }

  /** The listing that a symbol means without an exchange, told by what stands beside it. */
  function findPlain(tokens: TokenisedText, at: number, symbol: string, lead: string): KnownAsset | undefined {
    const { text, ends, shapes, words, casing } = tokens
    if (lead === '$') return /^[A-Za-z]/.test(symbol) ? bySymbol.get(symbol.toUpperCase()) : undefined
    // "STOXX Europe 600 UCITS ETF (DE)": where a fund is at home.
    if (stopwords.has(symbol) || symbol.length < 2 || (symbol.length === 2 && words[at - 1] === 'etf')) return undefined
    const asset = bySymbol.get(symbol)
    const closing = text.charAt(ends[at] ?? 0)
    if ((lead === '(' || lead === '[') && (closing === ')' || closing === ']')) return asset
    const isBare = shapes[at] === 'upper' && symbol.length > 2 && casing !== 'caps'
    const isCompany = after.has(words[at + 1]) || before.has(words[at - 1])
    return isBare && isCompany && asset?.ticker.endsWith('.US') === true ? asset : undefined
  }

  /** The exchange written before a symbol ("NASDAQ: AAPL"), or "". */
  function readExchangeBefore({ text, starts, ends }: TokenisedText, at: number): string {
    const between = text.slice(ends[at - 1], starts[at])
    if (at === 0 || (between !== ':' && between !== ': ')) return ''
    const written = text.slice(starts[at - 1], ends[at - 1])
    const isCode = codes.has(written.toUpperCase()) && written === written.toUpperCase()
    return isCode || /^nasdaq$/i.test(written) ? written : ''
  }
}

function rankListing({ ticker, type }: KnownAsset): number {
  return ticker.endsWith('.US') ? 4 : type === 'crypto' ? 3 : type === 'stock' ? 1 : 0
}
