import type { AssetType, Knowledge, KnownAsset, KnownMembership } from '../../catalog/knowledge.pure.ts'
import type { ThemeLexicon } from '../vocabulary/theme-business.pure.ts'
import type { TrendHit, Verdict } from '../vocabulary/verdict.pure.ts'
import { isSecondaryLine } from './graph.pure.ts'
import type { RippleEffect } from './propagate.pure.ts'
import { readPressName } from './rationale.pure.ts'

/** Most members that one megatrend adds to an article. */
const MAX_PER_TREND = 5
const MIN_RELEVANCE = 0.45

/** Types of members that are moved: good news for a megatrend says nothing about a currency or a yield. */
const MEMBER_TYPES: ReadonlySet<AssetType> = new Set(['stock', 'etf', 'crypto'])

const ROLE_WEIGHT = { leader: 1, enabler: 0.85, infrastructure_provider: 0.8, beneficiary: 0.7, adopter: 0.55 } as const

/** Prepares the members. The returned function takes the megatrends of an article and the verdict on its headline, and gives the effects on their members, core and largest first, without the excluded assets. */
export function createMegatrendPropagator(
  knowledge: Knowledge,
  { businesses }: ThemeLexicon,
): (trends: readonly TrendHit[], verdict: Verdict, excluded: ReadonlySet<number>) => RippleEffect[] {
  const byId = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  const hurting = new Set(businesses.filter(({ hurts }) => hurts).map(({ nodeId }) => nodeId))
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
          if (asset === undefined || !MEMBER_TYPES.has(asset.type) || isSecondaryLine(asset)) return []
          const weight = ROLE_WEIGHT[membership.role] * (membership.exposure === 'core' ? 1 : 0.45)
          return [{ asset, membership, weight }]
        })
        .sort(
          (a, b) =>
            b.weight - a.weight || (b.asset.marketCapUsd ?? 0) - (a.asset.marketCapUsd ?? 0) || a.asset.id - b.asset.id,
        )
        .slice(0, MAX_PER_TREND * 3)
      cache.set(nodeId, members)
    }
    return members
  }

  return (trends, verdict, excluded) => {
    if (verdict.direction === 'ambiguous') return []
    const effects = new Map<number, RippleEffect>()
    for (const { nodeId, relevance } of trends.slice(0, 2)) {
      if (relevance < MIN_RELEVANCE) continue
      let used = 0
      for (const { asset, membership, weight } of membersOf(nodeId)) {
        if (excluded.has(asset.id) || effects.has(asset.id)) continue
        if (used++ >= MAX_PER_TREND) break
        const role = membership.role.replaceAll('_', ' ')
        // A tariff or a law about a megatrend helps some of its members and hurts others: the headline cannot tell.
        const isPolitical = verdict.aspect === 'geopolitics' || verdict.aspect === 'regulation'
        // Bad news of what hurts is good for those who gain from it.
        const sign = hurting.has(membership.nodeId) && membership.role === 'beneficiary' ? -1 : 1
        const isGood = (verdict.direction === 'pos') === (sign === 1)
        const direction = isPolitical ? 'ambiguous' : isGood ? 'pos' : 'neg'
        const [better, worse] = hurting.has(membership.nodeId) ? ['eases', 'makes worse'] : ['lifts', 'weighs on']
        const phrase = isPolitical ? 'is about' : verdict.direction === 'pos' ? better : worse
        effects.set(asset.id, {
          asset,
          direction,
          aspect: verdict.aspect,
          strength: 0.45 * relevance * weight * (0.5 + 0.5 * Math.abs(verdict.score)),
          hop: 1,
          path: [asset.id],
          steps: [{ from: nodeId, to: asset.id, relation: 'member', sign, weight }],
          rationale: `${readPressName(asset)} is a ${membership.exposure} ${role} in ${names.get(nodeId) ?? 'the trend'}, which the story ${phrase}.`,
        })
      }
    }
    return [...effects.values()]
  }
}
