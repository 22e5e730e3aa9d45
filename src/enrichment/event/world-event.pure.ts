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

/** Industries that carry, where what is held up in one place is not carried elsewhere. */
const CARRIAGE = ['203']

function isCarriage({ makersGics }: Good): boolean {
  return makersGics.some((code) => CARRIAGE.some((prefix) => code.startsWith(prefix)))
}

/** A country with less of the world's exports of a commodity does not move its price. */
const MIN_SHARE_PERCENT = 12
const MAX_COUNTRY_COMMODITIES = 2

/** Reads the event of a title from its marks; null where it tells none, or none that a good, place or country gives effects to. */
export function readWorldEvent(marks: readonly Mark[], title: TokenisedText): WorldEvent | null {
  const found = readAvailability(marks, title)
  if (found === null) return null
  const { actor, target } = findCountries(marks, found, title)
  if (found.group.classes.has('sanction')) {
    const named = marks.filter((mark) => mark.asset?.type === 'stock' && mark.asset.country !== actor?.code)
    if (named.length > 0) return createCompanyStop(named, found.sign)
  }
  const place = nearest(found, marks, (mark) => mark.place)
  const kind = findKind(found, place, actor, target)
  if (kind === null) return null
  const isThroughPlace = place !== null && (kind === 'route' ? place.carries : place.makes).length > 0
  const goods = isThroughPlace && kind !== 'export_curb' ? [] : findGoods(found, marks)
  const source = kind === 'export_curb' ? actor : (target ?? actor)
  const isService = goods.length > 0 && goods.every((good) => good.commodities.length === 0)
  // Of what is short or plentiful all makers get more or less; what is stopped somewhere is made elsewhere.
  const isStop =
    actor === null &&
    target === null &&
    place === null &&
    !['shortage', 'surplus', 'stocks'].some((one) => found.group.classes.has(one as EventWordClass))
  const isRule = kind !== 'supply' && kind !== 'crop' && kind !== 'demand' && kind !== 'price'
  if (isService && !isRule && place === null) {
    const named = marks.filter((mark) => mark.asset?.type === 'stock' && mark.from >= found.from && mark.to <= found.to)
    if (named.length > 0) return readCompanyStop(found, named)
    if (marks.some((mark) => mark.asset?.type === 'stock')) return null
  }
  const commodities =
    goods.length > 0 ? [] : place !== null ? (kind === 'route' ? place.carries : place.makes) : mainExports(source)
  if (goods.length === 0 && commodities.length === 0 && place === null && target === null) return null
  const { sign, isFeared } = found
  return createEvent({
    kind: isService && kind === 'supply' && (isStop || goods.every(isCarriage)) ? 'service_stop' : kind,
    sign,
    isFeared,
    goods,
    commodities,
    place,
    actor,
    target,
  })
}

/** What a strike, accident or the like does to the companies it is told of. */
function readCompanyStop({ group, sign }: Availability, named: readonly Mark[]): WorldEvent | null {
  if (group.classes.has('strike')) return createCompanyStop(named, sign)
  if (!group.classes.has('accident') && !group.classes.has('attack')) return null
  return createEvent({ kind: 'company_stop', sign, cast: { owner: tickersOf(named) } })
}

function createCompanyStop(named: readonly Mark[], sign: 1 | -1): WorldEvent {
  return createEvent({ kind: 'company_stop', sign, cast: { struck: tickersOf(named) } })
}

function tickersOf(named: readonly Mark[]): string[] {
  return named.flatMap((mark) => (mark.asset === null ? [] : [mark.asset.ticker]))
}

