import { beforeAll, expect, test } from 'vitest'
import { chooseOptionable } from '../../prisma/demo/options.ts'
import { catalog } from '../../src/catalog/catalog.ts'
import { isoOfDay } from '../../src/core/time/day.pure.ts'
import { reloadDemoOptions } from '../../src/demo/demo-option.ingest.ts'
import { options } from '../../src/option/history/options.ts'
import { OPTION_PATTERN, type OptionPattern } from '../../src/option/option-pattern.pure.ts'
import { clock, useApp } from '../setup/app.ts'
import { figuresFollowMarket } from '../setup/companies.ts'
import { storeCloses } from '../setup/market.ts'
import { plainPatterns } from '../setup/plain-option-patterns.ts'
import { useScreener } from '../setup/screener.ts'

const app = useApp()
const LAST = '2026-11-19'
const LISTINGS = 90
const SESSIONS = 320
/** Sessions before the last one that screens are looked at from. */
const BACK = [0, 1, 7, 19, 30, 42]

/** Closes of each listing. */
const closes = new Map<number, readonly number[]>()
/** Ticker of each. */
const tickers = new Map<number, string>()

/** A path of closes that is calm and wild by turns; the same for the same listing. */
function pathOf(listing: number): number[] {
  let state = listing * 7_919 + 17
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  let close = 40 + 200 * next()
  return Array.from({ length: SESSIONS }, (_, at) => {
    const swing = 0.008 + 0.02 * Math.abs(Math.sin((at + listing * 13) / 40))
    close *= Math.exp(swing * (next() + next() + next() - 1.5) * 2)
    return Math.round(close * 100) / 100
  })
}

beforeAll(async () => {
  const listings = chooseOptionable(catalog().rows.listings).slice(0, LISTINGS)
  for (const { id, ticker } of listings) {
    tickers.set(id, ticker)
    closes.set(id, pathOf(id))
    await storeCloses(ticker, LAST, pathOf(id), 'demo')
  }
  await reloadDemoOptions(clock, 3)
  await options().refresh()
  await figuresFollowMarket()
})
useScreener()

async function matchesOf(patterns: readonly OptionPattern[], asOf: string): Promise<string[]> {
  const body = JSON.stringify({
    universe: { include: [{ tickers: [...tickers.values()] }] },
    options: patterns.map((pattern) => ({ pattern })),
    as_of: asOf,
    all: true,
  })
  const response = await app.fetch('/v1/screen', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { results } = await response.json()
  return results.map(({ ticker }: { ticker: string }) => ticker).toSorted()
}

test('screens with an options leg find what a plain reading of the rules finds, pattern by pattern and two at once', async () => {
  const histories = await options().histories([...tickers.keys()])
  const shown = new Set<OptionPattern>()
  for (const back of BACK) {
    let asOf = ''
    const plain = [...tickers].map(([id, ticker]) => {
      const series = histories.get(id)?.series
      if (!series) throw new Error(`${ticker} has no options.`)
      const at = series.length - 1 - back
      asOf = isoOfDay(series.day[at] ?? 0)
      return { ticker, patterns: plainPatterns(series, at, (closes.get(id) ?? []).slice(0, SESSIONS - back)) }
    })
    const having = (wanted: readonly OptionPattern[]) =>
      plain
        .filter(({ patterns }) => wanted.every((pattern) => patterns.includes(pattern)))
        .map(({ ticker }) => ticker)
        .toSorted()
    for (const [place, pattern] of OPTION_PATTERN.tokens.entries()) {
      const found = having([pattern])
      expect(await matchesOf([pattern], asOf), `${pattern} on ${asOf}`).toEqual(found)
      if (found.length > 0) shown.add(pattern)
      const other = OPTION_PATTERN.tokens[(place + 5) % OPTION_PATTERN.tokens.length] ?? pattern
      expect(await matchesOf([pattern, other], asOf), `${pattern} and ${other} on ${asOf}`).toEqual(
        having([pattern, other]),
      )
    }
  }
  expect(OPTION_PATTERN.tokens.filter((pattern) => !shown.has(pattern))).toEqual([])
})
