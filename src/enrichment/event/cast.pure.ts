import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { EventCountry, EventLexicon, EventRole, Good } from '../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../vocabulary/place.pure.ts'
import { isLocal, leviedOn } from './levy-payer.pure.ts'
import type { Market, Player } from './market.pure.ts'
import type { WorldEvent } from './world-event.pure.ts'

/** A country with less of the world's exports of a commodity has no benchmark of its own. */
const MIN_SHARE_PERCENT = 5
/** Rivals who gain by a strike or ban. */
const MAX_RIVALS = 3
/** Weight lost from one maker of a country to the next. */
const STEP_IN_COUNTRY = 0.08

/** Prepares who sails longer. The returned function takes an event and gives its goods and who plays each role of it. */
export function createCast(
  market: Market,
  { goods: allGoods, countries, substitutes }: EventLexicon,
): (event: WorldEvent) => { readonly goods: readonly Good[]; readonly play: (role: EventRole) => readonly Player[] } {
  const { assetsOf, makersOf, usersOf, goodOf, neighboursOf } = market
  const carriers = allGoods.filter((good) => CARRIED_BY.has(good.words[0] ?? ''))
  /** Nobody says whose tariff it is: that of the United States. */
  const homeFunds = countries.find(({ code }) => code === 'US')?.funds ?? []
  const euroArea = countries.find(({ code }) => code === 'EU') ?? null
  const rivalsOf = (ticker: string) =>
    assetsOf([ticker]).flatMap(({ asset }) => neighboursOf(asset, 'competitor').slice(0, MAX_RIVALS))
  const allImporters = allGoods.flatMap((good) => good.importers)
  const substitutesOf = ({ place, actor, target }: WorldEvent, goods: readonly Good[]) => {
    const where = new Set([place?.country, actor?.code, target?.code])
    return substitutes
      .filter(
        (one) => goods.some(({ words }) => words[0] === one.good) && one.countries.some((code) => where.has(code)),
      )
      .map(({ ticker }) => ticker)
  }
  const currencyOf = (country: EventCountry | null): Player[] =>
    (country?.pairs ?? []).flatMap(({ ticker, sign }) => assetsOf([ticker]).map((player) => ({ ...player, sign })))

  return (event) => {
    const { place, actor, target, kind } = event
    const goods = event.goods.length > 0 ? event.goods : event.commodities.flatMap((ticker) => goodOf(ticker) ?? [])
    const main = event.goods.length > 0 ? event.goods.flatMap((good) => mainOf(good, event)) : event.commodities
    const there =
      kind === 'export_curb'
        ? actor
        : kind === 'levy'
          ? (actor ?? target)
          : kind === 'sanction'
            ? target
            : (target ?? actor)
    const owners = new Set(place?.owners)
    const isAround = (asset: KnownAsset) =>
      place?.country === undefined
        ? isOf(asset, there) || there?.exporters.includes(asset.ticker) === true
        : asset.country === place.country
    // Of one plant whose owner is not listed nobody else of its country is meant.
    const isOwnerless = owners.size === 0 && (place === null || !SITES.has(place.kind))
    const isThere = (asset: KnownAsset) => owners.has(asset.ticker) || (isOwnerless && isAround(asset))
    const makers = (is: (asset: KnownAsset) => boolean) => makersOf(goods).filter(({ asset }) => is(asset))
    /** Those of one country are hit alike, however small they are in the world. */
    const makersIn = (is: (asset: KnownAsset) => boolean) =>
      makers(is).map((one, i) => ({ ...one, weight: Math.max(one.weight, 1 - STEP_IN_COUNTRY * i) }))
    const users = (is: (asset: KnownAsset) => boolean) => usersOf(goods).filter(({ asset }) => is(asset))
    const isNamedCountry = (asset: KnownAsset) => isOf(asset, actor) || isOf(asset, target)
    const play = (role: EventRole): readonly Player[] => {
      switch (role) {
        case 'commodity':
          return assetsOf(main)
        case 'related_commodity':
          return assetsOf(goods.flatMap((good) => good.commodities).filter((ticker) => !main.includes(ticker)))
        case 'input':
          return assetsOf(goods.flatMap((good) => good.inputs))
        case 'owner':
          return assetsOf(place?.owners ?? [])
        case 'dependent':
          return assetsOf(place?.users ?? [])
        case 'maker_there': {
          if (kind === 'levy') return leviedOn(makers(isAround), goods, there, market)
          if (kind !== 'service_stop') return makersIn(isThere)
          // A service is held up everywhere where nobody says where.
          const hit = makers(isNamedCountry)
          return hit.length > 0 ? hit : makersOf(goods)
        }
        case 'maker_elsewhere':
          if (kind === 'route' && place?.kind !== 'pipeline') return []
          // Homes and loans are sold where they are.
          if (kind === 'demand' && there !== null && goods.length > 0 && goods.every(isLocal)) return makersIn(isAround)
          return makers(
            (asset) =>
              kind === 'price' || kind === 'tariff_borne' || kind === 'demand' || kind === 'stocks' || !isThere(asset),
          )
        case 'maker_at_home':
          return makersIn((asset) => isOf(asset, actor))
        case 'maker_in_target':
          return target === null ? makers((asset) => !isOf(asset, actor)) : makersIn((asset) => isOf(asset, target))
        case 'maker_in_third':
          return target === null ? [] : makers((asset) => !isNamedCountry(asset))
        case 'importer':
          return isUniversal(event) ? assetsOf(allImporters) : assetsOf(goods.flatMap((good) => good.importers))
        case 'exporter':
          // Its own earn less abroad when the currency rises.
          if (kind === 'conflict')
            return assetsOf(target?.exporters ?? []).filter(({ asset }) => asset.country === target?.code)
          if (kind === 'intervention')
            return assetsOf(actor?.exporters ?? []).filter(({ asset }) => asset.country === actor?.code)
          return event.goods.length > 0 && kind !== 'sanction'
            ? []
            : assetsOf(target?.exporters ?? []).filter(({ asset }) => asset.type === 'stock')
        case 'home_fund':
          return isUniversal(event) || isBroad(event) || kind === 'fiscal' ? assetsOf(actor?.funds ?? homeFunds) : []
        case 'bond_fund':
          return assetsOf(actor?.rateLosers ?? []).filter(({ asset }) => asset.type === 'etf')
        case 'haven':
          // Few leave the bonds of others for gold.
          return kind === 'fiscal' && actor?.code !== 'US' ? [] : assetsOf(['GOLD.COMM'])
        case 'defence':
          if (kind === 'fiscal' && event.goods.length === 0) return []
          return makersOf(allGoods.filter((good) => good.words[0] === 'defence'))
        case 'user':
          // Those at home buy cheaper what is kept in the country.
          return users((asset) => (kind !== 'export_curb' && kind !== 'sanction') || !isThere(asset))
        case 'user_at_home':
          return users((asset) => isOf(asset, actor))
        case 'target_fund':
          return assetsOf(target?.funds ?? [])
        case 'target_currency':
          return currencyOf(target)
        case 'currency':
          return currencyOf(EURO.has(actor?.code ?? '') ? euroArea : actor)
        case 'rates':
          return assetsOf(actor?.rates ?? [])
        case 'rate_loser':
          return assetsOf(actor?.rateLosers ?? [])
        case 'rate_winner':
          return assetsOf(actor?.rateWinners ?? [])
        case 'host':
          return assetsOf(target?.hosts ?? [])
        case 'substitute':
          return assetsOf(substitutesOf(event, goods))
        case 'carrier':
          return place?.kind === 'strait' || place?.kind === 'canal' || goods.some((good) => good.words[0] === 'port')
            ? makersOf(carriers)
            : []
        case 'rival':
          return assetsOf((event.cast.struck ?? []).flatMap((ticker) => rivalsOf(ticker)))
        default:
          return []
      }
    }
    /** Those of the named countries first: Asian jet fuel is burnt by Asian airlines. */
    const rank = ({ asset }: Player) => (isNamedCountry(asset) ? 0 : 1)
    return {
      goods,
      play: (role) => {
        const given = event.cast[role]
        return given === undefined
          ? UNRANKED.has(role)
            ? play(role)
            : play(role).toSorted((a, b) => rank(a) - rank(b))
          : assetsOf(given)
      },
    }
  }
}

