import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal } from '../../core/decimal.ts'
import { dayOfIso } from '../../core/time/day.pure.ts'
import { DIRECTION, type Direction } from './direction.ts'
import { findRefusals } from './feasible.ts'
import { findShortfall, type LedgerTrade } from './ledger.ts'

const FIRST = dayOfIso('2026-01-01') ?? 0
const trade = (id: number, offset: number, direction: Direction, quantity: number): LedgerTrade => ({
  id,
  day: FIRST + offset,
  direction,
  quantity: new Decimal(quantity),
  price: new Decimal(1),
  fee: new Decimal(0),
})
const split = (offset: number, value: number) => ({ day: FIRST + offset, type: 'split' as const, value })
const refused = (...args: Parameters<typeof findRefusals>) =>
  findRefusals(...args).map(({ trade: { id }, missing }) => [id, missing?.toNumber() ?? null])

describe('trades that a history cannot take', () => {
  test('are those that take more than there is then, and no others', () => {
    const added = [
      trade(10, 0, 'buy', 5),
      trade(11, 1, 'sell', 6),
      trade(12, 2, 'sell', 5),
      trade(13, 3, 'cover', 1),
      trade(14, 3, 'short', 1),
    ]
    expect(refused([], added, [])).toEqual([
      [11, 1],
      [13, 1],
    ])
  })

  test('are the last ones before a stored trade that needs what they take, splits included', () => {
    const stored = [trade(1, 0, 'buy', 10), trade(2, 9, 'sell', 30)]
    const added = [trade(10, 1, 'sell', 2), trade(11, 2, 'sell', 2), trade(12, 6, 'sell', 4)]
    // 10 less 2 and 2, times 4 = 24, less 4 = 20: 30 are needed, so 4, 8 and 8 of the new units come back.
    expect(refused(stored, added, [split(5, 4)])).toEqual([
      [12, null],
      [11, null],
    ])
  })

  test('of what is left the ledger takes all, whatever is stored', () => {
    const trades = fc.array(
      fc.record({
        offset: fc.integer({ min: 0, max: 20 }),
        direction: fc.constantFrom(...DIRECTION.tokens),
        quantity: fc.integer({ min: 1, max: 9 }),
        isStored: fc.boolean(),
      }),
      { maxLength: 25 },
    )
    const splits = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom(2, 4, 10)), { maxLength: 2 })
    fc.assert(
      fc.property(trades, splits, (rows, ratios) => {
        const actions = ratios.map(([offset, value]) => split(offset, value))
        const until = FIRST + 30
        const all = rows.map((row, index) => ({
          isStored: row.isStored,
          one: trade(row.isStored ? index : 1_000 + index, row.offset, row.direction, row.quantity),
        }))
        // A history that is stored is legal by itself.
        const stored: LedgerTrade[] = []
        for (const { one } of all.filter(({ isStored }) => isStored))
          if (!findShortfall([...stored, one], actions, until)) stored.push(one)
        const added = all.filter(({ isStored }) => !isStored).map(({ one }) => one)
        const out = new Set(findRefusals(stored, added, actions).map((refusal) => refusal.trade))
        const taken = added.filter((one) => !out.has(one))
        expect(findShortfall([...stored, ...taken], actions, until)).toBeNull()
      }),
      { numRuns: 200 },
    )
  })
})
