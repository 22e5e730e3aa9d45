import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import { trendOf } from '../classify/theme.pure.ts'
import type { EventEffect } from '../event/effect/event-effect.pure.ts'
import type { EventReading } from '../event/event-reader.pure.ts'
import type { WorldEvent } from '../event/world-event.pure.ts'
import type { EventRole } from '../vocabulary/event-lexicon.pure.ts'
import { type HomeMarket, isOfOtherLine, isUntouched } from './bound.pure.ts'
import { type EventLimits, isBeyondTold, OPPOSED } from './event-limit.pure.ts'
import { findEdge, type Graph, hasEdge, sizeOf } from './graph.pure.ts'
import type { ThemeSubject } from './theme-subject.pure.ts'

/** Who sells the same as the company of the event. */
const ALIKE: ReadonlySet<EventRole> = new Set(['rival', 'loser', 'peer'])
/** Part of its market value from which an amount that goes to another is felt by a company, by its role. */
const LEAST_AMOUNT: Readonly<Partial<Record<EventRole, number>>> = { rival: 0.003, loser: 0.01, supplier: 0.005 }

/** Strength below which nobody tells who wins by what a rival loses. */
const LEAST_RIVALRY = 0.19
/** Makers of drugs (GICS). */
const DRUGS = '3520'
/** Part of the business of one that both have to sell where only a product is named. */
const LEAST_OVERLAP = 0.5

/** What bounds an event besides: the megatrends the words speak of, and the sum of money they tell. */
interface EventBounds extends EventLimits {
  readonly spoken: readonly number[]
  /** True where the title tells of the demand of a trade and names no company. */
  readonly isOfTrade: boolean
  /** The megatrend the title itself is about. */
  readonly theme: Pick<ThemeSubject, 'nodeIds' | 'words'> | null
  readonly amountUsd: number | null
  /** True where a product of the company is named. */
  readonly isOfBrand: boolean
  /** True where a law keeps the company from its buyers. */
  readonly isCurbed: boolean
}

/**
 * Prepares graph and home markets. The returned function leaves out those beside the company of an event whom it does not reach: who
 * sells in another country what is sold only at home, who has no part in the business that the words speak of, and who is so large
 * that the sum is nothing to him.
 */
