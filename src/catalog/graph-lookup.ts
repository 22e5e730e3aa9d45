import type { Membership, Relation } from './catalog.store.ts'
import { catalog } from './catalog.ts'
import type { Catalog } from './catalog-snapshot.ts'

/** Finds a membership by `listingId:nodeId`. */
export function findMembership(id: string): Membership | undefined {
  const [listingId, nodeId] = id.split(':').map(Number)
  return catalog()
    .membershipsOf(listingId ?? 0)
    .find((member) => member.nodeId === nodeId)
}

/** Finds an edge of the graph by `sourceId:targetId:type`. */
export function findRelation(id: string): Relation | undefined {
  const [sourceId, targetId, type] = id.split(':')
  return catalog()
    .relationsOf(Number(sourceId))
    .find((edge) => edge.sourceId === Number(sourceId) && edge.targetId === Number(targetId) && edge.type === type)
}

/** Level of a GICS code, by its length. */
export function classifyGicsLevel(code: string): 'sector' | 'industry_group' | 'industry' | 'sub_industry' {
  if (code.length === 2) return 'sector'
  if (code.length === 4) return 'industry_group'
  return code.length === 6 ? 'industry' : 'sub_industry'
}

const membersBySize = new WeakMap<Catalog, Map<number, readonly Membership[]>>()

/** Memberships in a node and everything under it, largest companies first. */
export function listMembers(nodeId: number): readonly Membership[] {
  const current = catalog()
  const lists = membersBySize.get(current) ?? new Map<number, readonly Membership[]>()
  membersBySize.set(current, lists)
  const known = lists.get(nodeId)
  if (known) return known
  const size = (member: Membership) => current.listing(member.listingId)?.marketCapUsd ?? 0
  const members = current.membershipsIn(nodeId).toSorted((a, b) => size(b) - size(a) || a.listingId - b.listingId)
  lists.set(nodeId, members)
  return members
}
