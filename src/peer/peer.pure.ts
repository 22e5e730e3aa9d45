/** The fields of a theme membership that determine similarity. */
export interface ThemeMembership {
  readonly nodeId: number
  readonly exposure: 'core' | 'secondary'
}

/** Core memberships have twice the weight of secondary ones. */
const weightOf = (membership: ThemeMembership) => (membership.exposure === 'core' ? 1 : 0.5)

/**
 * Similarity of two companies' theme memberships, 0 to 1: weighted Jaccard (Ruzicka) similarity over the nodes. `rarity` is the weight of
 * a node, higher for nodes with few members (inverse document frequency, Sparck Jones 1972).
 */
export function computeThemeSimilarity(
  own: readonly ThemeMembership[],
  other: readonly ThemeMembership[],
  rarity: (nodeId: number) => number,
): number {
  const weights = (memberships: readonly ThemeMembership[]) =>
    new Map(memberships.map((membership) => [membership.nodeId, weightOf(membership)]))
  const [a, b] = [weights(own), weights(other)]
  let shared = 0
  let whole = 0
  for (const nodeId of new Set([...a.keys(), ...b.keys()])) {
    const [first, second] = [a.get(nodeId) ?? 0, b.get(nodeId) ?? 0]
    shared += rarity(nodeId) * Math.min(first, second)
    whole += rarity(nodeId) * Math.max(first, second)
  }
  return whole === 0 ? 0 : Math.round((shared / whole) * 1e4) / 1e4
}
