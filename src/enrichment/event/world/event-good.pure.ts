import type { EventCountry, EventEffectKind, EventGroups, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../../vocabulary/place.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { hasClass, isOneOf, isTraded, type Tag } from '../title/tag.pure.ts'
import { BAD } from '../title/word-class.pure.ts'

/** Tells the goods of some names; a good goes by its first word. */
export function goodNamed(...names: readonly string[]): (good: Good) => boolean {
  return ({ words: [name = ''] }) => names.includes(name)
}

const isMetal = goodNamed('base metal')

/** True where nothing but a mine is named, and not what is mined. */
export function isAnyMine(goods: readonly Good[]): boolean {
  return goods.length > 0 && goods.every(isMetal)
}

/** True for what carries others' goods: what is held up in one place is not carried elsewhere. */
export function isCarriage({ makersGics }: Good): boolean {
  return makersGics.some((code) => code.startsWith('203'))
}

/** "FDA turns away Duchenne therapy": true for goods of which the other makers sell other kinds. */
export function isUnlike(goods: readonly Good[], { groups }: EventTitle): boolean {
  return goods.length > 0 && goods.every((good) => groups.unlike.has(good.words[0] ?? ''))
}

/** A country with less of the world's exports of a commodity does not move its price. */
const MIN_SHARE_PERCENT = 12
/** Sanctions reach for what a country lives by. */
const SANCTIONED_SHARE_PERCENT = 2
const MAX_COUNTRY_COMMODITIES = 2
const MAX_CROPS = 4
/** What is moved where no good is named. */
export function findCommodities(
  kind: EventEffectKind,
  place: Place | null,
  source: EventCountry | null,
  target: EventCountry | null,
  groups: EventGroups,
): readonly string[] {
  if (kind === 'tariff_home') return (target?.exporters ?? []).filter((ticker) => ticker.endsWith('.COMM'))
  if (kind === 'tariff_abroad') return []
  if (place !== null) return kind === 'route' || place.makes.length === 0 ? place.carries : place.makes
  if (kind === 'crop')
    return (source?.exports ?? [])
      .filter(({ ticker, sharePercent }) => groups.crop.has(ticker) && sharePercent >= MIN_SHARE_PERCENT)
      .map(({ ticker }) => ticker)
      .slice(0, MAX_CROPS)
  if (kind === 'import_curb_home' || kind === 'import_curb_abroad')
    return target === null ? [] : mainExports(target, MIN_SHARE_PERCENT, groups)
  if (kind !== 'sanction') return mainExports(source, MIN_SHARE_PERCENT, groups)
  // "Adds 23 Chinese entities to blacklist": China sells on what it sells.
  const isLivedBy = groups.outcast.has(source?.code ?? '') || groups.oil_seller.has(source?.code ?? '')
  return isLivedBy ? mainExports(source, SANCTIONED_SHARE_PERCENT, groups) : []
}

/** What a country sells most of, energy first. */
function mainExports(country: EventCountry | null, least: number, { energy }: EventGroups): string[] {
  return (country?.exports ?? [])
    .filter(({ ticker, sharePercent }) => sharePercent >= (energy.has(ticker) ? SANCTIONED_SHARE_PERCENT : least))
    .toSorted((a, b) => Number(energy.has(b.ticker)) - Number(energy.has(a.ticker)))
    .slice(0, MAX_COUNTRY_COMMODITIES)
    .map(({ ticker }) => ticker)
}

/** The goods of some tags, each once. */
export function goodsIn(tags: readonly Tag[]): Good[] {
  // Drones that attack are no good that is attacked.
  return [...new Set(tags.flatMap((tag) => (hasClass(tag, 'attack') ? [] : tag.goods)))]
}

/** The goods that an event is about: those of the deciding group, else of its clause, else of the title. */
export function findGoods({ group, around, from, to }: SupplyChange, title: EventTitle): Good[] {
  const { tags: all, words, groups, isIn } = title
  // "Sales to utilities": a buyer, not what is sold.
  const isRemedy = (tag: Tag) => tag.goods.some((good) => groups.remedy.has(good.words[0] ?? ''))
  const isOfOther = all.some((tag) => tag.goods.length > 0 && !isRemedy(tag) && tag.asset === null)
  const tags = all.filter((tag, i) => {
    // "Pipeline restarts after ransomware attack".
    if (isOfOther && isRemedy(tag)) return false
    // "To American utilities".
    const before = all[i - 1]
    const start = before?.country != null && before.to === tag.from && tag.goods.length > 0 ? before.from : tag.from
    // "Roads to soybean ports".
    const after = all[i + 1]
    const isOfWorks = after?.from === tag.to && after.goods.length > 0
    return (
      !isIn(start - 1, 'before_buyer') ||
      isOfWorks ||
      (words[start - 1] === 'to' && all.slice(0, i).every((one) => one.goods.length === 0))
    )
  })
  const inClause = tags.filter((tag) => tag.from >= from && tag.to <= to)
  const carried = goodsIn(inClause).filter(isTraded)
  // "Workers shut soybean ports": what the port cannot ship.
  // "Power cut grounds flights": why, not what.
  const others = goodsIn(inClause.filter((tag) => !isOneOf(tag, BAD))).filter((good) => !isCarriage(good))
  if (others.length > 0 && goodsIn(group.tags).length > 0 && goodsIn(group.tags).every(isCarriage))
    return carried.length > 0 ? carried : others
  const own = group.tags.filter((tag) => tags.includes(tag))
  for (const some of [own, around.flatMap((one) => one.tags), inClause, tags]) {
    const goods = goodsIn(listFrom(withoutModifiers(some), tags, title))
    const bulk = goods.filter((good) => !isCarriage(good))
    // "Railway stops carrying potash".
    if (bulk.some(isTraded)) return bulk.slice(0, 4)
    if (goods.length > 0) return goods.slice(0, 4)
  }
  return []
}

/** Of goods side by side the last is meant: "battery graphite". */
function withoutModifiers(some: readonly Tag[]): readonly Tag[] {
  return some.filter((tag, i) => {
    const next = some[i + 1]
    // "Petrol pipeline": what it carries.
    const before = some[i - 1]
    if (tag.goods.length > 0 && tag.goods.every(isConduit) && before?.to === tag.from && before.goods.some(isTraded))
      return false
    if (next?.from === tag.to && next.goods.length > 0 && next.goods.every(isConduit) && tag.goods.some(isTraded))
      return true
    if (tag.goods.length === 0 || next?.from !== tag.to || next.goods.length === 0) return true
    // "Phosphate fertiliser".
    return tag.goods.some((good) => next.goods.some((one) => one.commodities.includes(good.commodities[0] ?? '')))
  })
}

export const isPipeline = goodNamed('oil pipeline')
/** What goods pass through: "iron ore port stocks". */
const isConduit = goodNamed('oil pipeline', 'port')

/** The tags, and goods that go on a list with their last one: "gallium, germanium and antimony". */
function listFrom(some: readonly Tag[], all: readonly Tag[], { words, breaks }: EventTitle): readonly Tag[] {
  const list = [...some]
  const isListed = (left: Tag, right: Tag) =>
    (left.to === right.from && breaks[right.from] === true) || (right.from - left.to === 1 && words[left.to] === '&')
  for (const tag of all) {
    const last = list.findLast((one) => one.goods.length > 0)
    if (last !== undefined && tag.goods.length > 0 && tag.from >= last.to && tag.from - last.to <= 1) list.push(tag)
  }
  for (const tag of all.toReversed()) {
    const first = list.find((one) => one.goods.length > 0)
    if (first !== undefined && tag.goods.length > 0 && isListed(tag, first)) list.unshift(tag)
  }
  return list
}
