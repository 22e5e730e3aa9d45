import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorMs } from '../../../test/setup/effort.ts'
import { createResolver, type ResolvableListing, type ResolveOptions } from './resolve.pure.ts'
import { MATCH_TYPES } from './resolve-evidence.pure.ts'

type Facts = Partial<ResolvableListing> & { readonly cap?: number; readonly short?: string; readonly also?: string }

/** A listing from its ticker and what matters of it; lists are separated by |. */
function listing(id: number, ticker: string, name: string, { cap, short, also, ...facts }: Facts): ResolvableListing {
  const dot = ticker.lastIndexOf('.')
  return {
    id,
    ticker,
    symbol: ticker.slice(0, dot),
    name,
    shortNames: short?.split('|') ?? [],
    formerNames: [],
    aliases: also?.split('|') ?? [],
    isin: null,
    country: 'US',
    type: 'stock',
    exchange: ticker.slice(dot + 1),
    marketCapUsd: cap ?? null,
    description: '',
    ...facts,
  }
}

const RIDES = 'Runs a ride-hailing and food delivery platform.'
const FOUNDRY = 'The largest contract chip foundry, making processors for phones.'
const LISTINGS = [
  listing(1, 'AAPL.US', 'Apple Inc.', {
    short: 'Apple',
    also: 'App Store|Tim Cook',
    isin: 'US0378331005',
    cap: 3.4e12,
    description: 'Designs iPhone smartphones, Mac computers and digital services.',
  }),
  listing(2, 'APLE.US', 'Apple Hospitality REIT, Inc.', { short: 'Apple Hospitality', cap: 3e9 }),
  listing(3, 'MSFT.US', 'Microsoft Corporation', { short: 'Microsoft', isin: 'US5949181045', cap: 3.5e12 }),
  listing(4, 'MU.US', 'Micron Technology, Inc.', { short: 'Micron', cap: 2e11, description: 'Makes memory chips.' }),
  listing(5, 'GOOGL.US', 'Alphabet Inc. Class A', { short: 'Google|Alphabet', also: 'YouTube', cap: 2.2e12 }),
  listing(6, 'GOOG.US', 'Alphabet Inc. Class C', { cap: 2.3e12 }),
  listing(7, 'BRK-B.US', 'Berkshire Hathaway Inc. Class B', { short: 'Berkshire Hathaway', cap: 1e12 }),
  listing(8, 'BRK-A.US', 'Berkshire Hathaway Inc. Class A', { cap: 1e12 }),
  listing(9, '7203.JP', 'Toyota Motor Corporation', {
    short: 'Toyota Motor|Toyota',
    country: 'JP',
    cap: 2.5e11,
    description: 'Builds Toyota and Lexus cars.',
  }),
  listing(10, '6201.JP', 'Toyota Industries Corporation', { short: 'Toyota Industries', country: 'JP', cap: 2.5e10 }),
  listing(11, '2330.TW', 'Taiwan Semiconductor Manufacturing Company Limited', {
    short: 'TSMC',
    country: 'TW',
    cap: 9e11,
    description: FOUNDRY,
  }),
  listing(12, 'GOLD.COMM', 'Gold', { type: 'commodity', short: 'Gold', description: 'Gold in US dollars per ounce.' }),
  listing(13, 'GOLD.US', 'Gold.com, Inc.', { short: 'Gold.com', cap: 7e8 }),
  listing(14, 'BRENT.COMM', 'Brent crude oil', { type: 'commodity', short: 'Brent', country: 'GB' }),
  listing(15, 'BTC-USD.CC', 'Bitcoin', { type: 'crypto', short: 'Bitcoin', cap: 2e12 }),
  listing(16, 'MRK.US', 'Merck & Co., Inc.', { short: 'Merck', cap: 2e11 }),
  listing(17, 'MRK.XETRA', 'Merck KGaA', { short: 'Merck KGaA', country: 'DE', cap: 6e10 }),
  listing(18, 'META.US', 'Meta Platforms, Inc.', { short: 'Meta', formerNames: ['Facebook'], cap: 1.6e12 }),
  listing(19, 'NESN.SW', 'Nestlé S.A.', { short: 'Nestlé', country: 'CH', cap: 2.5e11 }),
  listing(20, 'FOXA.US', 'Fox Corporation (Class A)', { short: 'Fox', cap: 3e10 }),
  listing(21, 'FOX.US', 'Fox Corporation (Class B)', { cap: 3e10 }),
  listing(22, 'UBER.US', 'Uber Technologies, Inc.', { short: 'Uber', cap: 1.7e11, description: RIDES }),
  listing(23, '0700.HK', 'Tencent Holdings Limited', { short: 'Tencent', country: 'CN', cap: 5e11 }),
  listing(24, '005930.KO', 'Samsung Electronics Co., Ltd.', { short: 'Samsung', country: 'KR', cap: 3e11 }),
  listing(25, 'BAC.US', 'Bank of America Corporation', { short: 'Bank of America', cap: 3e11 }),
]
const REFERENCE = {
  exchanges: [{ code: 'KO', alsoWritten: ['KS'] }],
  synonyms: [
    { term: 'car', concept: 'automobile' },
    { term: 'chip', concept: 'semiconductor' },
  ],
}
const resolve = createResolver(LISTINGS, REFERENCE)
const tickerOf = new Map(LISTINGS.map(({ id, ticker }) => [id, ticker]))

