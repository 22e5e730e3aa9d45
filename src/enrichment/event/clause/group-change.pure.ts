import type { EventTitle } from '../title/event-title.pure.ts'
import { hasClass, isNegated, isNeverVerb, isOneOf, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { CHANGES, GOOD, hasAny, MISHAPS, QUANTITIES } from '../title/word-class.pure.ts'
import type { ClausePart, NounGroup, VerbGroup } from './clause-part.pure.ts'
import { applyVerbs, baseOf, isMeasure } from './verb-effect.pure.ts'
import { findVerbObject, isDone } from './verb-object.pure.ts'

/** What a clause says of a noun group: less or more of it. */
export interface GroupChange {
  readonly group: NounGroup
  readonly sign: 1 | -1
  readonly isStated: boolean
  readonly isFeared: boolean
  readonly isMove: boolean
}

/** "Outflows hit $3.8 billion": how many, not what becomes of them. */
function isFigure({ verbs, to }: VerbGroup, { words, shapes }: EventTitle): boolean {
  return shapes[to] === 'number' && verbs.every((tag) => words[tag.from]?.startsWith('hit') === true)
}

/** "Stops exports to cool prices": what it is for. */
function isPurpose({ from, to }: VerbGroup, target: NounGroup, { words }: EventTitle): boolean {
  return target.classes.has('price') && target.from >= to && words[from - 1] === 'to'
}

/** "Reverse the last of 2023's cuts". */
function isUndoing({ verbs }: VerbGroup, next: ClausePart | undefined): boolean {
  const isEnding = verbs.every((tag) => hasClass(tag, 'end', 'stop'))
  return isEnding && next?.kind === 'verbs' && next.verbs[0]?.readings.some((one) => !one.isVerb) === true
}

/** "Can live with": nothing is done. */
function isMood({ verbs }: VerbGroup): boolean {
  return verbs.every((tag) => tag.readings.every((one) => one.class === 'fear' || !CHANGES.has(one.class)))
}

/** Applies each group of verbs to the group it is about. */
export function readClause(parts: readonly ClausePart[], producer: Tag | undefined, title: EventTitle): GroupChange[] {
  const stated = new Map<NounGroup, number>()
  const moved = new Set<NounGroup>()
  let isFeared = false
  // "Pauses output hikes": first the hikes, then the pause.
  const order = parts
    .map((part, index) => ({ part, index }))
    .sort((a, b) => Number(isCompound(b.part, parts[b.index - 1])) - Number(isCompound(a.part, parts[a.index - 1])))
  const implied: NounGroup[] = []
  let isReversed = false
  for (const { part, index } of order) {
    if (part.kind !== 'verbs') continue
    if (isTagged(part.verbs, 'fear')) isFeared = true
    const found = findVerbObject(part, parts, index, title)
    const isOwn = found === null || (found.to <= part.from && found.classes.size === 0)
    const target = (isOwn ? findImplied(part, producer) : null) ?? found
    if (target !== null && !parts.some((one) => one.kind === 'group' && one.group === target)) implied.push(target)
    if (target === null) {
      // "Denies that it is ready to": what comes after is denied.
      if (part.verbs.some((tag) => isNegated(tag, title)) || isUndoing(part, parts[index + 1])) isReversed = true
      continue
    }
    if (isCircumstance(part, target, title) || isMood(part)) continue
    const isSecond = parts.slice(0, index).some((one) => one.kind === 'verbs')
    if (isSecond && isPurpose(part, target, title)) continue
    if (target.classes.size === 0 && isFigure(part, title)) continue
    // "Drops price to a low", "rains come in time for parched fields": said already, or of what it was before.
    if (isComparison(part) && target.to <= part.from && stated.has(target)) continue
    // "Parched pampas put crop in jeopardy", "floods leave mines under water" say one thing twice.
    const isSameAgain = part.verbs.every((tag) => hasClass(tag, 'less') || isOneOf(tag, MISHAPS))
    if (stated.get(target) === -1 && isSameAgain) continue
    const left = parts[index - 1]
    const isPlight = title.isIn(part.from - 1, 'relieved') && left?.kind === 'group' && hasAny(left.group.classes, GOOD)
    if (isPlight) continue
    if (isComparison(part) && !hasAny(target.classes, QUANTITIES)) continue
    // "Sawmill closures spread": works, not a price.
    const isClosure = part.verbs.some((tag) => title.isIn(tag.from, 'closure'))
    const isBare = target.to <= part.from && target.classes.size === 0
    // "LNG stays the course".
    // "Black Sea corridor extended": what was about to shut stays open.
    const isProlonged = target.tags.some((tag) => tag.place !== null) && isTagged(part.verbs, 'launch', 'start')
    if (isBare && !isProlonged && part.verbs.every((tag) => hasClass(tag, 'keep'))) continue
    if (isBare && !isShipped(part) && isOfPrice(part, target, title) && !isClosure) moved.add(target)
    const value = applyVerbs(part, target, stated.get(target) ?? baseOf(target, title), title)
    stated.set(target, isReversed ? -value : value)
    isReversed = false
  }
  const groups = [...parts.flatMap((part) => (part.kind === 'group' ? [part.group] : [])), ...implied]
  return groups.map((group) => {
    const value = stated.get(group)
    const sign = (value ?? baseOf(group, title)) < 0 ? -1 : 1
    return { group, sign, isStated: value !== undefined, isFeared, isMove: moved.has(group) }
  })
}

/** What a verb without object does something to: "vows to pump at will", "OPEC+ cancels increases". */
function findImplied({ verbs }: VerbGroup, producer: Tag | undefined): NounGroup | null {
  const isChange = isTagged(verbs, 'start', 'stop', 'more', 'less') && !isTagged(verbs, 'accident')
  const tag = verbs.find((one) => isVerb(one, 'output')) ?? (isChange ? producer : undefined)
  if (tag === undefined) return null
  return { tags: [tag], from: tag.from, to: tag.to, classes: new Set(['output']) }
}

/** "Coal may not sail": where it goes, not what it costs. */
function isShipped({ verbs }: VerbGroup): boolean {
  return verbs.some((tag) => isVerb(tag, 'flow'))
}

/** "Rises", "tops 4,000"; not "permit granted" or "cargoes held up", which is done to what is sold. */
function isOfPrice({ verbs, to }: VerbGroup, target: NounGroup, { shapes }: EventTitle): boolean {
  if (isTagged(verbs, 'selfmove', 'more', 'less') || shapes[to] === 'number') return true
  // "Gas taps run dry".
  if (verbs.every((tag) => tag.readings.every((one) => one.isVerb && one.class === 'stop'))) return false
  return (
    !target.tags.some((tag) => tag.goods.some(isTraded)) ||
    (verbs.some((tag) => tag.readings.some((one) => one.isVerb)) && !isDone(verbs, 'past', 'participle'))
  )
}

/** True for the "hikes" of "output hikes". */
function isCompound(part: ClausePart, left: ClausePart | undefined): boolean {
  if (part.kind !== 'verbs' || left?.kind !== 'group' || left.group.to !== part.from) return false
  // "Halts LNG expansion".
  if (left.group.classes.size === 0 && !part.verbs.every(isNeverVerb)) return false
  return part.verbs.every((tag) => tag.readings.some((one) => !one.isVerb))
}

/** "In a truce with": how it came about, not what becomes of it. */
function isCircumstance({ verbs, from }: VerbGroup, target: NounGroup, { isIn }: EventTitle): boolean {
  // "At a record": how much there is.
  if (target.to > from || !isIn(from - 1, 'circumstance') || verbs.every(isMeasure)) return false
  return verbs[0]?.readings.some((one) => !one.isVerb) === true
}

/** "Larger", "low": says something only of what there can be more or less of. */
export function isComparison({ verbs }: VerbGroup): boolean {
  return verbs.every((tag) =>
    tag.readings.every((one) => one.class === 'more' || one.class === 'less' || one.class === 'fear'),
  )
}
