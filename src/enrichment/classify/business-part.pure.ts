import type { Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { ThemeBusiness } from '../vocabulary/theme-business.pure.ts'
import { familyOf } from './theme.pure.ts'

/** A part of a listing's business: a theme in which it is a member. */
export interface BusinessPart {
  readonly nodeId: number
  readonly isCore: boolean
  /** The listing lives on it, more than on themes of any other family. */
  readonly isMain: boolean
  /** A line of business, not a policy or a market that only weighs on companies. */
  readonly isLine: boolean
}

/** The parts of every listing's business. It lives on those of its industry; without any, on its core ones of one family. */
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
      asset.gics !== CONGLOMERATE &&
      !own.some((part) => part.isOfIndustry || part.isMain) &&
      new Set(lines.map(({ nodeId }) => familyOf(nodeId))).size === 1
    parts.set(assetId, isPurePlay ? own.map((part) => ({ ...part, isMain: lines.includes(part) })) : own)
  }
  return keepMainFamily(parts, byId)
}

/** Industrial conglomerates (GICS): what happens to the whole of one is news of no single line. */
const CONGLOMERATE = '20105010'

/**
 * Of a company that lives on themes of several families, what happens to the whole of it is news of one: of which it has most, or else
 * of which companies of its industry have most.
 */
function keepMainFamily(
  parts: ReadonlyMap<number, readonly BusinessPart[]>,
  assets: ReadonlyMap<number, KnownAsset>,
): ReadonlyMap<number, readonly BusinessPart[]> {
  const mainsOf = (own: readonly BusinessPart[]) =>
    own.filter(({ isMain }) => isMain).map(({ nodeId }) => familyOf(nodeId))
  const uses = new Map<string, number>()
  const keyOf = (assetId: number, family: number) => `${assets.get(assetId)?.gics ?? ''}/${family}`
  for (const [assetId, own] of parts)
    for (const family of mainsOf(own)) {
      const key = keyOf(assetId, family)
      uses.set(key, (uses.get(key) ?? 0) + 1)
    }
  const rank = (assetId: number, family: number, families: readonly number[]) =>
    families.filter((one) => one === family).length * 10_000 + (uses.get(keyOf(assetId, family)) ?? 0)
  return new Map(
    [...parts].map(([assetId, own]) => {
      const families = assets.get(assetId)?.type === 'stock' ? mainsOf(own) : []
      if (new Set(families).size < 2) return [assetId, own]
      const [main] = families.toSorted((a, b) => rank(assetId, b, families) - rank(assetId, a, families))
      return [assetId, own.map((part) => ({ ...part, isMain: part.isMain && familyOf(part.nodeId) === main }))]
    }),
  )
}

/** Whether a node is a line of business, not a policy or a market that only weighs on companies. */
function isLine(business: ThemeBusiness | undefined): boolean {
  return business !== undefined && business.industries.length + business.companies.length + business.words.length > 0
}
