import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { ListedTitle } from '../title/event-title.pure.ts'
import { hasClass, isInForm, isNeverVerb, isNoun, isOneOf, isVerb, type Tag } from '../title/tag.pure.ts'
import { BAD, hasAny, MISHAPS, RULES } from '../title/word-class.pure.ts'
import type { NounGroup, VerbGroup } from './clause-part.pure.ts'

/** The sign of a group by itself: -1 for a ban, 1 for a mine. */
export function baseOf({ classes, tags, from, to }: NounGroup, { words, breaks, isIn }: ListedTitle): number {
  // "Strike over: union claims win".
  const isOver = words[to] === 'over' && (to + 1 >= words.length || breaks[to + 1] === true)
  if (isOver || classes.has('mild') || !hasAny(classes, BAD)) return 1
  // "Tariff exemption".
  const head = tags.findLast((tag) => tag.readings.length > 0)
  if (head && hasClass(head, 'permission') && hasClass(head, 'end')) return 1
  // "Takes it off its blacklist".
  const rule = tags.find((tag) => isOneOf(tag, RULES))?.from ?? from
  // Not so in "a one-off tax".
  const isAwayFrom = (at: number) => words[at] === 'off' && words[at - 1] !== 'one' && !isIn(at - 1, 'put_off')
  const isOff = [1, 2, 3].some((back) => isAwayFrom(rule - back))
  return isOff && hasAny(classes, RULES) ? 1 : -1
}

/** The sign after a group of verbs, from its last verb outwards: "delays lifting of the ban" leaves it in force, "falls idle" says one thing. */
export function applyVerbs(
  { verbs }: VerbGroup,
  target: NounGroup,
  before: number,
  title: ListedTitle,
  topicBase?: number,
): number {
  const base = topicBase ?? baseOf(target, title)
  const isMishap = hasAny(target.classes, MISHAPS) && !hasAny(target.classes, RULES)
  const isLimited = isLimit(target)
  let value = before
  let flipped: Tag | null = null
  for (const tag of inOrder(verbs, title)) {
    const has = (...wanted: EventWordClass[]) => hasClass(tag, ...wanted)
    const limit = isLimited && flipped === null ? readLimitChange(tag) : 0
    if (limit !== 0) {
      value = limit
      flipped = tag
      continue
    }
    // "Restarts idled potlines": what they were before; not "completes closure".
    const isAtWork = value < 0 && base > 0 && has('start')
    if (isAtWork && flipped?.to === target.from && isInForm(flipped, 'past', 'participle')) {
      value = 1
      flipped = tag
      continue
    }
    if ((flipped !== null && !isActedOn(flipped, tag, title)) || isAside(tag, verbs, target, title)) continue
    // "Needs a permit", "imposes a quota".
    if (has('need') && target.classes.has('permission')) {
      value = -1
      continue
    }
    const isEnded = value < 0 && has('end')
    if (isAtWork && !(flipped !== null && isNoun(flipped, 'stop') && isNeverVerb(flipped))) {
      value = 1
      if (flipped !== null) flipped = tag
    }
    // "Storm batters belt": a virus that batters goes on, what it batters does not.
    const isStruck = value > 0 && has('stop') && isOneOf(tag, MISHAPS)
    if (!isEnded && !isStruck && has('start', 'keep', 'more')) continue
    // "Threatens exports"; "threatens to curb exports" is what it threatens.
    if (has('threat')) {
      if (base > 0 && verbs.at(-1) === tag) {
        value = -1
        flipped = tag
      }
      continue
    }
    // "Loses case".
    if (value < 0 && !isEnded && isVerb(tag, 'lose')) continue
    // "Beats forecasts".
    if (topicBase !== undefined && value > 0 && has('beat', 'succeed')) continue
    // A virus that ravages goes on.
    if (!isEnded && value < 0 && isMishap && !has('deny')) continue
    const isFlip = has('stop', 'deny', 'less')
    // "Deal to avert".
    if (flipped !== null && !isFlip && !has('terminate')) continue
    // A deal or truce ends what is bad and stops nothing else.
    const isEnd = has('end') && (value < 0 || isVerb(tag, 'end'))
    // Of what a company suffers, and of what it wants.
    const isOutcome = value < 0 ? has('win', 'walk', 'approve', 'beat') : has('lose', 'walk', 'drop', 'fail')
    if (!isFlip && !isEnd && !isOutcome) continue
    value = -value
    flipped = tag
  }
  return value
}

