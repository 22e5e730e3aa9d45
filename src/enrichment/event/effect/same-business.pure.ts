import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import type { Graph } from '../../ripple/graph.pure.ts'
import type { EventGroups } from '../../vocabulary/event-lexicon.pure.ts'

/** Least weight of a rivalry that counts. */
const CLOSE_ENOUGH = 0.4
/** Weight of a rivalry with a company of the same industry that sells some of the same. */
const CLOSE = 0.5
/** Weight of a rivalry within an industry that sells one thing. */
const CLOSER = 0.6
/** Weight of a rivalry across industries that counts whatever else both do. */
const CLOSEST = 0.62
/** Part of a company's business in which another sells too that makes it a rival of the whole company. */
const HALF = 0.5
const MEGATREND_SPAN = 10_000

/** Who lives on the same business as a company. */
export interface SameBusiness {
  /** True for a rival of the graph in the main business of one of both, or a close one of the same industry. */
  readonly isRival: (asset: KnownAsset, other: KnownAsset) => boolean
  /** The same, and for companies with the same main business in an industry that sells one thing. */
  readonly isAlike: (asset: KnownAsset, other: KnownAsset) => boolean
}

/** Prepares the businesses of companies. Those of an industry that sells many things are no rivals by it alone. */
export function createSameBusiness(
  { edgesFrom, segmentsOf }: Pick<Graph, 'edgesFrom' | 'segmentsOf'>,
  mixed: EventGroups['mixed_industry'],
): SameBusiness {
  /** The megatrends a company sells in, the most special ones. */
  const partsOf = ({ id }: KnownAsset) => [...segmentsOf(id)].filter(([nodeId]) => nodeId % MEGATREND_SPAN !== 0)
  const isIn = (other: KnownAsset, nodeId: number) => segmentsOf(other.id).has(nodeId)
  const isMainIn = (asset: KnownAsset, other: KnownAsset) =>
    partsOf(asset).some(([nodeId, weight]) => weight === 1 && isIn(other, nodeId))
  const isOfOneTrade = (asset: KnownAsset, other: KnownAsset) =>
    asset.gics === other.gics && !mixed.has(asset.gics ?? '')
  const isRival = (asset: KnownAsset, other: KnownAsset) => {
    const edge = edgesFrom(asset.id).find(({ to, type }) => to === other && type === 'competitor')
    if (edge === undefined) return false
    const { weight, overlap } = edge
    if (weight < CLOSE_ENOUGH) return false
    if (weight < CLOSEST && overlap < HALF && industryOf(asset) !== industryOf(other)) return false
    return (
      isMainIn(asset, other) ||
      partsOf(asset).length === 0 ||
      partsOf(other).length === 0 ||
      (weight >= CLOSEST && isMainIn(other, asset)) ||
      (weight >= CLOSER && isOfOneTrade(asset, other)) ||
      (weight >= CLOSE && asset.gics === other.gics && partsOf(asset).some(([nodeId]) => isIn(other, nodeId)))
    )
  }
  /** The same branch, of which the business of both is the main one. */
  const isOfOneBranch = (asset: KnownAsset, other: KnownAsset) =>
    partsOf(asset).some(([nodeId, weight]) => weight === 1 && segmentsOf(other.id).get(branchOf(nodeId)) === 1)
  return {
    isRival,
    isAlike: (asset, other) => isRival(asset, other) || (isOfOneTrade(asset, other) && isOfOneBranch(asset, other)),
  }
}

/** The industry; of a maker of drugs the company itself, as each treats something else. */
function industryOf({ gics, ticker }: KnownAsset): string {
  return gics?.startsWith('352020') === true ? ticker : (gics ?? '').slice(0, 6)
}

function branchOf(nodeId: number): number {
  return nodeId - (nodeId % MEGATREND_SPAN)
}
