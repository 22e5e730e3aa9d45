import type { Knowledge, KnownMembership, Role } from '../../catalog/knowledge.pure.ts'
import type { Reach } from '../classify/reach.pure.ts'
import { isUnder } from '../classify/theme.pure.ts'
import type { JudgedEffect } from '../confidence/judge.pure.ts'
import type { AssetImpact, ImpactStep, StepRelation, TrendHit } from '../vocabulary/verdict.pure.ts'
import type { CausePhrase } from './cause.pure.ts'
import { compareSizes } from './graph.pure.ts'
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

/** Most indirect impacts of an article that tells an event. */
const MAX_OF_EVENT = 32

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
  phrases: readonly CausePhrase[],
): (parts: ImpactParts) => AssetImpact[] {
  const coreFirst = knowledge.memberships.toSorted(
    (a, b) => Number(b.exposure === 'core') - Number(a.exposure === 'core'),
  )
  const memberships = Map.groupBy(coreFirst, ({ assetId }) => assetId)
  const secondaryLines = Map.groupBy(
    knowledge.relations.filter((relation) => relation.type === 'line'),
    (relation) => relation.sourceId,
  )

  const writeRationale = createNamedRationale(phrases)

  return ({ sources, effects, isEvent, trends, reach, judgeEffect }) => {
    const createImpact = (moved: Omit<JudgedEffect, 'strength'>, relevance: number): AssetImpact => {
      const { asset, direction, aspect, confidence, rationale, hop, path, steps } = moved
      const { role, exposure } = partOf(findMembership(asset.id, trends), steps)
      return {
        assetId: asset.id,
        direction,
        aspect,
        magnitude: reach === 'company' ? 1 : 2,
        tagged: hop === 0,
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
    const named = sources.map((seed) => {
      const { asset, verdict, relevance, confidence } = seed
      const { direction, aspect } = verdict
      const rationale = seed.rationale ?? writeRationale(seed)
      return createImpact(
        { asset, direction, aspect, confidence, rationale, hop: 0, path: [asset.id], steps: [] },
        relevance,
      )
    })
    const indirect = keepStrongest(effects, isEvent ? MAX_OF_EVENT : MAX_EFFECTS).map((effect) =>
      createImpact(judgeEffect(effect), Math.round(Math.min(0.95, effect.strength) * 100) / 100),
    )
    const impacts = [...named, ...indirect]
    const lines = impacts
      .flatMap(copyToSecondaryLines)
      .filter(({ tagged, relevance }) => tagged || relevance >= MIN_RELEVANCE)
    // A share class that is named itself keeps its own impact.
    const seen = new Set<number>()
    return impacts.concat(lines).filter(({ assetId }) => !seen.has(assetId) && seen.add(assetId))
  }

  /** The membership to show: in a megatrend of the article or in its branch, else any; a core one first. */
  function findMembership(assetId: number, trends: readonly TrendHit[]): KnownMembership | null {
    const own = memberships.get(assetId)
    if (own === undefined) return null
    for (const { nodeId } of trends) {
      const shown =
        own.find((one) => one.nodeId === nodeId) ??
        own.find((one) => isUnder(one.nodeId, nodeId) || isUnder(nodeId, one.nodeId))
      if (shown !== undefined) return shown
    }
    return own[0] ?? null
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

/** The strongest effect on each asset, at most as many as an article may have, none too weak to be told. */
function keepStrongest(effects: readonly RippleEffect[], most: number): RippleEffect[] {
  const best = new Map<number, RippleEffect>()
  for (const effect of effects) {
    if (effect.strength < MIN_RELEVANCE) continue
    const old = best.get(effect.asset.id)
    if (old === undefined || effect.strength > old.strength) best.set(effect.asset.id, effect)
  }
  return [...best.values()].sort((a, b) => b.strength - a.strength || compareSizes(a, b)).slice(0, most)
}
