import { compareCharges } from '../title/charge.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { isOneOf, isVerb, type Tag } from '../title/tag.pure.ts'
import { BAD, CHANGES, GOOD, hasAny, MISHAPS, OBJECTS, RULES } from '../title/word-class.pure.ts'
import { gatherParts, type NounGroup } from './clause-part.pure.ts'
import { type GroupChange, readClause } from './group-change.pure.ts'

/** What a headline says of the supply of something: more of it gets through, or less. */
export interface SupplyChange {
  readonly group: NounGroup
  /** All groups of the clause that says so. */
  readonly around: readonly NounGroup[]
  readonly sign: 1 | -1
  /** Only threatened or possible. */
  readonly isFeared: boolean
  /** A good itself rises or falls: its price. */
  readonly isMove: boolean
  /** Tokens of the clause. */
  readonly from: number
  readonly to: number
}

/** Reads what a title says of the supply of something; null where it says nothing of the kind. */
export function readSupplyChange(title: EventTitle): SupplyChange | null {
  const { tags, groups } = title
  const isProducer = ({ country }: Tag) => groups.oil_producer.has(country?.code ?? '')
  const named = new Set(tags.filter(isProducer).map(({ country }) => country?.code))
  // "Russia refuses deeper cuts, and its pact with Saudi Arabia ends".
  const isOfPartners = named.has('SA') && named.size > 1
  const producer = tags.find((tag) => tag.country?.code === 'OPEC' || (isOfPartners && isProducer(tag)))
  let best: { readonly found: SupplyChange; readonly rank: number } | null = null
  for (const { from, to, tags: all } of joinLists(title)) {
    const inside = all.filter((tag, i) => isTelling(tag) && !isEpithet(all, i, title))
    if (inside.length === 0) continue
    const parts = gatherParts(inside, title)
    for (const reading of readClause(parts, producer, title)) {
      const isBackground = title.hasIn('blamed', from, reading.group.from)
      const rank = rankOf(reading, title) * (isBackground ? 0.15 : 1)
      if (rank > 0 && (best === null || rank > best.rank)) {
        const around = parts.flatMap((part) => (part.kind === 'group' ? [part.group] : []))
        const { group, isMove } = reading
        const told = group.classes.has('tax') ? compareCharges(title) : 0
        const sign = told === 0 ? reading.sign : told
        best = { found: { group, around, sign, isFeared: reading.isFeared, isMove, from, to }, rank }
      }
    }
  }
  return best?.found ?? null
}

/** "Exempts coffee, beef and bananas": a comma between goods opens no clause. */
function joinLists({ phrases, tags }: EventTitle): readonly EventClause[] {
  const isGood = (tag: Tag) => tag.goods.length > 0 && tag.readings.length === 0
  const joined: EventClause[] = []
  for (const phrase of phrases) {
    const last = joined.at(-1)
    const isList =
      tags.some((tag) => tag.to === phrase.from && isGood(tag)) &&
      tags.some((tag) => tag.from === phrase.from && isGood(tag))
    if (last === undefined || !isList) joined.push(phrase)
    else {
      const { from } = last
      joined.splice(-1, 1, {
        ...phrase,
        from,
        tags: tags.filter((tag) => tag.from >= from && tag.to <= phrase.to),
      })
    }
  }
  return joined
}

/** A thing, a name, or what is done to one; a country says where. */
function isTelling({ asset, place, goods, readings }: Tag): boolean {
  return asset !== null || place !== null || goods.length > 0 || readings.some((one) => TELLING.has(one.class))
}

const TELLING = CHANGES.union(OBJECTS)

/** The words of "blast-hit", the "stranded" of "to buy stranded cargoes": what something was before. */
function isEpithet(tags: readonly Tag[], at: number, { text, starts, ends }: EventTitle): boolean {
  const [buying, told, bought] = tags.slice(Math.max(at - 1, 0), at + 2)
  const isOfBought = buying?.to === told?.from && told?.to === bought?.from && (bought?.goods.length ?? 0) > 0
  if (isOfBought && buying !== undefined && isVerb(buying, 'demand') && told !== undefined && isVerb(told, 'stop'))
    return true
  const isJoined = (left: Tag | undefined, right: Tag | undefined) =>
    left !== undefined &&
    right !== undefined &&
    isOneOf(left, MISHAPS) &&
    left.to === right.from &&
    isVerb(right, 'stop') &&
    text.slice(ends[left.to - 1], starts[right.from]) === '-'
  return isJoined(tags[at], tags[at + 1]) || isJoined(tags[at - 1], tags[at])
}

/** Rules before what is stated of a quantity, this before a mere mishap. */
function rankOf({ group, sign, isStated, isMove }: GroupChange, { tags, words, isIn }: EventTitle): number {
  const { classes } = group
  if (classes.has('permission') && sign < 0) return 3.5
  // "Stops sales over chip curbs": a reason.
  const named = tags.findLast((tag) => tag.country !== null && tag.to === group.from)?.from ?? group.from
  if (!isStated && isIn(named - 1, 'reason')) return hasAny(classes, BAD) ? 1 : 0
  if (hasAny(classes, RULES)) return 4
  if (isMove || classes.size === 0)
    return isStated && group.tags.every((tag) => tag.place === null) ? 1.9 : isStated ? 3 : 0
  // "Finds disease, China suspends imports".
  if (isStated) return 3
  if (hasAny(classes, GOOD) || classes.has('shortage')) return 2.5
  if (hasAny(classes, MISHAPS)) return 2
  // "Seek to export 2 million tons".
  const shipping = group.tags.find((tag) => isVerb(tag, 'flow'))
  if (shipping !== undefined && words[shipping.from - 1] === 'to') return 0.9
  // "Agrees to buy soybeans".
  return group.tags.some((tag) => isVerb(tag, 'demand')) ? 1 : 0
}
