import { setImmediate } from 'node:timers/promises'
import { roundTo } from '../../core/round.pure.ts'
import { firstNotBelow } from '../../core/sorted.pure.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import type { Book } from './book.ts'
import { readPricedListings, tradingDays, valueDaily } from './daily-value.ts'

/** Net asset value of a portfolio at the end of a day, and how it came there; money in cents of the base currency. */
export interface NavRow {
  readonly day: number
  readonly date: string
  readonly nav: number
  /** What its owner put in (positive) or took out that day: amounts of trades with their fees. */
  readonly cashFlow: number
  readonly marketValue: number
  readonly dividendIncome: number
  readonly dailyReturn: number
  readonly twrIndex: number
  readonly drawdownPct: number
}

/** Listings valued in one turn of the event loop. */
const LISTINGS_AT_ONCE = 16
/** The index before the first day. */
const INDEX_START = 100

/** Daily net asset values of a book; computed once for it. */
export function readNav(book: Book): Promise<readonly NavRow[]> {
  const known = navs.get(book)
  if (known) return known
  const fresh = computeNav(book)
  navs.set(book, fresh)
  fresh.catch(() => navs.delete(book))
  return fresh
}

const navs = new WeakMap<Book, Promise<readonly NavRow[]>>()

async function computeNav(book: Book): Promise<readonly NavRow[]> {
  const listings = await readPricedListings(book)
  const days = tradingDays(listings, book.today)
  const rates = new Map<string, Float64Array>()
  const values = new Float64Array(days.length)
  for (const [place, one] of listings.entries()) {
    // Callers share the result: none of their budgets says when it gives way.
    if (place % LISTINGS_AT_ONCE === LISTINGS_AT_ONCE - 1) await setImmediate()
    const rate = rates.get(one.quoted) ?? Float64Array.from(days, (day) => book.rates.rateNumber(one.quoted, day))
    rates.set(one.quoted, rate)
    const own = valueDaily(one, days, rate)
    for (let row = 0; row < own.length; row++) values[row] = (values[row] ?? 0) + (own[row] ?? 0)
  }
  const flows = new Float64Array(days.length)
  const dividends = new Float64Array(days.length)
  for (const { ledger } of listings)
    for (const { day, amount, fee, dividend } of ledger.movements) {
      // What happened on a day without a row belongs to the next one.
      const row = Math.min(firstNotBelow(days, day), days.length - 1)
      flows[row] = (flows[row] ?? 0) + amount.plus(fee).toNumber()
      dividends[row] = (dividends[row] ?? 0) + dividend.toNumber()
    }
  return chain(days, values, flows, dividends)
}

/**
 * Time-weighted returns, linked day by day (CFA Institute, GIPS Standards 2020, time-weighted return): what comes in counts from the
 * beginning of its day, what goes out until the end of it, and dividends are paid out. A book that owes more than it holds is measured
 * against the absolute value.
 */
function chain(days: Int32Array, values: Float64Array, flows: Float64Array, dividends: Float64Array): NavRow[] {
  let before = 0
  let index = INDEX_START
  let peak = INDEX_START
  return Array.from(days, (day, row) => {
    const [nav, flow, dividend] = [values[row] ?? 0, flows[row] ?? 0, dividends[row] ?? 0]
    const dailyReturn = computeReturn({ before, nav, flow, dividend })
    index *= 1 + dailyReturn
    peak = Math.max(peak, index)
    before = nav
    return {
      day,
      date: isoOfDay(day),
      nav: toCents(nav),
      cashFlow: toCents(flow),
      marketValue: toCents(nav),
      dividendIncome: toCents(dividend),
      dailyReturn: roundTo(dailyReturn, 10),
      twrIndex: roundTo(index, 8),
      drawdownPct: peak > 0 ? roundTo((index / peak - 1) * 100, 6) : 0,
    }
  })
}

/** Return of a day as a fraction; 0 where nothing was invested. */
function computeReturn(day: { before: number; nav: number; flow: number; dividend: number }): number {
  const invested = Math.abs(day.before + Math.max(0, day.flow))
  if (invested < 0.005) return 0
  return (day.nav + day.dividend - day.before - day.flow) / invested
}

/** Rounds money to cents, half away from zero; a binary error far below a cent does not decide. */
export function toCents(amount: number): number {
  const cents = Math.abs(amount) * 100
  const rounded = Math.round(cents + cents * 1e-13)
  return rounded === 0 ? 0 : (Math.sign(amount) * rounded) / 100
}
