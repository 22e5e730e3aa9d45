import { editDistance } from '../../core/input/edit-distance.pure.ts'
import { finish, mapInPieces, type Pieces } from '../../core/pieces.pure.ts'

/** The fields of a listing that the ticker index takes. */
export interface TickerListing {
  readonly id: number
  /** Canonical ticker, `SYMBOL.EXCHANGE`. */
  readonly ticker: string
  readonly marketCapUsd: number | null
}

/** An exchange with the ticker suffixes of other vendors. */
export interface TickerExchange {
  readonly code: string
  readonly alsoWritten: readonly string[]
}

/** What exchanges of futures and currency codes call a commodity. */
export interface CommoditySymbol {
  readonly symbol: string
  readonly ticker: string
}

/** Finds listings by ticker. */
export interface TickerIndex {
  /** Id of the listing with a canonical ticker; with `forex`, `PAIR.FOREX` (positioning data) is accepted too. */
  find(text: string, options?: { readonly forex?: boolean | undefined }): number | null
  /** Id of the listing with a ticker in another vendor's notation: `005930.KS`, `NASDAQ:AAPL`, `$AAPL`, `7203 JP`, `GC=F`, `XAUUSD`. */
  translate(text: string): number | null
  /** The known ticker most similar to an unknown one; null when none is similar. */
  suggest(text: string): string | null
}

/** Maximum length of a ticker. */
const TICKER_LENGTH_MAX = 24
const TICKER_TEXT = /^[A-Za-z0-9][A-Za-z0-9&./_^=-]*$/
const HONG_KONG_DIGITS = 4
/** A commodity's symbol as a future or with the suffix of commodities; a currency code also alone, and priced in dollars. NG alone is a share. */
const COMMODITY_TEXT = /^(?:([A-Z]{2,3})(?:=F|\.COMM)|(X[A-Z]{2})(?:[/-]?USD)?(?:=X|\.FX|\.FOREX)?)$/

/** Parts of a ticker: symbol with the share class after a hyphen, and exchange code or null. */
export interface TickerParts {
  readonly symbol: string
  readonly exchange: string | null
}

/**
 * Parses a ticker in the specification's notation; null when the text is not a ticker. The last dot separates the exchange code if
 * `isExchange` accepts it, otherwise a share class: `BRK.B` and `BRK/B` are `BRK-B`.
 */
export function parseTicker(text: string, isExchange: (code: string) => boolean): TickerParts | null {
  const upper = tickerText(text)
  if (upper === null) return null
  const dot = upper.lastIndexOf('.')
  const exchange = upper.slice(dot + 1)
  if (dot <= 0 || !isExchange(exchange)) return { symbol: hyphenated(upper), exchange: null }
  const symbol = hyphenated(upper.slice(0, dot))
  const isShortNumber = exchange === 'HK' && /^\d{1,5}$/.test(symbol)
  return { symbol: isShortNumber ? symbol.replace(/^0+/, '').padStart(HONG_KONG_DIGITS, '0') : symbol, exchange }
}

/** The text as an upper-case ticker; null when its length or characters are not those of a ticker. */
function tickerText(text: string): string | null {
  if (text.length > 4 * TICKER_LENGTH_MAX) return null
  const trimmed = text.trim()
  return trimmed.length <= TICKER_LENGTH_MAX && TICKER_TEXT.test(trimmed) ? trimmed.toUpperCase() : null
}

const hyphenated = (symbol: string) => symbol.replace(/[./]/g, '-')

/** Builds the ticker index; a symbol without exchange belongs to the largest of the listings that share it. */
export function createTickerIndex(
  listings: readonly TickerListing[],
  exchanges: readonly TickerExchange[],
  commodities: readonly CommoditySymbol[] = [],
): TickerIndex {
  return finish(tickerIndexInPieces(listings, exchanges, commodities))
}

