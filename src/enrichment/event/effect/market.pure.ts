import type { Knowledge, KnownAsset } from '../../../catalog/knowledge.pure.ts'
import { rememberOne } from '../../../core/once.pure.ts'
import { type EdgeType, type Graph, type GraphEdge, isSecondaryLine } from '../../ripple/graph.pure.ts'
import { type EventLexicon, type Good, indexGroups } from '../../vocabulary/event-lexicon.pure.ts'
import { createSameBusiness } from './same-business.pure.ts'

/** An asset in a role of an event, 0-1 by how much the role is its business. */
export interface Player {
  readonly asset: KnownAsset
  readonly weight: number
  /** -1 where it moves the other way: a pair that falls when the currency rises. */
  readonly sign?: 1 | -1
}

/** Companies of an industry that stand for all of it. */
const MAX_OF_INDUSTRY = 60
/** Weight lost from one company of a list to the next. */
const LIST_STEP = 0.04
const MIN_WEIGHT = 0.4
/** Makers of a good that stand for those who make it. */
const MAX_FELLOWS = 5

/** Tickers of the first so many, or of all. */
export function tickersOfFirst(players: readonly Player[], most = Infinity): string[] {
  return players.slice(0, most).map(({ asset }) => asset.ticker)
}

/** Who makes, uses, supplies and competes. */
export interface Market {
  readonly assetOf: (ticker: string) => KnownAsset | undefined
  /** The assets of tickers, the first with the most weight; unknown tickers are left out. */
  readonly assetsOf: (tickers: readonly string[]) => Player[]
  readonly makersOf: (goods: readonly Good[]) => Player[]
  readonly usersOf: (goods: readonly Good[]) => Player[]
  /** True for goods that are sold where they are made. */
  readonly isLocal: (good: Good) => boolean
  /** Companies of the industries that make the goods, largest first, where they are meant. */
  readonly industryOf: (goods: readonly Good[], is: (asset: KnownAsset) => boolean) => Player[]
  /** The good that is traded as a commodity. */
  readonly goodOf: (commodity: string) => Good | undefined
  /** Tickers of the companies a company is linked to, most important first. */
  readonly neighboursOf: (asset: KnownAsset, type: EdgeType) => string[]
  /** Tickers of those in the same business: competitors, and companies of its industry and country, closest first. */
  readonly peersOf: (asset: KnownAsset) => string[]
  /** True where a company, or one that competes with it, makes some of the goods, or they are a business of their own. */
  readonly isOfBusiness: (asset: KnownAsset, goods: readonly Good[]) => boolean
  /** Tickers of those that compete with a company in some goods, or at all where none are given; closest first, without the named. */
  readonly rivalsOf: (asset: KnownAsset, goods: readonly Good[], named: readonly KnownAsset[]) => string[]
}

