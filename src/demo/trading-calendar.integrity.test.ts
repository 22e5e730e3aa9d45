import { describe, expect, test } from 'vitest'
import { findCalendar, findNextOpen, isMarketClosed } from '../../prisma/demo/trading-calendar.ts'
import { readReference } from '../catalog/reference/reference.source.ts'
import { dayOfIso, isoOfDay } from '../core/time/day.pure.ts'

const { rows: exchanges } = await readReference('exchange')
const stock = (exchange: string) => ({ ticker: `A.${exchange}`, type: 'stock', country: null })
const day = (iso: string) => dayOfIso(iso) ?? Number.NaN

describe('trading calendars', () => {
  test('every stock exchange has its own, with 235 to 262 trading days in each year', () => {
    for (const { code } of exchanges.filter(({ mic }) => mic !== null)) {
      const calendar = findCalendar(stock(code))
      expect(calendar).toBe(code)
      for (let year = 2000; year <= 2040; year++) {
        let open = 0
        for (let one = day(`${year}-01-01`); one <= day(`${year}-12-31`); one++)
          if (!isMarketClosed(calendar, one)) open++
        expect(open, `${code} ${year}`).toBeGreaterThan(234)
        expect(open, `${code} ${year}`).toBeLessThan(262)
      }
    }
  })

  test('bonds, rates and contracts keep the days of their country, coins every day, currencies all weekdays but two', () => {
    expect(findCalendar({ ticker: 'US-10Y.GB', type: 'bond', country: 'US' })).toBe('US')
    expect(findCalendar({ ticker: 'GOLD_CN.COMM', type: 'commodity', country: 'CN' })).toBe('SHG')
    expect(findCalendar({ ticker: 'PL-10Y.GB', type: 'bond', country: 'PL' })).toBe('WAR')
    expect(findCalendar({ ticker: 'NZ-10Y.GB', type: 'bond', country: 'NZ' })).toBe('world')
    expect(isMarketClosed('always', day('2026-12-25'))).toBe(false)
    expect(isMarketClosed('world', day('2026-12-25'))).toBe(true)
    expect(isMarketClosed('world', day('2025-07-04'))).toBe(false)
  })

  test.each([
    ['US', '2026-07-03', '2026-07-06'],
    ['SR', '2026-11-20', '2026-11-22'],
    ['TA', '2025-11-21', '2025-11-23'],
    ['TA', '2026-11-21', '2026-11-23'],
    ['QA', '2026-11-20', '2026-11-22'],
    ['ADX', '2021-11-19', '2021-11-21'],
    ['ADX', '2026-11-21', '2026-11-23'],
    ['US', '2050-01-01', '2050-01-03'],
  ])('on %s the first trading day from %s on is %s', (exchange, from, open) => {
    expect(isoOfDay(findNextOpen(exchange, day(from)))).toBe(open)
  })
})
