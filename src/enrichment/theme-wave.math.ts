import type { AssetType, Knowledge, KnownAsset, KnownMembership, TrendHit, Verdict } from './knowledge.math.ts'
import { pressName, type Wave } from './ripple.math.ts'
import { isSecondLine } from './ripple-graph.math.ts'

/** Members a single trend may add to an article. */
const PER_TREND = 5
const ENOUGH_RELEVANCE = 0.45

/** Good news for a trend says nothing of a currency's or a yield's price. */
const MEMBER_TYPES: ReadonlySet<AssetType> = new Set(['stock', 'etf', 'crypto'])

const ROLE_WEIGHT = { leader: 1, enabler: 0.85, infrastructure_provider: 0.8, beneficiary: 0.7, adopter: 0.55 } as const

/** Reaches the members of a trend that an article is about, core and largest first. */
export function createThemeWave(
  knowledge: Knowledge,
): (trends: readonly TrendHit[], verdict: Verdict, taken: ReadonlySet<number>) => Wave[] {
  const byId = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  const names = new Map(knowledge.megatrends.map((node) => [node.nodeId, node.name]))
  const children = new Map<number, number[]>()
  for (const { nodeId, parentId } of knowledge.megatrends) {
    if (parentId !== null) children.set(parentId, [...(children.get(parentId) ?? []), nodeId])
  }
  const own = new Map<number, KnownMembership[]>()
  for (const membership of knowledge.memberships) {
    const list = own.get(membership.nodeId) ?? []
    list.push(membership)
    own.set(membership.nodeId, list)
  }
  const cache = new Map<number, readonly { asset: KnownAsset; membership: KnownMembership; weight: number }[]>()
  const membersOf = (nodeId: number) => {
    let members = cache.get(nodeId)
    if (members === undefined) {
      const nodes = [nodeId, ...(children.get(nodeId) ?? [])]
      members = nodes
        .flatMap((node) => own.get(node) ?? [])
        .flatMap((membership) => {
          const asset = byId.get(membership.assetId)
          if (asset === undefined || !MEMBER_TYPES.has(asset.type) || isSecondLine(asset)) return []
          const weight = ROLE_WEIGHT[membership.role] * (membership.exposure === 'core' ? 1 : 0.45)
          return [{ asset, membership, weight }]
        })
        .sort(
          (a, b) =>
            b.weight - a.weight || (b.asset.marketCapUsd ?? 0) - (a.asset.marketCapUsd ?? 0) || a.asset.id - b.asset.id,
        )
        .slice(0, PER_TREND * 3)
      cache.set(nodeId, members)
    }
    return members
  }

  return (trends, verdict, taken) => {
    if (verdict.direction === 'ambiguous') return []
    const waves = new Map<number, Wave>()
    for (const { nodeId, relevance } of trends.slice(0, 2)) {
      if (relevance < ENOUGH_RELEVANCE) continue
      let used = 0
      for (const { asset, membership, weight } of membersOf(nodeId)) {
        if (taken.has(asset.id) || waves.has(asset.id)) continue
        if (used++ >= PER_TREND) break
        const part = membership.role.replaceAll('_', ' ')
        // A tariff or a law that stirs a trend helps some of its members and hurts others: the headline cannot tell.
        const political = verdict.aspect === 'geopolitics' || verdict.aspect === 'regulation'
        const direction = political ? 'ambiguous' : verdict.direction
        const mood = political ? 'is about' : verdict.direction === 'pos' ? 'lifts' : 'weighs on'
        waves.set(asset.id, {
          asset,
          direction,
          aspect: verdict.aspect,
          strength: 0.45 * relevance * weight * (0.5 + 0.5 * Math.abs(verdict.score)),
          hop: 1,
          path: [asset.id],
          rationale: `${pressName(asset)} is a ${membership.exposure} ${part} in ${names.get(nodeId) ?? 'the trend'}, which the story ${mood}.`,
        })
      }
    }
    return [...waves.values()]
  }
}