/** Indexes goods by commodity and prepares their makers and users: those listed for the good, those of the graph, those of its industry. */
export function createMarket(
  knowledge: Knowledge,
  graph: Pick<Graph, 'edgesFrom' | 'segmentsOf'>,
  { goods, groups }: Pick<EventLexicon, 'goods' | 'groups'>,
): Market {
  const { edgesFrom } = graph
  const { mixed_industry, unlike, other_trade } = indexGroups(groups)
  const { isAlike, isRival } = createSameBusiness(graph, mixed_industry)
  const byTicker = new Map(knowledge.assets.map((asset) => [asset.ticker, asset]))
  const goodsOfMain = Map.groupBy(goods, ({ commodities: [main] }) => main)
  const goodOf = rememberOne((ticker: string) => {
    const ofIt = goodsOfMain.get(ticker) ?? []
    const names = byTicker.get(ticker)?.shortNames.map((name) => name.toLowerCase()) ?? []
    // "Wheat" is wheat before it is grain, which some trade who sell none.
    return ofIt.find(({ words }) => words.some((word) => names.includes(word))) ?? ofIt[0]
  })
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
  const companiesOf = rememberOne((codes: string) => {
    const all = codes.split(' ')
    return companies.filter((one) => isOfIndustry(one, all))
  })
  const ofIndustries = (codes: readonly string[], is: (asset: KnownAsset) => boolean) => {
    const found = codes.length === 0 ? [] : companiesOf(codes.join(' ')).filter(is)
    return assetsOf(found.slice(0, MAX_OF_INDUSTRY).map((asset) => asset.ticker))
  }
  const linkedTo = ([main = '']: readonly string[], type: 'input' | 'output'): Player[] => {
    const edges = edgesFrom(byTicker.get(main)?.id ?? 0).filter((edge) => edge.type === type)
    // A bank that lives of a country's oil makes none.
    return edges.filter(({ to }) => !isOfIndustry(to, ['40'])).map(({ to, weight }) => ({ asset: to, weight }))
  }
  /** Known to buy the commodity and not to sell it: a dairy makes no milk. */
  const isBuyer = ({ commodities }: Good, { ticker }: KnownAsset) => {
    const is = (one: Player) => one.asset.ticker === ticker
    return linkedTo(commodities, 'input').some(is) && !linkedTo(commodities, 'output').some(is)
  }
  /** What is mined by those who are listed as miners. */
  const minedBy = Map.groupBy(
    goods.flatMap(({ makers, commodities }) =>
      commodities.length > 0 ? makers.map((ticker) => ({ ticker, commodities })) : [],
    ),
    ({ ticker }) => ticker,
  )
  /** A miner of uranium is in the industry of coal and digs none. */
  const isOtherMiner = (asset: KnownAsset, { commodities }: Good) =>
    isOfIndustry(asset, MINES) &&
    minedBy.get(asset.ticker)?.every((one) => !one.commodities.some((each) => commodities.includes(each))) === true
  const industryOf = (goods: readonly Good[], is: (asset: KnownAsset) => boolean) =>
    ofIndustries(
      [...new Set(goods.flatMap((good) => good.makersGics))],
      (asset) => is(asset) && !goods.some((good) => isOtherMiner(asset, good)),
    )
  const makersOf = remember((good) => [
    ...assetsOf(good.makers).filter(({ asset }) => !isBuyer(good, asset)),
    ...linkedTo(good.commodities, 'output'),
    ...ofIndustries(good.makersGics, (asset) => !isOtherMiner(asset, good) && !other_trade.has(asset.ticker)),
  ])
  const isLocal = rememberOne((good: Good) => {
    if (good.makersGics.length > 0 || good.commodities.length > 0)
      return good.makersGics.some((code) => LOCAL.some((one) => code.startsWith(one)))
    // A segment has no industry but that of its makers: "Spanish motor insurers".
    const makers = makersOf([good])
    return makers.filter(({ asset }) => isOfIndustry(asset, SERVED)).length > makers.length * MOST
  })
  /** Miners of iron ore are in the industry of steel, and buy none. */
  const usersOf = remember((good) => {
    const made = new Set(makersOf([good]).map(({ asset }) => asset.ticker))
    return [
      ...assetsOf(good.users),
      ...linkedTo(good.commodities, 'input'),
      ...ofIndustries(good.usersGics, ({ ticker }) => !made.has(ticker)),
    ]
  })
  const linked = (asset: KnownAsset, is: (edge: GraphEdge) => boolean) =>
    edgesFrom(asset.id)
      .filter(is)
      .map(({ to }) => to)
  const neighboursOf = (asset: KnownAsset, wanted: EdgeType) =>
    linked(asset, ({ type }) => type === wanted).map(({ ticker }) => ticker)
  const competitorsOf = rememberOne(
    (asset: KnownAsset) => new Set(linked(asset, ({ type }) => type === 'competitor' || type === 'sector_competitor')),
  )
  /** Those it buys from or belongs with, where they do not compete with it. */
  const associatesOf = rememberOne((asset: KnownAsset) =>
    new Set(linked(asset, ({ type }) => ASSOCIATED.has(type))).difference(competitorsOf(asset)),
  )
  const makerSetOf = rememberOne((good: Good) => new Set(makersOf([good]).map((one) => one.asset)))
  const ownOf = (asset: KnownAsset, goods: readonly Good[]) =>
    goods
      .map((good) => ({ good, makers: makerSetOf(good) }))
      .filter(
        ({ good, makers }) =>
          good.isSegment === true || makers.has(asset) || !competitorsOf(asset).isDisjointFrom(makers),
      )
  const rivalsOf = (asset: KnownAsset, goods: readonly Good[], named: readonly KnownAsset[]) => {
    const competitors = competitorsOf(asset)
    // The flight of a jet says nothing of who makes jets.
    const own = ownOf(asset, goods)
    const all = new Set(own.flatMap(({ makers }) => [...makers]))
    // "Infosys bags cloud deal": who sells no cloud itself competes with those alone who do the same for others.
    const isOfIt = own.some(({ good, makers }) => good.isSegment === true || makers.has(asset))
    const near = own.length === 0 ? competitors : isOfIt ? all : all.intersection(competitors)
    const associates = associatesOf(asset)
    const rivals = [...near].filter(
      (one) => one.id !== asset.id && !associates.has(one) && !named.some(({ id }) => id === one.id),
    )
    if (own.length === 0) return rivals.filter((one) => isRival(asset, one)).map((one) => one.ticker)
    const closeness = (one: KnownAsset) =>
      2 * Number(competitors.has(one)) + Number(one.country === asset.country) + Number(one.gics === asset.gics)
    return rivals.toSorted((a, b) => closeness(b) - closeness(a)).map((one) => one.ticker)
  }
  /** The first makers of what it is itself among the first to make, of its own industry. */
  const fellowsOf = ({ ticker, gics }: KnownAsset) =>
    goods
      // Of drugs every maker sells another kind: Roche does not follow the insulin of Novo Nordisk.
      .filter(
        ({ words: [word = ''], ...good }) =>
          good.isSegment !== true && good.commodities.length === 0 && !unlike.has(word),
      )
      .map((good) => good.makers.slice(0, MAX_FELLOWS))
      .filter((makers) => makers.includes(ticker))
      .flatMap((makers) => makers.filter((one) => byTicker.get(one)?.gics === gics))
  /** Who makes the same and deals with it: a foundry and the designer of chips. */
  const isDealing = (asset: KnownAsset, one: string, fellows: readonly string[]) =>
    fellows.includes(one) && edgesFrom(asset.id).some(({ to }) => to.ticker === one)
  const homeIndustryOf = ({ gics, country }: KnownAsset) => `${gics} ${country}`
  const ofIndustry = Map.groupBy(companies, homeIndustryOf)
  const peersOf = rememberOne((asset: KnownAsset) => {
    const near = (ofIndustry.get(homeIndustryOf(asset)) ?? []).map((one) => one.ticker)
    const isNear = new Set(near)
    const rivals = rivalsOf(asset, [], [asset])
    const fellows = fellowsOf(asset)
    const ranked = [
      ...rivals.filter((one) => isNear.has(one)),
      ...rivals.slice(0, 3),
      ...near.slice(0, 4),
      ...fellows,
      ...rivals,
    ]
    return [...new Set(ranked)].filter((one) => {
      const other = byTicker.get(one)
      return other !== undefined && other !== asset && (isDealing(asset, one, fellows) || isAlike(asset, other))
    })
  })
  return {
    ...{ assetsOf, makersOf, industryOf, usersOf, isLocal, goodOf, neighboursOf, peersOf, rivalsOf },
    isOfBusiness: (asset, goods) => ownOf(asset, goods).length > 0,
    assetOf: (ticker) => byTicker.get(ticker),
  }
}

