import { describe, expect, test } from 'vitest'
import { repeated } from '../../../test/setup/repeated.ts'
import { isIsin } from '../identity/isin.pure.ts'
import { createTickerIndex } from '../identity/ticker.pure.ts'
import { readReference } from './reference.source.ts'

const [listings, exchanges, gics] = await Promise.all([
  readReference('listing'),
  readReference('exchange'),
  readReference('gics'),
]).then((kinds) => [kinds[0].rows, kinds[1].rows, kinds[2].rows] as const)

const exchangeOf = new Map(exchanges.map((exchange) => [exchange.code, exchange]))
const gicsNames = new Map(gics.map((node) => [node.code, node.name]))
/** Tickers of the listings that break a rule. */
const breaking = (broken: (listing: (typeof listings)[number]) => boolean) =>
  listings.filter(broken).map((listing) => listing.ticker)

describe('breadth', () => {
  test.each([
    ['the United States', ['US'], 560],
    ['Japan', ['JP'], 60],
    ['Thailand', ['BK'], 40],
    ['Taiwan', ['TW', 'TWO'], 40],
    ['Korea', ['KO', 'KQ'], 40],
    ['Hong Kong and mainland China', ['HK', 'SHG', 'SHE'], 80],
    ['India', ['NSE'], 50],
    ['the United Kingdom', ['LSE'], 60],
    ['Germany', ['XETRA'], 40],
    ['France', ['PA'], 40],
    ['Switzerland', ['SW'], 20],
    ['the Netherlands', ['AS'], 20],
    ['Canada', ['TO'], 10],
    ['Australia', ['AU'], 10],
    ['Brazil', ['SA'], 10],
    ['Sweden', ['ST'], 10],
    ['Denmark', ['CO'], 10],
    ['Italy', ['MI'], 10],
    ['Spain', ['MC'], 10],
    ['Singapore', ['SG'], 10],
    ['Saudi Arabia', ['SR'], 14],
    ['the Emirates, Qatar and Kuwait', ['ADX', 'DFM', 'QA', 'KW'], 10],
    ['Poland', ['WAR'], 10],
    ['Turkey', ['IS'], 10],
    ['South Africa', ['JSE'], 10],
    ['Portugal', ['LS'], 5],
  ])('of %s (%j) at least %i stocks are listed', (_, codes, least) => {
    const stocks = listings.filter((listing) => listing.type === 'stock' && codes.includes(listing.exchange))
    expect(stocks.length).toBeGreaterThanOrEqual(least)
  })

  test.each([
    ['etf', 40],
    ['crypto', 25],
    ['commodity', 35],
    ['forex', 28],
    ['bond', 24],
    ['money_market', 10],
  ])('of %s there are at least %i', (type, least) => {
    expect(listings.filter((listing) => listing.type === type).length).toBeGreaterThanOrEqual(least)
  })

  test('commodities have dollar contracts, onshore Chinese ones, palm oil in ringgit and carbon in euro', () => {
    const currencies = new Map(listings.map((listing) => [listing.ticker, listing.currency]))
    const commodities = listings.filter((listing) => listing.type === 'commodity')
    expect(commodities.filter((listing) => listing.currency === 'USD').length).toBeGreaterThanOrEqual(20)
    expect(commodities.filter((listing) => listing.ticker.endsWith('_CN.COMM')).length).toBeGreaterThanOrEqual(5)
    expect(breaking((listing) => listing.ticker.endsWith('_CN.COMM') && listing.currency !== 'CNY')).toEqual([])
    expect(currencies.get('PALMOIL_MY.COMM')).toBe('MYR')
    expect(currencies.get('CARBON_EU.COMM')).toBe('EUR')
  })
})

