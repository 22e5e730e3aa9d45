import { findTarget } from './chain-target.pure.ts'
import { type Chain, gatherPieces, type NounGroup, type Piece } from './clause-piece.pure.ts'
import type { EventTitle } from './event-title.pure.ts'
import { hasClass, isMarked, isNegated, isVerb, type Mark } from './mark.pure.ts'
import { applyChain, baseOf } from './operator-chain.pure.ts'
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
  for (const { from, to, marks: all } of title.phrases) {
    const inside = all.filter((mark) => !isNumbered(mark, title) && isTelling(mark))
    if (inside.length === 0) continue
    const pieces = gatherPieces(inside, title).filter((piece, i, some) => !isDescription(piece, some[i + 1]))
    for (const reading of readClause(pieces, producer, title)) {
      const isBackground = title.hasIn('blamed', from, reading.group.from)
      const rank = rankOf(reading, title) * (isBackground ? 0.15 : 1)
      if (rank > 0 && (best === null || rank > best.rank)) {
        const around = pieces.flatMap((piece) => (piece.kind === 'group' ? [piece.group] : []))
        const { group, sign, isFeared, isMove } = reading
        best = { found: { group, around, sign, isFeared, isMove, from, to }, rank }
      }
    }
  }
  return best?.found ?? null
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

interface ClauseReading {
  readonly group: NounGroup
  readonly sign: 1 | -1
  readonly isStated: boolean
  readonly isFeared: boolean
  readonly isMove: boolean
}

/** "Outflows hit $3.8 billion": how many, not what becomes of them. */
function isFigure({ operators, to }: Chain, { words, shapes }: EventTitle): boolean {
  return shapes[to] === 'number' && operators.every((mark) => words[mark.from]?.startsWith('hit') === true)
}

/** "Libya's largest oilfield". */
function isDescription(piece: Piece, next: Piece | undefined): boolean {
  if (piece.kind !== 'chain' || next?.kind !== 'group' || next.group.from - piece.to > 1) return false
  return isComparison(piece) && !hasAny(next.group.classes, QUANTITIES)
}

/** "Stops exports to cool prices": what it is for. */
function isPurpose({ from }: Chain, { classes }: NounGroup, { words }: EventTitle): boolean {
  return classes.has('price') && from > 2 && words[from - 1] === 'to'
}

/** "Reverse the last of 2023's cuts". */
function isUndoing({ operators }: Chain, next: Piece | undefined): boolean {
  const isEnding = operators.every((mark) => hasClass(mark, 'end', 'stop'))
  return isEnding && next?.kind === 'chain' && next.operators[0]?.readings.some((one) => !one.isVerb) === true
}

/** "Can live with": nothing is done. */
function isMood({ operators }: Chain): boolean {
  return operators.every((mark) => mark.readings.every((one) => one.class === 'fear' || !OPERATORS.has(one.class)))
}

