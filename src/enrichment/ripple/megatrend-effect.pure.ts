import type { AssetType, Knowledge, KnownAsset, KnownMembership } from '../../catalog/knowledge.pure.ts'
import { rememberOne } from '../../core/once.pure.ts'
import type { ThemeLexicon } from '../vocabulary/theme-business.pure.ts'
import type { Verdict } from '../vocabulary/verdict.pure.ts'
import type { Cause } from './cause.pure.ts'
import { compareSizes, isSecondaryLine } from './graph.pure.ts'
import type { RippleEffect } from './propagate.pure.ts'
import { readPressName } from './rationale.pure.ts'
import type { RippleRule } from './rule.pure.ts'
import type { ThemeSubject } from './theme-subject.pure.ts'

/** Most members that one megatrend adds to an article. */
const MAX_PER_TREND = 5

/** Types of members that are moved: good news for a megatrend says nothing about a currency or a yield. */
const MEMBER_TYPES: ReadonlySet<AssetType> = new Set(['stock', 'etf', 'crypto'])

const ROLE_WEIGHT = { leader: 1, enabler: 0.85, infrastructure_provider: 0.8, beneficiary: 0.7, adopter: 0.55 } as const

/** Letters by which a word of a title and one of a reason are the same: "jewellery", "jeweller". */
const STEM_LENGTH = 6
/** Keywords with one head that tell of parts: "beauty retailer", "electronics retailer". */
const LISTED = 3
/** A megatrend that joins several businesses: "Watches and Jewellery". */
const JOINED = /\band\b|,/
const WORD = /[a-z]+/g

/** What happened to a megatrend. */
interface ThemeSource extends Pick<ThemeSubject, 'nodeIds' | 'words'> {
  readonly verdict: Verdict
  readonly cause: Cause
}

/** Prepares the members. The returned function gives the effects of what happened to megatrends on members not named, largest first. */
export function createMegatrendPropagator(
  knowledge: Knowledge,
  rules: readonly RippleRule[],
  { businesses }: ThemeLexicon,
): (source: ThemeSource, named: ReadonlySet<number>) => RippleEffect[] {
  const partOf = createThemePart(knowledge)
  const ruleOf = new Map(rules.filter(({ edge }) => edge === 'member').map((rule) => [rule.cause, rule]))
  const byId = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  const hurting = new Set(businesses.filter(({ hurts }) => hurts).map(({ nodeId }) => nodeId))
  const names = new Map(knowledge.megatrends.map((node) => [node.nodeId, node.name]))
  const children = Map.groupBy(knowledge.megatrends, ({ parentId }) => parentId)
  const cache = new Map<string, readonly { asset: KnownAsset; membership: KnownMembership; weight: number }[]>()
  const membersOf = (nodeId: number, words: readonly string[]) => {
    const key = [nodeId, ...words].join(' ')
    let members = cache.get(key)
    if (members === undefined) {
      members = [nodeId, ...(children.get(nodeId) ?? []).map((child) => child.nodeId)]
        .flatMap((node) => partOf(node, words))
        .flatMap((membership) => {
          const asset = byId.get(membership.assetId)
          // What is only a side business of a company moves it too little.
          if (membership.exposure !== 'core') return []
          if (asset === undefined || !MEMBER_TYPES.has(asset.type) || isSecondaryLine(asset)) return []
          return [{ asset, membership, weight: ROLE_WEIGHT[membership.role] }]
        })
        .sort((a, b) => b.weight - a.weight || compareSizes(a, b) || a.asset.id - b.asset.id)
        .slice(0, MAX_PER_TREND * 3)
      cache.set(key, members)
    }
    return members
  }

  /** Countries of the companies that are named: what stands still there goes on elsewhere. */
  const homesOf = (named: ReadonlySet<number>) =>
    new Set([...named].map((id) => byId.get(id)).flatMap((asset) => (asset?.type === 'stock' ? [asset.country] : [])))

  return ({ nodeIds, words, verdict, cause }, named) => {
    const rule = ruleOf.get(cause)
    if (verdict.direction === 'ambiguous' || rule === undefined || rule.factor === 0) return []
    const effects = new Map<number, RippleEffect>()
    const sign = verdict.direction === 'pos' ? 1 : -1
    const homes = rule.within === 'country' ? homesOf(named) : new Set<string>()
    const isThere = ({ country }: KnownAsset) => homes.size === 0 || homes.has(country)
    for (const nodeId of nodeIds) {
      const rest = membersOf(nodeId, words).filter(
        ({ asset }) => !named.has(asset.id) && !effects.has(asset.id) && isThere(asset),
      )
      for (const { asset, membership, weight } of rest.slice(0, MAX_PER_TREND)) {
        // Bad news of what hurts is good for those who gain from it.
        const side = hurting.has(membership.nodeId) && membership.role === 'beneficiary' ? -1 : 1
        const isGood = sign * side > 0
        const phrase = (isGood ? rule.good : rule.bad).replace('{from}', names.get(nodeId) ?? 'the trend')
        effects.set(asset.id, {
          asset,
          direction: isGood ? 'pos' : 'neg',
          aspect: rule.aspect,
          strength: rule.factor * weight * (0.5 + 0.5 * Math.abs(verdict.score)),
          hop: 1,
          path: [asset.id],
          steps: [{ from: nodeId, to: asset.id, relation: 'member', sign: side, weight }],
          rationale: `${readPressName(asset)} ${phrase}.`,
        })
      }
    }
    return [...effects.values()]
  }
}

/** Gives the members of a megatrend of whom the words of a title speak. */
export type ThemePart = (nodeId: number, words: readonly string[]) => readonly KnownMembership[]

/**
 * Prepares the memberships. Words that name only a part of a megatrend, "bubble tea" of Coffee and Tea, speak of the companies whose
 * reason names that part, else of all members; but of nobody where the megatrend lists its parts: "insurance software", "property
 * management software" and more.
 */
export function createThemePart({ assets, memberships, megatrends }: Knowledge): ThemePart {
  const companies = new Set(assets.filter(({ type }) => type === 'stock').map(({ id }) => id))
  const membersOf = Map.groupBy(memberships, ({ nodeId }) => nodeId)
  const nodeOf = new Map(megatrends.map((node) => [node.nodeId, node]))
  const stemsOf = rememberOne(({ reason }: KnownMembership) => {
    // What follows names the megatrend itself: "; a leading name in Coffee and Tea".
    const [own = ''] = reason.toLowerCase().split(';')
    return new Set((own.match(WORD) ?? []).map(stem))
  })
  const isListed = (nodeId: number, head = '') =>
    (nodeOf.get(nodeId)?.keywords ?? []).filter((keyword) => keyword.endsWith(` ${head}`)).length >= LISTED
  return (nodeId, words) => {
    const all = membersOf.get(nodeId) ?? []
    const name = nodeOf.get(nodeId)?.name.toLowerCase() ?? ''
    const isWhole = !JOINED.test(name) && words.every((word) => name.includes(stem(word)))
    if (isWhole) return all
    // "Insurance" of "insurance software".
    const special = (words.length > 1 ? words.slice(0, -1) : words).map(stem)
    const part = all.filter((one) => companies.has(one.assetId) && special.some((word) => stemsOf(one).has(word)))
    return part.length > 0 || isListed(nodeId, words.at(-1)) ? part : all
  }
}

function stem(word: string): string {
  return word.slice(0, STEM_LENGTH).replace(/s$/, '')
}