/** The same, made piece by piece. */
export function* tickerIndexInPieces(
  listings: readonly TickerListing[],
  exchanges: readonly TickerExchange[],
  commodities: readonly CommoditySymbol[] = [],
): Pieces<TickerIndex> {
  const entries = yield* mapInPieces(listings, (listing) => {
    const dot = listing.ticker.lastIndexOf('.')
    const symbol = listing.ticker.slice(0, dot)
    const exchange = listing.ticker.slice(dot + 1)
    return { id: listing.id, ticker: listing.ticker, symbol, exchange, cap: listing.marketCapUsd ?? 0 }
  })
  type Entry = (typeof entries)[number]
  // The largest listing wins an ambiguous symbol; the order of the input does not matter.
  entries.sort((a, b) => b.cap - a.cap || (a.ticker < b.ticker ? -1 : a.ticker > b.ticker ? 1 : a.id - b.id))

  const byTicker = new Map<string, Entry>()
  const bare = new Map<string, Entry>()
  const bySymbol = new Map<string, Entry[]>()
  const addFirst = <K, V>(map: Map<K, V>, key: K, value: V) => {
    if (!map.has(key)) map.set(key, value)
  }
  yield
  yield* mapInPieces(entries, (entry) => {
    addFirst(byTicker, entry.ticker.toUpperCase(), entry)
    if (entry.exchange === 'US') addFirst(bare, entry.symbol, entry)
    if (entry.exchange === 'CC') {
      addFirst(bare, entry.symbol, entry)
      addFirst(bare, entry.symbol.replace(/-USD$/, ''), entry)
    }
    bySymbol.set(entry.symbol, [...(bySymbol.get(entry.symbol) ?? []), entry])
  })

  const codes = new Set([...exchanges.map(({ code }) => code), ...entries.map(({ exchange }) => exchange)])
  const isExchange = (code: string) => codes.has(code)
  const alsoWritten = new Map<string, string[]>()
  for (const { code, alsoWritten: others } of exchanges) {
    for (const other of others) {
      const suffix = other.toUpperCase()
      alsoWritten.set(suffix, [...(alsoWritten.get(suffix) ?? []), code])
    }
  }

  const lookUp = ({ symbol, exchange }: TickerParts): Entry | null =>
    (exchange === null ? bare.get(symbol) : byTicker.get(`${symbol}.${exchange}`)) ?? null

  const findEntry = (text: string, forex = false): Entry | null => {
    const parts = parseTicker(forex ? text.replace(/\.forex\s*$/i, '.FX') : text, isExchange)
    return parts === null ? null : lookUp(parts)
  }

  /** The listing of `symbol` on the exchange that other vendors call `suffix`. */
  const onForeignSuffix = (symbol: string, suffix: string): Entry | null => {
    for (const code of [...(isExchange(suffix) ? [suffix] : []), ...(alsoWritten.get(suffix) ?? [])]) {
      const parts = parseTicker(`${symbol}.${code}`, isExchange)
      const entry = parts === null ? null : (lookUp(parts) ?? withoutZeros(parts))
      if (entry !== null) return entry
    }
    return null
  }

  /** The listing of a numeric symbol written with too few or too many leading zeros. */
  const withoutZeros = ({ symbol, exchange }: TickerParts): Entry | null => {
    if (exchange === null || !/^\d{1,8}$/.test(symbol)) return null
    const digits = symbol.replace(/^0+/, '')
    for (let width = digits.length; width <= 6; width++) {
      const entry = byTicker.get(`${digits.padStart(width, '0')}.${exchange}`)
      if (entry !== undefined) return entry
    }
    return null
  }

  const commodityTickers = new Map(commodities.map(({ symbol, ticker }) => [symbol, ticker]))

  /** The commodity of `XAU`, `XAUUSD`, `GC=F` or `GC.COMM`. */
  const commodityOf = (upper: string): Entry | null => {
    const [, traded, coded] = COMMODITY_TEXT.exec(upper) ?? []
    return byTicker.get(commodityTickers.get(traded ?? coded ?? '') ?? '') ?? null
  }

  const translateEntry = (text: string): Entry | null => {
    if (text.length > 4 * TICKER_LENGTH_MAX) return null
    const venueFirst = /^\s*([A-Za-z]{1,8}):\s?([^\s:]{1,12})\s*$/.exec(text)
    if (venueFirst !== null) return onForeignSuffix(venueFirst[2] ?? '', (venueFirst[1] ?? '').toUpperCase())
    const venueLast = /^\s*(\S{1,12}) ([A-Za-z]{2})(?: equity| index)?\s*$/i.exec(text)
    if (venueLast !== null) return onForeignSuffix(venueLast[1] ?? '', (venueLast[2] ?? '').toUpperCase())
    const upper = tickerText(text.replace(/^\s*\$/, ''))
    if (upper === null) return null
    const dot = upper.lastIndexOf('.')
    const listed = dot <= 0 ? null : onForeignSuffix(upper.slice(0, dot), upper.slice(dot + 1))
    return listed ?? findEntry(upper) ?? commodityOf(upper)
  }

  const suggestEntry = (text: string): Entry | null => {
    const translated = translateEntry(text)
    if (translated !== null) return translated
    const upper = tickerText(text)
    if (upper === null) return null
    const dot = upper.lastIndexOf('.')
    const head = hyphenated(dot > 0 ? upper.slice(0, dot) : upper)
    const suffix = dot > 0 ? upper.slice(dot + 1) : null
    const twin = bySymbol.get(head)?.[0] ?? bySymbol.get(hyphenated(upper))?.[0]
    return (
      twin ??
      nearest(entries, head, [...(suffix === null ? ['US', 'CC'] : [suffix, ...(alsoWritten.get(suffix) ?? [])])])
    )
  }

  return {
    find: (text, options) => findEntry(text, options?.forex)?.id ?? null,
    translate: (text) => translateEntry(text)?.id ?? null,
    suggest: (text) => suggestEntry(text)?.ticker ?? null,
  }
}

/** The listing with the symbol most similar to `symbol`, preferably on one of `exchanges`; null for numeric symbols. */
function nearest<E extends { readonly symbol: string; readonly exchange: string }>(
  entries: readonly E[],
  symbol: string,
  exchanges: readonly string[],
): E | null {
  if (symbol.length < 3 || /^\d+$/.test(symbol)) return null
  const max = symbol.length >= 6 ? 2 : 1
  let best: E | null = null
  let least = 2 * max + 2
  for (const entry of entries) {
    const distance = editDistance(symbol, entry.symbol, max)
    if (distance > max) continue
    const cost = 2 * distance + (exchanges.includes(entry.exchange) ? 0 : 1)
    if (cost < least) {
      best = entry
      least = cost
    }
  }
  return best
}
