import type { TokenisedText } from '../text/token.pure.ts'
import type { EventCountry, EventEffectKind, Good } from '../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../vocabulary/place.pure.ts'
import type { Availability } from './availability.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'

/** Industries that carry, where what is held up in one place is not carried elsewhere. */
const CARRIAGE = ['203']

/** True for what carries others' goods. */
export function isCarriage({ makersGics }: Good): boolean {
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

/** True for what harvests bring. */
export function isGrown({ commodities }: Pick<Good, 'commodities'>): boolean {
  return GROWN.has(commodities[0] ?? '')
}

/** What is moved where no good is named. */
export function findCommodities(
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

/** Before a buyer or a reason. */
const ASIDE: ReadonlySet<string> = new Set(['to', 'over', 'amid'])

/** The goods of some marks, each once. */
export function goodsIn(marks: readonly Mark[]): Good[] {
  // Drones that attack are no good that is attacked.
  return [...new Set(marks.flatMap((mark) => (hasClass(mark, 'attack') ? [] : mark.goods)))]
}

/** The goods that an event is about: those of the deciding group, else of its clause, else of the title. */
export function findGoods(
  { group, around, from, to }: Availability,
  all: readonly Mark[],
  title: TokenisedText,
): Good[] {
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
    const bulk = goods.filter((good) => !isCarriage(good))
    // "Railway stops carrying potash".
    if (bulk.some((good) => good.commodities.length > 0)) return bulk.slice(0, 4)
    if (goods.length > 0) return goods.slice(0, 4)
  }
  return []
}

/** Of goods side by side the last is meant: "battery graphite". */
function withoutModifiers(some: readonly Mark[]): readonly Mark[] {
  return some.filter((mark, i) => {
    const next = some[i + 1]
    if (mark.goods.length === 0 || next?.from !== mark.to || next.goods.length === 0) return true
    // "Coffee warehouses".
    if (next.goods.every(isCarriage) && mark.goods.some((good) => good.commodities.length > 0)) return true
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