/** True for an verb that does nothing to the target. */
function isAside(tag: Tag, verbs: readonly Tag[], target: NounGroup, title: ListedTitle): boolean {
  const { words, shapes } = title
  const word = words[tag.from] ?? ''
  // "Hits a record".
  const isRecord = verbs.some((one) => one.from >= tag.to && isMeasure(one)) || shapes[tag.to] === 'number'
  if (isRecord && word.startsWith('hit')) return true
  if (word.startsWith('lift') && isRaisedTo(target, title)) return true
  // "Hits Indian goods with a tariff" imposes it.
  const isDealt = hasAny(target.classes, RULES) && words.slice(Math.max(tag.from - 2, 0), target.from).includes('with')
  if (isDealt && !hasClass(tag, 'deny', 'terminate')) return true
  // "Floods Asia with barrels".
  return hasClass(tag, 'weather') && words.slice(target.from - 3, target.from).includes('with')
}

/** True for "export quota"; not for "quota charge" or "embargo for quotas". */
function isLimit({ tags }: NounGroup): boolean {
  // "Ceilings by two million barrels".
  const limit = tags.findLast((tag) => hasClass(tag, 'limit'))
  const head = tags.find((tag) => limit !== undefined && tag.from === limit.to) ?? limit
  const isRuled = tags.some((tag) => !hasClass(tag, 'limit') && isOneOf(tag, RULES))
  return head !== undefined && hasClass(head, 'limit') && !isRuled
}

/** What becomes of a limit: more gets through where it is raised or ends, less where it is lowered or set; 0 where nothing is said. */
function readLimitChange(tag: Tag): 1 | -1 | 0 {
  if (hasClass(tag, 'terminate', 'drop', 'walk', 'delay')) return 1
  if (hasClass(tag, 'less', 'stop', 'need')) return -1
  if (hasClass(tag, 'start', 'more')) return 1
  return hasClass(tag, 'keep') ? -1 : 0
}

/** From the innermost verb outwards; in "curbs lapse" the noun before a verb without object is the inner one. */
function inOrder(all: readonly Tag[], { words, isIn }: ListedTitle): readonly Tag[] {
  // "Extends cuts that were due to expire".
  const relative = all.findIndex(({ from }, i) => words.slice(all[i - 1]?.to ?? from, from).includes('that'))
  const order = all.slice(0, relative > 0 ? relative : all.length).toReversed()
  const [last, noun] = order
  if (last === undefined || noun?.to !== last.from || !isVerb(last, 'terminate', 'deny')) return order
  const isNoun = isNeverVerb(noun) || words[noun.to - 1]?.endsWith('s') === true
  const isFinal = last.to >= words.length || isIn(last.to, 'intransitive')
  return isNoun && isFinal ? [noun, last, ...order.slice(2)] : order
}

/** "Smallest", "all-time high". */
export function isMeasure({ readings }: Tag): boolean {
  return readings.every((one) => one.class === 'less' || one.class === 'more')
}

/** "Lifts duties to 35%" raises them. */
function isRaisedTo({ to }: NounGroup, { shapes, isIn }: ListedTitle): boolean {
  return [0, 1, 2, 3].some((i) => isIn(to + i, 'raised_to') && shapes[to + i + 1] === 'number')
}

/** True for "delays lifting of", "rules out cuts", "averts a shutdown"; not for "falls idle", which says one thing twice. */
function isActedOn(inner: Tag, outer: Tag, { words, isIn }: ListedTitle): boolean {
  if (hasClass(outer, 'deny')) return true
  // "Postpones unwinding of cuts".
  if (isInForm(inner, 'ing') && words[inner.to] === 'of') return true
  // "Shrinks to its smallest" says one thing.
  if (!isMeasure(inner) && isIn(inner.from - 1, 'of_what')) return true
  // "Sinks to the lowest on record" says one thing.
  if (isMeasure(inner) || inner.readings.every((one) => one.isVerb)) return false
  // "Curbs lapse".
  if (isIn(inner.to, 'after_noun') || inner.to === outer.from) return true
  return isNeverVerb(inner) && !hasClass(inner, 'less') && hasClass(outer, 'end')
}
