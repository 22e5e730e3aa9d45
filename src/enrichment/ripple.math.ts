import type { Aspect, Direction, KnownAsset, Verdict } from './knowledge.math.ts'
import type { Edge, Step } from './ripple-graph.math.ts'

/** How an effect passes one kind of edge: prisma/reference/lexicon/ripple.csv. */
export interface RippleRule {
  readonly edge: Edge
  /** Aspect of the effect that arrives, or `*`. */
  readonly aspect: Aspect | '*'
  /** `industry` when the text speaks of a whole industry, `company` when of one company, `*` for both. */
  readonly scope: 'company' | 'industry' | '*'
  /** -1..1: how much passes; negative turns good into bad. */
  readonly factor: number
  /** The aspect under which the reached asset feels it. */
  readonly becomes: Aspect
  /** What it means for the reached asset, in a few words. */
  readonly good: string
  readonly bad: string
}

/** An asset that the article names, with the verdict on it. */
export interface Epicentre {
  readonly asset: KnownAsset
  readonly verdict: Verdict
  /** 0-1. */
  readonly relevance: number
}

/** An effect that reached an asset through the graph. */
export interface Wave {
  readonly asset: KnownAsset
  readonly direction: Direction
  readonly aspect: Aspect
  /** 0-1. */
  readonly strength: number
  readonly hop: number
  readonly path: readonly number[]
  readonly rationale: string
}

interface Front {
  readonly asset: KnownAsset
  readonly sign: number
  readonly aspect: Aspect
  readonly strength: number
  readonly step: Step | null
  readonly rule: RippleRule | null
  readonly from: Front | null
  readonly hop: number
}

const HOPS = 3
/** What is left of an effect after each further hop. */
const DECAY = 0.75
const ENOUGH = 0.06
const WIDTH = 24
/** Of one kind of edge, so that those whom a dearer metal hurts are seen beside those whom it helps. */
const MOST_OF_EDGE = 7
/** Reached assets an article may have. */
export const MOST_WAVES = 12

/** Carries the verdicts on named assets along the graph: strongest path wins, never back to a named asset. */
export function createRipple(
  stepsOf: (assetId: number) => readonly Step[],
  rules: readonly RippleRule[],
): (epicentres: readonly Epicentre[], scope: 'company' | 'industry') => Wave[] {
  const table = new Map<string, RippleRule>()
  for (const rule of rules) table.set(`${rule.edge} ${rule.aspect} ${rule.scope}`, rule)
  const cache = new Map<string, RippleRule | null>()
  const ruleOf = (edge: Edge, aspect: Aspect, scope: string): RippleRule | null => {
    const key = `${edge} ${aspect} ${scope}`
    let rule = cache.get(key)
    if (rule === undefined) {
      rule =
        table.get(key) ??
        table.get(`${edge} ${aspect} *`) ??
        table.get(`${edge} * ${scope}`) ??
        table.get(`${edge} * *`) ??
        null
      cache.set(key, rule)
    }
    return rule
  }

  return (epicentres, scope) => {
    const named = new Set(epicentres.map((one) => one.asset.id))
    const best = new Map<number, Front>()
    let fronts: Front[] = []
    for (const { asset, verdict, relevance } of epicentres) {
      if (verdict.direction === 'ambiguous') continue
      const strength = (0.5 + 0.5 * Math.abs(verdict.score)) * (0.4 + 0.6 * relevance)
      const sign = verdict.direction === 'pos' ? 1 : -1
      fronts.push({ asset, sign, aspect: verdict.aspect, strength, step: null, rule: null, from: null, hop: 0 })
    }
    for (let hop = 1; hop <= HOPS && fronts.length > 0; hop++) {
      const reached = new Map<number, Front>()
      for (const front of fronts) {
        for (const step of stepsOf(front.asset.id)) {
          const id = step.to.id
          if (named.has(id)) continue
          const rule = ruleOf(step.edge, front.aspect, scope)
          if (rule === null) continue
          const strength = front.strength * Math.abs(rule.factor) * step.weight * (hop === 1 ? 1 : DECAY)
          if (strength < ENOUGH || strength <= (best.get(id)?.strength ?? 0)) continue
          if (strength <= (reached.get(id)?.strength ?? 0)) continue
          const sign = front.sign * step.sign * (rule.factor < 0 ? -1 : 1)
          reached.set(id, { asset: step.to, sign, aspect: rule.becomes, strength, step, rule, from: front, hop })
        }
      }
      for (const [id, front] of reached) best.set(id, front)
      fronts = [...reached.values()].sort(stronger).slice(0, WIDTH)
    }
    return varied([...best.values()].sort(stronger)).map(toWave)
  }
}

