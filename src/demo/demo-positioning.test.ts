import { expect, test } from 'vitest'
import { generatePositions } from '../../prisma/demo/positions.ts'
import { netOf } from '../positioning/figure/figure.pure.ts'
import { findImbalance } from '../positioning/report.pure.ts'

const days = Array.from({ length: 209 }, (_, index) => 19_000 + 7 * index)
/** Two years up, two years down. */
const prices = days.map(
  (_, index) => 100 * Math.exp(0.01 * (index < 104 ? index : 208 - index) + 0.02 * Math.sin(index)),
)
const gold = (seed: number) => generatePositions({ code: '088691', days, prices, isRate: false }, seed)
const averageNet = (from: number, to: number, group: Parameters<typeof netOf>[1]) => {
  const nets = gold(1)
    .slice(from, to)
    .map((report) => netOf(report, group))
  return nets.reduce((sum, net) => sum + net, 0) / nets.length
}

test('demo positions are the same for the same seed, whole, not negative and in balance', () => {
  expect(gold(1)).toEqual(gold(1))
  expect(gold(2)).not.toEqual(gold(1))
  for (const { code, day, combined, ...figures } of gold(1)) {
    expect(findImbalance(figures), `${code} ${day} ${combined}`).toBeNull()
    for (const figure of Object.values(figures)) expect(Number.isInteger(figure) && figure >= 0).toBe(true)
  }
})

test('large speculators of the demo go with the price, commercials against it', () => {
  expect(averageNet(30, 104, 'largeSpeculators')).toBeGreaterThan(0)
  expect(averageNet(134, 209, 'largeSpeculators')).toBeLessThan(0)
  expect(averageNet(30, 104, 'commercials')).toBeLessThan(0)
  expect(averageNet(134, 209, 'commercials')).toBeGreaterThan(0)
})

test('without prices, or with rates below zero, there are positions all the same', () => {
  for (const rates of [days.map(() => Number.NaN), days.map((_, index) => -0.5 + 0.001 * index)]) {
    const reports = generatePositions({ code: '043602', days, prices: rates, isRate: true }, 1)
    for (const report of reports) expect(findImbalance(report)).toBeNull()
  }
})