describe('listings', () => {
  test('no ticker is given twice', () => {
    expect(repeated(listings.map((listing) => listing.ticker))).toEqual([])
  })

  test('every ticker leads to its own listing', () => {
    const index = createTickerIndex(
      listings.map(({ ticker }, id) => ({ id, ticker, marketCapUsd: null })),
      exchanges.map(({ code }) => ({ code, alsoWritten: [] })),
    )
    const found = listings.map(({ ticker }) => listings[index.find(ticker.toLowerCase()) ?? -1]?.ticker)
    expect(found).toEqual(listings.map(({ ticker }) => ticker))
  })

  test('the suffix of a ticker is its exchange, and the exchange is known', () => {
    expect(breaking(({ ticker, exchange }) => ticker.slice(ticker.lastIndexOf('.') + 1) !== exchange)).toEqual([])
    expect(breaking(({ exchange }) => !exchangeOf.has(exchange))).toEqual([])
  })

  test('each type of asset is on exchanges of its kind', () => {
    const pseudo = { crypto: 'CC', commodity: 'COMM', forex: 'FX', bond: 'GB', money_market: 'MM' } as const
    expect(
      breaking(({ type, exchange }) =>
        type === 'stock' || type === 'etf' ? exchangeOf.get(exchange)?.mic === null : pseudo[type] !== exchange,
      ),
    ).toEqual([])
  })

  test('stocks are quoted in the currency of their exchange and have a country', () => {
    expect(
      breaking(({ type, exchange, currency }) => type === 'stock' && exchangeOf.get(exchange)?.currency !== currency),
    ).toEqual([])
    expect(breaking(({ type, country }) => (type === 'stock' || type === 'etf') && country === null)).toEqual([])
  })

  test('every stock has a known 8-digit GICS code, and nothing else has one', () => {
    expect(
      breaking(({ type, gics: code }) => type === 'stock' && !(code?.length === 8 && gicsNames.has(code))),
    ).toEqual([])
    expect(breaking(({ type, gics: code }) => type !== 'stock' && code !== null)).toEqual([])
  })

  test('every ISIN has its check digit and denotes one listing', () => {
    const isins = listings.flatMap(({ isin }) => (isin === null ? [] : [isin]))
    expect(isins.filter((isin) => !isIsin(isin))).toEqual([])
    expect(repeated(isins)).toEqual([])
  })

  test('websites are https addresses without a path', () => {
    expect(
      breaking(({ website }) => website !== null && !/^https:\/\/([a-z0-9-]+\.)+[a-z]{2,}$/.test(website)),
    ).toEqual([])
  })

  test('market values are those of stocks and coins, ten million to six trillion dollars', () => {
    expect(
      breaking(
        ({ type, market_cap_usd: cap }) =>
          cap !== null && !((type === 'stock' || type === 'crypto') && cap >= 1e7 && cap <= 6e12),
      ),
    ).toEqual([])
  })

  test('descriptions are one sentence of 8 to 25 words', () => {
    expect(breaking(({ description }) => !isSentence(description))).toEqual([])
    expect(
      breaking(({ description }) => {
        const words = description.split(/\s+/).length
        return words < 8 || words > 25
      }),
    ).toEqual([])
  })

  test('every asset that is no stock or fund has a name the press uses', () => {
    expect(breaking(({ type, short_names }) => type !== 'stock' && type !== 'etf' && short_names.length === 0)).toEqual(
      [],
    )
  })
})

describe('GICS', () => {
  test('the tree has 11 sectors, 25 groups, 74 industries and 163 sub-industries, each once', () => {
    expect([2, 4, 6, 8].map((length) => gics.filter(({ code }) => code.length === length).length)).toEqual([
      11, 25, 74, 163,
    ])
    expect(repeated(gics.map(({ code }) => code))).toEqual([])
  })

  test('every code stands under its parent and has at least one child, down to sub-industries', () => {
    expect(gics.filter(({ code }) => code.length > 2 && !gicsNames.has(code.slice(0, -2)))).toEqual([])
    const parents = new Set(gics.map(({ code }) => code.slice(0, -2)))
    expect(gics.filter(({ code }) => code.length < 8 && !parents.has(code))).toEqual([])
  })
})

/** One sentence: begins with a capital or a figure, ends with a full stop, and no other sentence begins inside. */
function isSentence(text: string): boolean {
  const withoutInitials = text.replaceAll(/\b[A-Z]\./g, '').replaceAll(/\b(St|Inc|Co|Corp|Dr|Mr|Mrs)\./g, '')
  return /^[\p{Lu}\d]/u.test(text) && text.endsWith('.') && !/[.!?]\s+\p{Lu}/u.test(withoutInitials)
}
