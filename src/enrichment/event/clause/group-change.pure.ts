import type { EventTitle } from '../title/event-title.pure.ts'
import { hasClass, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { CHANGES, hasAny, QUANTITIES } from '../title/word-class.pure.ts'
import type { ClausePart, NounGroup, VerbGroup } from './clause-part.pure.ts'
import { applyVerbs, baseOf, isMeasure } from './verb-effect.pure.ts'
import { findVerbObject } from './verb-object.pure.ts'

/** What a clause says of a noun group: less or more of it. */
export interface GroupChange {
  readonly group: NounGroup
  readonly sign: 1 | -1
  readonly isStated: boolean
  readonly isFeared: boolean
  readonly isMove: boolean
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
    const found = findVerbObject(parts, index, title)
    const isOwn = found === null || (found.to <= part.from && found.classes.size === 0)
    const target = (isOwn ? findImplied(part, producer) : null) ?? found
    if (target !== null && !parts.some((one) => one.kind === 'group' && one.group === target)) implied.push(target)
    if (target === null) {
      // "Denies that it is ready to": what comes after is denied.
      if (isUndoing(part, parts[index + 1])) isReversed = true
      continue
    }
    if (isCircumstance(part, target, title) || isMood(part)) continue
    // "Drops price to a low", "rains come in time for parched fields": said already, or of what it was before.
    if (isComparison(part) && target.to <= part.from && stated.has(target)) continue
    // "Parched pampas put crop in jeopardy", "floods leave mines under water" say one thing twice.
    const isSameAgain = part.verbs.every((tag) => hasClass(tag, 'less'))
    if (stated.get(target) === -1 && isSameAgain) continue
    if (isComparison(part) && !hasAny(target.classes, QUANTITIES)) continue
    const isBare = target.to <= part.from && target.classes.size === 0
    // "LNG stays the course"; not "Black Sea corridor extended": what was about to shut stays open.
    const isProlonged = target.tags.some((tag) => tag.place !== null) && isTagged(part.verbs, 'launch', 'start')
    if (isBare && !isProlonged && part.verbs.every((tag) => hasClass(tag, 'keep'))) continue
    if (isBare && isOfPrice(part, target)) moved.add(target)
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

/** "Rises", "tops 4,000": a verb, where the group is of something traded. */
function isOfPrice({ verbs }: VerbGroup, target: NounGroup): boolean {
  return (
    !target.tags.some((tag) => tag.goods.some(isTraded)) || verbs.some((tag) => tag.readings.some((one) => one.isVerb))
  )
}

/** True for the "hikes" of "output hikes". */
function isCompound(part: ClausePart, left: ClausePart | undefined): boolean {
  if (part.kind !== 'verbs' || left?.kind !== 'group' || left.group.to !== part.from) return false
  // "Halts LNG expansion".
  const isNeverVerb = part.verbs.every((tag) => tag.readings.every((one) => !one.isVerb))
  if (left.group.classes.size === 0 && !isNeverVerb) return false
  return part.verbs.every((tag) => tag.readings.some((one) => !one.isVerb))
}

/** "In a truce with": how it came about, not what becomes of it. */
function isCircumstance({ verbs, from }: VerbGroup, target: NounGroup, { isIn }: EventTitle): boolean {
  // "At a record": how much there is.
  if (target.to > from || !isIn(from - 1, 'circumstance') || verbs.every(isMeasure)) return false
  return verbs[0]?.readings.some((one) => !one.isVerb) === true
}

/** "Larger", "low": says something only of what there can be more or less of. */
function isComparison({ verbs }: VerbGroup): boolean {
  return verbs.every((tag) => tag.readings.every((one) => one.class === 'more' || one.class === 'less'))
}
