import { gatherPieces, type NounGroup, type Piece } from './clause-piece.pure.ts'
import { type ClauseReading, isComparison, readClause } from './clause-reading.pure.ts'
import type { EventClause, EventTitle } from './event-title.pure.ts'
import { isVerb, type Mark } from './mark.pure.ts'
import { BAD, GOOD, hasAny, MISHAPS, OBJECTS, OPERATORS, QUANTITIES, RULES } from './word-class.pure.ts'

/** What a headline says of the supply of something: more of it gets through, or less. */
export interface Availability {
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
export function readAvailability(title: EventTitle): Availability | null {
  const { marks, groups } = title
  // Those who agree on output have nothing else to raise or cut.
  const isOfOutput = title.hasIn('of_producers')
  const isProducer = ({ country }: Mark) => groups.oil_producer.has(country?.code ?? '')
  const named = new Set(marks.filter(isProducer).map(({ country }) => country?.code))
  // "Russia refuses deeper cuts, and its pact with Saudi Arabia ends".
  const isOfPartners = named.has('SA') && named.size > 1
  const producer = marks.find(
    (mark) => mark.country?.code === 'OPEC' || ((isOfOutput || isOfPartners) && isProducer(mark)),
  )
  let best: { readonly found: Availability; readonly rank: number } | null = null
  for (const { from, to, marks: all } of joinLists(title)) {
    const inside = all.filter((mark) => !isNumbered(mark, title) && isTelling(mark))
    if (inside.length === 0) continue
    const pieces = gatherPieces(inside, title).filter((piece, i, some) => !isDescription(piece, some[i + 1]))
    for (const reading of readClause(pieces, producer, title)) {
      const isBackground = title.hasIn('blamed', from, reading.group.from)
      const rank = rankOf(reading, title) * (isBackground ? 0.15 : 1)
      if (rank > 0 && (best === null || rank > best.rank)) {
        const around = pieces.flatMap((piece) => (piece.kind === 'group' ? [piece.group] : []))
        const { group, isMove } = reading
        const isCalm = isCalmed(from, to, title)
        const sign = isCalm ? (hasAny(group.classes, GOOD) ? -1 : 1) : reading.sign
        best = { found: { group, around, sign, isFeared: isCalm || reading.isFeared, isMove, from, to }, rank }
      }
    }
  }
  return best?.found ?? null
}

/** "Exempts coffee, beef and bananas": a comma between goods opens no clause. */
function joinLists({ phrases, marks }: EventTitle): readonly EventClause[] {
  const isGood = (mark: Mark) => mark.goods.length > 0 && mark.readings.length === 0
  const joined: EventClause[] = []
  for (const phrase of phrases) {
    const last = joined.at(-1)
    const isList =
      marks.some((mark) => mark.to === phrase.from && isGood(mark)) &&
      marks.some((mark) => mark.from === phrase.from && isGood(mark))
    if (last === undefined || !isList) joined.push(phrase)
    else {
      const { from } = last
      joined.splice(-1, 1, {
        ...phrase,
        from,
        marks: marks.filter((mark) => mark.from >= from && mark.to <= phrase.to),
      })
    }
  }
  return joined
}

/** A thing, a name, or what is done to one; a country says where. */
function isTelling({ asset, place, goods, readings }: Mark): boolean {
  return asset !== null || place !== null || goods.length > 0 || readings.some((one) => TELLING.has(one.class))
}

const TELLING = OPERATORS.union(OBJECTS)

/** The "No" of "No. 6". */
function isNumbered({ from, to }: Mark, { words, shapes }: EventTitle): boolean {
  return words[from] === 'no' && to - from === 1 && shapes[to] === 'number'
}

/** Tokens between a worry and the verb behind it: "worries over the Taiwan Strait ease". */
const WORRY_REACH = 6

/** "Fears of a blockade fade", "talks calm worries over supply": what was feared does not come. */
function isCalmed(from: number, to: number, { words, isIn }: EventTitle): boolean {
  for (let at = from; at < to; at++) {
    if (!isIn(at, 'worry')) continue
    if (isIn(at - 1, 'calming') || (isIn(at - 2, 'calming') && !isIn(at - 1, 'intransitive'))) return true
    for (let verb = at + 1; verb < to && verb - at <= WORRY_REACH; verb++)
      if (isIn(verb, 'calming') && (verb + 1 >= words.length || isIn(verb + 1, 'intransitive'))) return true
  }
  return false
}

/** Rules before what is stated of a quantity, this before a mere mishap. */
function rankOf({ group, sign, isStated, isMove }: ClauseReading, { isIn }: EventTitle): number {
  const { classes } = group
  if (classes.has('permission') && sign < 0) return 3.5
  // "Stops sales over chip curbs": a reason.
  if (!isStated && isIn(group.from - 1, 'reason')) return hasAny(classes, BAD) ? 1 : 0
  if (hasAny(classes, RULES)) return 4
  if (isMove || classes.size === 0)
    return isStated && group.marks.every((mark) => mark.place === null) ? 1.9 : isStated ? 3 : 0
  if (isStated) return 3
  if (hasAny(classes, GOOD) || classes.has('shortage')) return 2.5
  if (hasAny(classes, MISHAPS)) return 2
  // "Agrees to buy soybeans".
  return group.marks.some((mark) => isVerb(mark, 'demand')) ? 1 : 0
}

/** "Libya's largest oilfield". */
function isDescription(piece: Piece, next: Piece | undefined): boolean {
  if (piece.kind !== 'chain' || next?.kind !== 'group' || next.group.from - piece.to > 1) return false
  return isComparison(piece) && !hasAny(next.group.classes, QUANTITIES)
}
