import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { pool } from '../../src/core/database/db.ts'
import { isRecord } from '../../src/core/record.pure.ts'
import { dayOfIso } from '../../src/core/time/day.pure.ts'
import { storeActions } from '../../src/market/bars/action.store.ts'
import { storeBars } from '../../src/market/bars/bar.store.ts'
import { BarBatch } from '../../src/market/bars/bar-batch.ts'
import { market } from '../../src/market/market.ts'
import { useApp } from '../setup/app.ts'
import { nextMinute } from '../setup/hands.ts'
import { portfolioCalls } from '../setup/portfolio.ts'

interface Case {
  readonly name: string
  readonly base_currency: string
  readonly mode: string
  readonly trades: readonly Record<string, string>[]
  readonly prices: Readonly<
    Record<string, { currency: string; bars: [string, string][]; actions: ActionOf[] | [string, string, string][] }>
  >
  readonly fx: Readonly<Record<string, [string, string][]>>
  readonly operations?: readonly Operation[]
  readonly expect: Readonly<Record<string, unknown>>
}

type ActionOf = { readonly date: string; readonly type: 'split' | 'dividend' | 'special'; readonly value: string }

interface Operation {
  readonly op: string
  readonly trade?: Record<string, string>
  readonly n?: number
  readonly set?: Record<string, string>
  readonly ticker?: string
  readonly after?: string
  readonly before?: string
  readonly deleted?: number
  readonly error?: {
    readonly status: number
    readonly error: string
    readonly date?: string
    readonly shortfall?: string
  }
}

/** Worked out by hand by somebody who did not know the code; each with its arithmetic checked by a second computation. */
const cases: readonly Case[] = JSON.parse(
  readFileSync(new URL('../fixtures/portfolio-cases.json', import.meta.url), 'utf8'),
)

/** Listings that stand for the tickers of the cases. */
const TICKERS: Readonly<Record<string, string>> = {
  'AAA.US': 'AAPL.US',
  'BBB.US': 'MSFT.US',
  'CCC.US': 'KO.US',
  'NOP.US': 'PEP.US',
  'OLD.US': 'PG.US',
  'XI.CC': 'BTC-USD.CC',
  'ETH-EUR.CC': 'SOL-USD.CC',
  'ABE.LSE': 'BARC.LSE',
  'TYO.TSE': '7203.JP',
}
const ours = (ticker: string) => catalog().require(TICKERS[ticker] ?? ticker).ticker

const app = useApp()

describe('cases worked out by hand', { concurrent: false }, () => {
  test.each(cases)('$name', async (one) => {
    nextMinute()
    await storeMarket(one)
    const { send, get, create } = portfolioCalls(app)
    const path = await create({ base_currency: one.base_currency, mode: one.mode })
    const ids = new Map<number, number>()
    for (const { n, ...trade } of one.trades) {
      const { status, body } = await send('POST', `${path}/trades`, { ...trade, ticker: ours(trade['ticker'] ?? '') })
      expect(status, JSON.stringify(body)).toBe(201)
      ids.set(Number(n), body.trade_id)
    }
    for (const operation of one.operations ?? []) {
      const { status, body } = await send(...callOf(operation, path, ids))
      const { error, deleted } = operation
      expect(status, JSON.stringify(body)).toBe(error?.status ?? (operation.op === 'add_trade' ? 201 : 200))
      if (deleted !== undefined) expect(body.deleted).toBe(deleted)
      if (!error) continue
      expect(body.error).toBe(error.error)
      if (error.date) expect(body.message).toContain(error.date)
      if (error.shortfall) expect(body.message).toContain(` ${error.shortfall} `)
    }
    const { positions, totals, trades, nav, nav_dates: dates, context, notes } = one.expect
    if (positions || totals || notes) {
      const { body } = await get(`${path}/outstanding`)
      if (Array.isArray(positions)) {
        expect(body.positions).toHaveLength(positions.length)
        expectRows(body.positions, positions, ['ticker', 'side'])
      }
      if (totals) expectAgreement(body.totals, totals, 'totals')
    }
    if (Array.isArray(trades)) {
      const { body } = await get(`${path}/trades`)
      const named = trades.map(({ n, ...row }) => ({ ...row, trade_id: String(ids.get(Number(n))) }))
      expectRows(body.trades, named, ['trade_id'])
    }
    if (nav || dates) {
      const { body } = await get(`${path}/nav`)
      if (dates) expect(body.nav.map((row: { date: string }) => row.date)).toEqual(dates)
      if (Array.isArray(nav)) expectRows(body.nav, nav, ['date'])
    }
    if (isRecord(context)) {
      const { request, empty, ...rest } = context
      const { status, body } = await get(`${path}/context?${new URLSearchParams(request as Record<string, string>)}`)
      expect(status, JSON.stringify(body)).toBe(200)
      if (empty !== undefined) expect(body.window.empty).toBe(empty)
      expectAgreement(body, rest, 'context')
    }
  })
})

