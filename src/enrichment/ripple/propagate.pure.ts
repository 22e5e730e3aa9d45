import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { Aspect, Direction, ImpactStep } from '../vocabulary/verdict.pure.ts'
import { findCommon, isWithin, shareOfRivalry, weighSegments } from './bound.pure.ts'
import type { Cause, CausePhrase } from './cause.pure.ts'
import type { EdgeType, Graph, GraphEdge } from './graph.pure.ts'
import type { HomeMarket } from './home-market.pure.ts'
import { createRationale } from './rationale.pure.ts'
import { createRuleFinder, type RippleRule, type RippleScope } from './rule.pure.ts'
import type { Seed } from './seed.pure.ts'

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
}

/** A named asset with what happened to it. */
export interface RippleSource extends Seed {
  readonly cause: Cause
}

/** An effect on an asset reached through the graph. */
export interface RippleEffect {
  readonly asset: KnownAsset
  readonly direction: Direction
  readonly aspect: Aspect
  /** 0-1. */
  readonly strength: number
  readonly hop: number
  readonly path: readonly number[]
  readonly steps: readonly ImpactStep[]
  readonly rationale: string
}

/** An asset reached by propagation, with the path it was reached by. */
export interface FrontierNode {
  readonly asset: KnownAsset
  readonly sign: number
  readonly aspect: Aspect
  /** What happened to it; null where nothing of it passes on. */
  readonly cause: Cause | null
  readonly strength: number
  readonly edge: GraphEdge | null
  /** What is sold, shared or competed for on the edge. */
  readonly note: string
  readonly rule: RippleRule | null
  readonly previous: FrontierNode | null
  readonly hop: number
}

const MAX_HOPS = 3

/** Factor on the strength of an effect for each hop after the first. */
const DECAY = 0.75

/** Effects weaker than this are dropped: their relevance would be below the least that is stored. */
const MIN_STRENGTH = MIN_RELEVANCE

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
  { isApart, isFar }: HomeMarket,
): (sources: readonly RippleSource[], bounds: RippleBounds) => RippleEffect[] {
  const rulesFor = createRuleFinder(rules)
  const writeRationale = createRationale(phrases)

  return (sources, { scope, trends, spoken, isOfBrand, amountUsd }) => {
    const named = new Set(sources.map((one) => one.asset.id))
    const companies = sources.filter(({ asset }) => asset.type === 'stock').length
    const best = new Map<number, FrontierNode>()
    let frontier: FrontierNode[] = []
    for (const { asset, verdict, relevance, cause } of sources) {
      if (verdict.direction === 'ambiguous') continue
      const strength = (0.5 + 0.5 * Math.abs(verdict.score)) * (0.4 + 0.6 * relevance)
      const sign = verdict.direction === 'pos' ? 1 : -1
      const start = { edge: null, note: '', rule: null, previous: null, hop: 0 }
      frontier.push({ asset, sign, aspect: verdict.aspect, cause, strength, ...start })
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
          (nodeId) => nodeId % 1_000_000 !== 0 && own.has(nodeId),
        )
        const isTold = told.length > 0 || spoken.length === 0
        const weightOfSegments = weighSegments(trends, segments, own)
        // "Amazon undercuts Trade Desk": of what both sell.
        const rivals = hop === 1 && companies > 1 ? findRivals(node.asset, sources, graph) : []
        for (const edge of graph.edgesFrom(node.asset.id)) {
          // Most edges end here: no factor is above 1.
          if (node.strength * edge.weight < MIN_STRENGTH) continue
          const id = edge.to.id
          const rule = ruleOf.get(edge.type)
          if (rule === undefined || named.has(id) || !isWithin(rule, node.asset, edge.to, companies)) continue
          // Who loses by a contract or a product is told by the words alone, not by what its maker is known for.
          if (rule.within === 'segment' && rule.factor < 0 && told.length === 0) continue
          const decay = hop === 1 ? 1 : DECAY
          if (amountUsd !== null && SIZED.has(node.cause) && amountUsd < LEAST_AMOUNT * (edge.to.marketCapUsd ?? 0))
            continue
          const isRival = edge.type === 'competitor'
          if (isRival && isOfBrand && told.length === 0 && edge.overlap < 1) continue
          if (isRival && (rule.factor < 0 ? isApart : isFar)(node.asset, edge.to)) continue
          const isOfBoth = isRival || (edge.type === 'customer' && node.cause === 'price_change')
          if (isOfBoth && !rivals.every((one) => hasSame(one, edge, graph))) continue
          const common = isRival ? findCommon(edge, isTold ? segments : [], graph) : undefined
          const share = common !== undefined ? 1 : isRival ? shareOfRivalry(edge, rule, segments) : weightOfSegments
          const strength = node.strength * Math.abs(rule.factor) * edge.weight * decay * share
          if (strength < MIN_STRENGTH || strength <= (best.get(id)?.strength ?? 0)) continue
          if (strength <= (reached.get(id)?.strength ?? 0)) continue
          const sign = node.sign * edge.sign * (rule.factor < 0 ? -1 : 1)
          const { aspect, becomes: cause } = rule
          const note = common === undefined ? edge.note : graph.nameOf(common)
          reached.set(id, { asset: edge.to, sign, aspect, cause, strength, edge, note, rule, previous: node, hop })
        }
      }
      for (const [id, node] of reached) best.set(id, node)
      frontier = [...reached.values()].sort(compareStrength).slice(0, BEAM_WIDTH)
    }
    const strongest = limitPerEdgeType([...best.values()].sort(compareStrength))
    return strongest.map((node) => toEffect(node, writeRationale(node)))
  }
}

