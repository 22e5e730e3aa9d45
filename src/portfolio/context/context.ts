import { catalog } from '../../catalog/catalog.ts'
import { roundTo } from '../../core/round.pure.ts'
import { firstNotBelow } from '../../core/sorted.pure.ts'
import { dayOfIso } from '../../core/time/day.pure.ts'
import type { Book } from '../valuation/book.ts'
import { readPricedListings, valueDaily } from '../valuation/daily-value.ts'
import { readNav, toCents } from '../valuation/nav.ts'
import { type ContextHolding, type Stake, themesOf, type WeightedKey, weigh } from './allocation.ts'
import { attribute, type Contributor } from './attribution.ts'
import { chooseSnapshots, type Step } from './composition.ts'
import { type ContextSpan, type ContextWindow, type SpanRequest, spanOf } from './context-window.ts'
import { computeExposure, type NewsExposure } from './exposure.ts'
import { type Flag, raiseFlags } from './flag.ts'
import { type HoldingNews, readHoldingNews, readWithoutNews } from './news.ts'
import { measure, NO_PERFORMANCE, type Performance } from './performance.ts'

/** What a context is asked for. */
interface ContextRequest extends SpanRequest {
  readonly snapshots?: Step | undefined
}

/** Weights at the end of a day. */
export interface Snapshot {
  readonly date: string
  readonly nav: number
  readonly weights: readonly WeightedKey[]
}

/** A portfolio over a window. */
export interface PortfolioContext {
  readonly book: Book
  readonly inceptionDate: string | null
  readonly window: ContextWindow
  readonly nav: number | null
  readonly cashFlow: number | null
  readonly pnl: number | null
  readonly holdings: readonly ContextHolding[]
  readonly allocation: Readonly<Record<'sectors' | 'countries' | 'themes' | 'currencies', readonly WeightedKey[]>>
  readonly performance: Performance
  readonly contributors: readonly Contributor[]
  readonly composition: {
    readonly requested: Step
    readonly effective: Step
    readonly snapshots: readonly Snapshot[]
    readonly note: string | null
  }
  readonly hhi: number | null
  readonly news: readonly HoldingNews[]
  readonly exposure: readonly NewsExposure[]
  readonly flags: readonly Flag[]
}

const NO_ALLOCATION = { sectors: [], countries: [], themes: [], currencies: [] }

