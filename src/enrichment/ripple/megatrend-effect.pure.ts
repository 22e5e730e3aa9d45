import type { AssetType, Knowledge, KnownAsset, KnownMembership } from '../../catalog/knowledge.pure.ts'
import type { ThemeLexicon } from '../vocabulary/theme-business.pure.ts'
import type { Verdict } from '../vocabulary/verdict.pure.ts'
import type { Cause } from './cause.pure.ts'
import { isSecondaryLine } from './graph.pure.ts'
import type { RippleEffect } from './propagate.pure.ts'
import { readPressName } from './rationale.pure.ts'
import type { RippleRule } from './rule.pure.ts'
import type { ThemePart } from './theme-part.pure.ts'

/** Most members that one megatrend adds to an article. */
const MAX_PER_TREND = 5

/** Types of members that are moved: good news for a megatrend says nothing about a currency or a yield. */
const MEMBER_TYPES: ReadonlySet<AssetType> = new Set(['stock', 'etf', 'crypto'])

const ROLE_WEIGHT = { leader: 1, enabler: 0.85, infrastructure_provider: 0.8, beneficiary: 0.7, adopter: 0.55 } as const

/** What happened to a megatrend. */
export interface ThemeSource {
  readonly nodeIds: readonly number[]
  /** The words that name them. */
  readonly words: readonly string[]
  readonly verdict: Verdict
  readonly cause: Cause
}

/** Prepares the members. The returned function takes what happened to megatrends and the named assets, and gives the effects on the other members, core and largest first. */
export function createMegatrendPropagator(
  knowledge: Knowledge,
  rules: readonly RippleRule[],
  { businesses }: ThemeLexicon,
  partOf: ThemePart,
): (source: ThemeSource, named: ReadonlySet<number>) => RippleEffect[] {
  const ruleOf = new Map(rules.filter(({ edge }) => edge === 'member').map((rule) => [rule.cause, rule]))
  const byId = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  const hurting = new Set(businesses.filter(({ hurts }) => hurts).map(({ nodeId }) => nodeId))
  const names = new Map(knowledge.megatrends.map((node) => [node.nodeId, node.name]))
  const children = new Map<number, number[]>()
  for (const { nodeId, parentId } of knowledge.megatrends) {
    if (parentId !== null) children.set(parentId, [...(children.get(parentId) ?? []), nodeId])
  }
  const cache = new Map<string, readonly { asset: KnownAsset; membership: KnownMembership; weight: number }[]>()
  const membersOf = (nodeId: number, words: readonly string[]) => {
    const key = [nodeId, ...words].join(' ')
    let members = cache.get(key)
    if (members === undefined) {
      members = [nodeId, ...(children.get(nodeId) ?? [])]
        .flatMap((node) => partOf(node, words))
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
      cache.set(key, members)
    }
    return members
  }

  return ({ nodeIds, words, verdict, cause }, named) => {
    const rule = ruleOf.get(cause)
    if (verdict.direction === 'ambiguous' || rule === undefined || rule.factor === 0) return []
    const effects = new Map<number, RippleEffect>()
    const sign = verdict.direction === 'pos' ? 1 : -1
    for (const nodeId of nodeIds) {
      const rest = membersOf(nodeId, words).filter(({ asset }) => !named.has(asset.id) && !effects.has(asset.id))
      for (const { asset, membership, weight } of rest.slice(0, MAX_PER_TREND)) {
        // Bad news of what hurts is good for those who gain from it.
        const side = hurting.has(membership.nodeId) && membership.role === 'beneficiary' ? -1 : 1
        const isGood = sign * side > 0
        const phrase = (isGood ? rule.good : rule.bad).replace('{from}', names.get(nodeId) ?? 'the trend')
        effects.set(asset.id, {
          asset,
          direction: isGood ? 'pos' : 'neg',
          aspect: rule.aspect,
          strength: rule.factor * weight * (0.5 + 0.5 * Math.abs(verdict.score)),
          hop: 1,
          path: [asset.id],
          steps: [{ from: nodeId, to: asset.id, relation: 'member', sign: side, weight }],
          rationale: `${readPressName(asset)} ${phrase}.`,
        })
      }
    }
    return [...effects.values()]
  }
}
