import type { Knowledge, KnownAsset, RelationType } from '../../catalog/knowledge.pure.ts'
import { STEP_RELATIONS } from '../vocabulary/verdict.pure.ts'

/** Types of the graph's edges: what the reached asset is to the moved one. */
export const EDGE_TYPES = STEP_RELATIONS.filter(
  (relation) => relation !== 'member' && relation !== 'line' && relation !== 'event',
)
export type EdgeType = (typeof EDGE_TYPES)[number]

/** An edge from a moved asset to one it moves. */
export interface GraphEdge {
  readonly to: KnownAsset
  readonly type: EdgeType
  readonly weight: number
  /** Only for rates and currencies: what a rise does. */
  readonly sign: 1 | -1
}

// The edge types of a relation from its source and from its target; null where no effect passes.
const EDGES_OF_RELATION: Readonly<
  Record<RelationType, readonly [fromSource: EdgeType | null, fromTarget: EdgeType | null]>
> = {
  supplier: ['customer', 'supplier'],
  competitor: ['competitor', 'competitor'],
  partner: ['partner', 'partner'],
  parent: ['subsidiary', 'owner'],
  input: ['input', null],
  output: ['output', 'producer'],
  rate: ['rate', null],
  fx: ['fx', null],
  // Further share classes get the impact of the main one: asset-impact.pure.ts.
  line: [null, null],
}

/** Companies of an industry taken as neighbours of a company without relations. */
const MAX_PER_SECTOR = 2

/** Builds the graph; the returned function gives the edges out of an asset: its own relations, or those of its industry where it has no company relation. */
export function createGraph(knowledge: Knowledge): (assetId: number) => readonly GraphEdge[] {
  const byId = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  const edges = new Map<number, GraphEdge[]>()
  const linked = new Set<number>()
  const add = (from: number, to: number, type: EdgeType | null, weight: number, sign: 1 | -1) => {
    const asset = byId.get(to)
    if (asset === undefined || type === null || from === to || isSecondaryLine(asset)) return
    const list = edges.get(from) ?? []
    list.push({ to: asset, type, weight, sign })
    edges.set(from, list)
  }
  for (const { sourceId, targetId, type, weight, sign } of knowledge.relations) {
    const [fromSource, fromTarget] = EDGES_OF_RELATION[type]
    add(sourceId, targetId, fromSource, weight, sign ?? 1)
    add(targetId, sourceId, fromTarget, weight, sign ?? 1)
    if (type === 'supplier' || type === 'competitor' || type === 'partner' || type === 'parent') {
      linked.add(sourceId)
      linked.add(targetId)
    }
  }
  const bySector = indexLargestBySector(knowledge.assets)
  for (const asset of knowledge.assets) {
    if (asset.gics === null || linked.has(asset.id)) continue
    for (const link of knowledge.sectorLinks) {
      if (!asset.gics.startsWith(link.targetGics)) continue
      const edge = link.type === 'supplier' ? 'sector_supplier' : 'sector_competitor'
      const largest = bySector.get(link.sourceGics) ?? []
      const near = largest.filter((other) => other.country === asset.country && other.id !== asset.id)
      const pool = near.length > 0 ? near : largest
      for (const other of pool.slice(0, MAX_PER_SECTOR)) add(asset.id, other.id, edge, link.weight, 1)
    }
    if (!(edges.get(asset.id) ?? []).some((step) => step.type === 'sector_competitor')) {
      const peers = (bySector.get(asset.gics) ?? []).filter((other) => other.id !== asset.id)
      const near = peers.filter((other) => other.country === asset.country)
      for (const peer of (near.length > 0 ? near : peers).slice(0, MAX_PER_SECTOR)) {
        add(asset.id, peer.id, 'sector_competitor', 0.5, 1)
      }
    }
  }
  for (const list of edges.values()) {
    list.sort((a, b) => b.weight - a.weight || (b.to.marketCapUsd ?? 0) - (a.to.marketCapUsd ?? 0))
  }
  return (assetId) => edges.get(assetId) ?? NONE
}

const NONE: readonly GraphEdge[] = []

/** A further share class or depositary receipt: only the main line of a company has a press name. */
export function isSecondaryLine(asset: KnownAsset): boolean {
  return asset.type === 'stock' && asset.shortNames.length === 0
}

/** Companies of every GICS prefix (2, 4, 6, 8 digits), largest first. */
function indexLargestBySector(assets: readonly KnownAsset[]): Map<string, KnownAsset[]> {
  const found = new Map<string, KnownAsset[]>()
  const sized = assets
    .filter((asset) => asset.type === 'stock' && asset.gics !== null && !isSecondaryLine(asset))
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
