import type { TokenisedText } from '../text/token.pure.ts'
import type {
  EventCountry,
  EventEffectKind,
  EventRole,
  EventWordClass,
  Good,
} from '../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../vocabulary/place.pure.ts'
import { type Availability, readAvailability } from './availability.pure.ts'
import { ENERGY, findCommodities, findGoods, goodsIn, isCarriage } from './event-good.pure.ts'
import { findKind } from './event-kind.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import { findMeantGoods } from './meant-good.pure.ts'
import { findParties } from './party.pure.ts'
import { refineKind } from './refined-kind.pure.ts'
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

const HELD_IN_STORE: ReadonlySet<EventWordClass> = new Set(['stocks', 'surplus', 'shortage'])
const WARMTH: ReadonlySet<EventWordClass> = new Set(['cold', 'mild'])
const WARMED_BY: ReadonlySet<string> = new Set(['cold snap', 'gas'])
const RULING: ReadonlySet<EventWordClass> = new Set(['permission', 'sanction', 'inflow'])

/** Reads the event of a title from its marks; null where it tells none, or none that a good, place or country gives effects to. */
export function readWorldEvent(marks: readonly Mark[], title: TokenisedText): WorldEvent | null {
  const found = readAvailability(marks, title)
  if (found === null) return null
  const { actor, target } = isJointCut(found, marks, title) ? NOBODY : findParties(marks, found, title)
  if (
    found.group.classes.has('sanction') &&
    !marks.some((mark) => mark.place !== null && mark.place.makes.length > 0)
  ) {
    const named = marks.filter((mark) => mark.asset?.type === 'stock' && mark.asset.country !== actor?.code)
    if (named.length > 0) return createCompanyStop(named, found.sign)
  }
  const place = nearest(found, marks, (mark) => mark.place)
  let kind = findKind(found, place, actor, target, title)
  if (kind === null) return null
  const isRuling = marks.some(
    (mark) => mark.from >= found.from && mark.to <= found.to && mark.readings.some((one) => RULING.has(one.class)),
  )
  // "The Hague backs off wider curbs on ASML's exports".
  if (kind === 'export_curb' && goodsIn(marks).length === 0 && found.group.classes.has('flow') && actor !== null) {
    const shippers = marks.filter(
      (mark) => mark.asset?.type === 'stock' && mark.from >= found.from && mark.to <= found.to,
    )
    if (shippers.length > 0) return createCompanyStop(shippers, found.sign)
  }
  const isAtWorks = place !== null && place.makes.length > 0
  if (isRuling && goodsIn(marks).length === 0 && !isAtWorks) {
    const named = marks.filter((mark) => mark.asset?.type === 'stock' && mark.asset.country !== actor?.code)
    if (named.length > 0 && (actor !== null || target !== null)) return createCompanyStop(named, found.sign)
  }
  const isThroughPlace =
    place !== null && (kind === 'route' || place.makes.length === 0 ? place.carries : place.makes).length > 0
  const source = kind === 'export_curb' ? actor : (target ?? actor)
  const told = isThroughPlace && kind !== 'export_curb' ? [] : findGoods(found, marks, title)
  // "West African main crop": what grows there.
  const grown = kind === 'crop' ? findCommodities(kind, null, source, target) : []
  const meant = findMeantGoods(kind, told, marks, target)
  const goods = grown.length > 0 && meant.every((good) => good.commodities.length === 0) ? [] : meant
  const isTariff = kind === 'tariff_home' || kind === 'tariff_abroad'
  const isService = goods.length > 0 && goods.every((good) => good.commodities.length === 0)
  // Of what is short or plentiful all makers get more or less; what is stopped somewhere is made elsewhere.
  const isStop =
    actor === null &&
    target === null &&
    place === null &&
    !['shortage', 'surplus', 'stocks'].some((one) => found.group.classes.has(one as EventWordClass))
  if (kind === 'export_curb' && goods.length > 0 && goods.every(isCarriage)) kind = 'service_stop'
  const isRule = kind !== 'supply' && kind !== 'crop' && kind !== 'demand' && kind !== 'price'
  if (isService && !isRule && place === null) {
    const isStrike = found.group.classes.has('strike')
    const named = marks.filter(
      (mark) => mark.asset?.type === 'stock' && (isStrike || (mark.from >= found.from && mark.to <= found.to)),
    )
    if (named.length > 0 && actor !== null && found.group.classes.has('demand'))
      return createCompanyStop(named, found.sign)
    if (named.length > 0) return readCompanyStop(found, named)
    if (marks.some((mark) => mark.asset?.type === 'stock')) return null
  }
  // What befalls a company in a country is not what the country sells.
  const isOfCompany = place === null && !isTariff && marks.some((mark) => mark.asset?.type === 'stock')
  const moved = goods.length > 0 ? [] : findCommodities(kind, place, source, target)
  const commodities = isOfCompany
    ? moved.filter((ticker) => ENERGY.has(ticker) && found.group.classes.has('output'))
    : moved
  if (goods.length === 0 && commodities.length === 0 && place === null) {
    const struck = marks.filter((mark) => mark.asset?.type === 'stock')
    if (struck.length > 0 && target === null) return readCompanyStop(found, struck)
  }
  if (goods.length === 0 && commodities.length === 0 && place === null && target === null && !isTariff) return null
  const { isFeared } = found
  // Cold raises what is burnt.
  const isBurnt =
    kind === 'supply' && hasAny(found.group.classes, WARMTH) && goods.some((good) => WARMED_BY.has(good.words[0] ?? ''))
  if (isBurnt) kind = 'demand'
  else if (kind === 'supply' && place === null && hasAny(found.group.classes, HELD_IN_STORE)) kind = 'stocks'
  kind = refineKind(kind, { goods, place, actor, target, found, marks, title })
  // A rise of output that is smaller than was expected.
  const isDisappointing = actor?.code === 'OPEC' && marks.some((mark) => hasClass(mark, 'undershoot'))
  const isFlipped = (isDisappointing && (found.sign > 0 || !marks.some((mark) => hasClass(mark, 'start')))) || isBurnt
  const sign = isFlipped ? (found.sign > 0 ? -1 : 1) : found.sign
  const isStrike = found.group.classes.has('strike')
  const named = marks.filter((mark) => mark.asset?.type === 'stock' && (isStrike || mark.asset.country !== actor?.code))
  // "Toymakers spared from levies": whoever makes them, they are spared.
  const isBorne =
    isTariff && found.sign > 0 && marks.some((mark) => mark.goods.length > 0 && isBearer(mark, found, marks, title))
  if (isBorne) kind = 'tariff_borne'
  return createEvent({
    kind: isService && kind === 'supply' && (isStop || goods.every(isCarriage)) ? 'service_stop' : kind,
    sign,
    isFeared,
    goods,
    commodities,
    place,
    actor,
    target,
    ...((isRuling || isStrike) && !isTariff && named.length > 0 ? { cast: { struck: tickersOf(named) } } : {}),
  })
}

