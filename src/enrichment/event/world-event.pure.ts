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
import { hasClass, type Mark } from './mark.pure.ts'
import { findParties } from './party.pure.ts'
import { hasAny } from './word-class.pure.ts'

/** Tickers of those who play a role, where the event names them. */
export type Cast = Readonly<Partial<Record<EventRole, readonly string[]>>>

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

/** Industries that carry, where what is held up in one place is not carried elsewhere. */
const CARRIAGE = ['203']

function isCarriage({ makersGics }: Good): boolean {
  return makersGics.some((code) => CARRIAGE.some((prefix) => code.startsWith(prefix)))
}

/** A country with less of the world's exports of a commodity does not move its price. */
const MIN_SHARE_PERCENT = 12
/** Sanctions reach for what a country lives by. */
const SANCTIONED_SHARE_PERCENT = 2
const MAX_COUNTRY_COMMODITIES = 2
const MAX_CROPS = 4
/** What harvests bring. */
const GROWN: ReadonlySet<string> = new Set(
  'COFFEE ROBUSTA COCOA SUGAR COTTON ORANGEJUICE WHEAT CORN SOYBEAN SOYMEAL SOYOIL PALMOIL PALMOIL_MY CANOLA OATS RICE RUBBER'
    .split(' ')
    .map((name) => `${name}.COMM`),
)

/** Reads the event of a title from its marks; null where it tells none, or none that a good, place or country gives effects to. */
export function readWorldEvent(marks: readonly Mark[], title: TokenisedText): WorldEvent | null {
  const found = readAvailability(marks, title)
  if (found === null) return null
  const { actor, target } = findParties(marks, found, title)
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
  if (isRuling && goodsIn(marks).length === 0) {
    const named = marks.filter((mark) => mark.asset?.type === 'stock' && mark.asset.country !== actor?.code)
    if (named.length > 0 && (actor !== null || target !== null)) return createCompanyStop(named, found.sign)
  }
  const isThroughPlace =
    place !== null && (kind === 'route' || place.makes.length === 0 ? place.carries : place.makes).length > 0
  const source = kind === 'export_curb' ? actor : (target ?? actor)
  const told = isThroughPlace && kind !== 'export_curb' ? [] : findGoods(found, marks, title)
  // "West African main crop": what grows there.
  const grown = kind === 'crop' ? findCommodities(kind, null, source, target) : []
  const goods = grown.length > 0 && told.every((good) => good.commodities.length === 0) ? [] : told
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
    ...((isRuling || isStrike) && named.length > 0 ? { cast: { struck: tickersOf(named) } } : {}),
  })
}

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

/** What is moved where no good is named. */
function findCommodities(
  kind: EventEffectKind,
  place: Place | null,
  source: EventCountry | null,
  target: EventCountry | null,
): readonly string[] {
  if (kind === 'tariff_home') return (target?.exporters ?? []).filter((ticker) => ticker.endsWith('.COMM'))
  if (kind === 'tariff_abroad') return []
  if (place !== null) return kind === 'route' || place.makes.length === 0 ? place.carries : place.makes
  if (kind === 'crop')
    return (source?.exports ?? [])
      .filter(({ ticker, sharePercent }) => GROWN.has(ticker) && sharePercent >= MIN_SHARE_PERCENT)
      .map(({ ticker }) => ticker)
      .slice(0, MAX_CROPS)
  if (kind === 'import_curb_home' || kind === 'import_curb_abroad')
    return target === null ? [] : mainExports(target, MIN_SHARE_PERCENT)
  return mainExports(source, kind === 'sanction' ? SANCTIONED_SHARE_PERCENT : MIN_SHARE_PERCENT)
}

/** Commodities that sanctions and wars are about. */
export const ENERGY: ReadonlySet<string> = new Set(['BRENT.COMM', 'TTF.COMM', 'LNG_JKM.COMM'])