export function createEventBound(
  graph: Graph,
  home: HomeMarket,
): (told: EventReading, bounds: EventBounds) => EventEffect[] {
  const { edgesFrom, segmentsOf } = graph
  const { isApart, isCaptive, isFar, isUnlike } = home
  /** Known to compete, wherever they are at home: Singtel in Australia. */
  const isKnownRival = (one: KnownAsset, other: KnownAsset) => hasEdge(graph, one, other, 'competitor')
  /** Delivers to a company of its own industry and does not compete with it. */
  const isSupplier = (one: KnownAsset, other: KnownAsset) =>
    one.gics === other.gics && !isKnownRival(one, other) && hasEdge(graph, one, other, 'supplier')
  return (told, bounds) => {
    const { event, effects } = told
    const kind = event?.kind
    const goods = event?.goods ?? []
    const { companies, spoken, isOfTrade, theme, amountUsd, isOfBrand, isCurbed, title } = bounds
    const areCostsToBlame = COSTS_TO_BLAME.test(title)
    const named = new Set(companies.map(({ id }) => id))
    // Those who make what is named are already in its business.
    const lines = spoken.filter((nodeId) => companies.some(({ id }) => segmentsOf(id).has(nodeId)))
    const businesses = goods.length === 0 ? lines : []
    const isMaker = ({ asset, role }: EventEffect) => role === 'maker_elsewhere' && asset.type === 'stock'
    const isSpokenOf = ({ asset }: EventEffect) => isWithin(segmentsOf(asset.id), spoken)
    // "Rental housing" is less than housing: nothing is said of who builds houses, and of what.
    const subject = (theme?.words.join(' ') ?? '').replace(BOUGHT, '')
    // "Insurance software demand slows": not of every maker of software. A theme of which no maker is a part says where.
    const isWhole = goods.some(({ words }) => isNamed(words, subject))
    const isOfTheme = isOfTrade && !isWhole && effects.some((one) => isMaker(one) && isSpokenOf(one))
    const isNarrower = !isWhole && goods.some(({ words }) => words.some((word) => subject.includes(word)))
    // "Government backs robotaxi sector": aid is for those who live of it, not for a shop that has some too.
    const isMainIn = ({ asset }: EventEffect) =>
      spoken.some((nodeId) => segmentsOf(asset.id).get(trendOf(nodeId)) === 1)
    const isAidOfTheme = kind === 'aid' && (isNarrower || effects.some(isSpokenOf))
    const isOfMain = effects.some((one) => isMainIn(one) && !isBeyondTold(one, told, bounds, home))
    const isAided = isOfMain ? isMainIn : isSpokenOf
    const isInBusiness = ({ id }: KnownAsset) => isWithin(segmentsOf(id), businesses)
    // A law strikes all of a country alike; who leaves another hands nobody his buyers.
    const isCurbedToo = ({ asset, role }: EventEffect) =>
      isCurbed && OPPOSED.has(role) && (event?.sign === 1 || companies.some(({ country }) => country === asset.country))
    /** "BMW Motorrad": of a product that is only named no more is known than what else both sell. */
    const isSellingAlike = (other: KnownAsset) =>
      companies
        .flatMap((one) => [findEdge(graph, one, other, 'competitor'), findEdge(graph, other, one, 'competitor')])
        .some((edge) => edge !== undefined && edge.overlap >= LEAST_OVERLAP)
    /** Deals with another line of the company's business. */
    const isBeside = ({ asset, role }: EventEffect) =>
      // Plants are equipped for all lines.
      kind !== 'capex' &&
      companies
        .flatMap((one) => findEdge(graph, one, asset, role) ?? [])
        .some((edge) => isOfOtherLine(edge, lines, graph) || (kind === 'company_stop' && isUntouched(edge, 'halt')))
    /** "Pet food demand": who sells seed to those who grow what it is made of sells none of it. */
    const isPaidByMakers = (one: KnownAsset) =>
      edgesFrom(one.id).some((edge) => edge.type === 'producer' && isUntouched(edge, 'halt'))
    const isOfBrandOnly = isOfBrand && goods.length === 0 && businesses.length === 0
    // Who else has a drug is known by what it treats.
    const isAnyDrug =
      kind === 'product' && goods.length + lines.length === 0 && companies.every(({ gics }) => gics?.startsWith(DRUGS))
    const isOfUnlike = goods.length > 0 && goods.every(isUnlike)
    const isKnown = (other: KnownAsset) => companies.some((one) => isKnownRival(one, other))
    const beaten = event === null ? [] : findBeaten(event, companies, isKnownRival)
    const isSupplierOfBeaten = (other: KnownAsset) => beaten.some((one) => hasEdge(graph, one, other, 'supplier'))
    const isReached = (effect: EventEffect): boolean => {
      const { asset, role } = effect
      if (isCurbedToo(effect) || isBeyondTold(effect, told, bounds, home)) return false
      // "Profit warning as costs surge": as much is bought as before, and dearer.
      if (areCostsToBlame && role === 'supplier') return false
      const isElsewhere = OPPOSED.has(role) ? isApart : isFar
      const isForeign = (one: KnownAsset) => isElsewhere(one, asset) && !isKnownRival(one, asset)
      if (ALIKE.has(role) && companies.length > 0 && companies.every(isForeign)) return false
      if (ALIKE.has(role) && businesses.length > 0 && !isInBusiness(asset)) return false
      if (isOfBrandOnly && ALIKE.has(role) && !isSellingAlike(asset)) return false
      if (OPPOSED.has(role) && companies.some(isCaptive)) return false
      if (OPPOSED.has(role) && isOfUnlike && companies.length > 0 && !isKnown(asset)) return false
      if (beaten.length > 0 && (role === 'loser' || (role === 'supplier' && isSupplierOfBeaten(asset)))) return false
      // "Fire halts Cummins plant": who makes lorries with its engines waits for them.
      const isBuyer = (one: KnownAsset) => hasEdge(graph, one, asset, 'customer')
      if (role === 'rival' && kind === 'company_stop' && companies.some(isBuyer)) return false
      // Who builds engines loses nothing by an order for jets.
      if (role === 'loser' && companies.some((one) => isSupplier(one, asset))) return false
      if (ALIKE.has(role) && effect.strength < LEAST_RIVALRY) return false
      // A carrier or fleet buys more than the one thing that is named.
      if (role === 'customer' && goods.some(({ isSegment }) => isSegment)) return false
      // "Fire disrupts British Airways flights": those of others fly, and what one carrier burns less moves no price of fuel.
      if (role === 'input' && kind === 'service_stop' && companies.length > 0) return false
      if (role === 'maker_there' && kind === 'service_stop' && companies.some(({ gics }) => gics === asset.gics))
        return false
      // An order of the military at large says not who else bid for it.
      if (role === 'loser' && goods.some(({ words: [word] }) => word === 'defence')) return false
      if (isBeside(effect) || (isAnyDrug && OPPOSED.has(role))) return false
      // Who shares in a product is known where its name is.
      if (role === 'partner' && !isOfBrand) return false
      if (role === 'input_maker' && isPaidByMakers(asset)) return false
      if (isOfTheme && isNarrower && (role === 'maker_elsewhere' || asset.type === 'commodity')) return false
      if (isOfTheme && isMaker(effect) && !isSpokenOf(effect)) return false
      if (isAidOfTheme && !isAided(effect)) return false
      const least = LEAST_AMOUNT[role]
      return least === undefined || amountUsd === null || amountUsd >= least * sizeOf(asset)
    }
    return effects.filter((effect) => named.has(effect.asset.id) || isReached(effect))
  }
}