/** Banks, utilities, carriers of calls, builders, grocers, schools and hospitals (GICS) are paid where they are at home. */
const LOCAL = ['40', '55', '50', '60', '25201030', '25504030', '3010', '203040']
/** Those of them of whom this holds without a word on their good: cards and films are sold the world over. */
const SERVED = ['4010', '402020', '403010', '55', '60', '25201030', '253020', '3010', '203040', '351020']
/** Share of the makers of a segment who are paid at home. */
const MOST = 0.7

/** Industries (GICS) in which each company digs something else. */
const MINES = ['10102050', '15104']

const ASSOCIATED: ReadonlySet<EdgeType> = new Set(['supplier', 'owner', 'subsidiary'])

/** Collects for several goods what is found once for each, without repetition. */
function remember(find: (good: Good) => Player[]): (goods: readonly Good[]) => Player[] {
  const foundFor = rememberOne((good: Good) => withoutRepetition(find(good)))
  return (goods) => {
    const [only] = goods
    if (goods.length === 1 && only !== undefined) return foundFor(only)
    const lists = goods.map(foundFor)
    const isOfTrades = goods.every(({ commodities }) => commodities.length === 0)
    return withoutRepetition(isOfTrades ? inTurn(lists) : lists.flat())
  }
}

/** The first of each list, then the second of each: where a few are taken, all goods have some. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat()
}

function withoutRepetition(players: readonly Player[]): Player[] {
  const seen = new Set<number>()
  return players.filter(({ asset }) => !seen.has(asset.id) && seen.add(asset.id))
}

/** True for a company of some industries (GICS). */
export function isOfIndustry({ gics }: Pick<KnownAsset, 'gics'>, codes: readonly string[]): boolean {
  return gics !== null && codes.some((code) => gics.startsWith(code))
}

/** True for a company that serves those where it is at home, or flies from there. */
export function isServingHome(asset: KnownAsset): boolean {
  return isOfIndustry(asset, OF_HOME)
}

/** Industries (GICS) that are bound to a place by their customers: airlines and carriers of goods by land with them. */
const OF_HOME = ['40', '5010', '60', '3010', '203020', '203040', '351020']
