/** A part in a theme, as likeness needs it. */
export interface ThemePart {
  readonly nodeId: number
  readonly exposure: 'core' | 'secondary'
}

/** A pure play counts twice what a peripheral part does. */
const weightOf = (part: ThemePart) => (part.exposure === 'core' ? 1 : 0.5)

/**
 * How alike two companies' parts in themes are, 0 to 1: weighted Jaccard (Ruzicka) similarity over the nodes, a node counting the more
 * the fewer members it has (inverse document frequency, Sparck Jones 1972). `rarity` says how much each node counts.
 */
export function themeLikeness(
  own: readonly ThemePart[],
  other: readonly ThemePart[],
  rarity: (nodeId: number) => number,
): number {
  const weights = (parts: readonly ThemePart[]) => new Map(parts.map((part) => [part.nodeId, weightOf(part)]))
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
