import { briefWindow } from '../../brief/brief.input.ts'
import { readPulse } from '../../brief/brief.ts'
import type { Pulse } from '../../brief/pulse/pulse.pure.ts'
import type { Megatrend } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import { roundTo } from '../../core/round.pure.ts'
import { familiesOf, type Stake } from './allocation.ts'

/** How much of a portfolio lies in a megatrend. */
export interface NewsExposure {
  readonly node: Megatrend
  readonly weightPct: number
}

const SHOWN_MAX = 10

/** The megatrends of the first tier in which most is held: percent of what is held and owed that lies in members, each one counted whole. */
export function computeExposure(stakes: readonly Stake[]): NewsExposure[] {
  const gross = stakes.reduce((sum, { value }) => sum + Math.abs(value), 0)
  const sums = new Map<number, number>()
  for (const { listing, value } of stakes)
    for (const family of familiesOf(listing.id)) sums.set(family, (sums.get(family) ?? 0) + Math.abs(value))
  return [...sums]
    .flatMap(([id, value]) => {
      const node = catalog().megatrend(id)
      return node ? [{ node, weightPct: roundTo((value / gross) * 100, 4) }] : []
    })
    .toSorted((a, b) => b.weightPct - a.weightPct || a.node.nodeId - b.node.nodeId)
    .slice(0, SHOWN_MAX)
}

/** How the stories of a megatrend lean over the last 30 days, as its summary tells it. */
export function readLeaning({ node }: NewsExposure, nowMs: number): Promise<Pulse> {
  return readPulse(node, briefWindow({ window: '30d' }, nowMs))
}
