import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import { readSupplyChange, type SupplyChange } from '../clause/supply-change.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { isPumpPrice } from '../title/pump-price.pure.ts'
import { isPurchase } from '../title/purchase.pure.ts'
import { companiesIn, hasClass, isNoun, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { hasAny, MOVED } from '../title/word-class.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { findCommodities, findGoods, goodsIn, isAnyMine, isCarriage, isPipeline } from './event-good.pure.ts'
import { findKind } from './event-kind.pure.ts'
import { findMeantGoods, isOutcast } from './meant-good.pure.ts'
import { YIELD } from './policy-event.pure.ts'
import { refineKind } from './refined-kind.pure.ts'
import { readShareMove } from './share-move.pure.ts'
import { findParties } from './trade-party.pure.ts'

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
  const foreign = companies.filter((tag) => tag.asset?.country !== actor?.code)
  // "Hands opening to LG", "after Sibanye petition": who gains by what strikes another.
  const favour = words.findIndex((_, at) => at > found.from && isIn(at, 'favouring'))
  const isFavoured = ({ from, to }: Tag) => (favour >= 0 && from > favour) || isIn(to, 'petition')
  const createStop = (named: readonly Tag[]) => {
    const struck = tickersOf(named.filter((tag) => !isFavoured(tag)))
    if (isLeaving(title)) return createEvent({ kind: 'company_stop', sign: -1, roles: { struck, rival: [] } })
    const roles = { struck, opponent: tickersOf(companies.filter(isFavoured)), ...(has('sanction') && { rival: [] }) }
    return createEvent({ kind: 'company_stop', sign: found.sign, roles })
  }
  const isOfPlace = tags.some((tag) => tag.place !== null && tag.place.makes.length > 0)
  const isOutcastHit = groups.outcast.has(target?.code ?? '') || goodsIn(tags).some(isTraded)
  const hit = foreign.filter((tag) => isInClause(tag) || !isOutcastHit)
  const isOfCompanies = has('sanction') && !isOfPlace && foreign.length > 0
  if (isOfCompanies && (hit.some((tag) => !isFavoured(tag)) || !isOutcastHit)) return createStop(foreign)
  const place = nearest(found, tags, (tag) => tag.place)
  // "Codelco and SQM seal lithium deal": nor what the mines make.
  const traded = goodsIn(tags).filter(isTraded)
  const isMade = traded.some(({ commodities }) => commodities.some((ticker) => place?.makes.includes(ticker) === true))
  if (place?.kind === 'mine' && isTagged(tags, 'deal') && traded.length > 0 && !isMade) return null
  let kind = findKind(found, place, actor, target, title)
  if (kind === null || (kind === 'price' && found.group.tags.some(({ from }) => isPumpPrice(from, tags, title))))
    return null
  if (kind === 'crop' && isOfFruit(title)) return null
  // "Finds gas off Sarawak": years from the market.
  if (kind === 'supply' && found.sign > 0 && found.group.tags.concat(tags).some((tag) => isIn(tag.from, 'finding')))
    return null
  // "To buy gold mine" is no demand for gold, "drone maker's shares rise" no price of drones.
  if (kind === 'demand' && isPurchase(tags, title)) return null
  // "Bund yields jump on defence spending plan": it is yields that move.
  if (kind === 'demand' && title.words.some((word) => YIELD.test(word))) return null
  const isMoved = kind === 'price' && !has('price')
  if (isMoved && (readShareMove(title) !== null || title.hasIn('share', found.from, found.to))) return null
  // "As sportswear slump deepens": what is bought of it.
  if (isMoved && companies.length > 0 && !goodsIn(tags).some(isTraded)) kind = 'demand'
  // "Toyota gains as worries over emission standards ease": nor is anything more bought.
  if (kind === 'demand' && hasIn('worry') && companies.length > 0) return null
  const isRuling = tags.some(
    (tag) => isNoun(tag, 'sanction') || (isInClause(tag) && hasClass(tag, 'permission', 'sanction', 'inflow')),
  )
  if (goodsIn(tags).length === 0) {
    // "The Hague backs off wider curbs on ASML's exports".
    const shippers = companies.filter(isInClause)
    if (kind === 'export_curb' && has('flow') && actor !== null && shippers.length > 0) return createStop(shippers)
    if (isRuling && !isOfPlace && foreign.length > 0 && (actor !== null || target !== null)) return createStop(foreign)
  }
  // "Port strike snarls container traffic": boxes, not what tankers and bulkers carry.
  const isOfBoxes =
    place?.kind === 'port' && goodsIn(tags.filter(isInClause)).some((good) => good.words[0] === 'container')
  const isThroughPlace =
    !isOfBoxes &&
    place !== null &&
    (kind === 'route' || place.makes.length === 0 ? place.carries : place.makes).length > 0
  // "US sanctions NIS": what the US sells stays on the market.
  const source = kind === 'export_curb' ? actor : kind === 'sanction' ? target : (target ?? actor)
  const isAirport = place?.kind === 'airport'
  const isOfBorder = kind === 'export_curb' || kind === 'tariff_home' || kind === 'tariff_abroad'
  const all = isThroughPlace && !isOfBorder ? [] : findGoods(found, title)
  // "Heathrow shut by substation fire": what flies there.
  const told = isAirport ? all.filter(isCarriage) : all
  // "West African main crop": what grows there.
  const grown = kind === 'crop' ? findCommodities(kind, null, source, target, groups) : []
  const meant = findMeantGoods(kind, told, title, target, found)
  // "War halts South Sudan's oil pipeline": what its owner sells abroad.
  const isOfSeller = groups.oil_seller.has((actor ?? target)?.code ?? '')
  const isOutlet = kind === 'supply' && place === null && isOfSeller && meant.length > 0 && meant.every(isPipeline)
  const goods = isOutlet || (grown.length > 0 && !meant.some(isTraded)) ? [] : runTrains(meant, tags)
  const isTariff = kind === 'tariff_home' || kind === 'tariff_abroad'
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
    const named = isStrike ? companies : companies.filter(isInClause)
    if (named.length === 0 && kind !== 'price' && !isMoved) return null
    // "Snaps up regional grocer": who buys a business is not let work again.
    const isBuying = found.group.tags.some((tag) => hasClass(tag, 'buy'))
    if (named.length > 0)
      return actor !== null && has('demand') && !isBuying ? createStop(named) : readCompanyStop(found, named)
  }
  // "Parts shortage slows plastics business, Trelleborg warns": who is no known maker leaves the market as it is.
  const isMaker = ({ asset }: Tag) =>
    PRODUCERS.test(asset?.gics ?? '') || goods.some(({ makers }) => makers.includes(asset?.ticker ?? ''))
  const isOfMakers = companies.length === 0 || companies.some(isMaker)
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
  const isCount = kind === 'export_curb' && place === null && !isOfSeller && goodsIn(tags).length === 0
  if (isCount && actor?.code !== 'OPEC' && tags.some((tag) => hasClass(tag, 'selfmove') && tag.from >= found.group.to))
    return null
  const sold = goods.length > 0 || isOfUnknown || isUnsaid ? [] : findCommodities(kind, place, source, target, groups)
  const moved = isOutlet ? ['BRENT.COMM'] : sold
  // "Lifts caps on game licences": nothing leaves the country.
  const isAtHome =
    kind === 'export_curb' &&
    actor?.code !== 'OPEC' &&
    goods.length === 0 &&
    place === null &&
    !isTagged(tags, 'flow', 'inflow', 'accord', 'war')
  if (isAtHome && companies.length === 0 && goodsIn(tags).length === 0) return null
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
  if (kind === 'supply' && isService && isStop && isOfStranger(title)) return null
  if (kind === 'supply' && (isAirport || (isService && (isStop || isCarried)))) kind = 'service_stop'
  else if (isBorne) kind = 'tariff_borne'
  // A rise of output that is smaller than was expected.
  const isDisappointing = actor?.code === 'OPEC' && isTagged(tags, 'undershoot')
  // "Beef costs squeeze margins": what burdens is dear.
  const isCost = found.group.tags.some(({ to }) => isIn(to - 1, 'cost')) && !has('limit', 'barrier')
  const isDear = kind === 'price' && found.sign < 0 && isCost && !hasIn('price_down') && !hasIn('lowering')
  // "Food apps ordered to stop burning cash on discounts".
  const isCheapEnded = kind === 'price' && found.sign < 0 && isDiscountEnded(title)
  const isFlipped =
    isDear || isCheapEnded || (isDisappointing && (found.sign > 0 || !isTagged(tags, 'start'))) || isBurnt || isRemedy
  const sign = isFlipped ? (found.sign > 0 ? -1 : 1) : found.sign
  const struck =
    (isRuling || isStrike) && !isTariff
      ? (isStrike || has('permission') ? companies : hit).filter((tag) => !isFavoured(tag))
      : []
  // "Panel makers slash output to prop up prices": they earn more by it.
  if (kind === 'supply' && sign < 0 && place === null && goods.length > 0 && isAgreed(found, title))
    return createEvent({ kind: 'price', sign: 1, isFeared: found.isFeared, goods, actor, target })
  // "Walks out at Ford's Kentucky truck plant".
  if (isStrike && kind === 'supply' && place?.makes.length === 0 && companies.length > 0)
    return { ...createStop(companies), sign, place }
  const opponent = tickersOf(kind === 'sanction' ? companies.filter(isFavoured) : [])
  // "Homebuilders gain": they do, and not what they sell.
  const isOfSellers =
    kind === 'price' && isService && found.group.tags.some(({ to }) => MAKERS.test(title.words[to - 1] ?? ''))
  // "CATL suspends its mine in Yichun": others who mine there work on.
  const isOwner = ({ asset, to }: Tag) => place?.owners.includes(asset?.ticker ?? '') === true && words[to] !== '&'
  const owners = companies.some(isOwner) ? tickersOf(companies) : []
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
    ...{ kind, sign, isFeared: found.isFeared, goods, commodities, place, actor, target: bearer, roles },
    isOutright: isCheapEnded,
  })
}