const NOBODY = { actor: null, target: null }

/** "China's polysilicon makers agree to cut output": all of them get more for what is left. */
function isJointCut({ group, sign }: Availability, marks: readonly Mark[], { words }: TokenisedText): boolean {
  if (sign > 0 || !(group.classes.has('output') || group.classes.has('facility'))) return false
  const isTogether = words.some((word) => TOGETHER.test(word))
  return isTogether && marks.some((mark) => mark.to <= group.from && mark.goods.length > 0 && isMakers(mark, words))
}

const TOGETHER = /^(?:agree|agrees|agreed|pledge|pledges|pledged|vow|vows|vowed|jointly|pact|discipline)$/

/** "Polysilicon makers", "solar glassmakers". */
function isMakers({ to }: Mark, words: readonly string[]): boolean {
  return [words[to - 1], words[to]].some((word) => MAKERS.test(word ?? ''))
}

const MAKERS = /(?:makers|producers|miners|mills|smelters|refiners|growers)$/

/** A maker told before a tariff, and what it is spared: "carmakers get a break", "phones exempt". */
function isBearer(mark: Mark, { group }: Availability, marks: readonly Mark[], { words }: TokenisedText): boolean {
  const isMaker = words.slice(mark.from, mark.to).some((word) => /(?:makers?|exporters|producers|growers)$/.test(word))
  const isSpared = marks.some(
    (one) => (hasClass(one, 'bear') || hasClass(one, 'end')) && one.from >= mark.to && one.from - mark.to <= 2,
  )
  return mark.to <= group.from && isSpared && isMaker
}

/** What a strike, accident or the like does to the companies it is told of. */
function readCompanyStop({ group, sign }: Availability, named: readonly Mark[]): WorldEvent | null {
  if (group.classes.has('strike')) return createCompanyStop(named, sign)
  if (sign > 0) return null
  if (!group.classes.has('accident') && !group.classes.has('attack')) return null
  return createEvent({ kind: 'company_stop', sign, cast: { owner: tickersOf(named) } })
}

function createCompanyStop(named: readonly Mark[], sign: 1 | -1): WorldEvent {
  return createEvent({ kind: 'company_stop', sign, cast: { struck: tickersOf(named) } })
}

function tickersOf(named: readonly Mark[]): string[] {
  return named.flatMap((mark) => (mark.asset === null ? [] : [mark.asset.ticker]))
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
