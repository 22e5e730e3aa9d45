import type { TokenisedText } from '../text/token.pure.ts'
import { type Chain, gatherPieces, type NounGroup, type Piece } from './clause-piece.pure.ts'
import type { Mark } from './mark.pure.ts'
import { applyChain, baseOf, findTarget } from './operator-chain.pure.ts'
import { splitPhrases } from './phrase.pure.ts'
import { GOOD, hasAny, MISHAPS, OBJECTS, OPERATORS, QUANTITIES, RULES } from './word-class.pure.ts'

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
export function readAvailability(marks: readonly Mark[], title: TokenisedText): Availability | null {
  let best: { readonly found: Availability; readonly rank: number } | null = null
  for (const { from, to } of splitPhrases(title)) {
    const inside = marks.filter(
      (mark) =>
        mark.from >= from && mark.to <= to && isOfWorld(mark) && !isNumbered(mark, title) && !isCountryAlone(mark),
    )
    if (inside.length === 0) continue
    const pieces = gatherPieces(inside, title)
    for (const reading of readClause(pieces, title)) {
      const rank = rankOf(reading.group, reading.isStated) - (BACKGROUND.has(title.words[from] ?? '') ? 2.5 : 0)
      if (rank > 0 && (best === null || rank > best.rank)) {
        const around = pieces.flatMap((piece) => (piece.kind === 'group' ? [piece.group] : []))
        const { group, sign, isFeared, isMove } = reading
        best = { found: { group, around, sign, isFeared, isMove, from, to }, rank }
      }
    }
  }
  return best?.found ?? null
}

/** True for a name, good, place or country, and for a word that says something of one. */
function isOfWorld(mark: Mark): boolean {
  const isWord = mark.readings.length > 0 && mark.goods.length === 0 && mark.place === null && mark.country === null
  return !isWord || mark.readings.some((one) => OPERATORS.has(one.class) || OBJECTS.has(one.class))
}

/** A country says where; it is no thing that can be stopped. */
function isCountryAlone(mark: Mark): boolean {
  return mark.country !== null && mark.place === null && mark.goods.length === 0 && mark.readings.length === 0
}

/** The "No" of "No. 6". */
function isNumbered({ from, to }: Mark, { words, shapes }: TokenisedText): boolean {
  return words[from] === 'no' && to - from === 1 && shapes[to] === 'number'
}

/** Connectives of what was before: "exports resume after a freeze". */
const BACKGROUND: ReadonlySet<string> = new Set(['after', 'since'])

/** Rules before what is stated of a quantity, this before a mere mishap. */
function rankOf({ classes }: NounGroup, isStated: boolean): number {
  if (hasAny(classes, RULES)) return 4
  if (isStated || hasAny(classes, GOOD) || classes.has('shortage')) return 3
  return hasAny(classes, MISHAPS) ? 2 : 0
}

interface ClauseReading {
  readonly group: NounGroup
  readonly sign: 1 | -1
  readonly isStated: boolean
  readonly isFeared: boolean
  readonly isMove: boolean
}

/** Applies each chain of operators to the group it is about. */
function readClause(pieces: readonly Piece[], title: TokenisedText): ClauseReading[] {
  const stated = new Map<NounGroup, number>()
  const moved = new Set<NounGroup>()
  let isFeared = false
  // "Pauses output hikes": first the hikes, then the pause.
  const order = pieces
    .map((piece, index) => ({ piece, index }))
    .sort((a, b) => Number(isCompound(b.piece, pieces[b.index - 1])) - Number(isCompound(a.piece, pieces[a.index - 1])))
  for (const { piece, index } of order) {
    if (piece.kind !== 'chain') continue
    if (piece.operators.some((mark) => mark.readings.some((one) => one.class === 'fear'))) isFeared = true
    const target = findTarget(pieces, index, title)
    if (target === null || isCircumstance(piece, target, title)) continue
    if (isComparison(piece) && !hasAny(target.classes, QUANTITIES)) continue
    if (target.to <= piece.from && target.classes.size === 0) moved.add(target)
    stated.set(target, applyChain(piece, target, stated.get(target) ?? baseOf(target), title))
  }
  return pieces.flatMap((piece): ClauseReading[] => {
    if (piece.kind !== 'group') return []
    const value = stated.get(piece.group)
    const sign = (value ?? baseOf(piece.group)) < 0 ? -1 : 1
    return [{ group: piece.group, sign, isStated: value !== undefined, isFeared, isMove: moved.has(piece.group) }]
  })
}

/** True for the "hikes" of "output hikes". */
function isCompound(piece: Piece, left: Piece | undefined): boolean {
  if (piece.kind !== 'chain' || left?.kind !== 'group' || left.group.to !== piece.from) return false
  if (left.group.classes.size === 0) return false
  return piece.operators.every((mark) => mark.readings.some((one) => !one.isVerb))
}

/** "In a truce with": how it came about, not what becomes of it. */
function isCircumstance({ operators, from }: Chain, target: NounGroup, { words }: TokenisedText): boolean {
  if (target.to > from || !CIRCUMSTANCE.has(words[from - 1] ?? '')) return false
  return operators.every((mark) => mark.readings.some((one) => !one.isVerb))
}

const CIRCUMSTANCE: ReadonlySet<string> = new Set(['in', 'under', 'amid', 'with', 'by', 'through', 'despite'])

/** "Larger", "low": says something only of what there can be more or less of. */
function isComparison({ operators }: Chain): boolean {
  return operators.every((mark) =>
    mark.readings.every((one) => one.class === 'more' || one.class === 'less' || one.class === 'fear'),
  )
}
