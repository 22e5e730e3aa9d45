import type { Knowledge, KnownMembership } from '../../catalog/knowledge.pure.ts'
import type { Reach } from '../classify/reach.pure.ts'
import type { AssetImpact, Direction, TrendHit } from '../vocabulary/verdict.pure.ts'
import { MAX_EFFECTS, type RippleEffect } from './propagate.pure.ts'
import { readPressName } from './rationale.pure.ts'
import type { Seed } from './seed.pure.ts'

/** Rationale of a name without evidence, whose direction is the tone of the headline. */
const TONE_RATIONALE: Readonly<Record<Direction, string>> = {
  pos: ', and its tone is good',
  neg: ', and its tone is bad',
  ambiguous: ' without saying clearly whether it gains or loses',
}

/** Relevance of a further share class in percent of the main line's. */
const SECONDARY_LINE_PERCENT = 95

/** The parts of an article that become its impacts. */
interface ImpactParts {
  readonly seeds: readonly Seed[]
  readonly effects: readonly RippleEffect[]
  /** True where a table says whom the event moves. */
  readonly isEvent: boolean
  readonly trends: readonly TrendHit[]
  readonly reach: Reach
}

/**
 * Prepares memberships and share classes. The returned function takes the seeds and the effects that spread from them, and gives
 * the impacts: the named assets first, then the strongest effects, then the further share classes of both.
 */
export function createImpactAssembler(
  knowledge: Knowledge,
  ancestors: (nodeId: number) => readonly number[],
): (parts: ImpactParts) => AssetImpact[] {
  const memberships = Map.groupBy(knowledge.memberships, (membership) => membership.assetId)
  const secondaryLines = Map.groupBy(
    knowledge.relations.filter((relation) => relation.type === 'line'),
    (relation) => relation.sourceId,
  )

  return ({ seeds, effects, isEvent, trends, reach }) => {
    const impacts = seeds.map((seed) => createNamedImpact(seed, trends, reach))
    for (const effect of keepStrongest(effects, isEvent ? MAX_OF_EVENT : MAX_EFFECTS))
      impacts.push(createIndirectImpact(effect, trends, reach))
    return withoutRepetition(impacts.concat(impacts.flatMap(copyToSecondaryLines)))
  }

  /** The membership to show: in a megatrend of the article or in its branch, else the first core one. */
  function findMembership(assetId: number, trends: readonly TrendHit[]): KnownMembership | null {
    const own = memberships.get(assetId)
    if (own === undefined) return null
    for (const { nodeId } of trends) {
      const direct = own.find((one) => one.nodeId === nodeId)
      if (direct !== undefined) return direct
      const branch = own.find((one) => ancestors(one.nodeId).includes(nodeId) || ancestors(nodeId).includes(one.nodeId))
      if (branch !== undefined) return branch
    }
    return own.find((one) => one.exposure === 'core') ?? null
  }

  function createNamedImpact(seed: Seed, trends: readonly TrendHit[], reach: Reach): AssetImpact {
    const membership = findMembership(seed.asset.id, trends)
    const { direction, aspect, because } = seed.verdict
    const name = readPressName(seed.asset)
    return {
      assetId: seed.asset.id,
      direction,
      aspect,
      magnitude: reach === 'company' ? 1 : 2,
      tagged: true,
      role: membership?.role ?? null,
      exposure: membership?.exposure ?? null,
      relevance: seed.relevance,
      rationale:
        seed.rationale ?? `The story names ${name}${because === '' ? TONE_RATIONALE[direction] : `: ${because}`}.`,
      hop: 0,
      path: [seed.asset.id],
      steps: [],
    }
  }

  /** The same impact on the further share classes of the company. */
  function copyToSecondaryLines(impact: AssetImpact): AssetImpact[] {
    return (secondaryLines.get(impact.assetId) ?? []).map(({ targetId }) => ({
      ...impact,
      assetId: targetId,
      relevance: Math.round(impact.relevance * SECONDARY_LINE_PERCENT) / 100,
      path: [...impact.path.slice(0, -1), targetId],
      steps: [
        ...impact.steps,
        { from: impact.assetId, to: targetId, relation: 'line', sign: 1, weight: SECONDARY_LINE_PERCENT / 100 },
      ],
    }))
  }

  function createIndirectImpact(effect: RippleEffect, trends: readonly TrendHit[], reach: Reach): AssetImpact {
    const membership = findMembership(effect.asset.id, trends)
    return {
      assetId: effect.asset.id,
      direction: effect.direction,
      aspect: effect.aspect,
      magnitude: reach === 'company' ? 1 : 2,
      tagged: false,
      role: membership?.role ?? null,
      exposure: membership?.exposure ?? null,
      relevance: Math.round(Math.min(0.95, effect.strength) * 100) / 100,
      rationale: effect.rationale,
      hop: effect.hop,
      path: effect.path,
      steps: effect.steps,
    }
  }
}

/** The first impact on each asset: a share class that is named itself keeps its own. */
function withoutRepetition(impacts: readonly AssetImpact[]): AssetImpact[] {
  const seen = new Set<number>()
  return impacts.filter(({ assetId }) => !seen.has(assetId) && seen.add(assetId))
}

/** Most indirect impacts of an article that tells an event. */
const MAX_OF_EVENT = 20

/** The strongest effect on each asset, at most as many as an article may have. */
function keepStrongest(effects: readonly RippleEffect[], most: number): RippleEffect[] {
  const best = new Map<number, RippleEffect>()
  for (const effect of effects) {
    const old = best.get(effect.asset.id)
    if (old === undefined || effect.strength > old.strength) best.set(effect.asset.id, effect)
  }
  return [...best.values()]
    .sort((a, b) => b.strength - a.strength || (b.asset.marketCapUsd ?? 0) - (a.asset.marketCapUsd ?? 0))
    .slice(0, most)
}