/** "New jet fuel rules to cost more for Bangchak", "benefits as tariffs on rivals take effect": one company pays or gains, no good gets scarcer. */
function isOfCosts({ tags, words }: EventTitle): boolean {
  const isRule = words.some((word) => /^rules?$/.test(word))
  const isCost = words.some((word) => /^costs?$/.test(word))
  const isOnRivals = words.some((word, i) => word === 'tariffs' && words[i + 1] === 'on' && words[i + 2] === 'rivals')
  // "New tariffs hit Thales exports from North America".
  const isOfExports = words.some(
    (word, i) => word === 'exports' && tags.some(({ asset, to }) => asset !== null && to === i),
  )
  // "Price target", "full-year outlook": what is thought of a company that is not known.
  const isOpinion = /\bprice targets?\b|\bfull[ -]year (?:outlook|guidance|forecast)\b/.test(words.join(' '))
  return (isRule && isCost && companiesIn(tags).length > 0) || isOnRivals || isOfExports || isOpinion
}

/** "Red Lobster closes restaurants": one chain that is not known, not its trade. */
function isOfStranger({ tags, words, shapes, casing }: EventTitle): boolean {
  const isUnknown = (at: number) =>
    shapes[at] === 'capital' && words[at] !== undefined && tags.every((tag) => tag.from > at || tag.to <= at)
  return casing === 'sentence' && isUnknown(0) && isUnknown(1)
}