async function storeMarket({ prices, fx }: Case): Promise<void> {
  await pool.query('TRUNCATE bar, corporate_action, market_series')
  const series = [
    ...Object.entries(prices).map(([ticker, { currency, bars }]) => ({ ticker: ours(ticker), currency, bars })),
    ...Object.entries(fx).map(([pair, bars]) => ({ ticker: `${pair}.FX`, currency: null, bars })),
  ]
  for (const { ticker, currency, bars } of series) {
    if (bars.length === 0) continue
    const listingId = catalog().require(ticker).id
    const batch = new BarBatch(bars.length)
    for (const [date, text] of bars) {
      const close = Number(text)
      batch.add({ listingId, day: dayOf(date), open: close, high: close, low: close, close, volume: null }, 0)
    }
    await storeBars(batch, 'own', currency)
  }
  const actions = Object.entries(prices).flatMap(([ticker, one]) =>
    one.actions.map((action) => {
      const [date, type, value] = Array.isArray(action) ? action : [action.date, action.type, action.value]
      return {
        listingId: catalog().require(ours(ticker)).id,
        day: dayOf(date),
        type: type as ActionOf['type'],
        value: Number(value),
      }
    }),
  )
  if (actions.length > 0) await storeActions(actions, 'own')
  await market().refresh(null)
}

function dayOf(iso: string): number {
  return dayOfIso(iso) ?? Number.NaN
}

function callOf(
  { op, trade, n, set, ticker, after, before }: Operation,
  path: string,
  ids: ReadonlyMap<number, number>,
): [string, string, unknown?] {
  if (op === 'add_trade') return ['POST', `${path}/trades`, { ...trade, ticker: ours(trade?.['ticker'] ?? '') }]
  if (op === 'edit_trade') return ['PATCH', `${path}/trades/${ids.get(n ?? 0)}`, set]
  if (op === 'delete_trade') return ['DELETE', `${path}/trades/${ids.get(n ?? 0)}`]
  if (op === 'update_portfolio') return ['PATCH', path, set]
  const query = new URLSearchParams({ ...(after ? { after } : {}), ...(before ? { before } : {}) })
  return ['DELETE', `${path}/positions/${catalog().require(ours(ticker ?? '')).id}?${query}`]
}

/** Each expected row is there, found by some of its fields, and agrees. */
function expectRows(rows: readonly unknown[], expected: readonly unknown[], by: readonly string[]): void {
  for (const one of expected) {
    if (!isRecord(one)) continue
    const wanted = by.map((name) => (name === 'ticker' ? ours(String(one[name])) : String(one[name])))
    const found = rows.find((row) => isRecord(row) && by.every((name, index) => String(row[name]) === wanted[index]))
    expect(found, `a row ${wanted.join(' ')}`).toBeDefined()
    expectAgreement(found, one, wanted.join(' '))
  }
}

/** Figures agree to half of the last digit that is written; a fee or the like that is null is null. */
function expectAgreement(found: unknown, expected: unknown, place: string): void {
  if (Array.isArray(expected) && Array.isArray(found)) {
    expect(found.length, place).toBeGreaterThanOrEqual(expected.length)
    expectRows(found, expected, ['ticker'])
    return
  }
  if (isRecord(expected)) {
    for (const [name, value] of Object.entries(expected))
      if (name !== 'ticker') expectAgreement(isRecord(found) ? found[name] : undefined, value, `${place}.${name}`)
    return
  }
  if (typeof expected === 'string' && /^-?\d+(\.\d+)?$/.test(expected)) {
    const digits = expected.split('.')[1]?.length ?? 0
    const off = Math.abs(Number(found) - Number(expected))
    expect(off, `${place}: ${found}, expected ${expected}`).toBeLessThanOrEqual(0.5000001 * 10 ** -digits)
    return
  }
  expect(found, place).toEqual(expected)
}
