import type { EventCountry, EventEffectKind, EventRole, Good } from '../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../vocabulary/event-word.pure.ts'
import type { Place } from '../vocabulary/place.pure.ts'
import { type Availability, readAvailability } from './availability.pure.ts'
import { findCommodities, findGoods, goodsIn, isCarriage } from './event-good.pure.ts'
import { findKind } from './event-kind.pure.ts'
import type { EventTitle } from './event-title.pure.ts'
import { companiesIn, hasClass, isMarked, isTraded, type Mark } from './mark.pure.ts'
import { findParties } from './party.pure.ts'
import { hasAny } from './word-class.pure.ts'

/** Tickers of those who play a role, where the event names them. */
type Cast = Readonly<Partial<Record<EventRole, readonly string[]>>>

/** An event that changes how much of a good there is, or who may sell it to whom. */
export interface WorldEvent {
  readonly kind: EventEffectKind
  /** -1: less gets through, 1: more. */
  readonly sign: 1 | -1
  /** Only threatened or possible. */
  readonly isFeared: boolean
  readonly goods: readonly Good[]
  /** Commodities where no good is named: what the place makes or the country exports. */
  readonly commodities: readonly string[]
  readonly place: Place | null
  /** The country that decides or where it happens. */
  readonly actor: EventCountry | null
  /** The country whose goods are meant. */
  readonly target: EventCountry | null
  readonly cast: Cast
}

/** An event; what is not given is absent. */
export function createEvent(given: Pick<WorldEvent, 'kind' | 'sign'> & Partial<WorldEvent>): WorldEvent {
  const absent = { isFeared: false, goods: [], commodities: [], place: null, actor: null, target: null, cast: {} }
  return { ...absent, ...given }
}

/** Reads the event of a title from its marks; null where it tells none, or none that a good, place or country gives effects to. */
export function readWorldEvent(title: EventTitle): WorldEvent | null {
  const found = readAvailability(title)
  if (found === null) return null
  const { marks, groups, hasIn } = title
  const { actor, target } = findParties(found, title)
  const has = (...some: EventWordClass[]) => some.some((one) => found.group.classes.has(one))
  const isInClause = ({ from, to }: Mark) => from >= found.from && to <= found.to
  const companies = companiesIn(marks)
  const foreign = companies.filter((mark) => mark.asset?.country !== actor?.code)
  const createStop = (named: readonly Mark[]) =>
    createEvent({ kind: 'company_stop', sign: found.sign, cast: { struck: tickersOf(named) } })
  const isOfPlace = marks.some((mark) => mark.place !== null && mark.place.makes.length > 0)
  if (has('sanction') && !isOfPlace && foreign.length > 0) return createStop(foreign)
  const place = nearest(found, marks, (mark) => mark.place)
  let kind = findKind(found, place, actor, target, title)
  if (kind === null) return null
  const isRuling = marks.some((mark) => isInClause(mark) && hasClass(mark, 'permission', 'sanction', 'inflow'))
  if (goodsIn(marks).length === 0) {
    // "The Hague backs off wider curbs on ASML's exports".
    const shippers = companies.filter(isInClause)
    if (kind === 'export_curb' && has('flow') && actor !== null && shippers.length > 0) return createStop(shippers)
    if (isRuling && foreign.length > 0 && (actor !== null || target !== null)) return createStop(foreign)
  }
  const isThroughPlace =
    place !== null && (kind === 'route' || place.makes.length === 0 ? place.carries : place.makes).length > 0
  const source = kind === 'export_curb' ? actor : (target ?? actor)
  const told = isThroughPlace && kind !== 'export_curb' ? [] : findGoods(found, title)
  // "West African main crop": what grows there.
  const grown = kind === 'crop' ? findCommodities(kind, null, source, target, groups) : []
  const goods = grown.length > 0 && !told.some(isTraded) ? [] : told
  const isTariff = kind === 'tariff_home' || kind === 'tariff_abroad'
  const isService = goods.length > 0 && !goods.some(isTraded)
  const isCarried = goods.length > 0 && goods.every(isCarriage)
  // "New property rules" hinder those at home, and nobody exports property.
  const isRuledAtHome = goods.length > 0 && !goods.some(isTraded) && !has('flow') && target === null
  if (kind === 'export_curb' && (isCarried || isRuledAtHome)) kind = 'service_stop'
  const isStrike = has('strike')
  const isOfMarket = kind === 'supply' || kind === 'crop' || kind === 'demand' || kind === 'price'
  if (isService && isOfMarket && place === null && companies.length > 0) {
    const named = isStrike ? companies : companies.filter(isInClause)
    if (named.length === 0) return null
    return actor !== null && has('demand') ? createStop(named) : readCompanyStop(found, named)
  }
  // What befalls a company in a country is not what the country sells.
  const isOfCompany = place === null && !isTariff && companies.length > 0
  const moved = goods.length > 0 ? [] : findCommodities(kind, place, source, target, groups)
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
  const isBorne = isTariff && found.sign > 0 && marks.some((mark) => isBearer(mark, found, title))
  // A hack is no lack of what guards against hacks.
  const isRemedy = found.group.marks.some((mark) => mark.goods.some((good) => groups.remedy.has(good.words[0] ?? '')))
  if (isBurnt || isRemedy) kind = 'demand'
  else if (kind === 'supply' && place === null && isStored) kind = 'stocks'
  // "Refiners halt purchases of Russian oil": others have to sell more.
  if (kind === 'demand' && goods.some(isOutcast)) kind = 'sanction'
  // "Halts offshore wind project": fewer turbines are bought.
  if ((kind === 'supply' || kind === 'export_curb') && goods.length > 0 && goods.every(isBuilt) && hasIn('project'))
    kind = 'demand'
  if (kind === 'supply' && goods.length > 0 && goods.every(isOfPower) && (actor ?? target ?? place) !== null)
    kind = 'power'
  if (kind === 'supply' && isService && (isStop || isCarried)) kind = 'service_stop'
  else if (isBorne) kind = 'tariff_borne'
  // A rise of output that is smaller than was expected.
  const isDisappointing = actor?.code === 'OPEC' && isMarked(marks, 'undershoot')
  const isFlipped = (isDisappointing && (found.sign > 0 || !isMarked(marks, 'start'))) || isBurnt || isRemedy
  const sign = isFlipped ? (found.sign > 0 ? -1 : 1) : found.sign
  const struck = (isRuling || isStrike) && !isTariff ? tickersOf(isStrike ? companies : foreign) : []
  // "Panel makers slash output to prop up prices": they earn more by it.
  if (kind === 'supply' && sign < 0 && place === null && goods.length > 0 && isAgreed(found, title))
    return createEvent({ kind: 'price', sign: 1, isFeared: found.isFeared, goods, actor, target })
  // "Walks out at Ford's Kentucky truck plant".
  if (isStrike && kind === 'supply' && place?.makes.length === 0 && companies.length > 0)
    return { ...createStop(companies), sign, place }
  const cast = struck.length > 0 ? { struck } : {}
  return createEvent({ kind, sign, isFeared: found.isFeared, goods, commodities, place, actor, target, cast })
}