/** Tickers found for a query, in order. */
function tickers(query: string, options: Partial<ResolveOptions> = {}): (string | undefined)[] {
  return resolve(query, { limit: 10, ...options }).matches.map(({ id }) => tickerOf.get(id))
}

describe('a query', () => {
  test.each([
    ['AAPL', 'AAPL.US', 'exact'],
    ['aapl.us', 'AAPL.US', 'exact'],
    ['BRK.B', 'BRK-B.US', 'exact'],
    ['BTC', 'BTC-USD.CC', 'exact'],
    ['BTC/USD', 'BTC-USD.CC', 'exact'],
    ['005930.KS', '005930.KO', 'exact'],
    ['700', '0700.HK', 'exact'],
    ['gold', 'GOLD.COMM', 'exact'],
    ['GOLD.US', 'GOLD.US', 'exact'],
    ['brent', 'BRENT.COMM', 'exact'],
    ['US0378331005', 'AAPL.US', 'isin'],
    ['us0378', 'AAPL.US', 'isin'],
    ['Apple', 'AAPL.US', 'prefix'],
    ['apple inc', 'AAPL.US', 'prefix'],
    ['Apple stock', 'AAPL.US', 'prefix'],
    ['Toyota Moto', '7203.JP', 'prefix'],
    ['Micro soft', 'MSFT.US', 'prefix'],
    ['Toyota Motor', '7203.JP', 'prefix'],
    ['NESTLE SA', 'NESN.SW', 'prefix'],
    ['Merck & Co.', 'MRK.US', 'prefix'],
    ['merck kgaa', 'MRK.XETRA', 'prefix'],
    ['Fox Corporation (Class A)', 'FOXA.US', 'prefix'],
    ['Fox Corporation (Class B)', 'FOX.US', 'prefix'],
    ['Alphabet', 'GOOGL.US', 'prefix'],
    ['Alphabet Inc. (Class C)', 'GOOG.US', 'prefix'],
    ['google', 'GOOGL.US', 'alias'],
    ['Toyota', '7203.JP', 'alias'],
    ['facebook', 'META.US', 'alias'],
    ['You Tube', 'GOOGL.US', 'alias'],
    ['Mircosoft', 'MSFT.US', 'name'],
    ['Tayota', '7203.JP', 'name'],
    ['Motor Toyota', '7203.JP', 'name'],
    ['Bank Amrica', 'BAC.US', 'name'],
    ['Hathaway', 'BRK-B.US', 'name'],
    ['iphone maker', 'AAPL.US', 'semantic'],
    ['chip foundry taiwan', '2330.TW', 'semantic'],
    ['lexus automobiles', '7203.JP', 'semantic'],
    ['food delivery', 'UBER.US', 'semantic'],
  ] as const)('"%s" finds %s by %s, strongly', (query, ticker, matchType) => {
    const { matchQuality, matches } = resolve(query, { limit: 5 })
    expect(tickerOf.get(matches[0]?.id ?? 0)).toBe(ticker)
    expect(matches[0]?.matchType).toBe(matchType)
    expect(matchQuality).toBe('strong')
  })

  test.each(['zzzzqqqq', '', '   ', '!?', 'xq', '日本', '\0'])('%j finds nothing', (query) => {
    expect(resolve(query, { limit: 5 })).toEqual({ matchQuality: 'none', matches: [], total: 0 })
  })

  test('with several equal candidates is weak, the largest first', () => {
    expect(resolve('Micro', { limit: 5 }).matchQuality).toBe('weak')
    expect(tickers('Micro')).toEqual(['MSFT.US', 'MU.US'])
    expect(resolve('Merck', { limit: 5 }).matchQuality).toBe('weak')
    expect(tickers('Merck')).toEqual(['MRK.US', 'MRK.XETRA'])
  })

  test('has a match quality that does not depend on the limit', () => {
    expect(resolve('Merck', { limit: 1 })).toMatchObject({ matchQuality: 'weak', matches: [{ id: 16 }] })
  })

  test('assets without a country are not affected by the preferred country', () => {
    const brent = (country?: string) => resolve('brent', { limit: 1, country }).matches[0]?.similarity
    expect(brent('JP')).toBe(brent())
  })

  test('with a country leans to it, and with a country filter keeps to it', () => {
    expect(tickers('Merck', { country: 'DE' })).toEqual(['MRK.XETRA', 'MRK.US'])
    expect(tickers('Merck', { countryFilter: 'DE' })).toEqual(['MRK.XETRA'])
    expect(tickers('Apple', { country: 'JP' })[0]).toBe('AAPL.US')
    expect(tickers('gold', { country: 'JP' })[0]).toBe('GOLD.COMM')
  })

  test('that is an unknown ticker describes nothing', () => {
    expect(tickers('PHONES.HK')).toEqual([])
  })

  test('with types keeps to them', () => {
    expect(tickers('gold', { types: ['stock'] })).toEqual(['GOLD.US'])
  })
})

