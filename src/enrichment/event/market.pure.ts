import type { Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import { type EdgeType, type GraphEdge, isSecondaryLine } from '../ripple/graph.pure.ts'
import type { Good } from '../vocabulary/event-lexicon.pure.ts'

/** An asset in a role of an event, 0-1 by how much the role is its business. */
export interface Player {
  readonly asset: KnownAsset
  readonly weight: number
  /** -1 where it moves the other way: a pair that falls when the currency rises. */
  readonly sign?: 1 | -1
}

/** Companies of an industry that stand for all of it. */
const MAX_OF_INDUSTRY = 8
/** Weight lost from one company of a list to the next. */
const LIST_STEP = 0.04
const MIN_WEIGHT = 0.4

/** Who makes, uses, supplies and competes. */
export interface Market {
  /** The assets of tickers, the first with the most weight; unknown tickers are left out. */
  readonly assetsOf: (tickers: readonly string[]) => Player[]
  readonly makersOf: (goods: readonly Good[]) => Player[]
  readonly usersOf: (goods: readonly Good[]) => Player[]
  /** The good that is traded as a commodity. */
  readonly goodOf: (commodity: string) => Good | undefined
  /** Tickers of the companies a company is linked to, most important first. */
  readonly neighboursOf: (asset: KnownAsset, type: EdgeType) => string[]
  /** Tickers of those in the same business: competitors, and companies of its industry and country, closest first. */
  readonly peersOf: (asset: KnownAsset) => string[]
  /** Tickers of those that compete with a company in some goods, or at all where none are given; closest first, without the named. */
  readonly rivalsOf: (asset: KnownAsset, goods: readonly Good[], named: readonly KnownAsset[]) => string[]
}

/** Indexes goods by commodity and prepares their makers and users: those listed for the good, those of the graph, those of its industry. */
export function createMarket(
  knowledge: Knowledge,
  edgesFrom: (assetId: number) => readonly GraphEdge[],
  goods: readonly Good[],
): Market {
  const byTicker = new Map(knowledge.assets.map((asset) => [asset.ticker, asset]))
  const goodOf = new Map<string, Good>()
  for (const good of goods) {
    const [main] = good.commodities
    if (main !== undefined && !goodOf.has(main)) goodOf.set(main, good)
  }
  const companies = knowledge.assets
    .filter((asset) => asset.type === 'stock' && !isSecondaryLine(asset))
    .sort((a, b) => (b.marketCapUsd ?? 0) - (a.marketCapUsd ?? 0))
  const assetsOf = (tickers: readonly string[]): Player[] =>
    tickers.flatMap((ticker, index) => {
      const asset = byTicker.get(ticker)
      // Further share classes get what their main one gets.
      return asset === undefined || isSecondaryLine(asset)
        ? []
        : [{ asset, weight: Math.max(MIN_WEIGHT, 1 - LIST_STEP * index) }]
    })
  const ofIndustries = (codes: readonly string[]) => {
    const some = companies.filter(({ gics }) => codes.some((code) => gics?.startsWith(code) === true))
    return assetsOf(some.slice(0, MAX_OF_INDUSTRY).map((asset) => asset.ticker))
  }
  const linkedTo = ([main = '']: readonly string[], type: 'input' | 'output'): Player[] => {
    const edges = edgesFrom(byTicker.get(main)?.id ?? 0).filter((edge) => edge.type === type)
    return edges.map(({ to, weight }) => ({ asset: to, weight }))
  }
  const makersOf = remember((good) => [
    ...assetsOf(good.makers),
    ...linkedTo(good.commodities, 'output'),
    ...ofIndustries(good.makersGics),
  ])
  const usersOf = remember((good) => [
    ...assetsOf(good.users),
    ...linkedTo(good.commodities, 'input'),
    ...ofIndustries(good.usersGics),
  ])
  const neighboursOf = (asset: KnownAsset, type: EdgeType) =>
    edgesFrom(asset.id)
      .filter((edge) => edge.type === type)
      .map((edge) => edge.to.ticker)
  const rivalsOf = (asset: KnownAsset, goods: readonly Good[], named: readonly KnownAsset[]) => {
    const graph = edgesFrom(asset.id).filter(({ type }) => type === 'competitor' || type === 'sector_competitor')
    const competitors = new Set(graph.map((edge) => edge.to))
    // The flight of a jet says nothing of who makes jets.
    const isOwn = (good: Good) => good.isSegment === true || makersOf([good]).some((one) => one.asset === asset || competitors.has(one.asset))
    const makers = makersOf(goods.filter(isOwn)).map((one) => one.asset)
    const closeness = (one: KnownAsset) =>
      2 * Number(makers.includes(one)) +
      2 * Number(competitors.has(one)) +
      Number(one.country === asset.country) +
      Number(one.gics === asset.gics)
    return [...new Set([...makers, ...competitors])]
      .filter((one) => one.id !== asset.id && !named.some(({ id }) => id === one.id))
      .filter((one) => makers.length === 0 || makers.includes(one) || closeness(one) >= 4)
      .sort((a, b) => (makers.length === 0 ? 0 : closeness(b) - closeness(a)))
      .map((one) => one.ticker)
  }
  const peersOf = (asset: KnownAsset) => {
    const near = companies.filter((one) => one.gics === asset.gics && one.country === asset.country)
    const rivals = rivalsOf(asset, [], [asset])
    const isNear = new Set(near.map((one) => one.ticker))
    return [...new Set([...rivals.filter((one) => isNear.has(one)), ...rivals.slice(0, 3), ...near.slice(0, 4).map((one) => one.ticker), ...rivals])].filter((one) => one !== asset.ticker)
  }
  return { assetsOf, rivalsOf, peersOf, makersOf, usersOf, goodOf: (commodity) => goodOf.get(commodity), neighboursOf }
}

/** Collects for several goods what is found once for each, without repetition. */
function remember(find: (good: Good) => Player[]): (goods: readonly Good[]) => Player[] {
  const known = new Map<Good, Player[]>()
  return (goods) => {
    const all = goods.flatMap((good) => {
      const found = known.get(good) ?? find(good)
      known.set(good, found)
      return found
    })
    const seen = new Set<number>()
    return all.filter(({ asset }) => !seen.has(asset.id) && seen.add(asset.id))
  }
}