/** The rivals of a company that are named beside it. */
function findRivals(asset: KnownAsset, sources: readonly RippleSource[], { edgesFrom }: Graph): KnownAsset[] {
  const own = edgesFrom(asset.id).flatMap(({ to, type }) => (type === 'competitor' ? [to] : []))
  return sources.flatMap((one) => (own.includes(one.asset) ? [one.asset] : []))
}

/** True where a company has the same to do with whom an edge leads to. */
function hasSame({ id }: KnownAsset, { to, type }: GraphEdge, { edgesFrom }: Graph): boolean {
  return edgesFrom(id).some((edge) => edge.to === to && edge.type === type)
}

/** The strongest assets reached, at most so many by one edge type. */
function limitPerEdgeType(frontier: readonly FrontierNode[]): FrontierNode[] {
  const counts = new Map<EdgeType | undefined, number>()
  const kept: FrontierNode[] = []
  for (const node of frontier) {
    const count = counts.get(node.edge?.type) ?? 0
    if (count >= MAX_PER_EDGE_TYPE) continue
    counts.set(node.edge?.type, count + 1)
    kept.push(node)
    if (kept.length === MAX_EFFECTS) break
  }
  return kept
}

function compareStrength(a: FrontierNode, b: FrontierNode): number {
  const gap = b.strength - a.strength
  if (Math.abs(gap) > 1e-9) return gap
  return (b.asset.marketCapUsd ?? 0) - (a.asset.marketCapUsd ?? 0) || a.asset.id - b.asset.id
}

function toEffect(node: FrontierNode, rationale: string): RippleEffect {
  const path: number[] = []
  const steps: ImpactStep[] = []
  for (let at: FrontierNode | null = node; at !== null; at = at.previous) {
    path.unshift(at.asset.id)
    const { edge, previous, sign } = at
    if (edge !== null && previous !== null) {
      const to = at.asset.id
      steps.unshift({
        from: previous.asset.id,
        to,
        relation: edge.type,
        sign: sign === previous.sign ? 1 : -1,
        weight: edge.weight,
      })
    }
  }
  return {
    asset: node.asset,
    direction: node.sign > 0 ? 'pos' : 'neg',
    aspect: node.aspect,
    strength: Math.min(1, node.strength),
    hop: node.hop,
    path,
    steps,
    rationale,
  }
}