function mainExports(country: EventCountry | null): string[] {
  const large = (country?.exports ?? []).filter(({ sharePercent }) => sharePercent >= MIN_SHARE_PERCENT)
  return large.slice(0, MAX_COUNTRY_COMMODITIES).map(({ ticker }) => ticker)
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

function goodsIn(marks: readonly Mark[]): Good[] {
  return [...new Set(marks.flatMap((mark) => mark.goods))]
}

function findGoods({ group, around, from, to }: Availability, marks: readonly Mark[]): Good[] {
  const inClause = marks.filter((mark) => mark.from >= from && mark.to <= to)
  for (const some of [group.marks, around.flatMap((one) => one.marks), inClause, marks]) {
    const goods = goodsIn(listFrom(some, marks))
    if (goods.length > 0) return goods.slice(0, 4)
  }
  return []
}

/** The marks, and goods that go on a list with their last one: "gallium, germanium and antimony". */
function listFrom(some: readonly Mark[], all: readonly Mark[]): readonly Mark[] {
  const list = [...some]
  for (const mark of all) {
    const last = list.findLast((one) => one.goods.length > 0)
    if (last !== undefined && mark.goods.length > 0 && mark.from >= last.to && mark.from - last.to <= 1) list.push(mark)
  }
  return list
}

const ON_WHOM: ReadonlySet<string> = new Set(['on', 'against', 'from', 'to', 'of', 'over', 'for', 'into', 'in', 'off'])

/** Who decides and whose goods are meant: a government or the first country, and the country after "on", "from" or beside the good. */
function findCountries(
  marks: readonly Mark[],
  { group }: Availability,
  { words }: TokenisedText,
): { actor: EventCountry | null; target: EventCountry | null } {
  const all = marks.filter((mark) => mark.country !== null)
  const burden = group.marks.find((mark) => hasClass(mark, 'tax') || hasClass(mark, 'sanction'))
  /** "Hit with a 50% American tariff". */
  const beside = burden && all.findLast((mark) => mark.to <= burden.from && burden.from - mark.to <= 1)
  const isMeant = ({ from }: Mark) => ON_WHOM.has(words[from - 1] ?? '')
  const [first] = all.toSorted((a, b) => Number(isMeant(a)) - Number(isMeant(b)))
  const isSubject = first !== undefined && (first.isGovernment || marks[0] === first)
  const decider =
    beside !== undefined && first !== beside
      ? beside
      : isSubject
        ? first
        : (all.find((mark) => mark.isGovernment) ?? first)
  const others = all.filter((mark) => mark.country !== decider?.country)
  // "Penalties on Tehran": nobody says whose.
  if (burden !== undefined && decider !== undefined && others.length === 0 && isMeant(decider))
    return { actor: null, target: decider.country }
  const target = others.find(isMeant) ?? others[0]
  return { actor: decider?.country ?? null, target: target?.country ?? null }
}

const ROUTES: ReadonlySet<Place['kind']> = new Set(['strait', 'canal', 'river', 'port', 'pipeline'])

function findKind(
  { group, isMove }: Availability,
  place: Place | null,
  actor: EventCountry | null,
  target: EventCountry | null,
): EventEffectKind | null {
  const { classes } = group
  const has = (...some: EventWordClass[]) => some.some((one) => classes.has(one))
  if ((isMove && place === null) || (has('price') && !has('tax', 'barrier', 'sanction'))) return 'price'
  const isHome = actor === null || actor.code === 'US'
  if (has('tax')) return has('flow') ? 'export_curb' : isHome ? 'tariff_home' : 'tariff_abroad'
  if (has('sanction')) return 'sanction'
  if (has('inflow')) return isHome ? 'import_curb_home' : 'import_curb_abroad'
  if (place !== null && ROUTES.has(place.kind) && place.carries.length > 0) return 'route'
  const isElsewhere = place?.country !== undefined && place.country !== actor?.code
  if (has('barrier') && !has('flow') && actor !== null && isElsewhere) return 'sanction'
  if (has('barrier', 'flow', 'permission') && actor !== null && place === null) return 'export_curb'
  if (
    has('weather') &&
    place === null &&
    group.marks.some((mark) => mark.goods.some((good) => good.commodities.length === 0))
  )
    return 'catastrophe'
  if (has('demand')) return actor !== null && target !== null ? 'export_curb' : 'demand'
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
