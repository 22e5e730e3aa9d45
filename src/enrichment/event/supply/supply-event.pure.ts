import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import { readSupplyChange } from '../clause/supply-change.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { isPumpPrice } from '../title/no-price-news.pure.ts'
import { companiesIn, hasClass, isNoun, isTagged, isTraded, type Tag } from '../title/tag.pure.ts'
import { hasAny } from '../title/word-class.pure.ts'
import {
  findCommodities,
  findGoods,
  goodNamed,
  goodsIn,
  isAnyMine,
  isCarriage,
  isPipeline,
  isUnlike,
} from '../world/event-good.pure.ts'
import { findPlace } from '../world/event-place.pure.ts'
import { readShareMove } from '../world/share-move.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { findKind } from './event-kind.pure.ts'
import { findKeptBack } from './kept-back.pure.ts'
import { findMeantGoods, isOutcast, narrowToNamed, withoutRemedy } from './meant-good.pure.ts'
import {
  isNoMarketEvent,
  isOfCosts,
  isOfUnknownGood,
  isOfUnlistedChain,
  isOwnMargin,
  isSumSpent,
} from './no-market-event.pure.ts'
import { refineKind } from './refined-kind.pure.ts'
import {
  isBearer,
  isJointCut,
  isLeaving,
  isOfMoney,
  isOfUtility,
  MAKERS,
  OF_SALES,
  PRODUCERS,
  readCompanyStop,
  runTrains,
  tickersOf,
} from './supply-sense.pure.ts'
import { readSupplySign } from './supply-sign.pure.ts'
import { findParties } from './trade-party.pure.ts'

const isContainer = goodNamed('container')

