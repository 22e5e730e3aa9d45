import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal } from '../../core/decimal.ts'
import { dayOfIso } from '../../core/time/day.pure.ts'
import type { CorporateAction } from '../../market/bars/adjust.pure.ts'
import { DIRECTION, type Direction, opens, sideOf } from './direction.ts'
import { computeLedger, findShortfall, type Holding, type LedgerTrade } from './ledger.ts'
import { valueHolding } from './valuation.ts'

const day = (iso: string) => dayOfIso(iso) ?? 0
const until = day('2026-11-20')
let lastId = 0

function trade(date: string, direction: Direction, quantity: string, price: string, fee = '0'): LedgerTrade {
  const [q, p, f] = [new Decimal(quantity), new Decimal(price), new Decimal(fee)]
  return { id: ++lastId, day: day(date), direction, quantity: q, price: p, fee: f }
}

function action(date: string, type: CorporateAction['type'], value: number): CorporateAction {
  return { day: day(date), type, value }
}

/** Ledger of trades with rates by date; the last rate goes on. */
function ledger(
  trades: LedgerTrade[],
  { actions = [], rates = { '1970-01-01': '1' } }: { actions?: CorporateAction[]; rates?: Record<string, string> } = {},
) {
  const rateOn = (on: number) => {
    const known = Object.entries(rates).filter(([date]) => day(date) <= on)
    return new Decimal(known.at(-1)?.[1] ?? 'NaN')
  }
  return computeLedger(trades, { actions, rateOn, until })
}

/** Figures of the only holding, as text. */
function figures(trades: LedgerTrade[], price: string, options: Parameters<typeof ledger>[1] = {}, side = 'long') {
  const { holdings } = ledger(trades, options)
  const holding = holdings.find((one) => one.side === side)
  if (!holding) throw new Error(`There is no ${side} side.`)
  const rate = new Decimal(Object.values(options.rates ?? { a: '1' }).at(-1) ?? '1')
  const value = valueHolding(holding, new Decimal(price), rate)
  return {
    quantity: holding.quantity.toFixed(),
    avg: value.avgCost?.toFixed() ?? null,
    value: value.marketValueBase.toFixed(2),
    unrealized: value.unrealizedPnl.toFixed(2),
    realized: value.realizedPnl.toFixed(2),
    fees: value.fees.toFixed(2),
    total: value.totalPnl.toFixed(2),
    currency: value.currencyEffect.toFixed(2),
    priceEffect: value.priceEffect.toFixed(2),
    dividends: value.dividendIncome.toFixed(2),
  }
}

