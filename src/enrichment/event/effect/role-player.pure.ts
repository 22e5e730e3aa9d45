import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import { wordSet } from '../../text/word-set.pure.ts'
import {
  type EventCountry,
  type EventLexicon,
  type EventRole,
  type Good,
  indexGroups,
} from '../../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../../vocabulary/place.pure.ts'
import { goodNamed, isAnyMine } from '../world/event-good.pure.ts'
import type { WorldEvent } from '../world-event.pure.ts'
import { findMainCommodities, findWhere, isBroad, isOf } from './event-country.pure.ts'
import { findLevied } from './levied-company.pure.ts'
import { isOfIndustry, isServingHome, type Market, type Player } from './market.pure.ts'

/** Rivals who gain by a strike or ban. */
const MAX_RIVALS = 3
/** Those who serve a country from abroad. */
const MAX_FROM_ABROAD = 5
const MAX_INPUTS = 4
/** Who pays for storms anywhere (GICS). */
const REINSURANCE = '40301050'
/** Weight lost from one maker of a country to the next. */
const STEP_IN_COUNTRY = 0.08

/** Prepares who sails longer. The returned function takes an event and gives its goods and who plays each role of it. */
export function createRolePlayers(
  market: Market,
  { goods: allGoods, countries, substitutes, groups }: EventLexicon,
): (event: WorldEvent) => { readonly goods: readonly Good[]; readonly play: (role: EventRole) => readonly Player[] } {
  const { assetsOf, makersOf, industryOf, usersOf, isLocal, goodOf, neighboursOf } = market
  const { made_abroad, made_in_us, fabless, cartel, power_starved } = indexGroups(groups)
  const arms = allGoods.filter(isArms)
  const banks = allGoods.filter(isBank)
  const carriers = allGoods.filter(isCarrier)
  /** Nobody says whose tariff it is: that of the United States. */
  const unsaid = countries.find(({ code }) => code === 'US') ?? null
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
  const isEuropean = (code = '') => code === 'EU' || code === 'GB' || euroArea?.members.includes(code) === true

  return (event) => {
    const { place, actor, target, kind } = event
    // Of all that the United States sell nothing is meant where nothing is named, and who imposes a sanction sells on.
    const isOfAll = place === null && (target ?? actor)?.code === 'US' && kind !== 'conflict' && kind !== 'crop'
    const commodities = isOfAll ? [] : event.commodities
    const goods = event.goods.length > 0 ? event.goods : commodities.flatMap((ticker) => goodOf(ticker) ?? [])
    const main = event.goods.length > 0 ? event.goods.flatMap((good) => findMainCommodities(good, event)) : commodities
    const there = findWhere(event)
    const owners = new Set(event.roles.owner ?? place?.owners)
    const isAround = (asset: KnownAsset) =>
      place?.country === undefined
        ? isOf(asset, there) || there?.exporters.includes(asset.ticker) === true
        : asset.country === place.country
    // Of one plant whose owner is not listed nobody else of its country is meant.
    const isOwnerless = owners.size === 0 && (place === null || !SITES.has(place.kind))
    const isThere = (asset: KnownAsset) => owners.has(asset.ticker) || (isOwnerless && isAround(asset))
    const makers = (is: (asset: KnownAsset) => boolean) => makersOf(goods).filter(({ asset }) => is(asset))
    /** Of a small country those too small to be known in the world. */
    const makersAt = (is: (asset: KnownAsset) => boolean) => {
      const some = makers(is)
      return some.length > 0 ? some : industryOf(goods, is)
    }
    /** Those of one country are hit alike, however small they are in the world. */
    const makersIn = (is: (asset: KnownAsset) => boolean) =>
      makers(is).map((one, i) => ({ ...one, weight: Math.max(one.weight, 1 - STEP_IN_COUNTRY * i) }))
    const users = (is: (asset: KnownAsset) => boolean) => usersOf(goods).filter(({ asset }) => is(asset))
    const isOfService = goods.length > 0 && goods.every((good) => good.commodities.length === 0)
    const isOfActor = (asset: KnownAsset) => isOf(asset, actor)
    const isPayingAnywhere = ({ gics }: KnownAsset) => kind === 'catastrophe' && gics === REINSURANCE
    // A tariff on shoes from Vietnam is paid by those who have them made there.
    const isTariff = kind === 'tariff_home' || kind === 'tariff_abroad'
    const isOfTarget = (asset: KnownAsset) =>
      isOf(asset, target) || (isTariff && target?.exporters.includes(asset.ticker) === true)
    const isNamedCountry = (asset: KnownAsset) => isOfActor(asset) || isOfTarget(asset)
    // Whoever flies in Europe flies over all of it.
    const isFlown = goods.some(isAirline) && isEuropean((actor ?? target)?.code)
    const isServedBy = (asset: KnownAsset) => isNamedCountry(asset) || (isFlown && isEuropean(asset.country))
    const isServed = place?.country === undefined ? isServedBy : isAround
    const ofTarget = (is: (asset: KnownAsset) => boolean) =>
      assetsOf(target?.exporters ?? []).filter(({ asset }) => is(asset))
    const isPassage = place?.kind === 'strait' || place?.kind === 'canal'
    const players: Readonly<Partial<Record<EventRole, () => readonly Player[]>>> = {
      commodity: () => assetsOf(main),
      // "Miners in Chile strike": what else is mined elsewhere is none of theirs.
      related_commodity: () =>
        there !== null && isAnyMine(goods)
          ? []
          : assetsOf(goods.flatMap((good) => good.commodities).filter((ticker) => !main.includes(ticker))),
      input: () => {
        const isOfNobody =
          kind === 'service_stop' && (actor ?? target ?? place) !== null && makersAt(isServed).length === 0
        return isOfNobody ? [] : assetsOf(goods.flatMap((good) => good.inputs))
      },
      // Of what many things go into little depends on each.
      // A cruise burns fuel and is made of none.
      input_maker: () => {
        const isMade = ({ inputs, makerVerb }: Good) => inputs.length <= MAX_INPUTS && !OF_SERVICE.has(makerVerb)
        const inputs = goods.flatMap((good) => (isMade(good) ? good.inputs : []))
        const own = new Set(makersOf(goods).map(({ asset }) => asset.id))
        return makersOf(inputs.flatMap((ticker) => goodOf(ticker) ?? [])).filter(
          ({ asset }) => asset.type === 'stock' && !own.has(asset.id),
        )
      },
      owner: () => assetsOf(place?.owners ?? []),
      dependent: () => assetsOf(place?.users ?? []),
      maker_there: () => {
        if (kind === 'levy') return findLevied(makersAt(isAround), goods, there, market)
        if (kind === 'supply' && cartel.has(there?.code ?? '')) return []
        if (kind !== 'service_stop') return makersIn(isThere)
        // A service is held up everywhere where nobody says where.
        if ((actor ?? target ?? place) !== null) {
          // "Australia bars teenagers from social media": nobody there offers it, those abroad do.
          const isFromAbroad =
            place === null && makers(isServed).length === 0 && !goods.some((good) => isLocal(good) || isSite(good))
          return isFromAbroad ? makersOf(goods).slice(0, MAX_FROM_ABROAD) : makersAt(isServed)
        }
        // A port or airport that nobody knows is none of those who run others.
        return goods.some(isSite) ? [] : makersOf(goods)
      },
      maker_elsewhere: () => {
        // "Worries over food export ban hurt ADM": nobody says whose, so nobody is elsewhere.
        if (kind === 'export_curb' && there === null) return []
        // Homes and loans are sold where they are, and what lacks there nobody sends from elsewhere.
        if (there !== null && goods.length > 0 && goods.every(isLocal))
          return EVERYWHERE.has(kind) ? makersIn(isAround) : []
        // Whoever sails waits at a port that is shut.
        if (place?.kind === 'port' && goods.some(isCarrier)) return []
        const isEverywhere = EVERYWHERE.has(kind)
        // "Korea eases rules for online brokers": those elsewhere serve nobody there.
        const isApart = (asset: KnownAsset) =>
          kind === 'supply' &&
          isOfService &&
          there !== null &&
          place === null &&
          isServingHome(asset) &&
          !isAround(asset)
        return makers(
          (asset) =>
            (isEverywhere || !isThere(asset)) && !isApart(asset) && !(kind === 'supply' && fabless.has(asset.ticker)),
        )
      },
      // A fund holds those abroad, too.
      maker_at_home: () =>
        makersIn((asset) => asset.type === 'stock' && isOf(asset, actor ?? unsaid) && !made_abroad.has(asset.ticker)),
      maker_in_target: () =>
        target === null
          ? makers(
              (asset) => !isOf(asset, actor ?? unsaid) && !(kind === 'tariff_home' && made_in_us.has(asset.ticker)),
            )
          : makersIn(isOfTarget),
      maker_in_third: () => (target === null ? [] : makers((asset) => !isNamedCountry(asset))),
      importer: () => assetsOf(isBroad(event) ? allImporters : goods.flatMap((good) => good.importers)),
      exporter: () => {
        // Its own earn less abroad when the currency rises.
        if (kind === 'conflict') return ofTarget((asset) => asset.country === target?.code)
        if (kind === 'intervention')
          return assetsOf(actor?.exporters ?? []).filter(({ asset }) => asset.country === actor?.code)
        // What a country lives by is sanctioned with it, not with some of its firms.
        const isMeant = kind === 'sanction' ? goods.length > 0 : event.goods.length === 0
        return isMeant ? ofTarget((asset) => asset.type === 'stock') : []
      },
      home_fund: () => (isBroad(event) ? assetsOf((actor ?? unsaid)?.funds ?? []) : []),
      // Of the United States too many hold the debt.
      lender: () => (actor?.code === 'US' ? [] : makersOf(banks).filter(({ asset }) => isOfActor(asset))),
      bond_fund: () => assetsOf(actor?.rateLosers ?? []).filter(({ asset }) => asset.type === 'etf'),
      // Few leave the bonds of others for gold.
      haven: () => (kind === 'fiscal' && actor?.code !== 'US' ? [] : assetsOf(['GOLD.COMM'])),
      defence: () => {
        if (kind === 'fiscal' && event.goods.length === 0) return []
        // "India and Pakistan trade fire": nobody else arms for it.
        const isAtHome = kind === 'conflict' && actor !== null && commodities.length === 0
        return makersOf(arms).filter(({ asset }) => !isAtHome || isNamedCountry(asset))
      },
      // Those at home buy cheaper what is kept in the country.
      // Who is paid for drilling buys no oil.
      user: () => {
        // "Bunge warns of hit from food export ban": where less of it is sold nobody says.
        if (kind === 'export_curb' && there === null) return []
        const isService = there !== null && goods.length > 0 && goods.every(isLocal)
        const waiting = kind === 'supply' ? makers(({ ticker }) => fabless.has(ticker)) : []
        const buying = users(
          (asset) =>
            ((kind !== 'export_curb' && kind !== 'sanction') || !isThere(asset)) &&
            // Power is bought where it is sold.
            (!isService || isAround(asset) || isPayingAnywhere(asset)) &&
            !isOfIndustry(asset, DRILLING),
        )
        return [...waiting, ...buying]
      },
      user_at_home: () => users(isOfActor),
      target_fund: () => assetsOf(target?.funds ?? []),
      target_currency: () => currencyOf(target),
      currency: () => {
        const code = place?.country ?? actor?.code
        if (kind === 'power')
          return power_starved.has(code ?? '') ? currencyOf(countries.find((one) => one.code === code) ?? null) : []
        return currencyOf(EURO.has(actor?.code ?? '') ? euroArea : actor)
      },
      // Who borrows too much pays more for bonds; the central bank asks what it asked.
      rates: () => assetsOf((actor?.rates ?? []).filter((one) => kind === 'policy' || one.endsWith('.GB'))),
      rate_loser: () => assetsOf(actor?.rateLosers ?? []),
      rate_winner: () => assetsOf(actor?.rateWinners ?? []),
      host: () => assetsOf(target?.hosts ?? []),
      substitute: () => assetsOf(substitutesOf(event, goods)),
      carrier: () => (isPassage || goods.some(isPort) ? makersOf(carriers) : []),
      rival: () => assetsOf((event.roles.struck ?? []).flatMap((ticker) => rivalsOf(ticker))),
    }
    const play = (role: EventRole) => players[role]?.() ?? []
    /** Those of the named countries first: Asian jet fuel is burnt by Asian airlines. */
    const rank = ({ asset }: Player) => (isNamedCountry(asset) || isPayingAnywhere(asset) ? 0 : 1)
    return {
      goods,
      play: (role) => {
        const given = event.roles[role]
        if (given !== undefined) return assetsOf(given)
        const isUnranked = UNRANKED.has(role) || (actor === null && target === null)
        return isUnranked ? play(role) : play(role).toSorted((a, b) => rank(a) - rank(b))
      },
    }
  }
}

/** Whose figures the euro's central bank watches. */
const EURO: ReadonlySet<string> = new Set(['DE', 'FR', 'IT', 'ES'])

/** Events of which all makers have the same, wherever they are: who sells repairs sells them where the storm is. */
const EVERYWHERE: ReadonlySet<WorldEvent['kind']> = new Set([
  'price',
  'shares',
  'tariff_borne',
  'demand',
  'stocks',
  'catastrophe',
])

/** What is done with a service. */
const OF_SERVICE = wordSet('operates provides')

/** Where they are at home says nothing. */
const UNRANKED: ReadonlySet<EventRole> = new Set(['defence', 'carrier', 'haven'])

/** Those who drill and equip for others (GICS). */
const DRILLING = ['101010']

/** Places that are one plant. */
const SITES: ReadonlySet<Place['kind']> = new Set(['mine', 'terminal', 'refinery', 'fab', 'plant', 'smelter'])

/** Goods whose makers carry others', and sail longer where a strait or canal is shut. */
const isCarrier = goodNamed('container', 'tanker')
const isPort = goodNamed('port')
const isSite = goodNamed('port', 'airport')
const isAirline = goodNamed('airline')
const isArms = goodNamed('defence')
const isBank = goodNamed('bank')
