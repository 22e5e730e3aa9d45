import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { Aspect, Direction, ImpactStep } from '../vocabulary/verdict.pure.ts'
import type { EdgeType, GraphEdge } from './graph.pure.ts'
import { writeRationale } from './rationale.pure.ts'
import type { Seed } from './seed.pure.ts'

/** How an effect passes an edge of a type: prisma/reference/lexicon/ripple.csv. */
export interface RippleRule {
  readonly edge: EdgeType
  /** Aspect of the effect that arrives, or `*`. */
  readonly aspect: Aspect | '*'
  /** `industry` when the text is about a whole industry, `company` when about one company, `*` for both. */
  readonly scope: 'company' | 'industry' | '*'
  /** -1..1: how much passes; negative turns good into bad. */
  readonly factor: number
  /** The aspect of the effect on the reached asset. */
  readonly becomes: Aspect
  /** What it means for the reached asset, in a few words. */
  readonly good: string
  readonly bad: string
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
  readonly strength: number
  readonly edge: GraphEdge | null
  readonly rule: RippleRule | null
  readonly previous: FrontierNode | null
  readonly hop: number
}

const MAX_HOPS = 3

/** Factor on the strength of an effect for each hop after the first. */
const DECAY = 0.75

/** Effects weaker than this are dropped. */
const MIN_STRENGTH = 0.06

/** Assets from which effects spread on at each hop, strongest first. */
const BEAM_WIDTH = 24

/** Most effects by one edge type, so that the buyers of a commodity are not crowded out by its producers. */
const MAX_PER_EDGE_TYPE = 7

/** Most indirect effects of an article. */
export const MAX_EFFECTS = 12

/**
 * Prepares the rules by edge type, aspect and scope. The returned function takes the seeds and gives the effects on other assets, by
 * beam search along the graph: each edge multiplies sign and strength, the strongest path to an asset wins, no path leads back to a seed.
 */
export function createPropagator(
  edgesFrom: (assetId: number) => readonly GraphEdge[],
  rules: readonly RippleRule[],
): (seeds: readonly Seed[], scope: 'company' | 'industry') => RippleEffect[] {
  const rulesByKey = new Map<string, RippleRule>()
  for (const rule of rules) rulesByKey.set(`${rule.edge} ${rule.aspect} ${rule.scope}`, rule)
  const known = new Map<string, ReadonlyMap<EdgeType, RippleRule>>()
  /** The rules for effects of an aspect by the edge they pass: the most specific one of each. */
  const rulesFor = (aspect: Aspect, scope: string): ReadonlyMap<EdgeType, RippleRule> => {
    const found = known.get(`${aspect} ${scope}`)
    if (found !== undefined) return found
    const byEdge = new Map<EdgeType, RippleRule>()
    for (const { edge } of rules) {
      const fitting = [`${aspect} ${scope}`, `${aspect} *`, `* ${scope}`, '* *']
      const rule = fitting.map((key) => rulesByKey.get(`${edge} ${key}`)).find((one) => one !== undefined)
      if (rule !== undefined) byEdge.set(edge, rule)
    }
    known.set(`${aspect} ${scope}`, byEdge)
    return byEdge
  }

  return (seeds, scope) => {
    const named = new Set(seeds.map((one) => one.asset.id))
    const best = new Map<number, FrontierNode>()
    let frontier: FrontierNode[] = []
    for (const { asset, verdict, relevance } of seeds) {
      if (verdict.direction === 'ambiguous') continue
      const strength = (0.5 + 0.5 * Math.abs(verdict.score)) * (0.4 + 0.6 * relevance)
      const sign = verdict.direction === 'pos' ? 1 : -1
      frontier.push({ asset, sign, aspect: verdict.aspect, strength, edge: null, rule: null, previous: null, hop: 0 })
    }
    for (let hop = 1; hop <= MAX_HOPS && frontier.length > 0; hop++) {
      const reached = new Map<number, FrontierNode>()
      for (const node of frontier) {
        const ruleOf = rulesFor(node.aspect, scope)
        for (const edge of edgesFrom(node.asset.id)) {
          // Most edges end here: no factor is above 1.
          if (node.strength * edge.weight < MIN_STRENGTH) continue
          const id = edge.to.id
          const rule = ruleOf.get(edge.type)
          if (rule === undefined || named.has(id)) continue
          const strength = node.strength * Math.abs(rule.factor) * edge.weight * (hop === 1 ? 1 : DECAY)
          if (strength < MIN_STRENGTH || strength <= (best.get(id)?.strength ?? 0)) continue
          if (strength <= (reached.get(id)?.strength ?? 0)) continue
          const sign = node.sign * edge.sign * (rule.factor < 0 ? -1 : 1)
          reached.set(id, { asset: edge.to, sign, aspect: rule.becomes, strength, edge, rule, previous: node, hop })
        }
      }
      for (const [id, node] of reached) best.set(id, node)
      frontier = [...reached.values()].sort(compareStrength).slice(0, BEAM_WIDTH)
    }
    return limitPerEdgeType([...best.values()].sort(compareStrength)).map(toEffect)
  }
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

function toEffect(node: FrontierNode): RippleEffect {
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
    rationale: writeRationale(node),
  }
}