/** "Apple harvest hit by frost": fruit is no commodity, nor what else the country grows. */
function isOfFruit({ tags }: EventTitle): boolean {
  const goods = goodsIn(tags)
  return goods.some(({ words }) => words[0] === 'fruit') && !goods.some(isTraded)
}

/** "To invest $850 million in crude oil business": money brings no good to the market yet. */
function isSumSpent({ group }: SupplyChange, { tags, shapes }: EventTitle): boolean {
  const spent = tags.find((tag) => hasClass(tag, 'capex') && shapes[tag.to] === 'number')
  return spent !== undefined && !hasAny(group.classes, OF_OUTPUT)
}

const OF_SALES = new Set<EventWordClass>([...MOVED, 'strike', 'weather', 'cold', 'heat', 'facility', 'limit', 'stocks'])
const OF_OUTPUT: ReadonlySet<EventWordClass> = new Set(['output', 'facility', 'flow', 'stocks', 'demand'])

/** "Halts business in Russia over sanctions": sanctions that stop a company free nobody. */
function isLeaving({ words }: EventTitle): boolean {
  return /^(?:over|on|amid)$/.test(words.at(-2) ?? '') && words.at(-1) === 'sanctions'
}

/** "China's polysilicon makers agree to cut output": all of them get more for what is left. */
function isJointCut({ group, sign }: SupplyChange, { tags, words, hasIn }: EventTitle): boolean {
  if (sign > 0 || !(group.classes.has('output') || group.classes.has('facility')) || !hasIn('jointly')) return false
  // "Polysilicon makers", "solar glassmakers".
  const isMakers = ({ to }: Tag) => [words[to - 1], words[to]].some((word) => MAKERS.test(word ?? ''))
  return tags.some((tag) => tag.to <= group.from && tag.goods.length > 0 && isMakers(tag))
}

