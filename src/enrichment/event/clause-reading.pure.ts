import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import type { Chain, NounGroup, Piece } from './clause-piece.pure.ts'
import { hasClass, isNegated, type Mark } from './mark.pure.ts'
import { applyChain, baseOf, findTarget } from './operator-chain.pure.ts'
import { BAD, GOOD, hasAny, OPERATORS, QUANTITIES } from './word-class.pure.ts'

/** What a clause says of one of its groups. */
export interface ClauseReading {
  readonly group: NounGroup
  readonly sign: 1 | -1
  readonly isStated: boolean
  readonly isFeared: boolean
  readonly isMove: boolean
}

const RELIEVED: ReadonlySet<string> = new Set(['for', 'to', 'in'])

/** "Outflows hit $3.8 billion": how many, not what becomes of them. */
function isFigure({ operators, to }: Chain, { words, shapes }: TokenisedText): boolean {
  return shapes[to] === 'number' && operators.every((mark) => words[mark.from]?.startsWith('hit') === true)
}

/** "Libya's largest oilfield". */
export function isDescription(piece: Piece, next: Piece | undefined): boolean {
  if (piece.kind !== 'chain' || next?.kind !== 'group' || next.group.from - piece.to > 1) return false
  return isComparison(piece) && !hasAny(next.group.classes, QUANTITIES)
}

/** "Stops exports to cool prices": what it is for. */
function isPurpose({ from, to }: Chain, target: NounGroup, { words }: TokenisedText): boolean {
  return target.classes.has('price') && target.from >= to && from > 2 && words[from - 1] === 'to'
}

/** "Reverse the last of 2023's cuts". */
function isUndoing({ operators }: Chain, next: Piece | undefined): boolean {
  const isEnding = operators.every((mark) => hasClass(mark, 'end') || hasClass(mark, 'stop'))
  return isEnding && next?.kind === 'chain' && next.operators[0]?.readings.some((one) => !one.isVerb) === true
}

/** "Can live with": nothing is done. */
function isMood({ operators }: Chain): boolean {
  return operators.every((mark) => mark.readings.every((one) => one.class === 'fear' || !OPERATORS.has(one.class)))
}

/** "Trims output", "to cut output"; not "idle mine". */
function isDoneTo({ from }: NounGroup, verb: Piece | undefined, { words }: TokenisedText): boolean {
  const last = verb?.kind === 'chain' && verb.to <= from ? verb.operators.at(-1) : undefined
  if (last === undefined) return false
  const isActive = last.readings.some((one) => one.isVerb && (one.form === 's' || one.form === 'ing'))
  return isActive || FINITE.has(words[last.from - 1] ?? '')
}

const FINITE: ReadonlySet<string> = new Set(['to', 'will', 'must', 'may', 'could', 'would', 'should'])

/** Applies each chain of operators to the group it is about. */
export function readClause(
  pieces: readonly Piece[],
  producer: Mark | undefined,
  title: TokenisedText,
): ClauseReading[] {
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
    if (piece.operators.some((mark) => mark.readings.some((one) => one.class === 'fear'))) isFeared = true
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
    if (isCircumstance(piece, target, title) || isMood(piece)) continue
    const isSecond = pieces.slice(0, index).some((one) => one.kind === 'chain')
    if (isSecond && isPurpose(piece, target, title)) continue
    if (target.classes.size === 0 && isFigure(piece, title)) continue
    // "Drops price to a low", "rains come in time for parched fields": said already, or of what it was before.
    if (isComparison(piece) && target.to <= piece.from && stated.has(target)) continue
    // "Trims output to make up for overproduction": what it is for.
    if (stated.has(target) && title.words[piece.from - 1] === 'to' && isDoneTo(target, pieces[index - 2], title))
      continue
    // "Parched pampas put crop in jeopardy" says one thing twice.
    if (stated.get(target) === -1 && piece.operators.every((mark) => hasClass(mark, 'less'))) continue
    const left = pieces[index - 1]
    const isPlight =
      RELIEVED.has(title.words[piece.from - 1] ?? '') && left?.kind === 'group' && hasAny(left.group.classes, GOOD)
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
    if (
      target.to <= piece.from &&
      target.classes.size === 0 &&
      !isShipped(piece) &&
      !isAgain(piece) &&
      !isClosure(piece, title)
    )
      moved.add(target)
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
  const isOutput = (one: Mark) => one.readings.some((reading) => reading.isVerb && reading.class === 'output')
  const isFailure = operators.some((one) => hasClass(one, 'accident'))
  const isChange = !isFailure && operators.some((one) => one.readings.some((reading) => CHANGES.has(reading.class)))
  const mark = operators.find(isOutput) ?? (isChange ? producer : undefined)
  if (mark === undefined) return null
  return { marks: [mark], from: mark.from, to: mark.to, classes: new Set(['output']) }
}

/** "Coal may not sail": where it goes, not what it costs. */
function isShipped({ operators }: Chain): boolean {
  return operators.some((mark) => mark.readings.some((one) => one.isVerb && one.class === 'flow'))
}

/** "Sawmill closures spread": works, not a price. */
function isClosure({ operators }: Chain, { words }: TokenisedText): boolean {
  return operators.some((mark) => CLOSURE.test(words[mark.from] ?? ''))
}

const CLOSURE =
  /^(?:closures?|shutdowns?|outages?|stoppages?|suspensions?|shortfalls?|curtailments?|disruptions?|restarts?|reopenings?|hoard(?:s|ing)?|ramp-ups?|start-ups?)$/

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
function isCircumstance({ operators, from }: Chain, target: NounGroup, { words }: TokenisedText): boolean {
  if (target.to > from || !CIRCUMSTANCE.has(words[from - 1] ?? '')) return false
  return operators.every((mark) => mark.readings.some((one) => !one.isVerb))
}

const CIRCUMSTANCE: ReadonlySet<string> = new Set(['in', 'under', 'amid', 'with', 'by', 'through', 'despite'])

const CHANGES: ReadonlySet<EventWordClass> = new Set(['start', 'stop', 'more', 'less'])

/** "Larger", "low": says something only of what there can be more or less of. */
function isComparison({ operators }: Chain): boolean {
  return operators.every((mark) =>
    mark.readings.every((one) => one.class === 'more' || one.class === 'less' || one.class === 'fear'),
  )
}
