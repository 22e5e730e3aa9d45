import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTickerIndex, parseTicker } from './ticker.pure.ts'

const TICKERS: readonly (readonly [string, number | null])[] = [
  ['AAPL.US', 3.4e12],
  ['APP.US', 1e11],
  ['BRK-B.US', 1e12],
  ['BRK-A.US', 1e12],
  ['BTC-USD.CC', 2e12],
  ['BTC.US', null],
  ['LINK-USD.CC', 1e10],
  ['LINK.US', 1e8],
  ['EURUSD.FX', null],
  ['GOLD_CN.COMM', null],
  ['US-10Y.GB', null],
  ['SOFR.MM', null],
  ['0700.HK', 5e11],
  ['005930.KO', 3e11],
  ['7203.JP', 2.5e11],
  ['SAP.XETRA', 3e11],
  ['VOD.LSE', 3e10],
]
const LISTINGS = TICKERS.map(([ticker, marketCapUsd], id) => ({ id, ticker, marketCapUsd }))
const EXCHANGES = [
  { code: 'US', alsoWritten: ['NYSE', 'NASDAQ', 'O', 'N'] },
  { code: 'KO', alsoWritten: ['KS', 'KRX'] },
  { code: 'JP', alsoWritten: ['T', 'TYO'] },
  { code: 'LSE', alsoWritten: ['L', 'LON', 'LN'] },
  { code: 'XETRA', alsoWritten: ['DE', 'F', 'GR'] },
  { code: 'HK', alsoWritten: [] },
]
const index = createTickerIndex(LISTINGS, EXCHANGES)
const named = (id: number | null) => (id === null ? null : (TICKERS[id]?.[0] ?? null))

describe('a ticker', () => {
  test.each([
    ['AAPL.US', 'AAPL.US'],
    ['aapl.us', 'AAPL.US'],
    ['AAPL', 'AAPL.US'],
    [' aapl ', 'AAPL.US'],
    ['BRK.B', 'BRK-B.US'],
    ['BRK/B', 'BRK-B.US'],
    ['brk-b', 'BRK-B.US'],
    ['BRK.B.US', 'BRK-B.US'],
    ['BTC', 'BTC-USD.CC'],
    ['BTC-USD', 'BTC-USD.CC'],
    ['btc-usd.cc', 'BTC-USD.CC'],
    ['BTC.US', 'BTC.US'],
    ['LINK', 'LINK-USD.CC'],
    ['eurusd.fx', 'EURUSD.FX'],
    ['700.HK', '0700.HK'],
    ['00700.HK', '0700.HK'],
    ['us-10y.gb', 'US-10Y.GB'],
    ['SOFR.MM', 'SOFR.MM'],
    ['7203.JP', '7203.JP'],
  ])('%j denotes %s', (text, ticker) => {
    expect(named(index.find(text))).toBe(ticker)
  })

  test('in the notation of positioning is known only where that is allowed', () => {
    expect(index.find('EURUSD.FOREX')).toBeNull()
    expect(named(index.find('eurusd.forex', { forex: true }))).toBe('EURUSD.FX')
  })

  test('of China gold keeps its infix', () => {
    expect(named(index.find('GOLD_CN.COMM'))).toBe('GOLD_CN.COMM')
  })

  test.each([
    '005930.KS',
    'SAP',
    '7203',
    'EURUSD',
    'AAPL.XX',
    '.US',
    'US',
    '',
    'AAPL.US\0',
    'ＡＡＰＬ',
    'aapl us',
    'ı',
    `${'A'.repeat(1_000_000)}.US`,
    '.'.repeat(1_000_000),
  ])('written %j is unknown', (text) => {
    expect(index.find(text)).toBeNull()
  })
})

describe('an unknown ticker', () => {
  test.each([
    ['005930.KS', '005930.KO'],
    ['5930.KS', '005930.KO'],
    ['7203.T', '7203.JP'],
    ['VOD.L', 'VOD.LSE'],
    ['SAP.DE', 'SAP.XETRA'],
    ['SAP', 'SAP.XETRA'],
    ['AAPL.O', 'AAPL.US'],
    ['AAPL.XX', 'AAPL.US'],
    ['APPL', 'AAPL.US'],
    ['AALP.US', 'AAPL.US'],
    ['SAPP', 'APP.US'],
    ['SAPP.DE', 'SAP.XETRA'],
    ['NASDAQ:AAPL', 'AAPL.US'],
    ['$AAPL', 'AAPL.US'],
    ['7203', '7203.JP'],
    ['gold-cn.comm', 'GOLD_CN.COMM'],
  ])('%s suggests %s', (text, ticker) => {
    expect(index.suggest(text)).toBe(ticker)
  })

  test.each(['7204.JP', 'ZZZZQ', 'XY', '', '\0', 'x'.repeat(1_000_000)])('%j suggests nothing', (text) => {
    expect(index.suggest(text)).toBeNull()
  })
})

test('another vendor’s notation is translated, a typing error is not', () => {
  expect(named(index.translate('7203 JP'))).toBe('7203.JP')
  expect(named(index.translate('VOD LN Equity'))).toBe('VOD.LSE')
  expect(named(index.translate('005930.KS'))).toBe('005930.KO')
  expect(index.translate('AALP')).toBeNull()
})

describe('a commodity by what others call it', () => {
  const known = createTickerIndex(LISTINGS, EXCHANGES, [
    { symbol: 'XAU', ticker: 'GOLD_CN.COMM' },
    { symbol: 'GC', ticker: 'GOLD_CN.COMM' },
  ])

  test.each(['XAU', 'xauusd', 'XAUUSD=X', 'XAUUSD.FX', 'XAU/USD', 'XAU.COMM', 'GC=F', 'gc.comm'])(
    '%s is translated and suggested',
    (text) => {
      expect(named(known.translate(text))).toBe('GOLD_CN.COMM')
      expect(known.suggest(text)).toBe('GOLD_CN.COMM')
      expect(known.find(text)).toBeNull()
    },
  )

  test.each(['GC', 'GCUSD', 'XAG', 'GC.US', 'XAUEUR'])('%s is not: it may be a share, or is unknown', (text) => {
    expect(known.translate(text)).toBeNull()
  })
})

test('taking a ticker apart keeps an unknown suffix as a share class', () => {
  const isExchange = (code: string) => code === 'US' || code === 'HK'
  expect(parseTicker('brk.b', isExchange)).toEqual({ symbol: 'BRK-B', exchange: null })
  expect(parseTicker('brk.b.us', isExchange)).toEqual({ symbol: 'BRK-B', exchange: 'US' })
  expect(parseTicker('5.hk', isExchange)).toEqual({ symbol: '0005', exchange: 'HK' })
  expect(parseTicker('no ticker', isExchange)).toBeNull()
})

test('any text is answered, and the order of the listings never matters', () => {
  const reversed = createTickerIndex(LISTINGS.toReversed(), EXCHANGES)
  const ticker = fc.tuple(
    fc.constantFrom(...TICKERS.map(([text]) => text)),
    fc.constantFrom('', '.KS', ' JP', ':', 'X'),
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    ticker.map(([known, more]) => known + more),
  )
  fc.assert(
    fc.property(text, (query) => {
      expect(reversed.find(query)).toBe(index.find(query))
      expect(reversed.translate(query)).toBe(index.translate(query))
      expect(reversed.suggest(query)).toBe(index.suggest(query))
    }),
  )
})
