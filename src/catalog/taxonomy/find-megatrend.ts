import { ApiError } from '../../core/errors.ts'
import { nearest } from '../../core/input/nearest.pure.ts'
import { type Page, type PageRequest, pageOf } from '../../core/input/paging.pure.ts'
import { toldText } from '../../core/input/told-text.pure.ts'
import type { Megatrend } from '../catalog.store.ts'
import { catalog } from '../catalog.ts'
import type { MegatrendScope } from './megatrend.input.ts'
import { subtreeRange } from './node-range.pure.ts'

/** Finds a megatrend node by id or slug; throws 404 with the most similar slug when there is none. */
export function requireMegatrend(id: string, param = 'id'): Megatrend {
  const node = catalog().findMegatrend(id)
  if (node) return node
  const close = nearest(
    id,
    catalog().rows.megatrends.map((known) => known.slug),
  )
  throw new ApiError('not_found', `There is no megatrend "${toldText(id)}".`, {
    param,
    ...(close ? { did_you_mean: close } : {}),
  })
}

/** Node range of a megatrend's subtree; with its members, where stories that move them are wanted too. */
export function trendScopeOf({ nodeId }: Megatrend, scope: MegatrendScope) {
  return { ...subtreeRange(nodeId), ...(scope === 'members' ? { memberIds: catalog().memberIdsIn(nodeId) } : {}) }
}

/** Filters and page of a megatrend search. */
interface MegatrendQuery extends PageRequest {
  /** Part of a name, slug, description or keyword, in any letter case. */
  readonly query?: string | undefined
  readonly tier?: number | undefined
}

/** A page of the nodes that mention the query, ordered by id. */
export function findMegatrends({ query, tier, ...page }: MegatrendQuery): Page<Megatrend> {
  const wanted = query?.toLowerCase()
  const mentions = (node: Megatrend) =>
    wanted === undefined ||
    [node.name, node.slug, node.description, ...node.keywords].some((words) => words.toLowerCase().includes(wanted))
  const nodes = catalog().rows.megatrends.filter((node) => (tier === undefined || node.tier === tier) && mentions(node))
  return pageOf(nodes, page)
}