describe('hand-computed cases', () => {
  test('a partial sell realises against the average of all buys', () => {
    // Cost 10 x 100 + 30 x 120 = 4600 for 40: average 115. Sell 15 at 130: 15 x (130 - 115) = 225. Left 25 x (125 - 115) = 250.
    const trades = [
      trade('2026-01-05', 'buy', '10', '100', '1'),
      trade('2026-02-05', 'buy', '30', '120', '2'),
      trade('2026-03-05', 'sell', '15', '130', '3'),
    ]
    expect(figures(trades, '125')).toMatchObject({
      quantity: '25',
      avg: '115',
      value: '3125.00',
      realized: '225.00',
      unrealized: '250.00',
      fees: '6.00',
      total: '469.00',
    })
  })

  test('selling all and buying again begins a new average and keeps what was realised', () => {
    // 10 x (90 - 100) = -100 realised; the new 5 cost 80 each: 5 x (85 - 80) = 25.
    const trades = [
      trade('2026-01-05', 'buy', '10', '100'),
      trade('2026-01-06', 'sell', '10', '90'),
      trade('2026-01-07', 'buy', '5', '80'),
    ]
    expect(figures(trades, '85')).toMatchObject({ quantity: '5', avg: '80', realized: '-100.00', unrealized: '25.00' })
  })

  test('a short sale gains what the price loses', () => {
    // Short 20 at 50 = 1000. Cover 8 at 40: 8 x (50 - 40) = 80. Open 12 x (50 - 45) = 60. Owed 12 x 45 = 540.
    const trades = [trade('2026-01-05', 'short', '20', '50', '1'), trade('2026-01-06', 'cover', '8', '40', '1')]
    expect(figures(trades, '45', {}, 'short')).toMatchObject({
      quantity: '12',
      avg: '50',
      value: '-540.00',
      realized: '80.00',
      unrealized: '60.00',
      total: '138.00',
    })
  })

  test('long and short of one listing are kept apart', () => {
    const trades = [trade('2026-01-05', 'buy', '4', '10'), trade('2026-01-05', 'short', '6', '12')]
    expect(ledger(trades).steps.at(-1)?.quantity.toFixed()).toBe('-2')
    expect(figures(trades, '11')).toMatchObject({ quantity: '4', unrealized: '4.00' })
    expect(figures(trades, '11', {}, 'short')).toMatchObject({ quantity: '6', unrealized: '6.00' })
  })

  test('a split changes quantity and average cost; a trade on its ex-date comes after it', () => {
    // 10 at 100 become 40 at 25; 8 more at 26 on the ex-date: cost 1000 + 208 = 1208 for 48 = 25.16666667.
    const trades = [trade('2026-01-05', 'buy', '10', '100'), trade('2026-02-02', 'buy', '8', '26')]
    const actions = [action('2026-02-02', 'split', 4)]
    // 48 x 30 = 1440; less 1208 = 232.
    expect(figures(trades, '30', { actions })).toMatchObject({
      quantity: '48',
      avg: '25.16666667',
      value: '1440.00',
      unrealized: '232.00',
    })
  })

  test('a reverse split into thirds gives whole units back', () => {
    const trades = [trade('2026-01-05', 'buy', '30', '2'), trade('2026-03-02', 'sell', '10', '7')]
    // 30 x 1/3 = 10 at 6; 10 x (7 - 6) = 10.
    expect(figures(trades, '7', { actions: [action('2026-02-02', 'split', 1 / 3)] })).toMatchObject({
      quantity: '0',
      avg: null,
      realized: '10.00',
    })
  })

  test('a flat price and a rising currency gain by currency alone', () => {
    // 10 x 100 = 1000 quoted: 900 base at 0.9, 950 at 0.95. Price effect 0.
    const trades = [trade('2026-01-05', 'buy', '10', '100')]
    const rates = { '2026-01-01': '0.9', '2026-02-01': '0.95' }
    expect(figures(trades, '100', { rates })).toMatchObject({
      unrealized: '50.00',
      currency: '50.00',
      priceEffect: '0.00',
    })
  })

  test('a price gain is told from the loss of the currency, realised and not', () => {
    // Buy 10 at 100 x 1.2 = 1200. Sell 5 at 120 x 1.1 = 660 against 600: 60, of it 500 x (1.1 - 1.2) = -50 currency.
    // Open 5 x 110 x 1.0 = 550 against 600: -50, of it 500 x (1.0 - 1.2) = -100 currency.
    const trades = [trade('2026-01-05', 'buy', '10', '100', '2'), trade('2026-02-05', 'sell', '5', '120', '2')]
    const rates = { '2026-01-01': '1.2', '2026-02-01': '1.1', '2026-03-01': '1.0' }
    expect(figures(trades, '110', { rates })).toMatchObject({
      realized: '60.00',
      unrealized: '-50.00',
      currency: '-150.00',
      priceEffect: '160.00',
      // 2 x 1.2 + 2 x 1.1.
      fees: '4.60',
      total: '5.40',
    })
  })

  test('dividends are paid on what was held before the ex-date, in the shares of that day, and stay apart', () => {
    // 10 become 20 by the split of 3 February; 20 x 0.5 = 10. The 5 bought on the ex-date of the second get none: 20 x 0.6 = 12.
    const trades = [trade('2026-01-05', 'buy', '10', '100'), trade('2026-05-04', 'buy', '5', '50')]
    const actions = [
      action('2026-02-03', 'dividend', 0.5),
      action('2026-02-03', 'split', 2),
      action('2026-05-04', 'dividend', 0.6),
    ]
    expect(figures(trades, '50', { actions })).toMatchObject({ quantity: '25', dividends: '22.00', total: '0.00' })
  })

  test('who is short pays the dividend', () => {
    const trades = [trade('2026-01-05', 'short', '10', '100')]
    expect(figures(trades, '100', { actions: [action('2026-02-03', 'dividend', 0.5)] }, 'short')).toMatchObject({
      dividends: '-5.00',
    })
  })

  test('the first date on which too much is sold is told, with what is missing', () => {
    const trades = [
      trade('2026-01-07', 'sell', '12', '100'),
      trade('2026-01-05', 'buy', '10', '100'),
      trade('2026-01-09', 'buy', '10', '100'),
    ]
    const found = findShortfall(trades, [], until)
    expect([found?.day, found?.missing.toFixed()]).toEqual([day('2026-01-07'), '2'])
    expect(findShortfall(trades, [action('2026-01-06', 'split', 2)], until)).toBeNull()
  })

  test('trades of one day count as they were entered', () => {
    const [buy, sell] = [trade('2026-01-05', 'buy', '1', '10'), trade('2026-01-05', 'sell', '1', '11')]
    expect(findShortfall([sell, buy], [], until)).toBeNull()
    expect(findShortfall([{ ...buy, id: sell.id + 1 }, sell], [], until)?.missing.toFixed()).toBe('1')
  })
})

