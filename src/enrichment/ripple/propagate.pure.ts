import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import { familyOf } from '../classify/theme.pure.ts'
import type { EventCountry } from '../vocabulary/event-lexicon.pure.ts'
import type { Aspect, AssetImpact, ImpactStep } from '../vocabulary/verdict.pure.ts'
import {
  type HomeMarket,
  isOfOtherLine,
  isOfUnknownLine,
  isUntouched,
  isWithin,
  shareOfRivalry,
  weighSegments,
} from './bound.pure.ts'
import type { Cause, CausePhrase } from './cause.pure.ts'
import { compareSizes, type EdgeType, type Graph, type GraphEdge, hasEdge, sizeOf } from './graph.pure.ts'
import { createRationale } from './rationale.pure.ts'
import { createRuleFinder, type RippleRule, type RippleScope } from './rule.pure.ts'
import { isOfOtherMarket } from './sales-market.pure.ts'
import type { RippleSource } from './seed.pure.ts'

/** Least relevance of an effect that is kept. */
export const MIN_RELEVANCE = 0.15

/** What an article is about, as far as it bounds how effects spread. */
export interface RippleBounds {
  readonly scope: RippleScope
  /** Megatrends of the article: the businesses it is about; none where it is about whole companies. */
  readonly trends: readonly number[]
  /** Those of them that its words speak of. */
  readonly spoken: readonly number[]
  /** True where it names a product of the company: only who sells the very same competes with it. */
  readonly isOfBrand: boolean
  /** The sum of money that it tells. */
  readonly amountUsd: number | null
  /** Where it says that something is sold. */
  readonly markets: readonly EventCountry[]
  /** Named assets from which it reaches their owners alone: whom else an event moves is told by its roles. */
  readonly ownersOnly: ReadonlySet<number>
}

/** An effect on an asset reached through the graph. */
export interface RippleEffect
  extends Pick<AssetImpact, 'direction' | 'aspect' | 'hop' | 'path' | 'steps' | 'rationale'> {
  readonly asset: KnownAsset
  /** 0-1. */
  readonly strength: number
}

/** An asset reached by propagation, with the path it was reached by. */
export interface FrontierNode {
  readonly asset: KnownAsset
  readonly sign: number
  readonly aspect: Aspect
  /** What happened to it; null where nothing of it passes on. */
  readonly cause: Cause | null
  readonly strength: number
  readonly hop: number
  /** How it was reached; null for a named asset. The note says what is sold, shared or competed for on the edge. */
  readonly via: {
    readonly previous: FrontierNode
    readonly edge: GraphEdge
    readonly rule: RippleRule
    readonly note: string
  } | null
}

const MAX_HOPS = 3

/** Factor on the strength of an effect for each hop after the first. */
const DECAY = 0.75

/** Assets from which effects spread on at each hop, strongest first. */
const BEAM_WIDTH = 24

/** Most effects by one edge type, so that the buyers of a commodity are not crowded out by its producers. */
const MAX_PER_EDGE_TYPE = 7

/** What is as large as the sum of money that is told of it. */
const SIZED: ReadonlySet<Cause> = new Set(['contract', 'capacity', 'aid'])
/** Part of its market value from which such a sum is felt by another company. */
const LEAST_AMOUNT = 0.001

/** Most indirect effects of an article. */
export const MAX_EFFECTS = 12

/**
 * Prepares the rules by edge type, cause and scope. The returned function takes what happened to the named assets and gives the effects
 * on others, by beam search along the graph: each edge multiplies sign and strength, the strongest path to an asset wins, no path leads
 * back to a named one.
 */
