import type { Knowledge, KnownAsset } from './knowledge.math.ts'
import { cuesOf, type LinkLexicon } from './link-lexicon.math.ts'
import type { TokenText } from './token.math.ts'

/** A ticker written in a text, with the tokens it spans. */
export interface TickerHit {
  readonly asset: KnownAsset
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/** Finds tickers: cashtags, symbols in brackets with or without exchange, vendor suffixes, bare capitals with evidence. */
export function createTickerFinder(knowledge: Knowledge, lexicon: LinkLexicon): (tokens: TokenText) => TickerHit[] {
  const byTicker = new Map<string, KnownAsset>()
  const bySymbol = new Map<string, KnownAsset>()
  for (const asset of knowledge.assets) {
    byTicker.set(asset.ticker, asset)
    for (const symbol of new Set([asset.symbol, asset.symbol.replace(/-USD$/, '')])) {
      const old = bySymbol.get(symbol)
      if (old === undefined || preference(asset) > preference(old)) bySymbol.set(symbol, asset)
    }
  }
  const codes = new Map(lexicon.vendorCodes.map((entry) => [entry.written.toUpperCase(), entry.code]))
  for (const asset of knowledge.assets) {
    const code = asset.ticker.slice(asset.ticker.lastIndexOf('.') + 1)
    codes.set(code, code)
  }
  const stopwords = new Set(lexicon.tickerStopwords.map((word) => word.toUpperCase()))
  const after = cuesOf(lexicon, 'company_after')
  const before = cuesOf(lexicon, 'company_before')

  const onExchange = (symbol: string, written: string): KnownAsset | undefined => {
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
      if (symbol.length > 10 || isCapitalWord(symbol, lead)) continue
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
            ? (onExchange(symbol, suffix) ?? bySymbol.get(`${symbol}-${suffix}`))
            : bySymbol.get(`${symbol}-${suffix}`)
        if (asset !== undefined) {
          end = ends[to] ?? end
          to++
        }
      }
      if (asset === undefined) {
        const bracketed = lead === '(' || lead === '['
        const exchange = bracketed || lead === ':' || lead === ' ' ? exchangeBefore(tokens, i) : ''
        if (lead === '$' && /^[A-Za-z]/.test(symbol)) asset = bySymbol.get(symbol.toUpperCase())
        else if (exchange !== '') {
          symbol = symbol.toUpperCase()
          asset = onExchange(symbol, exchange)
          from = i - 1
        } else if (bracketed && ')]'.includes(text.charAt(end) || ' ') && symbol.length > 1) {
          if (!stopwords.has(symbol)) asset = bySymbol.get(symbol)
        } else if (shape === 'upper' && symbol.length > 2 && tokens.casing !== 'caps' && !stopwords.has(symbol)) {
          const supported = after.has(folded[i + 1] ?? '') || before.has(folded[i - 1] ?? '')
          const bare = supported ? bySymbol.get(symbol) : undefined
          if (bare?.ticker.endsWith('.US') === true) asset = bare
        }
      }
      if (asset !== undefined) hits.push({ asset, from, to, start: lead === '$' ? start - 1 : start, end })
    }
    return hits
  }

  /** The exchange written before a symbol ("NASDAQ: AAPL"), or "". */
  function exchangeBefore(tokens: TokenText, at: number): string {
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
function isCapitalWord(symbol: string, lead: string): boolean {
  return lead !== '$' && symbol !== symbol.toUpperCase()
}

function preference(asset: KnownAsset): number {
  const home = asset.ticker.endsWith('.US') ? 4 : asset.type === 'crypto' ? 3 : asset.type === 'stock' ? 1 : 0
  return home
}
