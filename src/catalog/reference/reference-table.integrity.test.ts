import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { repeated } from '../../../test/setup/repeated.ts'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { NEWS_TYPES } from '../../enrichment/classify/news-type.pure.ts'
import { newsTypes } from '../../impact/lexicon/news-type.source.ts'
import { COMMODITY_SYMBOLS } from '../identity/commodity-symbol.source.ts'
import { REFERENCE_DIR, readReference } from './reference.source.ts'

const [exchanges, plans, listings] = await Promise.all([
  readReference('exchange'),
  readReference('plan'),
  readReference('listing'),
]).then((kinds) => [kinds[0].rows, kinds[1].rows, kinds[2].rows] as const)

describe('exchanges', () => {
  test('no code or MIC is given twice, and every listing has its exchange', () => {
    const codes = new Set(exchanges.map(({ code }) => code))
    expect(repeated(exchanges.map(({ code }) => code))).toEqual([])
    expect(repeated(exchanges.flatMap(({ mic }) => mic ?? []))).toEqual([])
    expect(listings.filter(({ exchange }) => !codes.has(exchange))).toEqual([])
  })

  test('time zones are known, MICs have four characters, countries two', () => {
    const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
    // Older names of a zone are not in the list, but work.
    const works = (zone: string) => known.has(zone) || new Intl.DateTimeFormat('en', { timeZone: zone }) !== null
    expect(exchanges.filter(({ timezone }) => timezone === null || !works(timezone))).toEqual([])
    expect(exchanges.filter(({ mic }) => mic !== null && !/^[A-Z0-9]{4}$/.test(mic))).toEqual([])
    expect(exchanges.filter(({ country }) => country !== null && !/^[A-Z]{2}$/.test(country))).toEqual([])
  })

  test('a suffix of another vendor means one exchange', () => {
    expect(repeated(exchanges.flatMap(({ also_written }) => also_written))).toEqual([])
  })
})

describe('plans and costs', () => {
  test('plans grow from free to unlimited', () => {
    expect(plans.map(({ name }) => name)).toEqual(['free', 'personal', 'advanced', 'redistribution', 'internal'])
    const rates = plans.map((plan) => plan.requests_per_minute)
    expect(rates).toEqual(rates.toSorted((a, b) => a - b))
    expect(plans.filter((plan) => plan.unlimited !== (plan.credits_per_day === null))).toEqual([])
  })

  test('every operation costs a whole number of credits per call or per row, and is declared once', () => {
    const costs = readShippedRows(
      new URL('costs.csv', REFERENCE_DIR),
      z.object({
        operation: z.string().min(1),
        credits: z.string().regex(/^\d+$/),
        per: z.enum(['call', 'row']),
        note: z.string().min(1),
      }),
    )
    expect(repeated(costs.map(({ operation }) => operation))).toEqual([])
  })
})

test('each of the 18 news types has a label and a description', () => {
  expect(newsTypes.map(({ type }) => type).sort()).toEqual([...NEWS_TYPES].sort())
  expect(newsTypes.length).toBe(18)
  expect(newsTypes.filter(({ description }) => !description.endsWith('.'))).toEqual([])
})

test('what others call a commodity means one that is listed, and is said once', () => {
  const tickers = new Set(listings.map(({ ticker }) => ticker))
  expect(COMMODITY_SYMBOLS.filter(({ ticker }) => !tickers.has(ticker))).toEqual([])
  expect(repeated(COMMODITY_SYMBOLS.map(({ symbol }) => symbol))).toEqual([])
})