export function createPropagator(
  graph: Graph,
  rules: readonly RippleRule[],
  phrases: readonly CausePhrase[],
  { isApart, isCaptive, isFar, isOfWorld, isPassingOn }: HomeMarket,
): (sources: readonly RippleSource[], bounds: RippleBounds) => RippleEffect[] {
  const rulesFor = createRuleFinder(rules)
  const writeRationale = createRationale(phrases)

  return (sources, { scope, trends, spoken, isOfBrand, amountUsd, markets, ownersOnly }) => {
    const named = new Set(sources.map((one) => one.asset.id))
    const companies = sources.filter(({ asset }) => asset.type === 'stock').length
    const best = new Map<number, FrontierNode>()
    let frontier: FrontierNode[] = []
    for (const { asset, verdict, relevance, cause } of sources) {
      if (verdict.direction === 'ambiguous') continue
      const strength = (0.5 + 0.5 * Math.abs(verdict.score)) * (0.4 + 0.6 * relevance)
      const sign = verdict.direction === 'pos' ? 1 : -1
      frontier.push({ asset, sign, aspect: verdict.aspect, cause, strength, hop: 0, via: null })
    }
    for (let hop = 1; hop <= MAX_HOPS && frontier.length > 0; hop++) {
      const reached = new Map<number, FrontierNode>()
      for (const node of frontier) {
        if (node.cause === null) continue
        const ruleOf = rulesFor(node.cause, scope)
        if (ruleOf.size === 0) continue
        const own = graph.segmentsOf(node.asset.id)
        const told = spoken.filter((nodeId) => own.has(nodeId))
        // What the words say bounds it more than what the company is known for.
        const segments = (told.length > 0 ? told : trends).filter(
          (nodeId) => nodeId !== familyOf(nodeId) && own.has(nodeId),
        )
        // Chips all come from the same makers; of one car, drug or shop nobody knows who delivers for it.
        const isOfChips = node.asset.gics?.startsWith('4530') === true
        const isOfLine = node.cause === 'orders' && !isOfChips && (scope === 'industry' || told.length === 0)
        const isOfPart = isOfLine || node.cause === 'capacity'
        const isTold = told.length > 0 || spoken.length === 0
        const weightOfSegments = weighSegments(trends, segments, own)
        // "Amazon undercuts Trade Desk": of what both sell.
        const rivals = companies > 1 ? sources.filter((one) => hasEdge(graph, node.asset, one.asset, 'competitor')) : []
        for (const edge of graph.edgesFrom(node.asset.id)) {
          // Most edges end here: no factor is above 1, and the heaviest come first.
          if (node.strength * edge.weight < MIN_RELEVANCE) break
          if (edge.type !== 'owner' && ownersOnly.has(node.asset.id)) continue
          const id = edge.to.id
          const rule = ruleOf.get(edge.type)
          if (rule === undefined || named.has(id) || !isWithin(rule, node.asset, edge.to, companies)) continue
          // Who loses by a contract or a product is told by the words alone, not by what its maker is known for.
          if (rule.within === 'segment' && rule.factor < 0 && told.length === 0) continue
          if (amountUsd !== null && SIZED.has(node.cause) && amountUsd < LEAST_AMOUNT * sizeOf(edge.to)) continue
          const isRival = edge.type === 'competitor'
          // "Volkswagen recalls Bentley": of a brand that is only named nobody knows who sells the like.
          const isKnown = isRival
            ? rule.factor > 0 && edge.overlap === 1 && node.cause !== 'orders'
            : isOfChips || !edge.type.endsWith('supplier')
          if (isOfBrand && told.length === 0 && !isKnown) continue
          if (isRival && (rule.factor < 0 ? isApart : isFar)(node.asset, edge.to)) continue
          if (isRival && rule.factor < 0 && isCaptive(node.asset)) continue
          const isBound = edge.type === 'customer' || !isOfWorld(node.asset)
          if (isBound && isOfOtherMarket(markets, node.asset, edge, node.cause)) continue
          const isBuyer = edge.type === 'customer' && node.cause === 'price_change'
          if (isBuyer && isPassingOn(node.asset, edge.to)) continue
          if (isUntouched(edge, node.cause) || isOfOtherLine(edge, told, graph)) continue
          if (edge.type === 'supplier' && isOfPart && isOfUnknownLine(edge, spoken, graph)) continue
          if ((isRival || isBuyer) && !rivals.every((one) => hasEdge(graph, one.asset, edge.to, edge.type))) continue
          // The business it is about in which a competitor sells too.
          const isInCommon = (nodeId: number) => graph.segmentsOf(id).has(nodeId)
          const common = isRival && isTold ? segments.find(isInCommon) : undefined
          const share = common !== undefined ? 1 : isRival ? shareOfRivalry(edge, rule, segments) : weightOfSegments
          const strength = node.strength * Math.abs(rule.factor) * edge.weight * (hop === 1 ? 1 : DECAY) * share
          if (strength < MIN_RELEVANCE || strength <= (best.get(id)?.strength ?? 0)) continue
          if (strength <= (reached.get(id)?.strength ?? 0)) continue
          const sign = node.sign * edge.sign * (rule.factor < 0 ? -1 : 1)
          const { aspect, becomes: cause } = rule
          const note = common === undefined ? edge.note : graph.nameOf(common)
          const via = { previous: node, edge, rule, note }
          reached.set(id, { asset: edge.to, sign, aspect, cause, strength, hop, via })
        }
      }
      for (const [id, node] of reached) best.set(id, node)
      frontier = [...reached.values()].sort(compareStrength).slice(0, BEAM_WIDTH)
    }
    const counts = new Map<EdgeType | undefined, number>()
    const isAmongFirst = ({ via }: FrontierNode) => {
      const count = counts.get(via?.edge.type) ?? 0
      counts.set(via?.edge.type, count + 1)
      return count < MAX_PER_EDGE_TYPE
    }
    const strongest = [...best.values()].sort(compareStrength).filter(isAmongFirst).slice(0, MAX_EFFECTS)
    return strongest.map((node) => toEffect(node, writeRationale(node)))
  }
}

function compareStrength(a: FrontierNode, b: FrontierNode): number {
  const gap = b.strength - a.strength
  return Math.abs(gap) > 1e-9 ? gap : compareSizes(a, b) || a.asset.id - b.asset.id
}

function toEffect(node: FrontierNode, rationale: string): RippleEffect {
  const { asset, sign, aspect, strength, hop } = node
  const path = [asset.id]
  const steps: ImpactStep[] = []
  for (let to = node; to.via !== null; to = to.via.previous) {
    const { previous, edge } = to.via
    path.unshift(previous.asset.id)
    const turn = to.sign === previous.sign ? 1 : -1
    const { type: relation, weight } = edge
    steps.unshift({ from: previous.asset.id, to: to.asset.id, relation, sign: turn, weight })
  }
  const direction = sign > 0 ? 'pos' : 'neg'
  return { asset, direction, aspect, strength, hop, path, steps, rationale }
}