/** Analyses a book over a window, 30 days unless asked otherwise. */
export async function readContext(book: Book, request: ContextRequest, nowMs: number): Promise<PortfolioContext> {
  const rows = await readNav(book)
  const requested = request.snapshots ?? 'month'
  const span = spanOf(request, rows[0]?.date, nowMs)
  const after = rows.findIndex(({ date }) => date >= span.from)
  const begin = after < 0 ? rows.length : after
  const end = rows.findLastIndex(({ date }) => date <= span.to)
  const last = rows[end]
  const inceptionDate = rows[0]?.date ?? null
  if (!last) return emptyContext(book, span, inceptionDate, requested)
  const within = rows.slice(begin, end + 1)
  const opening = rows[begin - 1]
  const before = opening && begin <= end + 1 ? opening.nav : 0
  const cashFlow = toCents(sum(within, (row) => row.cashFlow))
  const pnl = toCents(last.nav - before - cashFlow + sum(within, (row) => row.dividendIncome))
  const putIn = before + sum(within, (row) => Math.max(0, row.cashFlow))
  const returnPct = putIn > 0 ? roundTo((pnl / putIn) * 100, 4) : null

  const chosen = chooseSnapshots(within, requested)
  const openingDay = opening ? opening.day : last.day
  const days = Int32Array.from(new Set([openingDay, ...chosen.rows.map(({ day }) => day), last.day])).toSorted()
  const valued = await valueOn(book, days)
  const stakesOn = (day: number): Stake[] =>
    valued.flatMap(({ one: { listing }, valueAt }) => {
      const value = valueAt(day)
      return value === 0 ? [] : [{ listing, value }]
    })
  const stakes = stakesOn(last.day).toSorted((x, y) => y.value - x.value)
  const ends = valued.map(({ one, valueAt }) => {
    const after = valueAt(last.day)
    return { one, before: opening ? valueAt(openingDay) : 0, after, held: after !== 0 }
  })
  // What happened on a day without a row belongs to the next one: a window of rows reaches back to the row before it.
  const reachesBack = opening?.day ?? Number.NEGATIVE_INFINITY
  const inWindow = (day: number) => day > reachesBack && (day <= last.day || end === rows.length - 1)
  const flows = book.listings.flatMap(({ ledger }) => ledger.movements.filter(({ day }) => inWindow(day)))
  const [fromDay, toDay] = [dayOfIso(span.from) ?? 0, Math.min(book.today, dayOfIso(span.to) ?? 0)]
  const holdings = stakes.map(({ listing, value }) => ({
    listing,
    weightPct: last.nav > 0 ? roundTo((value / last.nav) * 100, 4) : null,
    valueBase: toCents(value),
    themes: themesOf(listing.id),
  }))
  const performance = measure({
    rows: within,
    fromInception: !opening,
    returnPct,
    amounts: [
      { day: fromDay, amount: -before },
      ...flows.map(({ day, amount, fee, dividend }) => ({
        day,
        amount: dividend.minus(amount).minus(fee).toNumber(),
      })),
      { day: toDay, amount: last.nav },
    ].filter(({ amount }) => amount !== 0),
    days: toDay - Math.max(fromDay, rows[0]?.day ?? fromDay),
  })
  const [news, withoutNews] = await Promise.all([readHoldingNews(stakes, span), readWithoutNews(stakes, span)])
  return {
    book,
    inceptionDate,
    window: { ...span, empty: false, note: null },
    nav: last.nav,
    cashFlow,
    pnl,
    holdings,
    allocation: allocate(book, stakes),
    performance,
    contributors: attribute(ends, pnl, inWindow),
    composition: {
      requested,
      effective: chosen.step,
      snapshots: chosen.rows.map(({ day, date, nav }) => ({
        date,
        nav,
        weights: weigh(stakesOn(day), ({ ticker }) => [ticker]),
      })),
      note:
        chosen.step === requested
          ? null
          : `By ${chosen.step}: at most 40 snapshots, and by ${requested} there are more.`,
    },
    hhi: concentrationOf(stakes),
    news,
    exposure: computeExposure(stakes),
    flags: raiseFlags({ book, holdings, stakes, performance, withoutNews, lastDay: last.day }),
  }
}

/** The listings of a book with their values in its currency at the ends of some days, which ascend. */
async function valueOn(book: Book, days: Int32Array) {
  return (await readPricedListings(book)).map((one) => {
    const rates = Float64Array.from(days, (day) => book.rates.rateNumber(one.quoted, day))
    const values = valueDaily(one, days, rates)
    return { one, valueAt: (day: number) => values[firstNotBelow(days, day)] ?? 0 }
  })
}

/** Herfindahl-Hirschman index of the weights as fractions, 1 = a single holding. */
function concentrationOf(stakes: readonly Stake[]): number | null {
  const gross = sum(stakes, ({ value }) => Math.abs(value))
  return gross === 0
    ? null
    : roundTo(
        sum(stakes, ({ value }) => (value / gross) ** 2),
        8,
      )
}

function allocate(book: Book, stakes: readonly Stake[]): PortfolioContext['allocation'] {
  const quoted = new Map(book.listings.map((one) => [one.listing.id, one.quoted]))
  return {
    sectors: weigh(stakes, ({ gicsCode, type }) => [
      (gicsCode && catalog().gicsNode(gicsCode.slice(0, 2))?.name) || type,
    ]),
    countries: weigh(stakes, ({ country }) => [country ?? 'unknown']),
    themes: weigh(stakes, ({ id }) => themesOf(id)),
    currencies: weigh(stakes, ({ id, currency }) => [quoted.get(id) ?? currency]),
  }
}

function emptyContext(book: Book, span: ContextSpan, inceptionDate: string | null, requested: Step): PortfolioContext {
  const note = inceptionDate === null ? 'There are no trades yet.' : `The first trade is of ${inceptionDate}.`
  return {
    book,
    inceptionDate,
    window: { ...span, empty: true, note },
    nav: null,
    cashFlow: null,
    pnl: null,
    holdings: [],
    allocation: NO_ALLOCATION,
    performance: NO_PERFORMANCE,
    contributors: [],
    composition: { requested, effective: requested, snapshots: [], note: null },
    hhi: null,
    news: [],
    exposure: [],
    flags: [],
  }
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