/** The benchmarks of a good that the place makes or the country exports, else its first. */
function mainOf({ commodities }: Good, { place, actor, target }: WorldEvent): readonly string[] {
  const exported = [actor, target].flatMap((country) => country?.exports ?? [])
  const large = exported.filter(({ sharePercent }) => sharePercent >= MIN_SHARE_PERCENT).map(({ ticker }) => ticker)
  const made = new Set([...(place?.makes ?? []), ...large])
  const local = commodities.filter((ticker) => made.has(ticker))
  return local.length > 0 ? local : commodities.slice(0, 1)
}

/** Between partners so large that everybody pays. */
function isBroad({ kind, goods, target }: WorldEvent): boolean {
  return kind === 'tariff_home' && goods.length === 0 && (target?.code === 'CN' || target?.code === 'EU')
}

/** A tariff on goods of all kinds from everywhere. */
function isUniversal({ kind, goods, target }: WorldEvent): boolean {
  return kind === 'tariff_home' && goods.length === 0 && target === null
}

/** Where they are at home says nothing. */
const UNRANKED: ReadonlySet<EventRole> = new Set(['defence', 'carrier', 'haven'])

/** Whose figures the euro's central bank watches. */
const EURO: ReadonlySet<string> = new Set(['DE', 'FR', 'IT', 'ES'])

/** Places that are one plant. */
const SITES: ReadonlySet<Place['kind']> = new Set(['mine', 'terminal', 'refinery', 'fab', 'plant', 'smelter'])

/** Goods whose makers carry others', and sail longer where a strait or canal is shut. */
const CARRIED_BY: ReadonlySet<string> = new Set(['container', 'tanker'])

function isOf(asset: KnownAsset, country: EventCountry | null): boolean {
  return country !== null && (asset.country === country.code || country.members.includes(asset.country))
}
