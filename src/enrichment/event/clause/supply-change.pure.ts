import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { compareCharges } from '../title/figure.pure.ts'
import { hasClass, isInForm, isNoun, isOneOf, isVerb, type Tag } from '../title/tag.pure.ts'
import { BAD, CHANGES, GOOD, hasAny, MISHAPS, OBJECTS, QUANTITIES, RULES } from '../title/word-class.pure.ts'
import { type ClausePart, gatherParts, type NounGroup } from './clause-part.pure.ts'
import { type GroupChange, isComparison, readClause } from './group-change.pure.ts'

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
    const reason = findDelay(all, title)
    const inside = all.filter(
      (tag, i) =>
        !isNumbered(tag, title) &&
        isTelling(tag) &&
        !isEpithet(all, i, title) &&
        tag.to <= reason &&
        // "Withdraws waivers that let Samsung equip plants": what a permit is for.
        !(title.isIn(tag.from, 'letting') && title.isIn(tag.from - 1, 'relative')),
    )
    if (inside.length === 0) continue
    const parts = gatherParts(inside, title).filter((part, i, some) => !isDescription(part, some[i + 1]))
    for (const reading of readClause(parts, producer, title)) {
      // "Snaps up gold as prices dip".
      const isOnlyPrice = title.words[from] === 'as' && isPriceAlone(reading)
      const isBackground = isOnlyPrice || title.hasIn('blamed', from, reading.group.from)
      const rank = rankOf(reading, title) * (isBackground ? 0.15 : 1)
      if (rank > 0 && (best === null || rank > best.rank)) {
        const around = parts.flatMap((part) => (part.kind === 'group' ? [part.group] : []))
        const { group, isMove } = reading
        const isCalm = isCalmed(from, to, title)
        const told = group.classes.has('tax') ? compareCharges(title) : 0
        const sign = isCalm ? 1 : told === 0 ? reading.sign : told
        best = { found: { group, around, sign, isFeared: isCalm || reading.isFeared, isMove, from, to }, rank }
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

/** Where a reason begins that is a delay, "cuts output forecast on licensing delays": why, not what is done. */
function findDelay(tags: readonly Tag[], { words, isIn }: EventTitle): number {
  const delay = tags.find((tag) => isNoun(tag, 'delay') && words[tag.from] !== 'delay')
  const from = delay === undefined ? -1 : words.findLastIndex((_, i) => i < delay.from && isIn(i, 'before_delay'))
  return from < 0 ? words.length : from
}

/** The "No" of "No. 6". */
function isNumbered({ from, to }: Tag, { words, shapes }: EventTitle): boolean {
  return words[from] === 'no' && shapes[to] === 'number'
}

/** What something was before: "blast-hit", "to reopen part of Grasberg shut by mud flood", "gets flooded refinery running again". */
function isEpithet(tags: readonly Tag[], at: number, { text, words, starts, ends }: EventTitle): boolean {
  const [left, told, right] = [tags[at - 1], tags[at], tags[at + 1]]
  const isHit = (by: Tag | undefined, hit: Tag | undefined) =>
    by !== undefined &&
    hit?.from === by.to &&
    isOneOf(by, MISHAPS) &&
    isVerb(hit, 'stop') &&
    text.slice(ends[by.to - 1], starts[hit.from]) === '-'
  if (isHit(told, right) || isHit(left, told)) return true
  if (told === undefined || !isVerb(told, 'stop')) return false
  const isStarted = (isThere: (one: Tag) => boolean) => tags.some((one) => isThere(one) && hasClass(one, 'start'))
  if (words[told.to] === 'by') return left?.place != null && isStarted(({ to }) => to <= left.from)
  return isInForm(told, 'past') && right?.place != null && isStarted(({ from }) => from >= right.to)
}

/** Tokens between a worry and the verb behind it: "worries over the Taiwan Strait ease". */
const WORRY_REACH = 6

/** "Fears of a blockade fade", "talks calm worries over supply": what was feared does not come. */
function isCalmed(from: number, to: number, { words, isIn }: EventTitle): boolean {
  for (let at = from; at < to; at++) {
    if (!isIn(at, 'worry')) continue
    if (isIn(at - 1, 'calming') || isIn(at - 2, 'calming')) return true
    for (let verb = at + 1; verb < to && verb - at <= WORRY_REACH; verb++)
      if (isIn(verb, 'calming') && (verb + 1 >= words.length || isIn(verb + 1, 'intransitive'))) return true
  }
  return false
}

function isPriceAlone({ group: { classes } }: GroupChange): boolean {
  return classes.size === 1 && classes.has('price')
}

/** Rules before what is stated of a quantity, this before a mere mishap. */
function rankOf({ group, sign, isStated, isMove }: GroupChange, { tags, words, isIn }: EventTitle): number {
  const { classes } = group
  if (classes.has('permission') && sign < 0) return 3.5
  // "Stops sales over chip curbs": a reason.
  const named = tags.findLast((tag) => tag.country !== null && tag.to === group.from)?.from ?? group.from
  if (!isStated && isIn(named - 1, 'reason')) return hasAny(classes, BAD) ? 1 : 0
  if (hasAny(classes, RULES)) return 4
  if (isMove || classes.size === 0) return isStated ? (group.tags.every((tag) => tag.place === null) ? 1.9 : 3) : 0
  // "Stocks pile up as exports lag".
  if (classes.has('stocks') && hasAny(classes, GOOD)) return 3.1
  // "Finds disease, China suspends imports".
  if (isStated) return classes.has('inflow') ? 3.2 : 3
  if (hasAny(classes, GOOD) || classes.has('shortage')) return 2.5
  if (hasAny(classes, MISHAPS)) return 2
  // "Seek to export 2 million tons".
  const shipping = group.tags.find((tag) => isVerb(tag, 'flow'))
  if (shipping !== undefined && words[shipping.from - 1] === 'to') return 0.9
  // "Agrees to buy soybeans".
  return group.tags.some((tag) => isVerb(tag, 'demand')) ? 1 : 0
}

/** "Libya's largest oilfield". */
function isDescription(part: ClausePart, next: ClausePart | undefined): boolean {
  if (part.kind !== 'verbs' || next?.kind !== 'group' || next.group.from - part.to > 1) return false
  return isComparison(part) && !hasAny(next.group.classes, QUANTITIES)
}
