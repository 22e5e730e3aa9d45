import type { Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { EdgeType } from './graph.pure.ts'

/** What is heard of a company falls with this power of its size beside a larger one it deals with. */
const SIZE_POWER = 0.3

/** What one asset is to another by their sizes, where it is more or less than the link itself says. */
export function weighEdge(type: EdgeType, from: KnownAsset, to: KnownAsset, weight: number): number {
  const [own, its] = [from.marketCapUsd, to.marketCapUsd]
  if (own === null || its === null || own <= 0 || its <= 0) return weight
  if (type === 'owner') return Math.min(1, (weight * own) / its)
  const isTrade = type === 'supplier' || type === 'competitor' || type === 'partner' || type.startsWith('sector')
  return isTrade ? weight * compareSize(from, to) : weight
}

/** How much of what happens to a company is felt by one it deals with, by their sizes: 0 to 1. */
export function compareSize(from: KnownAsset, to: KnownAsset): number {
  const [own, its] = [from.marketCapUsd ?? 0, to.marketCapUsd ?? 0]
  return own > 0 && its > 0 ? Math.min(1, (own / its) ** SIZE_POWER) : 1
}

/** What a maker is to the price of its product: the root of its part of all makers, as a price moves more than what is missing. */
export function shareOfMakers(made: number, all: number): number {
  return all > 0 ? Math.sqrt(Math.min(1, made / all)) : 0
}

/** Market values of the known makers of each commodity, as far as they live of it. */
export function sumOutput(knowledge: Knowledge, byId: ReadonlyMap<number, KnownAsset>): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { sourceId, targetId, type, weight } of knowledge.relations) {
    if (type !== 'output') continue
    sums.set(sourceId, (sums.get(sourceId) ?? 0) + weight * (byId.get(targetId)?.marketCapUsd ?? 0))
  }
  return sums
}