/** "As costs surge", "on higher wages", "project cost has climbed". */
const COSTS_TO_BLAME =
  /\b(?:as|on|amid|by|over|due to)\b[^,;]*\b(?:costs?|expenses|wages)\b|\b(?:costs?|expenses|wages) (?:ha(?:s|ve) |to )?(?:climb|ris|rose|grow|grew|swell|swollen|balloon|surg|soar|jump|increas)/i
/** "Ad spending": what is bought of it is no part of a good. */
const BOUGHT = / (?:spending|sales|demand|market|budgets?|prices?|orders?)$/

/** True where a company sells in one of the businesses; who sells beside it in the same branch does not. */
function isWithin(own: ReadonlyMap<number, number>, businesses: readonly number[]): boolean {
  return businesses.some((nodeId) => own.has(nodeId))
}

/**
 * Those among the named from whom the winner of business takes it: "loses bid to". It is lost by nobody else, and who supplies both
 * sells as much as before. Who makes nothing of what is ordered is the buyer.
 */
function findBeaten(
  { sign, goods, roles: { winner = [] } }: WorldEvent,
  companies: readonly KnownAsset[],
  isRival: (one: KnownAsset, other: KnownAsset) => boolean,
): KnownAsset[] {
  if (sign < 0) return []
  const winners = companies.filter(({ ticker }) => winner.includes(ticker))
  return companies.filter(
    (one) =>
      !winners.includes(one) &&
      winners.some((other) => isRival(other, one) || other.gics === one.gics) &&
      (goods.length === 0 || goods.some(({ makers }) => makers.includes(one.ticker))),
  )
}

/** True where a name is one of the names of a good, or its plural. */
function isNamed(words: readonly string[], name: string): boolean {
  return words.some((word) => word === name || `${word}s` === name)
}
