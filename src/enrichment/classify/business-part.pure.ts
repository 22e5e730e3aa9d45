import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import type { ThemeBusiness } from '../vocabulary/theme-business.pure.ts'

/** A part of a listing's business: a theme in which it is a member. */
export interface BusinessPart {
  readonly nodeId: number
  readonly isCore: boolean
  /** The listing lives on it. */
  readonly isMain: boolean
  /** A line of business, not a policy or a market that only weighs on companies. */
  readonly isLine: boolean
}

/** The trend (tier 2) of a node. */
export function trendOf(nodeId: number): number {
  return nodeId - (nodeId % 10_000)
}

/** The family (tier 1) of a node. */
export function familyOf(nodeId: number): number {
  return nodeId - (nodeId % 1_000_000)
}

/** Whether a node is a line of business, not a policy or a market that only weighs on companies. */
function isLine(business: ThemeBusiness | undefined): boolean {
  return business !== undefined && business.industries.length + business.companies.length + business.words.length > 0
}

/** Whether a node is where business happens or what weighs on it, a country or a policy, so that it may be spoken of beside any business. */
export function isScene(business: ThemeBusiness | undefined): boolean {
  return business !== undefined && (business.hurts || business.places.length > 0)
}

/** The parts of every listing's business. It lives on those of its industry; where there is none, on its core ones, if they are of one family. */
export function businessParts(
  knowledge: Knowledge,
  businessOf: ReadonlyMap<number, ThemeBusiness>,
): ReadonlyMap<number, readonly BusinessPart[]> {
  const byId = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  const parts = new Map<number, readonly BusinessPart[]>()
  for (const [assetId, memberships] of Map.groupBy(knowledge.memberships, (one) => one.assetId)) {
    const asset = byId.get(assetId)
    if (asset === undefined) continue
    const own = memberships.map(({ nodeId, exposure }) => {
      const business = businessOf.get(nodeId)
      const isCore = exposure === 'core'
      const isOfIndustry = business?.industries.includes(asset.gics ?? asset.type) ?? false
      return {
        nodeId,
        isCore,
        isLine: isLine(business),
        isOfIndustry,
        isMain: isCore && (isOfIndustry || (business?.companies.includes(asset.ticker) ?? false)),
      }
    })
    const lines = own.filter((part) => part.isCore && part.isLine)
    const isPurePlay =
      !own.some((part) => part.isOfIndustry || part.isMain) &&
      new Set(lines.map(({ nodeId }) => familyOf(nodeId))).size === 1
    parts.set(assetId, isPurePlay ? own.map((part) => ({ ...part, isMain: lines.includes(part) })) : own)
  }
  return parts
}
