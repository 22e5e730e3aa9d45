import type { WorldEvent } from '../event/world-event.pure.ts'
import type { EventLexicon } from '../vocabulary/event-lexicon.pure.ts'

/** Commodities by how much trade moves with them; others count as half. */
const WEIGHT: Readonly<Record<string, number>> = {
  'BRENT.COMM': 1.4,
  'WTI.COMM': 1.4,
  'TTF.COMM': 1.1,
  'LNG_JKM.COMM': 1.1,
  'NATGAS.COMM': 1,
  'COPPER.COMM': 1,
  'IRONORE.COMM': 1,
  'GOLD.COMM': 1,
  'NEODYMIUM.COMM': 1,
  'WHEAT.COMM': 0.9,
  'CORN.COMM': 0.9,
  'SOYBEAN.COMM': 0.9,
  'RICE.COMM': 0.9,
  'COFFEE.COMM': 0.8,
}
const OTHER_WEIGHT = 0.7
/** Groups of countries by their share of the world's supply, which countries.csv gives for countries alone. */
const GROUP_SHARE: Readonly<Record<string, number>> = { OPEC: 40, MIDDLEEAST: 30 }
const STEPS = [
  [30, 2.6],
  [12, 1.8],
  [5, 1],
  [2, 0.5],
] as const
/** Central banks and governments by how far their decisions reach. */
const REACH: Readonly<Record<string, number>> = { US: 1.2, CN: 0.8, EU: 0.8, JP: 0.5, GB: 0.3, CH: 0.3 }
/** Factor for what is only feared. */
const FEARED = 0.5

/** Prepares the goods; the returned function gives the points that the size of an event adds: the share of the world's supply it touches, and whose rule it is. */
export function createEventSizer({ goods }: EventLexicon): (event: WorldEvent | null) => number {
  const makersOf = new Map(goods.map((good) => [good, good.commodities]))
  return (event) => {
    if (event === null || event.kind === 'price') return 0
    const { place, actor, target } = event
    const commodities =
      event.goods.length > 0 ? event.goods.flatMap((good) => makersOf.get(good) ?? []) : event.commodities
    const shares = [actor, target].flatMap((country) => [
      GROUP_SHARE[country?.code ?? ''] ?? 0,
      ...(country?.exports ?? []).flatMap(({ ticker, sharePercent }) =>
        commodities.includes(ticker) ? [sharePercent] : [],
      ),
    ])
    const share = Math.max(0, place === null ? 0 : (place.worldSharePct ?? 0), ...(place === null ? shares : []))
    const step = STEPS.find(([least]) => share >= least)?.[1] ?? 0
    const weight = Math.max(OTHER_WEIGHT, ...commodities.map((ticker) => WEIGHT[ticker] ?? OTHER_WEIGHT))
    const isRule = event.kind === 'policy' || event.kind.startsWith('tariff') || event.kind === 'sanction'
    const reach = isRule ? Math.max(0, REACH[actor?.code ?? ''] ?? 0, REACH[target?.code ?? ''] ?? 0) : 0
    return (step * weight + reach) * (event.isFeared ? FEARED : 1)
  }
}
