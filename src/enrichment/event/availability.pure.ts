import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import { type Chain, gatherPieces, type NounGroup, type Piece } from './clause-piece.pure.ts'
import { hasClass, isNegated, type Mark } from './mark.pure.ts'
import { applyChain, baseOf, findTarget } from './operator-chain.pure.ts'
import { type Phrase, splitPhrases } from './phrase.pure.ts'
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
export function readAvailability(marks: readonly Mark[], title: TokenisedText): Availability | null {
  /** Those who agree on output have nothing else to raise or cut. */
  const isOfOutput = title.words.some((word) => OF_PRODUCERS.has(word))
  const named = new Set(
    marks.flatMap(({ country }) => (country !== null && PRODUCERS.has(country.code) ? country.code : [])),
  )
  // "Russia refuses deeper cuts, and its pact with Saudi Arabia ends".
  const isOfPartners = named.has('SA') && named.size > 1
  const producer = marks.find(
    ({ country }) =>
      country?.code === 'OPEC' || ((isOfOutput || isOfPartners) && country !== null && PRODUCERS.has(country.code)),
  )
  let best: { readonly found: Availability; readonly rank: number } | null = null
  for (const { from, to } of joinLists(splitPhrases(title), marks)) {
    const inside = marks.filter(
      (mark) => mark.from >= from && mark.to <= to && !isNumbered(mark, title) && isTelling(mark),
    )
    if (inside.length === 0) continue
    const pieces = gatherPieces(inside, title).filter((piece, i, all) => !isDescription(piece, all[i + 1]))
    for (const reading of readClause(pieces, producer, title)) {
      const isBackground =
        title.words.slice(from, reading.group.from).some((word) => BACKGROUND.has(word)) ||
        (title.words[from] === 'as' && isOnlyPrice(reading))
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

/** "Exempts coffee, beef and bananas": a comma between goods opens no clause. */
function joinLists(phrases: readonly Phrase[], marks: readonly Mark[]): readonly Phrase[] {
  const joined: Phrase[] = []
  for (const phrase of phrases) {
    const last = joined.at(-1)
    const isGood = (mark: Mark) => mark.goods.length > 0 && mark.readings.length === 0
    const isList =
      marks.some((mark) => mark.to === phrase.from && isGood(mark)) &&
      marks.some((mark) => mark.from === phrase.from && isGood(mark))
    if (last !== undefined && isList) joined.splice(-1, 1, { from: last.from, to: phrase.to })
    else joined.push(phrase)
  }
  return joined
}

/** A thing, a name, or what is done to one; a country says where. */
function isTelling({ asset, place, goods, readings }: Mark): boolean {
  return asset !== null || place !== null || goods.length > 0 || readings.some((one) => TELLING.has(one.class))
}

const TELLING: ReadonlySet<EventWordClass> = new Set([...OPERATORS, ...OBJECTS])

/** The "No" of "No. 6". */
function isNumbered({ from, to }: Mark, { words, shapes }: TokenisedText): boolean {
  return words[from] === 'no' && to - from === 1 && shapes[to] === 'number'
}

/** Who may cut what is not named where the title speaks of barrels or of a cartel. */
const PRODUCERS: ReadonlySet<string> = new Set(['SA', 'RU', 'IQ', 'AE', 'KW', 'MIDDLEEAST'])
const OF_PRODUCERS: ReadonlySet<string> = new Set(['barrels', 'bpd', 'members', 'cartel', 'quotas', 'spigots'])

/** "Snaps up gold as prices dip". */
function isOnlyPrice({ group }: ClauseReading): boolean {
  return group.classes.size === 1 && group.classes.has('price')
}

/** Connectives of what was before: "exports resume after a freeze". */
const BACKGROUND: ReadonlySet<string> = new Set(['after', 'since', 'citing', 'blaming'])

/** Rules before what is stated of a quantity, this before a mere mishap. */
function rankOf({ group, sign, isStated, isMove }: ClauseReading, { words }: TokenisedText): number {
  const { classes } = group
  if (classes.has('permission') && sign < 0) return 3.5
  // "Stops sales over chip curbs": a reason.
  if (!isStated && REASON.has(words[group.from - 1] ?? '')) return hasAny(classes, BAD) ? 1 : 0
  if (hasAny(classes, RULES)) return 4
  if (isMove || classes.size === 0)
    return isStated && group.marks.every((mark) => mark.place === null) ? 1.9 : isStated ? 3 : 0
  // "Stocks pile up as exports lag".
  if (classes.has('stocks') && hasAny(classes, GOOD)) return 3.1
  // "Finds disease, China suspends imports".
  if (isStated && classes.has('inflow')) return 3.2
  if (isStated) return 3
  if (hasAny(classes, GOOD) || classes.has('shortage')) return 2.5
  if (hasAny(classes, MISHAPS)) return 2
  // "Agrees to buy soybeans".
  return group.marks.some((mark) => mark.readings.some((one) => one.class === 'demand' && one.isVerb)) ? 1 : 0
}

interface ClauseReading {
  readonly group: NounGroup
  readonly sign: 1 | -1
  readonly isStated: boolean
  readonly isFeared: boolean
  readonly isMove: boolean
}

const RELIEVED: ReadonlySet<string> = new Set(['for', 'to', 'in'])
const REASON: ReadonlySet<string> = new Set(['over', 'amid', 'despite', 'after', 'following', 'for'])

/** "Outflows hit $3.8 billion": how many, not what becomes of them. */
function isFigure({ operators, to }: Chain, { words, shapes }: TokenisedText): boolean {
  return shapes[to] === 'number' && operators.every((mark) => words[mark.from]?.startsWith('hit') === true)
}

/** "Libya's largest oilfield". */
function isDescription(piece: Piece, next: Piece | undefined): boolean {
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
function readClause(pieces: readonly Piece[], producer: Mark | undefined, title: TokenisedText): ClauseReading[] {
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
