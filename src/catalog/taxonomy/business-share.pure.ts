import type { Exposure, Role } from '../knowledge.pure.ts'

/** A theme membership as far as it tells of a business. */
export interface BusinessPart {
  readonly nodeId: number
  readonly role: Role
  readonly exposure: Exposure
}

/** Roles in which a company sells something in the theme; the others only gain, buy or suffer. */
const SELLING: ReadonlySet<Role> = new Set(['leader', 'enabler', 'infrastructure_provider'])
const WEIGHT: Readonly<Record<Exposure, number>> = { core: 1, secondary: 0.35 }

/** True where a company sells something in the theme. */
export function isSelling({ role }: BusinessPart): boolean {
  return SELLING.has(role)
}

/** The share of a company's business, 0 to 1, in which the other one sells too; null where nothing is known of either. */
export function computeBusinessShare(own: readonly BusinessPart[], other: readonly BusinessPart[]): number | null {
  const [mine, theirs] = [weighParts(own), weighParts(other)]
  if (mine.size === 0 || theirs.size === 0) return null
  let whole = 0
  let shared = 0
  for (const [nodeId, weight] of mine) {
    whole += weight
    shared += Math.min(weight, theirs.get(nodeId) ?? 0)
  }
  return shared / whole
}

/** Weight of each theme in which a company sells; its lines may have the same one. */
function weighParts(parts: readonly BusinessPart[]): Map<number, number> {
  const weights = new Map<number, number>()
  for (const { nodeId, exposure } of parts.filter(isSelling)) {
    weights.set(nodeId, Math.max(weights.get(nodeId) ?? 0, WEIGHT[exposure]))
  }
  return weights
}
