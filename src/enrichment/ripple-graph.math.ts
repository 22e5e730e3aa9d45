import type { Knowledge, KnownAsset, RelationType } from './knowledge.math.ts'

/** What the reached asset is to the moved one: its supplier, its customer, a user of its commodity ... */
export const EDGES = [
  'supplier',
  'customer',
  'competitor',
  'partner',
  'owner',
  'subsidiary',
  'input',
  'output',
  'producer',
  'rate',
  'fx',
  'sector_supplier',
  'sector_competitor',
] as const
export type Edge = (typeof EDGES)[number]

/** A step from a moved asset to one it moves. */
export interface Step {
  readonly to: KnownAsset
  readonly edge: Edge
  readonly weight: number
  /** Only for rates and currencies: what a rise does. */
  readonly sign: 1 | -1
}

// What a relation means seen from its source and from its target; null where nothing travels that way.
const SEEN: Readonly<Record<RelationType, readonly [fromSource: Edge | null, fromTarget: Edge | null]>> = {
  supplier: ['customer', 'supplier'],
  competitor: ['competitor', 'competitor'],
  partner: ['partner', 'partner'],
  parent: ['subsidiary', 'owner'],
  input: ['input', null],
  output: ['output', 'producer'],
  rate: ['rate', null],
  fx: ['fx', null],
  // Not a ripple: enrichment gives a company's further lines what it gives the main one.
  line: [null, null],
}

/** How many companies stand in for an industry where no company link is known. */
const PER_SECTOR = 2

/** The steps out of every asset: its own relations, or its industry's where it has no company relation at all. */
export function createGraph(knowledge: Knowledge): (assetId: number) => readonly Step[] {
  const byId = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  const steps = new Map<number, Step[]>()
  const linked = new Set<number>()
  const add = (from: number, to: number, edge: Edge | null, weight: number, sign: 1 | -1) => {
    const asset = byId.get(to)
    if (asset === undefined || edge === null || from === to || isSecondLine(asset)) return
    const list = steps.get(from) ?? []
    list.push({ to: asset, edge, weight, sign })
    steps.set(from, list)
  }
  for (const { sourceId, targetId, type, weight, sign } of knowledge.relations) {
    const [fromSource, fromTarget] = SEEN[type]
    add(sourceId, targetId, fromSource, weight, sign ?? 1)
    add(targetId, sourceId, fromTarget, weight, sign ?? 1)
    if (type === 'supplier' || type === 'competitor' || type === 'partner' || type === 'parent') {
      linked.add(sourceId)
      linked.add(targetId)
    }
  }
  const bySector = largestBySector(knowledge.assets)
  for (const asset of knowledge.assets) {
    if (asset.gics === null || linked.has(asset.id)) continue
    for (const link of knowledge.sectorLinks) {
      if (!asset.gics.startsWith(link.targetGics)) continue
      const edge = link.type === 'supplier' ? 'sector_supplier' : 'sector_competitor'
      const stand = bySector.get(link.sourceGics) ?? []
      const near = stand.filter((other) => other.country === asset.country && other.id !== asset.id)
      const pool = near.length > 0 ? near : stand
      for (const other of pool.slice(0, PER_SECTOR)) add(asset.id, other.id, edge, link.weight, 1)
    }
    if (!(steps.get(asset.id) ?? []).some((step) => step.edge === 'sector_competitor')) {
      const peers = (bySector.get(asset.gics) ?? []).filter((other) => other.id !== asset.id)
      const near = peers.filter((other) => other.country === asset.country)
      for (const peer of (near.length > 0 ? near : peers).slice(0, PER_SECTOR)) {
        add(asset.id, peer.id, 'sector_competitor', 0.5, 1)
      }
    }
  }
  for (const list of steps.values()) {
    list.sort((a, b) => b.weight - a.weight || (b.to.marketCapUsd ?? 0) - (a.to.marketCapUsd ?? 0))
  }
  return (assetId) => steps.get(assetId) ?? NONE
}

const NONE: readonly Step[] = []

/** A further share class or depositary receipt: the press name stands at the company's main line only. */
export function isSecondLine(asset: KnownAsset): boolean {
  return asset.type === 'stock' && asset.shortNames.length === 0
}

/** Companies of every GICS prefix (2, 4, 6, 8 digits), largest first. */
function largestBySector(assets: readonly KnownAsset[]): Map<string, KnownAsset[]> {
  const found = new Map<string, KnownAsset[]>()
  const sized = assets
    .filter((asset) => asset.type === 'stock' && asset.gics !== null && !isSecondLine(asset))
    .sort((a, b) => (b.marketCapUsd ?? 0) - (a.marketCapUsd ?? 0) || a.id - b.id)
  for (const asset of sized) {
    for (const digits of [2, 4, 6, 8]) {
      const prefix = (asset.gics ?? '').slice(0, digits)
      const list = found.get(prefix) ?? []
      list.push(asset)
      found.set(prefix, list)
    }
  }
  return found
}
