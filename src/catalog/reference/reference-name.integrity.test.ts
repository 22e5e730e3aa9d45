import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { shippedUniverse } from '../../../bench/shipped-universe.ts'
import { repeated } from '../../../test/setup/repeated.ts'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { createResolver } from '../identity/resolve.pure.ts'
import { SYNONYMS } from '../identity/synonyms.source.ts'
import { readReference } from './reference.source.ts'

const [listings, aliases, exchanges] = await Promise.all([
  readReference('listing'),
  readReference('alias'),
  readReference('exchange'),
]).then((kinds) => [kinds[0].rows, kinds[1].rows, kinds[2].rows] as const)

/** Names are compared as the press would mix them up: without regard to case, accents and spacing. */
const folded = (name: string) =>
  name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()

const claims = [
  ...listings.flatMap(({ ticker, name, short_names }) => [name, ...short_names].map((claim) => ({ claim, ticker }))),
  ...aliases.map(({ alias, ticker }) => ({ claim: alias, ticker })),
].map(({ claim, ticker }) => ({ name: folded(claim), ticker }))
const ownersOf = Map.groupBy(claims, (claim) => claim.name)

describe('names and aliases', () => {
  test('no name or alias denotes two listings', () => {
    const shared = [...ownersOf].filter(([, owners]) => new Set(owners.map((owner) => owner.ticker)).size > 1)
    expect(shared).toEqual([])
  })

  test('a former name of one listing is not the present name of another, nor the former name of two', () => {
    const former = listings.flatMap(({ ticker, former_names }) =>
      former_names.map((name) => ({ name: folded(name), ticker })),
    )
    expect(former.filter(({ name, ticker }) => ownersOf.get(name)?.some((owner) => owner.ticker !== ticker))).toEqual(
      [],
    )
    expect(repeated(former.map(({ name }) => name))).toEqual([])
  })

  test('every alias points at a known ticker and is given once', () => {
    const tickers = new Set(listings.map(({ ticker }) => ticker))
    expect(aliases.filter(({ ticker }) => !tickers.has(ticker))).toEqual([])
    expect(repeated(aliases.map(({ alias }) => alias.toLowerCase()))).toEqual([])
  })

  test('short names of a listing differ from one another, and no name has stray spaces', () => {
    expect(listings.filter(({ short_names }) => repeated(short_names).length > 0)).toEqual([])
    const written = listings.flatMap(({ name, short_names }) => [name, ...short_names])
    expect([...written, ...aliases.map(({ alias }) => alias)].filter((name) => /^\s|\s$|\s\s/.test(name))).toEqual([])
  })
})

const resolve = createResolver(shippedUniverse(listings, aliases), {
  exchanges: exchanges.map((row) => ({ ...row, alsoWritten: row.also_written })),
  synonyms: SYNONYMS,
})

/** Ticker of the first match. */
function first(query: string): string | undefined {
  const [match] = resolve(query, { limit: 1 }).matches
  return match && listings[match.id]?.ticker
}

describe('the S&P 500', () => {
  const constituents = readShippedRows(
    new URL('../../../test/fixtures/sp500.csv', import.meta.url),
    z.object({ symbol: z.string(), security: z.string() }),
  )
    // Share classes are written with a point there and with a hyphen here.
    .map(({ symbol, security }) => ({ symbol, security, ticker: `${symbol.replace('.', '-')}.US` }))

  test('all 503 lines are listed', () => {
    const tickers = new Set(listings.map(({ ticker }) => ticker))
    expect(constituents.length).toBe(503)
    expect(constituents.filter(({ ticker }) => !tickers.has(ticker))).toEqual([])
  })

  test('each resolves by its symbol', () => {
    expect(constituents.filter(({ symbol, ticker }) => first(symbol) !== ticker)).toEqual([])
  })

  test('each resolves by its name', () => {
    expect(constituents.filter(({ security, ticker }) => first(security) !== ticker)).toEqual([])
  })
})

test.each([
  ['Brent', 'BRENT.COMM'],
  ['gold', 'GOLD.COMM'],
  ['the greenback', 'DXY.FX'],
  ['10-year Treasury', 'US-10Y.GB'],
  ['bitcoin', 'BTC-USD.CC'],
  ['YouTube', 'GOOGL.US'],
  ['Facebook', 'META.US'],
  ['BRK.B', 'BRK-B.US'],
])('%s is %s', (query, ticker) => expect(first(query)).toBe(ticker))
