import type { Knowledge, KnownMembership, Role } from '../../catalog/knowledge.pure.ts'
import type { Reach } from '../classify/reach.pure.ts'
import { isUnder } from '../classify/theme.pure.ts'
import type { JudgedEffect } from '../confidence/judge.pure.ts'
import type { AssetImpact, ImpactStep, StepRelation, TrendHit } from '../vocabulary/verdict.pure.ts'
import type { CausePhrase } from './cause.pure.ts'
import { compareSizes } from './graph.pure.ts'
import { MIN_RELEVANCE, type RippleEffect } from './propagate.pure.ts'
import { createNamedRationale } from './rationale.pure.ts'
import type { JudgedSeed, RippleSource } from './seed.pure.ts'

/** Roles that an edge tells of those it reaches. */
const ROLE_BY_RELATION: Readonly<Partial<Record<StepRelation, Role>>> = {
  supplier: 'enabler',
  sector_supplier: 'enabler',
  input: 'enabler',
  customer: 'adopter',
}

/** Relevance of a further share class in percent of the main line's. */
const SECONDARY_LINE_PERCENT = 95

/** Most indirect impacts of an article. */
const MAX_INDIRECT = 32

/** The parts of an article that become its impacts. */
interface ImpactParts {
  readonly sources: readonly (JudgedSeed & RippleSource)[]
  readonly effects: readonly RippleEffect[]
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

  return ({ sources, effects, trends, reach, judgeEffect }) => {
    const createImpact = (moved: Omit<JudgedEffect, 'strength'>, relevance: number): AssetImpact => {
      const { asset, direction, aspect, confidence, rationale, hop, path, steps } = moved
      const { role, exposure } = findMembership(asset.id, trends) ?? partOf(steps)
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
    const indirect = keepStrongest(effects).map((effect) =>
      createImpact(judgeEffect(effect), Math.round(Math.min(0.95, effect.strength) * 100) / 100),
    )
    const impacts = [...named, ...indirect]
    const lines = impacts.flatMap(copyToSecondaryLines).filter(({ relevance }) => relevance >= MIN_RELEVANCE)
    // A share class that is named itself keeps its own impact.
    const seen = new Set<number>()
    return impacts.concat(lines).filter(({ assetId }) => !seen.has(assetId) && seen.add(assetId))
  }

  /** The membership to show: in a megatrend of the article or in its branch, else any; a core one first. */
  function findMembership(assetId: number, trends: readonly TrendHit[]): KnownMembership | undefined {
    const own = memberships.get(assetId) ?? []
    for (const { nodeId } of trends) {
      const shown = own.find((one) => isUnder(one.nodeId, nodeId) || isUnder(nodeId, one.nodeId))
      if (shown !== undefined) return shown
    }
    return own[0]
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

/** The part of an asset without memberships: what it is to the one moved before it, at the edge of the trend. */
function partOf(steps: readonly ImpactStep[]): Pick<AssetImpact, 'role' | 'exposure'> {
  return { role: ROLE_BY_RELATION[steps.at(-1)?.relation ?? 'event'] ?? 'beneficiary', exposure: 'secondary' }
}

/** The strongest effect on each asset, at most as many as an article may have, none too weak to be told. */
function keepStrongest(effects: readonly RippleEffect[]): RippleEffect[] {
  const seen = new Set<number>()
  return effects
    .filter(({ strength }) => strength >= MIN_RELEVANCE)
    .sort((a, b) => b.strength - a.strength || compareSizes(a, b))
    .filter(({ asset }) => !seen.has(asset.id) && seen.add(asset.id))
    .slice(0, MAX_INDIRECT)
}