describe('any query', () => {
  const word = fc.constantFrom(
    ...LISTINGS.flatMap(({ name, ticker, isin }) => [...name.split(' '), ticker, isin ?? '']),
  )
  const query = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
    fc.tuple(word, fc.nat(12)).map(([text, at]) => text.slice(0, at) + text.slice(at + 1)),
  )
  const options = fc.record({
    limit: fc.integer({ min: 1, max: 25 }),
    country: fc.constantFrom(undefined, 'US', 'DE'),
  })

  test('gets distinct matches in order, within the limit, with similarities of 0-1', () => {
    fc.assert(
      fc.property(query, options, (text, given) => {
        const { matches, matchQuality } = resolve(text, given)
        expect(matches.length).toBeLessThanOrEqual(given.limit)
        expect(matchQuality === 'none').toBe(matches.length === 0)
        expect(new Set(matches.map(({ id }) => id)).size).toBe(matches.length)
        for (const [index, { similarity, matchType }] of matches.entries()) {
          expect(similarity).toBeGreaterThan(0)
          expect(similarity).toBeLessThanOrEqual(1)
          const next = matches[index + 1]
          if (next === undefined) continue
          const step = MATCH_TYPES.indexOf(next.matchType) - MATCH_TYPES.indexOf(matchType)
          expect(step > 0 || (step === 0 && next.similarity <= similarity)).toBe(true)
        }
      }),
    )
  })

  test('gets the same answer again, and whatever the order of the listings', () => {
    const shuffled = createResolver([...LISTINGS.slice(9), ...LISTINGS.slice(0, 9)].toReversed(), REFERENCE)
    fc.assert(
      fc.property(query, options, (text, given) => {
        const answer = resolve(text, given)
        expect(resolve(text, given)).toEqual(answer)
        expect(shuffled(text, given)).toEqual(answer)
      }),
    )
  })

  test('is paged without an overlap, and tells how many candidates there are', () => {
    const whole = resolve('Micro', { limit: 100 })
    expect(whole.total).toBeGreaterThan(1)
    expect(whole.matches).toHaveLength(Math.min(100, whole.total))
    const single = whole.matches.map((_, offset) => resolve('Micro', { limit: 1, offset }))
    expect(single.flatMap(({ matches }) => matches)).toEqual(whole.matches)
    expect(new Set(single.map(({ total }) => total))).toEqual(new Set([whole.total]))
    expect(resolve('Micro', { limit: 1, offset: whole.total }).matches).toEqual([])
  })

  test('as long as it likes is answered at once', async () => {
    const taken = processorMs(() => {
      for (const text of ['a'.repeat(1e6), 'bank '.repeat(2e5), '\u0301'.repeat(1e6), '.'.repeat(1e6)]) {
        resolve(text, { limit: 5 })
      }
    })
    expect(await taken).toBeLessThan(5_000)
  })
})

test('a resolver without listings finds nothing', () => {
  expect(createResolver([])('Apple', { limit: 5 })).toEqual({ matchQuality: 'none', matches: [], total: 0 })
})
