/** The fields of a knowledge-graph edge that determine issuers. */
interface LineEdge {
  readonly sourceId: number
  readonly targetId: number
  readonly type: string
}

/**
 * Finds the issuer id of each listing that has other lines (share classes, depositary receipts): the lowest listing id in the group
 * connected by `line` edges (union-find). Listings without such edges are their own issuers and omitted.
 */
export function findIssuers(relations: readonly LineEdge[]): ReadonlyMap<number, number> {
  const parents = new Map<number, number>()
  const rootOf = (id: number): number => {
    const parent = parents.get(id) ?? id
    if (parent === id) return id
    const root = rootOf(parent)
    parents.set(id, root)
    return root
  }
  for (const { sourceId, targetId, type } of relations) {
    if (type !== 'line') continue
    const [one, other] = [rootOf(sourceId), rootOf(targetId)]
    // The lowest id of a group is its root, in whatever order the edges come.
    parents.set(Math.max(one, other), Math.min(one, other))
    parents.set(Math.min(one, other), Math.min(one, other))
  }
  return new Map([...parents.keys()].map((id) => [id, rootOf(id)]))
}
