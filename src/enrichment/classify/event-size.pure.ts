import type { WorldEvent } from '../event/world-event.pure.ts'
import type { EventLexicon, EventSize } from '../vocabulary/event-lexicon.pure.ts'

/** Weight of a commodity that is not listed. */
const OTHER_WEIGHT = 0.7
/** Shares of the world's supply in percent, and the points they add. */
const STEPS = [
  [30, 2.6],
  [12, 1.8],
  [5, 1],
  [2, 0.5],
] as const
/** Factor for what is only feared. */
const FEARED = 0.5

/** Prepares the sizes; the returned function gives the points that the size of an event adds: the share of the world's supply it touches, and whose rule it is. */
export function createEventSizer({ sizes }: EventLexicon): (event: WorldEvent | null) => number {
  const tableOf = (wanted: EventSize['of']) =>
    new Map(sizes.filter((row) => row.of === wanted).map(({ code, value }) => [code, value]))
  const [weights, suppliers, deciders] = [tableOf('commodity'), tableOf('supplier'), tableOf('decider')]
  return (event) => {
    if (event === null || event.kind === 'price') return 0
    const { place, goods } = event
    const countries = [event.actor, event.target].filter((country) => country !== null)
    const commodities = goods.length > 0 ? goods.flatMap((good) => good.commodities) : event.commodities
    const shares = countries.flatMap(({ code, exports }) => [
      suppliers.get(code) ?? 0,
      ...exports.filter(({ ticker }) => commodities.includes(ticker)).map(({ sharePercent }) => sharePercent),
    ])
    const share = place === null ? Math.max(0, ...shares) : (place.worldSharePct ?? 0)
    const step = STEPS.find(([least]) => share >= least)?.[1] ?? 0
    const weight = Math.max(OTHER_WEIGHT, ...commodities.map((ticker) => weights.get(ticker) ?? 0))
    const isRule = event.kind === 'policy' || event.kind.startsWith('tariff') || event.kind === 'sanction'
    const reach = isRule ? Math.max(0, ...countries.map(({ code }) => deciders.get(code) ?? 0)) : 0
    return (step * weight + reach) * (event.isFeared ? FEARED : 1)
  }
}
