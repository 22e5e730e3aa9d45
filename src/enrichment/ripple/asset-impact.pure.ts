import type { Knowledge, KnownMembership, Role } from '../../catalog/knowledge.pure.ts'
import type { Reach } from '../classify/reach.pure.ts'
import type { JudgedEffect } from '../confidence/judge.pure.ts'
import type { AssetImpact, ImpactStep, StepRelation, TrendHit } from '../vocabulary/verdict.pure.ts'
import type { CausePhrase } from './cause.pure.ts'
import { MAX_EFFECTS, MIN_RELEVANCE, type RippleEffect, type RippleSource } from './propagate.pure.ts'
import { createNamedRationale } from './rationale.pure.ts'
import type { JudgedSeed } from './seed.pure.ts'

/** Roles that an edge tells of those it reaches. */
const ROLE_BY_RELATION: Readonly<Partial<Record<StepRelation, Role>>> = {
  supplier: 'enabler',
  sector_supplier: 'enabler',
  input: 'enabler',
  customer: 'adopter',
}

/** Relevance of a further share class in percent of the main line's. */
const SECONDARY_LINE_PERCENT = 95

/** The parts of an article that become its impacts. */
interface ImpactParts {
  readonly sources: readonly (JudgedSeed & RippleSource)[]
  readonly effects: readonly RippleEffect[]
  /** True where a table says whom the event moves. */
  readonly isEvent: boolean
  readonly trends: readonly TrendHit[]
  readonly reach: Reach
  readonly judgeEffect: (effect: RippleEffect) => JudgedEffect
}

/**
 * Prepares memberships and share classes. The returned function takes the named assets and the effects that spread from them, and gives
 * the impacts: the named assets first, then the strongest effects, then the further share classes of both.
 */
export function createImpactAssembler(
  knowledge: Knowledge,
  ancestors: (nodeId: number) => readonly number[],
  phrases: readonly CausePhrase[],
): (parts: ImpactParts) => AssetImpact[] {
  const memberships = Map.groupBy(knowledge.memberships, (membership) => membership.assetId)
  const secondaryLines = Map.groupBy(
    knowledge.relations.filter((relation) => relation.type === 'line'),
    (relation) => relation.sourceId,
  )

  const writeRationale = createNamedRationale(phrases)

  return ({ sources, effects, isEvent, trends, reach, judgeEffect }) => {
    const impacts = sources.map((source) => createNamedImpact(source, trends, reach))
    for (const effect of keepStrongest(effects, isEvent ? MAX_OF_EVENT : MAX_EFFECTS))
      impacts.push(createIndirectImpact(judgeEffect(effect), trends, reach))
    const lines = impacts
      .filter(({ assetId }) => secondaryLines.has(assetId))
      .flatMap(copyToSecondaryLines)
      .filter(({ tagged, relevance }) => tagged || relevance >= MIN_RELEVANCE)
    return withoutRepetition(impacts.concat(lines))
  }

  /** The membership to show: in a megatrend of the article or in its branch, else any; a core one first. */
  function findMembership(assetId: number, trends: readonly TrendHit[]): KnownMembership | null {
    const own = memberships.get(assetId)
    if (own === undefined) return null
    const coreFirst = (fitting: readonly KnownMembership[]) =>
      fitting.find((one) => one.exposure === 'core') ?? fitting[0]
    for (const { nodeId } of trends) {
      const isNear = (one: number) =>
        one === nodeId || ancestors(one).includes(nodeId) || ancestors(nodeId).includes(one)
      const shown = own.find((one) => one.nodeId === nodeId) ?? coreFirst(own.filter((one) => isNear(one.nodeId)))
      if (shown !== undefined) return shown
    }
    return coreFirst(own) ?? null
  }

  function createNamedImpact(seed: JudgedSeed & RippleSource, trends: readonly TrendHit[], reach: Reach): AssetImpact {
    const { asset, verdict, relevance, confidence } = seed
    const rationale = seed.rationale ?? writeRationale(seed)
    const path = [asset.id]
    const { direction, aspect } = verdict
    const named = { asset, direction, aspect, confidence, rationale, hop: 0, path, steps: [] }
    return createImpact(named, relevance, trends, reach)
  }

  function createIndirectImpact(effect: JudgedEffect, trends: readonly TrendHit[], reach: Reach): AssetImpact {
    return createImpact(effect, Math.round(Math.min(0.95, effect.strength) * 100) / 100, trends, reach)
  }

  function createImpact(
    { asset, direction, aspect, confidence, rationale, hop, path, steps }: Omit<JudgedEffect, 'strength'>,
    relevance: number,
    trends: readonly TrendHit[],
    reach: Reach,
  ): AssetImpact {
    const { role, exposure } = partOf(findMembership(asset.id, trends), steps)
    const magnitude = reach === 'company' ? 1 : 2
    const [assetId, tagged] = [asset.id, hop === 0]
    return {
      assetId,
      direction,
      aspect,
      magnitude,
      tagged,
      role,
      exposure,
      relevance,
      confidence,
      rationale,
      hop,
      path,
      steps,
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
}

/** The part shown: that of the membership; of an asset without any, what it is to the one moved before it, at the edge of the trend. */
function partOf(
  membership: KnownMembership | null,
  steps: readonly ImpactStep[],
): Pick<AssetImpact, 'role' | 'exposure'> {
  if (membership !== null) return { role: membership.role, exposure: membership.exposure }
  const relation = steps.at(-1)?.relation
  const role = relation === undefined ? undefined : ROLE_BY_RELATION[relation]
  return { role: role ?? 'beneficiary', exposure: 'secondary' }
}

/** The first impact on each asset: a share class that is named itself keeps its own. */
function withoutRepetition(impacts: readonly AssetImpact[]): AssetImpact[] {
  const seen = new Set<number>()
  return impacts.filter(({ assetId }) => !seen.has(assetId) && seen.add(assetId))
}

/** Most indirect impacts of an article that tells an event. */
const MAX_OF_EVENT = 24

/** The strongest effect on each asset, at most as many as an article may have, none too weak to be told. */
function keepStrongest(effects: readonly RippleEffect[], most: number): RippleEffect[] {
  const best = new Map<number, RippleEffect>()
  for (const effect of effects) {
    if (effect.strength < MIN_RELEVANCE) continue
    const old = best.get(effect.asset.id)
    if (old === undefined || effect.strength > old.strength) best.set(effect.asset.id, effect)
  }
  return [...best.values()]
    .sort((a, b) => b.strength - a.strength || (b.asset.marketCapUsd ?? 0) - (a.asset.marketCapUsd ?? 0))
    .slice(0, most)
}