function mainExports(country: EventCountry | null, least: number): string[] {
  const large = (country?.exports ?? []).filter(
    ({ ticker, sharePercent }) => sharePercent >= (ENERGY.has(ticker) ? SANCTIONED_SHARE_PERCENT : least),
  )
  return large
    .toSorted((a, b) => Number(ENERGY.has(b.ticker)) - Number(ENERGY.has(a.ticker)))
    .slice(0, MAX_COUNTRY_COMMODITIES)
    .map(({ ticker }) => ticker)
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

/** Before a buyer or a reason. */
const ASIDE: ReadonlySet<string> = new Set(['to', 'over', 'amid'])

function goodsIn(marks: readonly Mark[]): Good[] {
  // Drones that attack are no good that is attacked.
  return [...new Set(marks.flatMap((mark) => (hasClass(mark, 'attack') ? [] : mark.goods)))]
}

function findGoods({ group, around, from, to }: Availability, all: readonly Mark[], title: TokenisedText): Good[] {
  const { words } = title
  // "Sales to utilities": a buyer, not what is sold.
  const marks = all.filter(
    (mark, i) =>
      !ASIDE.has(words[mark.from - 1] ?? '') ||
      (words[mark.from - 1] === 'to' && all.slice(0, i).every((one) => one.goods.length === 0)),
  )
  const inClause = marks.filter((mark) => mark.from >= from && mark.to <= to)
  const carried = goodsIn(inClause).filter((good) => good.commodities.length > 0)
  // "Workers shut soybean ports": what the port cannot ship.
  const others = goodsIn(inClause).filter((good) => !isCarriage(good))
  if (others.length > 0 && goodsIn(group.marks).length > 0 && goodsIn(group.marks).every(isCarriage))
    return carried.length > 0 ? carried : others
  const own = group.marks.filter((mark) => marks.includes(mark))
  for (const some of [own, around.flatMap((one) => one.marks), inClause, marks]) {
    const goods = goodsIn(listFrom(withoutModifiers(some), marks, title))
    if (goods.length > 0) return goods.slice(0, 4)
  }
  return []
}

/** Of goods side by side the last is meant: "battery graphite". */
function withoutModifiers(some: readonly Mark[]): readonly Mark[] {
  return some.filter((mark, i) => {
    const next = some[i + 1]
    if (mark.goods.length === 0 || next?.from !== mark.to || next.goods.length === 0) return true
    // "Phosphate fertiliser".
    return mark.goods.some((good) => next.goods.some((one) => one.commodities.includes(good.commodities[0] ?? '')))
  })
}

/** The marks, and goods that go on a list with their last one: "gallium, germanium and antimony". */
function listFrom(some: readonly Mark[], all: readonly Mark[], { words, breaks }: TokenisedText): readonly Mark[] {
  const list = [...some]
  const isListed = (left: Mark, right: Mark) =>
    (left.to === right.from && breaks[right.from] === true) || (right.from - left.to === 1 && words[left.to] === '&')
  for (const mark of all) {
    const last = list.findLast((one) => one.goods.length > 0)
    if (last !== undefined && mark.goods.length > 0 && mark.from >= last.to && mark.from - last.to <= 1) list.push(mark)
  }
  for (const mark of all.toReversed()) {
    const first = list.find((one) => one.goods.length > 0)
    if (first !== undefined && mark.goods.length > 0 && isListed(mark, first)) list.unshift(mark)
  }
  return list
}

/** Whose exports others ban. */
const OUTCAST: ReadonlySet<string> = new Set(['RU', 'IR', 'VE', 'BY', 'KP', 'SY'])
/** "Rebounds to 650 thousand tons": how much there is, not what it costs. */
export function isVolumeTold({ words, shapes, starts, text }: TokenisedText): boolean {
  return words.some(
    (_, i) =>
      shapes[i] === 'number' &&
      !/[$€£¥]$/.test(text.slice(0, starts[i])) &&
      (UNITS.has(words[i + 1] ?? '') || (MAGNITUDE.has(words[i + 1] ?? '') && UNITS.has(words[i + 2] ?? ''))),
  )
}

const MAGNITUDE: ReadonlySet<string> = new Set(['million', 'billion', 'thousand', 'm', 'bn', 'mln', 'more', 'extra'])
const UNITS: ReadonlySet<string> = new Set('tons tonnes ton tonne bushels bags bales barrels bpd boxes head'.split(' '))

/** Whose quotas are on what comes in. */
const IMPORTERS: ReadonlySet<string> = new Set(['EU', 'GB'])
const ROUTES: ReadonlySet<Place['kind']> = new Set(['strait', 'canal', 'river', 'port', 'pipeline'])

function findKind(
  { group, isMove }: Availability,
  place: Place | null,
  actor: EventCountry | null,
  target: EventCountry | null,
  title: TokenisedText,
): EventEffectKind | null {
  const { words } = title
  const { classes } = group
  const has = (...some: EventWordClass[]) => some.some((one) => classes.has(one))
  if ((isMove && place === null && !isVolumeTold(title)) || (has('price') && !has('tax', 'barrier', 'sanction')))
    return 'price'
  const isHome = actor === null || actor.code === 'US'
  const isSale = group.marks.some((mark) => words.slice(mark.from, mark.to).some((word) => word.startsWith('sale')))
  const isTraffic = group.marks.some(
    (mark) => hasClass(mark, 'flow') && (mark.goods.length === 0 || mark.to - mark.from > 1),
  )
  if (has('tax') || has('accord')) return isTraffic ? 'export_curb' : isHome ? 'tariff_home' : 'tariff_abroad'
  if (has('sanction')) return 'sanction'
  // What nobody else takes is kept from the market.
  if ((has('inflow') || has('barrier')) && target !== null && OUTCAST.has(target.code) && actor !== target)
    return 'sanction'
  if (has('inflow')) return isHome ? 'import_curb_home' : 'import_curb_abroad'
  if (place !== null && ROUTES.has(place.kind) && place.carries.length > 0) return 'route'
  const isElsewhere = place?.country !== undefined && place.country !== actor?.code
  if (has('barrier') && !has('flow') && actor !== null && isElsewhere) return 'sanction'
  const isImporter = actor !== null && IMPORTERS.has(actor.code) && target === null
  if (has('permission') && !has('flow') && isImporter && place === null)
    return isHome ? 'import_curb_home' : 'import_curb_abroad'
  if (has('barrier', 'flow', 'permission') && actor !== null && place === null) return 'export_curb'
  if (
    has('weather') &&
    place === null &&
    group.marks.some((mark) => mark.goods.some((good) => good.commodities.length === 0))
  )
    return 'catastrophe'
  if (has('demand')) {
    if (target !== null && OUTCAST.has(target.code) && actor !== target) return 'sanction'
    if (actor === null || (target === null && !isSale)) return 'demand'
    return isSale ? 'export_curb' : 'import_curb_abroad'
  }
  if (has('crop', 'blight', 'goodweather', 'weather') && place === null) return 'crop'
  if (
    place === null &&
    actor === null &&
    target === null &&
    !has('facility', 'output', 'stocks', 'surplus', 'shortage', 'strike', 'accident')
  )
    return group.marks.some((mark) => mark.goods.length > 0) ? 'supply' : null
  return 'supply'
}