/** True where makers cut output together, or for the sake of the price. */
function isAgreed({ group }: SupplyChange, { words, hasIn }: EventTitle): boolean {
  if (hasAny(group.classes, FORCED)) return false
  const makers = words.findIndex((word) => MAKERS.test(word))
  return makers >= 0 && makers < group.to && hasIn('agreeing', makers)
}

const FORCED: ReadonlySet<EventWordClass> = new Set(['strike', 'accident', 'attack', 'shortage', 'weather', 'barrier'])
/** Energy, materials, utilities and those who grow or trade food (GICS). */
const PRODUCERS = /^(?:10|15|55|302020)/
const MAKERS =
  /(?:makers|producers|smelters|mills|refiners|manufacturers|miners|growers|suppliers|giants|builders|lines|utilities|insurers|carriers|retailers|operators|owners|firms|companies)$/

/** A maker told before a tariff, and what it is spared: "carmakers get a break", "phones exempt". */
function isBearer({ from, to, goods }: Tag, { group }: SupplyChange, { tags, words }: EventTitle): boolean {
  const isMaker = words.slice(from, to).some((word) => /(?:makers?|exporters|producers|growers)$/.test(word))
  const isSpared = tags.some((one) => hasClass(one, 'bear', 'end') && one.from >= to && one.from - to <= 2)
  return goods.length > 0 && to <= group.from && isSpared && isMaker
}

/** "Rail strike halts trains": those who run them, not those who build them. */
function runTrains(goods: readonly Good[], tags: readonly Tag[]): readonly Good[] {
  const railways = goodsIn(tags).filter(({ words }) => words[0] === 'railway')
  return railways.length > 0 && goods.some(({ words }) => words[0] === 'train') ? railways : goods
}

/** What a strike, accident or the like does to the companies it is told of. */
function readCompanyStop({ group: { classes }, sign }: SupplyChange, named: readonly Tag[]): WorldEvent | null {
  if (classes.has('strike')) return createEvent({ kind: 'company_stop', sign, roles: { struck: tickersOf(named) } })
  if (sign > 0 || !(classes.has('accident') || classes.has('attack'))) return null
  return createEvent({ kind: 'company_stop', sign, roles: { owner: tickersOf(named) } })
}

function tickersOf(named: readonly Tag[]): string[] {
  return named.flatMap(({ asset }) => asset?.ticker ?? [])
}

/** What a reader gives for a tag of the deciding group, else of its clause, else of the title. */
function nearest<T>({ group, isMove, from, to }: SupplyChange, tags: readonly Tag[], read: (tag: Tag) => T | null) {
  const inClause = tags.filter((tag) => tag.from >= from && tag.to <= to)
  // "Tin surges after Alphamin evacuates mine": the price is told, not the mine.
  for (const tag of [...group.tags, ...inClause, ...(isMove ? [] : tags)]) {
    const value = read(tag)
    if (value !== null) return value
  }
  return null
}

/** What banks and insurers (GICS) sell. */
function isOfMoney({ makersGics, commodities }: Good): boolean {
  return commodities.length === 0 && makersGics.length > 0 && makersGics.every((code) => code.startsWith('40'))
}

/** What utilities and carriers of calls (GICS) sell. */
function isOfUtility({ makersGics, commodities }: Good): boolean {
  return commodities.length === 0 && makersGics.length > 0 && makersGics.every((code) => /^(?:55|5010)/.test(code))
}

/** Tokens between "stop" and the discounts. */
const DISCOUNT_REACH = 5

function isDiscountEnded({ tags }: EventTitle): boolean {
  return tags.some(
    (cut) =>
      hasClass(cut, 'pricecut') &&
      tags.some(
        (tag) =>
          tag.to <= cut.from &&
          cut.from - tag.to <= DISCOUNT_REACH &&
          isVerb(tag, 'stop', 'end') &&
          !isVerb(tag, 'start'),
      ),
  )
}