/** The strongest fronts, no kind of edge crowding out the others while there are others. */
function varied(fronts: readonly Front[]): Front[] {
  const counts = new Map<Edge | undefined, number>()
  const kept: Front[] = []
  for (const front of fronts) {
    const count = counts.get(front.step?.edge) ?? 0
    if (count >= MOST_OF_EDGE) continue
    counts.set(front.step?.edge, count + 1)
    kept.push(front)
    if (kept.length === MOST_WAVES) break
  }
  return kept
}

function stronger(a: Front, b: Front): number {
  const gap = b.strength - a.strength
  if (Math.abs(gap) > 1e-9) return gap
  return (b.asset.marketCapUsd ?? 0) - (a.asset.marketCapUsd ?? 0) || a.asset.id - b.asset.id
}

function toWave(front: Front): Wave {
  const path: number[] = []
  for (let at: Front | null = front; at !== null; at = at.from) path.unshift(at.asset.id)
  return {
    asset: front.asset,
    direction: front.sign > 0 ? 'pos' : 'neg',
    aspect: front.aspect,
    strength: Math.min(1, front.strength),
    hop: front.hop,
    path,
    rationale: explain(front),
  }
}

/** The name the press uses for an asset. */
export function pressName(asset: KnownAsset): string {
  return asset.shortNames[0] ?? asset.name
}

const LINK: Readonly<Record<Edge, string>> = {
  supplier: 'supplies',
  customer: 'buys from',
  competitor: 'competes with',
  partner: 'is a partner of',
  owner: 'owns a stake in',
  subsidiary: 'belongs to',
  input: 'depends on buying',
  output: 'earns from selling',
  producer: 'is produced by',
  rate: 'is sensitive to',
  fx: 'is exposed to',
  sector_supplier: 'works in an industry that supplies',
  sector_competitor: 'works in the same industry as',
}

const CAUSE: Readonly<Record<Aspect, readonly [rise: string, fall: string]>> = {
  demand: ['whose demand rises', 'whose demand weakens'],
  technology: ['whose technology advances', 'whose technology suffers a setback'],
  capital: ['whose finances strengthen', 'whose finances weaken'],
  competition: ['which gains ground on rivals', 'which loses ground to rivals'],
  regulation: ['which rules now favour', 'which rules now burden'],
  supply: ['whose supply improves', 'whose supply is disrupted'],
  pricing: ['whose prices hold up well', 'whose prices or costs are under pressure'],
  geopolitics: ['which politics now helps', 'which politics now hurts'],
}

/** The path in words, from the reached asset back to the named one: "ASML supplies TSMC, which supplies Nvidia, whose ...". */
function explain(front: Front): string {
  let sentence = pressName(front.asset)
  let at: Front = front
  while (at.from !== null && at.step !== null) {
    sentence += ` ${LINK[at.step.edge]} ${pressName(at.from.asset)}, `
    at = at.from
    if (at.from !== null) sentence += 'which'
  }
  const isCompany = at.asset.type === 'stock' || at.asset.type === 'etf'
  const [rise, fall] = isCompany ? CAUSE[at.aspect] : PRICE_CAUSE
  sentence += at.sign > 0 ? rise : fall
  const meaning = front.sign > 0 ? front.rule?.good : front.rule?.bad
  return meaning === undefined || meaning === '' ? `${sentence}.` : `${sentence}: ${meaning}.`
}

const PRICE_CAUSE = ['which rises', 'which falls'] as const
