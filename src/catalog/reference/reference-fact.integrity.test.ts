import { describe, expect, test } from 'vitest'
import { readReference } from './reference.source.ts'

const { rows } = await readReference('listing')
const stocks = rows.filter(({ type }) => type === 'stock')
/** Tickers of the stocks that break a rule. */
const breaking = (broken: (stock: (typeof stocks)[number]) => boolean) =>
  stocks.filter(broken).map(({ ticker }) => ticker)

/** Usual prices in US dollars; the fewest cost less or more. */
const [PRICE_MIN, PRICE_MAX] = [0.001, 20_000]

describe('facts of every stock', () => {
  test('shares outstanding, with a price that a share can have', () => {
    expect(breaking(({ shares_outstanding: shares }) => !(shares && shares >= 1e5 && shares <= 2e12))).toEqual([])
    const price = ({ market_cap_usd: cap, shares_outstanding: shares }: (typeof stocks)[number]) =>
      cap === null || shares === null ? null : cap / shares
    expect(
      breaking((stock) => {
        const usd = price(stock)
        return usd !== null && (usd < PRICE_MIN || usd > PRICE_MAX)
      }),
    ).toEqual([])
    const prices = stocks.flatMap((stock) => price(stock) ?? []).sort((a, b) => a - b)
    expect(prices[Math.floor(prices.length * 0.05)]).toBeGreaterThan(0.2)
    expect(prices[Math.floor(prices.length * 0.95)]).toBeLessThan(600)
  })

  test('employees', () => {
    expect(breaking(({ employees }) => employees === null)).toEqual([])
    expect(breaking(({ employees }) => employees !== null && employees > 2_500_000)).toEqual([])
    const counts = stocks.flatMap(({ employees }) => employees ?? []).sort((a, b) => a - b)
    expect(counts[Math.floor(counts.length * 0.05)]).toBeGreaterThan(200)
  })

  test('first day of trading, in the past', () => {
    expect(breaking(({ ipo_date: date }) => date === null || Number(date.slice(0, 4)) < 1600 || date > '2027')).toEqual(
      [],
    )
    expect(stocks.filter(({ ipo_date: date }) => date?.length === 10).length).toBeGreaterThan(300)
  })

  test('end of the fiscal year, the last day of a month; the calendar year for most', () => {
    const lastDay = (day: string | null) => {
      const next = new Date(Date.parse(`2024-${day}`) + 86_400_000)
      return next.getUTCDate() === 1 || day === '02-28'
    }
    expect(breaking(({ fiscal_year_end: day }) => day === null || !lastDay(day))).toEqual([])
    const shareOf = (codes: readonly string[], day: string) => {
      const listed = stocks.filter(({ exchange }) => codes.includes(exchange))
      return listed.filter((stock) => stock.fiscal_year_end === day).length / listed.length
    }
    expect(shareOf(['XETRA', 'PA', 'SHG'], '12-31')).toBeGreaterThan(0.75)
    expect(shareOf(['JP'], '03-31')).toBeGreaterThan(0.6)
    expect(shareOf(['NSE'], '03-31')).toBeGreaterThan(0.9)
  })
})

test('nothing but stocks has facts of companies', () => {
  const others = rows.filter(({ type }) => type !== 'stock')
  expect(others.filter(({ employees, fiscal_year_end: end }) => employees !== null || end !== null)).toEqual([])
})