/** What nobody else takes. */
function isOutcast({ words }: Good): boolean {
  return words[0] === 'russian crude'
}

/** What is bought for a project, and sold by those who make it. */
function isBuilt({ words }: Good): boolean {
  return BUILT.has(words[0] ?? '')
}

const BUILT: ReadonlySet<string> = new Set(['wind turbine', 'solar', 'nuclear', 'hydrogen', 'inverter', 'ev charger'])

/** Power is not traded between continents: what is missing is burnt there. */
function isOfPower({ words }: Good): boolean {
  return words[0] === 'nuclear' || words[0] === 'hydropower'
}

/** True where makers cut output together, or for the sake of the price. */
function isAgreed({ group }: Availability, { words, hasIn }: EventTitle): boolean {
  if (hasAny(group.classes, FORCED)) return false
  const makers = words.findIndex((word) => MAKERS.test(word))
  return makers >= 0 && makers < group.to && hasIn('agreeing', makers)
}

const FORCED: ReadonlySet<EventWordClass> = new Set(['strike', 'accident', 'attack', 'shortage', 'weather', 'barrier'])
const MAKERS = /(?:makers|producers|smelters|mills|refiners|manufacturers|miners|growers|suppliers|giants)$/

/** A maker told before a tariff, and what it is spared: "carmakers get a break", "phones exempt". */
function isBearer({ from, to, goods }: Mark, { group }: Availability, { marks, words }: EventTitle): boolean {
  const isMaker = words.slice(from, to).some((word) => /(?:makers?|exporters|producers|growers)$/.test(word))
  const isSpared = marks.some((one) => hasClass(one, 'bear', 'end') && one.from >= to && one.from - to <= 2)
  return goods.length > 0 && to <= group.from && isSpared && isMaker
}

/** What a strike, accident or the like does to the companies it is told of. */
function readCompanyStop({ group: { classes }, sign }: Availability, named: readonly Mark[]): WorldEvent | null {
  if (classes.has('strike')) return createEvent({ kind: 'company_stop', sign, cast: { struck: tickersOf(named) } })
  if (sign > 0 || !(classes.has('accident') || classes.has('attack'))) return null
  return createEvent({ kind: 'company_stop', sign, cast: { owner: tickersOf(named) } })
}

function tickersOf(named: readonly Mark[]): string[] {
  return named.flatMap(({ asset }) => asset?.ticker ?? [])
}

/** What a reader gives for a mark of the deciding group, else of its clause, else of the title. */
function nearest<T>(
  { group, from, to }: Availability,
  marks: readonly Mark[],
  read: (mark: Mark) => T | null,
): T | null {
  const inClause = marks.filter((mark) => mark.from >= from && mark.to <= to)
  for (const mark of [...group.marks, ...inClause, ...marks]) {
    const value = read(mark)
    if (value !== null) return value
  }
  return null
}