/** Reads the event of a title from its tags; null where it tells none, or none that a good, place or country gives effects to. */
export function readSupplyEvent(title: EventTitle): WorldEvent | null {
  const found = readSupplyChange(title)
  if (found === null) return null
  const { tags, words, groups, isIn, hasIn } = title
  const { actor, target } = isJointCut(found, title) ? { actor: null, target: null } : findParties(found, title)
  if (isOfCosts(title) || hasIn('resisting', found.from, found.group.from) || isSumSpent(found, title)) return null
  const has = (...some: EventWordClass[]) => some.some((one) => found.group.classes.has(one))
  const isInClause = ({ from, to }: Tag) => from >= found.from && to <= found.to
  const companies = companiesIn(tags)
  const named = goodsIn(tags)
  const isCommodityNamed = named.some(isTraded)
  const foreign = companies.filter((tag) => tag.asset?.country !== actor?.code)
  // "Hands opening to LG", "after Sibanye petition": who gains by what strikes another.
  const favour = words.findIndex((_, at) => at > found.from && isIn(at, 'favouring'))
  const isFavoured = ({ from, to }: Tag) => (favour >= 0 && from > favour) || isIn(to, 'petition')
  const createStop = (stopped: readonly Tag[]) => {
    const struck = tickersOf(stopped.filter((tag) => !isFavoured(tag)))
    if (isLeaving(title)) return createEvent({ kind: 'company_stop', sign: -1, roles: { struck, rival: [] } })
    const roles = { struck, opponent: tickersOf(companies.filter(isFavoured)), ...(has('sanction') && { rival: [] }) }
    return createEvent({ kind: 'company_stop', sign: found.sign, roles })
  }
  const isOfPlace = tags.some((tag) => tag.place !== null && tag.place.makes.length > 0)
  const isOutcastHit = groups.outcast.has(target?.code ?? '') || isCommodityNamed
  const hit = foreign.filter((tag) => isInClause(tag) || !isOutcastHit)
  const isOfCompanies = has('sanction') && !isOfPlace && foreign.length > 0
  if (isOfCompanies && (hit.some((tag) => !isFavoured(tag)) || !isOutcastHit)) return createStop(foreign)
  const place = findPlace(found, tags)
  // "Codelco and SQM seal lithium deal": nor what the mines make.
  const traded = named.filter(isTraded)
  const isMade = traded.some(({ commodities }) => commodities.some((ticker) => place?.makes.includes(ticker) === true))
  if (place?.kind === 'mine' && isTagged(tags, 'deal') && traded.length > 0 && !isMade) return null
  let kind = findKind(found, place, actor, target, title)
  if (kind === null || (kind === 'price' && found.group.tags.some(({ from }) => isPumpPrice(from, tags)))) return null
  if (isNoMarketEvent(kind, found, place, title)) return null
  const isMoved = kind === 'price' && !has('price')
  if (isMoved && (readShareMove(title) !== null || title.hasIn('share', found.from, found.to))) return null
  // "Oracle's cloud margins thinner than thought": what its cloud costs it, not what its customers pay.
  if (kind === 'price' && companies.length > 0 && isOwnMargin(title)) return null
  // "As sportswear slump deepens": what is bought of it.
  if (isMoved && companies.length > 0 && !isCommodityNamed) kind = 'demand'
  // "Toyota gains as worries over emission standards ease": nor is anything more bought.
  if (kind === 'demand' && hasIn('worry') && companies.length > 0) return null
  const isRuling = tags.some(
    (tag) => isNoun(tag, 'sanction') || (isInClause(tag) && hasClass(tag, 'permission', 'sanction', 'inflow')),
  )
  if (named.length === 0) {
    // "The Hague backs off wider curbs on ASML's exports".
    const shippers = companies.filter(isInClause)
    if (kind === 'export_curb' && has('flow') && actor !== null && shippers.length > 0) return createStop(shippers)
    if (isRuling && !isOfPlace && foreign.length > 0 && (actor !== null || target !== null)) return createStop(foreign)
  }
  // "Port strike snarls container traffic": boxes, not what tankers and bulkers carry.
  const isOfBoxes = place?.kind === 'port' && goodsIn(tags.filter(isInClause)).some(isContainer)
  const isThroughPlace =
    !isOfBoxes &&
    place !== null &&
    (kind === 'route' || place.makes.length === 0 ? place.carries : place.makes).length > 0
  // "US sanctions NIS": what the US sells stays on the market.
  const source = kind === 'export_curb' ? actor : kind === 'sanction' ? target : (target ?? actor)
  const isAirport = place?.kind === 'airport'
  const isTariff = kind === 'tariff_home' || kind === 'tariff_abroad'
  const all = isThroughPlace && !isTariff && kind !== 'export_curb' ? [] : findGoods(found, title)
  // "Heathrow shut by substation fire": what flies there.
  const told = isAirport ? all.filter(isCarriage) : all
  // "West African main crop": what grows there.
  const grown = kind === 'crop' ? findCommodities(kind, null, source, target, groups) : []
  const beside = findMeantGoods(kind, told, title, target, found)
  const others = withoutRemedy(beside, title)
  const meant = place !== null || (companies.length > 0 && others.length > 0) ? others : beside
  // "War halts South Sudan's oil pipeline": what its owner sells abroad.
  const isOfSeller = groups.oil_seller.has((actor ?? target)?.code ?? '')
  const isOutlet = kind === 'supply' && place === null && isOfSeller && meant.length > 0 && meant.every(isPipeline)
  const goods = isOutlet || (grown.length > 0 && !meant.some(isTraded)) ? [] : runTrains(meant, tags)
  // "Fed to trim surcharge for lenders": what crosses no border pays no duty.
  if (isTariff && target === null && goods.length > 0 && goods.every(isOfMoney)) return null
  // "Industrial electricity tariff goes up": what is asked for power, calls and water.
  if (isTariff && goods.length > 0 && goods.every(isOfUtility) && companies.length === 0)
    return createEvent({ kind: 'price', sign: found.sign > 0 ? -1 : 1, goods, actor, target, roles: { input: [] } })
  const isService = goods.length > 0 && !goods.some(isTraded)
  const isCarried = goods.length > 0 && goods.every(isCarriage)
  // "New property rules" hinder those at home, and nobody exports property.
  const isRuledAtHome = isService && !has('flow') && target === null
  if (kind === 'export_curb' && (isCarried || isRuledAtHome)) kind = 'service_stop'
  // "UK bans junk food advertising", "caps student numbers": nobody elsewhere sells it instead.
  const isRuled =
    isRuledAtHome && actor !== null && place === null && companies.length === 0 && isTagged(tags, 'barrier')
  if (isRuled && (kind === 'supply' || kind === 'stocks')) kind = 'service_stop'
  // "House passes curbs on Chinese contract drugmakers": others serve their customers.
  const isOfForeigners = isService && kind === 'service_stop' && actor !== null && target !== null && actor !== target
  if (isOfForeigners && has('barrier') && place === null) kind = 'sanction'
  const isStrike = has('strike')
  const isOfMarket = kind === 'supply' || kind === 'crop' || kind === 'demand' || kind === 'price'
  if (isService && isOfMarket && place === null && companies.length > 0) {
    const stopped = isStrike ? companies : companies.filter(isInClause)
    if (stopped.length === 0 && kind !== 'price' && !isMoved) return null
    // "Snaps up regional grocer": who buys a business is not let work again.
    const isBuying = found.group.tags.some((tag) => hasClass(tag, 'buy'))
    if (stopped.length > 0)
      return actor !== null && has('demand') && !isBuying ? createStop(stopped) : readCompanyStop(found, stopped)
  }
  // "Parts shortage slows plastics business, Trelleborg warns": who is no known maker leaves the market as it is.
  const isMaker = ({ asset }: Tag) =>
    PRODUCERS.test(asset?.gics ?? '') || goods.some(({ makers }) => makers.includes(asset?.ticker ?? ''))
  const isOfMakers = companies.length === 0 || companies.some(isMaker)
  // "Capricor turned away by FDA over cell therapy": the others make other drugs.
  if (kind === 'supply' && place === null && isUnlike(goods, title) && tags.some((tag) => tag.isGovernment)) return null
  // "Barrick ends mine standoff": nobody says what is mined there.
  if (kind === 'supply' && place === null && companies.length > 0 && isAnyMine(goods)) return null
  if (kind === 'supply' && place === null && actor === null && goods.length > 0 && !isOfMakers)
    return readCompanyStop(found, companies)
  // What befalls a company in a country is not what the country sells.
  const isOfCompany = place === null && !isTariff && companies.length > 0
  // "Delays US factory": nor is a plant of which nobody says what it makes.
  const isOfUnknown = kind === 'supply' && place === null && has('facility') && !has('output', 'flow')
  // "US bars sale of drones", "sol at peak as president is ousted": nothing is said of what the country sells.
  const isUnsaid =
    kind === 'supply' &&
    place === null &&
    actor?.code !== 'OPEC' &&
    !isOfSeller &&
    !hasAny(found.group.classes, OF_SALES)
  // "China's exports jump 12%": how much of everything, not of what it is known for.
  const isCount = kind === 'export_curb' && place === null && !isOfSeller && named.length === 0
  if (isCount && actor?.code !== 'OPEC' && tags.some((tag) => hasClass(tag, 'selfmove') && tag.from >= found.group.to))
    return null
  // "India bans onion exports": of a good that is not known nothing is known.
  if (isCount && tags.some((tag) => isOfUnknownGood(tag, title))) return null
  // "Calls off excise rise": what buyers at home pay is no tax on what is sold abroad.
  const isPaidAtHome = kind === 'levy' && hasIn('buyer_tax')
  const sold =
    goods.length > 0 || isOfUnknown || isUnsaid || isPaidAtHome
      ? []
      : findCommodities(kind, place, source, target, groups)
  // "Chinese vendors return to tenders": nothing is said of what China is known for.
  const isOfImports = kind === 'import_curb_home' || kind === 'import_curb_abroad'
  const imported = isOfImports ? sold.filter((ticker) => groups.energy.has(ticker)) : sold
  const moved = isOutlet ? ['BRENT.COMM'] : imported
  // "Lifts caps on game licences": nothing leaves the country.
  const isAtHome =
    kind === 'export_curb' &&
    actor?.code !== 'OPEC' &&
    goods.length === 0 &&
    place === null &&
    !isTagged(tags, 'flow', 'inflow', 'accord', 'war')
  if (isAtHome && companies.length === 0 && named.length === 0) return null
  const commodities = isOfCompany ? moved.filter((ticker) => groups.energy.has(ticker) && has('output')) : moved
  if (goods.length === 0 && commodities.length === 0 && place === null && target === null) {
    if (companies.length > 0) return readCompanyStop(found, companies)
    if (!isTariff) return null
  }
  // Cold raises what is burnt.
  const isBurnt = kind === 'supply' && has('cold', 'mild') && goods.some((good) => groups.fuel.has(good.words[0] ?? ''))
  const isStored = has('stocks', 'surplus', 'shortage')
  // Of what is short or plentiful all makers get more or less; what is stopped somewhere is made elsewhere.
  const isStop = actor === null && target === null && place === null && !isStored
  // "Toymakers spared from levies": whoever makes them, they are spared.
  const isBorne = isTariff && found.sign > 0 && tags.some((tag) => isBearer(tag, found, title))
  // A hack is no lack of what guards against hacks.
  const isRemedy = goods.some((good) => groups.remedy.has(good.words[0] ?? ''))
  if (isBurnt || isRemedy) kind = 'demand'
  else if (kind === 'supply' && place === null && isStored) kind = 'stocks'
  kind = refineKind(kind, { goods, place, actor, target, found }, title)
  if (kind === 'supply' && isService && isStop && isOfUnlistedChain(title)) return null
  if (kind === 'supply' && (isAirport || (isService && (isStop || isCarried)))) kind = 'service_stop'
  else if (isBorne) kind = 'tariff_borne'
  const isTurned = isBurnt || isRemedy
  const { sign, isOutright } = readSupplySign(kind, found, { actor, isTurned }, title)
  const struck =
    (isRuling || isStrike) && !isTariff
      ? (isStrike || has('permission') ? companies : hit).filter((tag) => !isFavoured(tag))
      : []
  // They earn more by it.
  const keptBack = findKeptBack(kind, goods, place, found, title)
  if (keptBack.length > 0)
    return createEvent({
      ...{ kind: 'price', sign: sign < 0 ? 1 : -1, isFeared: found.isFeared, goods: keptBack, actor, target },
    })
  // "Walks out at Ford's Kentucky truck plant".
  if (isStrike && kind === 'supply' && place?.makes.length === 0 && companies.length > 0)
    return { ...createStop(companies), sign, place }
  const opponent = tickersOf(kind === 'sanction' ? companies.filter(isFavoured) : [])
  // "Homebuilders gain": they do, and not what they sell.
  const isOfSellers =
    kind === 'price' && isService && found.group.tags.some(({ to }) => MAKERS.test(title.words[to - 1] ?? ''))
  // "CATL suspends its mine in Yichun": others who mine there work on.
  const isOwner = ({ asset, to }: Tag) => place?.owners.includes(asset?.ticker ?? '') === true && words[to] !== '&'
  // "Explosion shuts crude unit at Valero's Texas refinery": so do those beside it.
  const isOfOne = place === null && sign < 0 && has('accident') && companies.length > 0
  const owners = isOfOne || companies.some(isOwner) ? tickersOf(companies) : []
  const roles = {
    ...(owners.length > 0 && { owner: owners }),
    ...(struck.length > 0 && { struck: tickersOf(struck) }),
    ...(opponent.length > 0 && { opponent }),
    ...(isOfSellers && { user: [] }),
    ...(struck.length === 0 && isMoved && !goods.some(isTraded) && { input: [], user: [] }),
  }
  // "Lets India buy Russian crude": who buys what others ban bears no sanction.
  const bearer = kind === 'sanction' && goods.some(isOutcast) && !groups.outcast.has(target?.code ?? '') ? null : target
  return createEvent({
    // "Cocoa slips as Ivory Coast rains improve crop": what else grows there has a price of its own.
    ...{ kind, sign, isFeared: found.isFeared, isOutright, goods, place, actor, target: bearer, roles },
    commodities: kind === 'price' ? narrowToNamed(commodities, tags) : commodities,
  })
}
