import { describe, expect, test } from 'vitest'
import type { AssetType, Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import { tokenise } from '../text/token.pure.ts'
import type { PairLeg } from '../vocabulary/link-lexicon.pure.ts'
import { createPairFinder } from './currency-pair.pure.ts'

function asset(id: number, ticker: string, type: AssetType): KnownAsset {
  const symbol = ticker.slice(0, ticker.lastIndexOf('.'))
  const empty = { shortNames: [], formerNames: [], country: '', gics: null, marketCapUsd: null, description: '' }
  return { id, ticker, symbol, name: symbol, type, ...empty }
}

const knowledge: Knowledge = {
  assets: [
    asset(1, 'EURUSD.FX', 'forex'),
    asset(2, 'USDJPY.FX', 'forex'),
    asset(3, 'GOLD.COMM', 'commodity'),
    asset(4, 'BTC-USD.CC', 'crypto'),
    asset(5, 'USDT-USD.CC', 'crypto'),
  ],
  aliases: [],
  megatrends: [],
  memberships: [],
  relations: [],
  sectorLinks: [],
}
const legs: readonly PairLeg[] = [
  { word: 'dollar', code: 'USD', ticker: '' },
  { word: 'yen', code: 'JPY', ticker: '' },
  { word: 'euro', code: 'EUR', ticker: '' },
  { word: 'xau', code: 'XAU', ticker: 'GOLD.COMM' },
]
const pairAt = createPairFinder(knowledge, legs)

function pairsIn(text: string): string[] {
  const tokens = tokenise(text)
  return tokens.words.flatMap((_, at) => {
    const hit = pairAt(tokens, at)
    return hit === null ? [] : [`${hit.asset?.ticker ?? 'none'}${hit.isInverse ? ' inverse' : ''}`]
  })
}

describe('a pair in a text', () => {
  test.each([
    ['EUR/USD rises', ['EURUSD.FX']],
    ['EURUSD rises', ['EURUSD.FX']],
    ['EUR-USD rises', ['EURUSD.FX']],
    ['dollar/yen slips', ['USDJPY.FX']],
    ['Dollar-yen slips', ['USDJPY.FX']],
    ['euro\u2013dollar slips', ['EURUSD.FX']],
    ['XAU/USD at a record', ['GOLD.COMM']],
    ['BTC/USDT volume', ['BTC-USD.CC']],
  ])('%s is its listing', (text, tickers) => expect(pairsIn(text)).toEqual(tickers))

  test.each([
    ['JPY/USD rises', ['USDJPY.FX inverse']],
    ['USDEUR falls', ['EURUSD.FX inverse']],
    ['yen-dollar rises', ['USDJPY.FX inverse']],
  ])('%s is the inverse of its listing', (text, tickers) => expect(pairsIn(text)).toEqual(tickers))

  test('that is not listed gives no asset', () => {
    expect(pairsIn('EUR/JPY rallies')).toEqual(['none'])
  })

  test.each([
    'dollar and yen',
    'dollar - yen',
    'US-China talks',
    'EUR 5 million',
    'dollar-denominated debt',
    'ABCDEF falls',
    'usd/',
  ])('%s is none', (text) => expect(pairsIn(text)).toEqual([]))
})