/** Applies each chain of operators to the group it is about. */
function readClause(pieces: readonly Piece[], producer: Mark | undefined, title: EventTitle): ClauseReading[] {
  const stated = new Map<NounGroup, number>()
  const moved = new Set<NounGroup>()
  let isFeared = false
  // "Pauses output hikes": first the hikes, then the pause.
  const order = pieces
    .map((piece, index) => ({ piece, index }))
    .sort((a, b) => Number(isCompound(b.piece, pieces[b.index - 1])) - Number(isCompound(a.piece, pieces[a.index - 1])))
  const implied: NounGroup[] = []
  let isReversed = false
  for (const { piece, index } of order) {
    if (piece.kind !== 'chain') continue
    if (isMarked(piece.operators, 'fear')) isFeared = true
    const found = findTarget(pieces, index, title)
    const isOwn = found === null || (found.to <= piece.from && found.classes.size === 0)
    const target = (isOwn ? findImplied(piece, producer) : null) ?? found
    if (target !== null && !pieces.some((one) => one.kind === 'group' && one.group === target)) implied.push(target)
    if (target === null) {
      // "Denies that it is ready to": what comes after is denied.
      if (piece.operators.some((mark) => isNegated(mark, title)) || isUndoing(piece, pieces[index + 1]))
        isReversed = true
      continue
    }
    if (isCircumstance(piece, target, title) || isMood(piece) || isPurpose(piece, target, title)) continue
    if (target.classes.size === 0 && isFigure(piece, title)) continue
    // "Drops price to a low", "rains come in time for parched fields": said already, or of what it was before.
    if (isComparison(piece) && target.to <= piece.from && stated.has(target)) continue
    // "Parched pampas put crop in jeopardy" says one thing twice.
    if (stated.get(target) === -1 && piece.operators.every((mark) => hasClass(mark, 'less'))) continue
    const left = pieces[index - 1]
    const isPlight =
      title.isIn(piece.from - 1, 'relieved') && left?.kind === 'group' && hasAny(left.group.classes, GOOD)
    if (isPlight) continue
    // "Showers relieve parched coffee trees".
    const isRelief =
      left?.kind === 'group' &&
      hasAny(left.group.classes, GOOD) &&
      target.from >= piece.to &&
      !hasAny(target.classes, BAD) &&
      piece.operators.every((mark) => hasClass(mark, 'end') && !hasClass(mark, 'stop'))
    if (isRelief) {
      stated.set(target, 1)
      continue
    }
    if (isComparison(piece) && !hasAny(target.classes, QUANTITIES)) continue
    if (target.to <= piece.from && target.classes.size === 0 && !isShipped(piece) && !isAgain(piece)) moved.add(target)
    const value = applyChain(piece, target, stated.get(target) ?? baseOf(target, title), title)
    stated.set(target, isReversed ? -value : value)
    isReversed = false
  }
  const groups = [...pieces.flatMap((piece) => (piece.kind === 'group' ? [piece.group] : [])), ...implied]
  return groups.map((group) => {
    const value = stated.get(group)
    const sign = (value ?? baseOf(group, title)) < 0 ? -1 : 1
    return { group, sign, isStated: value !== undefined, isFeared, isMove: moved.has(group) }
  })
}

/** What a verb without object does something to: "vows to pump at will", "OPEC+ cancels increases". */
function findImplied({ operators }: Chain, producer: Mark | undefined): NounGroup | null {
  const isChange = isMarked(operators, 'start', 'stop', 'more', 'less') && !isMarked(operators, 'accident')
  const mark = operators.find((one) => isVerb(one, 'output')) ?? (isChange ? producer : undefined)
  if (mark === undefined) return null
  return { marks: [mark], from: mark.from, to: mark.to, classes: new Set(['output']) }
}

/** "Coal may not sail": where it goes, not what it costs. */
function isShipped({ operators }: Chain): boolean {
  return operators.some((mark) => isVerb(mark, 'flow'))
}

/** "Lets diesel out again". */
function isAgain({ operators }: Chain): boolean {
  return operators.every((mark) =>
    mark.readings.every(
      (one) => !one.isVerb && one.class !== 'more' && one.class !== 'less' && one.class !== 'selfmove',
    ),
  )
}

/** True for the "hikes" of "output hikes". */
function isCompound(piece: Piece, left: Piece | undefined): boolean {
  if (piece.kind !== 'chain' || left?.kind !== 'group' || left.group.to !== piece.from) return false
  if (left.group.classes.size === 0) return false
  return piece.operators.every((mark) => mark.readings.some((one) => !one.isVerb))
}

/** "In a truce with": how it came about, not what becomes of it. */
function isCircumstance({ operators, from }: Chain, target: NounGroup, { isIn }: EventTitle): boolean {
  if (target.to > from || !isIn(from - 1, 'circumstance')) return false
  return operators.every((mark) => mark.readings.some((one) => !one.isVerb))
}

/** "Larger", "low": says something only of what there can be more or less of. */
function isComparison({ operators }: Chain): boolean {
  return operators.every((mark) =>
    mark.readings.every((one) => one.class === 'more' || one.class === 'less' || one.class === 'fear'),
  )
}
