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
  const after = collectCues(lexicon, 'company_after')
  const before = collectCues(lexicon, 'company_before')

  const findOnExchange = (symbol: string, written: string): KnownAsset | undefined => {
    const code = codes.get(written.toUpperCase())
    if (code === undefined) return undefined
    const padded = code === 'HK' ? symbol.padStart(4, '0') : symbol
    return byTicker.get(`${padded}.${code}`) ?? byTicker.get(`${padded.replaceAll('.', '-')}.${code}`)
  }

  return (tokens) => {
    const { text, starts, ends, shapes, words: folded } = tokens
    const hits: TickerHit[] = []
    for (let i = 0; i < starts.length; i++) {
      const shape = shapes[i]
      if (shape === 'lower' || shape === 'sign') {
        if (text.charAt((starts[i] ?? 0) - 1) !== '$') continue
      }
      const start = starts[i] ?? 0
      let end = ends[i] ?? start
      const lead = text.charAt(start - 1)
      let from = i
      let to = i + 1
      let symbol = text.slice(start, end)
      if (symbol.length > 10 || isNoSymbol(symbol, lead)) continue
      let suffix = ''
      // A suffix or a share class is glued on: "7203.T", "BRK.B", "BRK-B".
      const glue = text.charAt(end)
      if (
        (glue === '.' || glue === '-') &&
        starts[to] === end + 1 &&
        (shapes[to] === 'upper' || shapes[to] === 'capital')
      ) {
        suffix = text.slice(end + 1, ends[to])
        if (suffix.length > 6) suffix = ''
      }
      let asset: KnownAsset | undefined
      if (suffix !== '' && suffix === suffix.toUpperCase()) {
        asset =
          glue === '.'
            ? (findOnExchange(symbol, suffix) ?? bySymbol.get(`${symbol}-${suffix}`))
            : bySymbol.get(`${symbol}-${suffix}`)
        if (asset !== undefined) {
          end = ends[to] ?? end
          to++
        }
      }
      if (asset === undefined) {
        const isBracketed = lead === '(' || lead === '['
        const exchange = isBracketed || lead === ':' || lead === ' ' ? readExchangeBefore(tokens, i) : ''
        if (lead === '$' && /^[A-Za-z]/.test(symbol)) asset = bySymbol.get(symbol.toUpperCase())
        else if (exchange !== '') {
          symbol = symbol.toUpperCase()
          asset = findOnExchange(symbol, exchange)
          from = i - 1
        } else if (isBracketed && ')]'.includes(text.charAt(end) || ' ') && symbol.length > 1) {
          if (!stopwords.has(symbol)) asset = bySymbol.get(symbol)
        } else if (shape === 'upper' && symbol.length > 2 && tokens.casing !== 'caps' && !stopwords.has(symbol)) {
          const hasSupport = after.has(folded[i + 1] ?? '') || before.has(folded[i - 1] ?? '')
          const bare = hasSupport ? bySymbol.get(symbol) : undefined
          if (bare?.ticker.endsWith('.US') === true) asset = bare
        }
      }
      if (asset !== undefined) hits.push({ asset, from, to, start: lead === '$' ? start - 1 : start, end })
    }
    return hits
  }

  /** The exchange written before a symbol ("NASDAQ: AAPL"), or "". */
  function readExchangeBefore(tokens: TokenisedText, at: number): string {
    if (at === 0) return ''
    const between = tokens.text.slice(tokens.ends[at - 1], tokens.starts[at])
    if (between !== ':' && between !== ': ') return ''
    const written = tokens.text.slice(tokens.starts[at - 1], tokens.ends[at - 1])
    return (codes.has(written.toUpperCase()) && written === written.toUpperCase()) || /^nasdaq$/i.test(written)
      ? written
      : ''
  }
}

/** Words like "Apple" are no symbols unless a cashtag. */
function isNoSymbol(symbol: string, lead: string): boolean {
  return lead !== '$' && symbol !== symbol.toUpperCase()
}

function rankListing(asset: KnownAsset): number {
  const home = asset.ticker.endsWith('.US') ? 4 : asset.type === 'crypto' ? 3 : asset.type === 'stock' ? 1 : 0
  return home
}
