import { z } from 'zod'
import { readShippedRows } from '../../src/core/file/shipped-rows.source.ts'
import { DAY_MS, dayOfParts, weekdayOf, yearOfDay } from '../../src/core/time/day.pure.ts'

/**
 * Closed weekdays by exchange and year, several exchanges of one calendar joined by `|`. Public rules of the exchanges; Easter after Meeus;
 * Chinese, Korean, Thai, Islamic and Hebrew dates of the date-holidays library (ISC, data CC BY 3.0); Islamic dates of Istanbul, the
 * Emirates, Qatar and Kuwait by the calendar of Umm al-Qura (CLDR). National Stock Exchange of India: announced dates up to 2026, after that
 * by the moon. Where the moon decides, single days may differ.
 */
const HOLIDAYS = readShippedRows(
  new URL('../reference/exchange-holidays.csv', import.meta.url),
  z.object({
    exchange: z.string().transform((codes) => codes.split('|')),
    year: z.coerce.number().int(),
    closed: z.string().transform((days) => days.split('|').filter(Boolean)),
  }),
)

/** Closed weekdays of each exchange, days since 1970-01-01. */
const closedDays = new Map<string, Set<number>>()
for (const { exchange, year, closed } of HOLIDAYS) {
  const days = closed.flatMap((day) => dayOfParts(year, Number(day.slice(0, 2)), Number(day.slice(3))) ?? [])
  for (const code of exchange) closedDays.set(code, (closedDays.get(code) ?? new Set()).union(new Set(days)))
}

/** Exchange whose days a market without an exchange of its own keeps, by country: government bonds, interest rates, contracts. */
const EXCHANGE_OF_COUNTRY: Readonly<Record<string, string>> = {
  ...{
    US: 'US',
    CA: 'TO',
    MX: 'MX',
    BR: 'SA',
    GB: 'LSE',
    IE: 'IR',
    DE: 'XETRA',
    FR: 'PA',
    NL: 'AS',
    BE: 'BR',
    ES: 'MC',
    EU: 'PA',
  },
  ...{
    IT: 'MI',
    CH: 'SW',
    AT: 'VI',
    SE: 'ST',
    DK: 'CO',
    FI: 'HE',
    NO: 'OL',
    PT: 'LS',
    PL: 'WAR',
    TR: 'IS',
    ZA: 'JSE',
    SA: 'SR',
    AE: 'ADX',
    QA: 'QA',
    KW: 'KW',
    IL: 'TA',
    IN: 'NSE',
    JP: 'JP',
  },
  ...{ KR: 'KO', CN: 'SHG', HK: 'HK', TW: 'TW', TH: 'BK', SG: 'SG', MY: 'KLSE', ID: 'JK', AU: 'AU' },
}

/** Name of the calendar that a listing trades by: `always` (coins), an exchange, or `world` where none is known (currencies). */
export function findCalendar(listing: {
  readonly ticker: string
  readonly type: string
  readonly country: string | null
}): string {
  if (listing.type === 'crypto') return 'always'
  if (listing.type === 'forex') return 'world'
  const exchange = listing.ticker.slice(listing.ticker.lastIndexOf('.') + 1)
  if (listing.type === 'stock' || listing.type === 'etf') return closedDays.has(exchange) ? exchange : 'world'
  // Goods quoted for the world trade on the contract markets of New York and Chicago.
  if (listing.type === 'commodity' && listing.country === null) return 'US'
  return EXCHANGE_OF_COUNTRY[listing.country ?? ''] ?? 'world'
}

/** Exchanges that rest on Friday and Saturday, with the last day of that week. */
const FRIDAY_REST_UNTIL: Readonly<Record<string, number>> = {
  SR: Number.POSITIVE_INFINITY,
  QA: Number.POSITIVE_INFINITY,
  KW: Number.POSITIVE_INFINITY,
  TA: dayOfParts(2026, 1, 4) ?? 0,
  ADX: dayOfParts(2021, 12, 31) ?? 0,
  DFM: dayOfParts(2021, 12, 31) ?? 0,
}

/** True on days without trading: weekends and the holidays of the calendar. */
export function isMarketClosed(calendar: string, day: number): boolean {
  if (calendar === 'always') return false
  const weekday = weekdayOf(day)
  const restsOnFriday = day <= (FRIDAY_REST_UNTIL[calendar] ?? Number.NEGATIVE_INFINITY)
  if (weekday === 6 || weekday === (restsOnFriday ? 5 : 0)) return true
  if (closedDays.get(calendar)?.has(day)) return true
  return (calendar === 'world' || !isCovered(day)) && isClosedEverywhere(day)
}

/** The first trading day on or after `day`. */
export function findNextOpen(calendar: string, day: number): number {
  let open = day
  while (isMarketClosed(calendar, open)) open++
  return open
}

const years = HOLIDAYS.map(({ year }) => year)
const [firstYear, lastYear] = [Math.min(...years), Math.max(...years)]

function isCovered(day: number): boolean {
  const year = yearOfDay(day)
  return year >= firstYear && year <= lastYear
}

/** New Year and Christmas, on which currencies rest too. */
function isClosedEverywhere(day: number): boolean {
  const date = new Date(day * DAY_MS)
  const [month, dayOfMonth] = [date.getUTCMonth() + 1, date.getUTCDate()]
  return (month === 1 && dayOfMonth === 1) || (month === 12 && dayOfMonth === 25)
}