const amount = fc.integer({ min: 1, max: 1_000_000_000 }).map((units) => new Decimal(units).div(10_000))
/** Legal histories: what would take too much takes all there is, or is left out. */
const histories = fc
  .array(
    fc.record({
      offset: fc.integer({ min: 0, max: 300 }),
      direction: fc.constantFrom(...DIRECTION.tokens),
      quantity: amount,
      price: amount,
      fee: fc.integer({ min: 0, max: 500 }).map((cents) => new Decimal(cents).div(100)),
    }),
    { maxLength: 30 },
  )
  .map((rows) => {
    const open = { long: new Decimal(0), short: new Decimal(0) }
    return rows
      .toSorted((a, b) => a.offset - b.offset)
      .flatMap(({ offset, ...row }, index): LedgerTrade[] => {
        const side = sideOf(row.direction)
        const quantity = opens(row.direction) ? row.quantity : Decimal.min(row.quantity, open[side])
        if (quantity.isZero()) return []
        open[side] = opens(row.direction) ? open[side].plus(quantity) : open[side].minus(quantity)
        return [{ ...row, quantity, id: index + 1, day: day('2026-01-01') + offset }]
      })
  })
const rateOn = (on: number) => new Decimal(1).plus(new Decimal(on % 17).div(100))
const sum = (values: Decimal[]) => values.reduce((total, value) => total.plus(value), new Decimal(0))

describe('properties of legal histories', () => {
  test('the position is the sum of the trades', () => {
    fc.assert(
      fc.property(histories, (trades) => {
        const { holdings, shortfall } = computeLedger(trades, { actions: [], rateOn, until })
        expect(shortfall).toBeNull()
        for (const side of ['long', 'short'] as const) {
          const expected = sum(
            trades
              .filter(({ direction }) => sideOf(direction) === side)
              .map(({ direction, quantity }) => (opens(direction) ? quantity : quantity.negated())),
          )
          const open = holdings.find((one) => one.side === side)?.quantity ?? new Decimal(0)
          expect(open.toFixed()).toBe(expected.toFixed())
        }
      }),
    )
  })

  test('the result is market value and proceeds less what was paid and the fees, and price and currency make it up', () => {
    fc.assert(
      fc.property(histories, amount, (trades, price) => {
        const { holdings, movements } = computeLedger(trades, { actions: [], rateOn, until })
        const rate = rateOn(until)
        const exact = (one: Holding) =>
          one.realized.plus(
            one.quantity
              .times(price)
              .times(rate)
              .minus(one.cost)
              .times(one.side === 'long' ? 1 : -1),
          )
        const worth = sum(
          holdings.map(({ side, quantity }) =>
            quantity
              .times(price)
              .times(rate)
              .times(side === 'long' ? 1 : -1),
          ),
        )
        const paid = sum(movements.map((one) => one.amount))
        expect(sum(holdings.map(exact)).minus(worth.minus(paid)).abs().lt('1e-20')).toBe(true)
        for (const holding of holdings) {
          const value = valueHolding(holding, price, rate)
          expect(value.priceEffect.plus(value.currencyEffect).toFixed(2)).toBe(
            value.realizedPnl.plus(value.unrealizedPnl).toFixed(2),
          )
          expect(value.realizedPnl.plus(value.unrealizedPnl).minus(exact(holding)).abs().lte('0.01')).toBe(true)
        }
      }),
    )
  })

  test('the order in which trades are given changes nothing', () => {
    fc.assert(
      fc.property(histories, (trades) => {
        const of = (some: LedgerTrade[]) => JSON.stringify(computeLedger(some, { actions: [], rateOn, until }))
        expect(of(trades.toReversed())).toBe(of(trades))
      }),
    )
  })
})
