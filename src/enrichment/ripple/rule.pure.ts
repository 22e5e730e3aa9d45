import { rememberOne } from '../../core/once.pure.ts'
import type { Aspect } from '../vocabulary/verdict.pure.ts'
import type { Cause } from './cause.pure.ts'
import type { EdgeType } from './graph.pure.ts'

/** How what happened passes an edge of a type: prisma/reference/ripple/edges.csv. */
export interface RippleRule {
  readonly edge: EdgeType | 'member' | '*'
  /** What happened to the asset the edge comes from, or `*`. */
  readonly cause: Cause | '*'
  /** `industry` when the text is about a whole industry, `company` when about one company, `*` for both. */
  readonly scope: RippleScope | '*'
  readonly within: RippleLimit | ''
  /** -1..1: how much passes; negative turns good into bad, 0 lets nothing pass. */
  readonly factor: number
  /** What that is for the reached asset, from which it spreads on; null where it ends there. */
  readonly becomes: Cause | null
  /** The aspect of the effect on the reached asset. */
  readonly aspect: Aspect
  /** What passes, of the reached asset: "gets more orders from {from}". */
  readonly good: string
  readonly bad: string
}

/**
 * Where alone an effect passes: `segment`, where the article says which business it is about, and both sell in it; `country`, to assets of
 * the same country; `alone`, where the article names no other company.
 */
export const RIPPLE_LIMITS = ['segment', 'country', 'alone'] as const
type RippleLimit = (typeof RIPPLE_LIMITS)[number]

export type RippleScope = 'company' | 'industry'

/** The returned function gives the rules for a cause by the edge it passes: the most specific of each, where it lets something pass. */
export function createRuleFinder(
  rules: readonly RippleRule[],
): (cause: Cause, scope: RippleScope) => ReadonlyMap<EdgeType, RippleRule> {
  const rulesByKey = new Map(rules.map((rule) => [`${rule.edge} ${rule.cause} ${rule.scope}`, rule]))
  const edges = new Set(rules.flatMap(({ edge }) => (edge === '*' || edge === 'member' ? [] : [edge])))
  const find = (cause: Cause, scope: RippleScope) => {
    const byEdge = new Map<EdgeType, RippleRule>()
    for (const edge of edges) {
      const keys = [`${edge} ${cause} ${scope}`, `${edge} ${cause} *`, `${edge} * *`]
      const rule = keys.map((key) => rulesByKey.get(key)).find((one) => one !== undefined)
      if (rule !== undefined && rule.factor !== 0) byEdge.set(edge, rule)
    }
    return byEdge
  }
  const ofCompany = rememberOne((cause: Cause) => find(cause, 'company'))
  const ofIndustry = rememberOne((cause: Cause) => find(cause, 'industry'))
  return (cause, scope) => (scope === 'company' ? ofCompany : ofIndustry)(cause)
}
