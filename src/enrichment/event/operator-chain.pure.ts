import type { EventWordClass } from '../vocabulary/event-word.pure.ts'
import type { Chain, NounGroup } from './clause-piece.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import { hasClass, isOneOf, isVerb, type Mark } from './mark.pure.ts'
import { BAD, hasAny, MISHAPS, RULES } from './word-class.pure.ts'

/** The sign of a group by itself: -1 for a ban, 1 for a mine. */
export function baseOf({ classes, marks, from }: NounGroup, { words, isIn }: ListedTitle): number {
  // "Puts export permits on silver".
  const permit = marks.find((mark) => hasClass(mark, 'permission') && !hasClass(mark, 'end'))
  if (permit !== undefined && words[permit.to] === 'on') return -1
  if (!hasAny(classes, BAD)) return 1
  // "Tariff exemption".
  const head = marks.findLast((mark) => mark.readings.length > 0)
  if (head !== undefined && hasClass(head, 'permission') && hasClass(head, 'end')) return 1
  // "Takes it off its blacklist".
  const rule = marks.find((mark) => isOneOf(mark, RULES))?.from ?? from
  // "Veto on an oil ban".
  const veto = marks.findIndex((mark) => hasClass(mark, 'barrier') && hasClass(mark, 'deny'))
  const isVetoed =
    veto >= 0 &&
    marks.slice(veto + 1).some(({ readings }) => readings.some((one) => RULES.has(one.class) && !one.isVerb))
  const isOff = [1, 2, 3].some((back) => words[rule - back] === 'off' && !isIn(rule - back - 1, 'put_off'))
  return isVetoed || (isOff && hasAny(classes, RULES)) ? 1 : -1
}

/** The sign after a chain, from its last operator outwards: "delays lifting of the ban" leaves it in force, "falls idle" says one thing. */
export function applyChain(
  { operators }: Chain,
  target: NounGroup,
  before: number,
  title: ListedTitle,
  topicBase?: number,
): number {
  const base = topicBase ?? baseOf(target, title)
  const isMishap = hasAny(target.classes, MISHAPS) && !hasAny(target.classes, RULES)
  const isLimited = isLimit(target)
  let value = before
  let flipped: Mark | null = null
  for (const mark of inOrder(operators, title)) {
    const has = (...wanted: EventWordClass[]) => hasClass(mark, ...wanted)
    const limit = isLimited && flipped === null ? readLimitChange(mark) : 0
    if (limit !== 0) {
      value = limit
      flipped = mark
      continue
    }
    if ((flipped !== null && !isActedOn(flipped, mark, title)) || isAside(mark, operators, target, title)) continue
    // "Needs a permit", "imposes a quota".
    if (has('need') && target.classes.has('permission')) {
      value = -1
      continue
    }
    const isEnded = value < 0 && has('end')
    // "Plan to bring back idled crude": what is planned is the return.
    if (value < 0 && base > 0 && has('start')) {
      value = 1
      if (flipped !== null) flipped = mark
    }
    if (!isEnded && has('start', 'keep', 'more')) continue
    // "Threatens exports"; "threatens to curb exports" is what it threatens.
    if (has('threat')) {
      if (base > 0 && flipped === null && operators.at(-1) === mark) {
        value = -1
        flipped = mark
      }
      continue
    }
    // "Loses case".
    if (value < 0 && isVerb(mark, 'lose')) continue
    // "Beats forecasts".
    if (topicBase !== undefined && value > 0 && has('beat', 'succeed')) continue
    // A virus that ravages goes on.
    if (!isEnded && value < 0 && isMishap && !has('deny')) continue
    const isFlip = has('stop', 'deny', 'less')
    // "Deal to avert".
    if (flipped !== null && !isFlip && !has('terminate')) continue
    // A deal or truce ends what is bad and stops nothing else.
    const isEnd = has('end') && (value < 0 || isVerb(mark, 'end'))
    // Of what a company suffers, and of what it wants.
    const isOutcome = value < 0 ? has('win', 'walk', 'approve') : has('lose', 'walk', 'drop', 'fail')
    if (!isFlip && !isEnd && !isOutcome) continue
    value = -value
    flipped = mark
  }
  return value
}

/** True for an operator that does nothing to the target. */
function isAside(mark: Mark, operators: readonly Mark[], target: NounGroup, title: ListedTitle): boolean {
  const { words, shapes } = title
  const word = words[mark.from] ?? ''
  // "Goes ahead with delayed duty": what it was before.
  const isPast = mark.readings.some((one) => one.form === 'past')
  if (isPast && mark.to === target.from && words[mark.from - 1] === 'with') return true
  // "Hits a record".
  const isRecord = operators.some((one) => one.from >= mark.to && isMeasure(one)) || shapes[mark.to] === 'number'
  if (isRecord && word.startsWith('hit')) return true
  if (word.startsWith('lift') && target.classes.has('tax') && isRaisedTo(target, title)) return true
  // "Floods Asia with barrels".
  return hasClass(mark, 'weather') && words.slice(target.from - 3, target.from).includes('with')
}

/** True for "export quota"; not for "quota charge" or "embargo for quotas". */
function isLimit({ marks }: NounGroup): boolean {
  // "Ceilings by two million barrels".
  const limit = marks.findLast((mark) => hasClass(mark, 'limit'))
  const head = marks.find((mark) => limit !== undefined && mark.from === limit.to && mark.readings.length > 0) ?? limit
  const isRuled = marks.some((mark) => !hasClass(mark, 'limit') && isOneOf(mark, RULES))
  return head !== undefined && hasClass(head, 'limit') && !isRuled
}

/** What becomes of a limit: more gets through where it is raised or ends, less where it is lowered or set; 0 where nothing is said. */
function readLimitChange(mark: Mark): 1 | -1 | 0 {
  if (hasClass(mark, 'terminate')) return 1
  if (hasClass(mark, 'deny')) return 0
  if (hasClass(mark, 'less', 'stop', 'need')) return -1
  return hasClass(mark, 'start', 'more') ? 1 : 0
}

/** From the innermost operator outwards; in "curbs lapse" the noun before a verb without object is the inner one. */
function inOrder(all: readonly Mark[], { words, shapes, isIn }: ListedTitle): readonly Mark[] {
  // "Extends cuts that were due to expire".
  const relative = all.findIndex(({ from }, i) =>
    words.slice(all[i - 1]?.to ?? from, from).some((word) => word === 'that' || word === 'which'),
  )
  const order = all.slice(0, relative > 0 ? relative : all.length).toReversed()
  const [last, noun] = order
  if (last === undefined || noun?.to !== last.from || !isVerb(last, 'terminate', 'deny')) return order
  const isNoun =
    noun.readings.every((one) => !one.isVerb) ||
    (words[noun.to - 1]?.endsWith('s') === true && noun.readings.some((one) => !one.isVerb))
  const isFinal = last.to >= words.length || isIn(last.to, 'intransitive')
  return isNoun && isFinal && shapes[last.from] !== 'number' ? [noun, last, ...order.slice(2)] : order
}

/** "Smallest", "all-time high". */
export function isMeasure({ readings }: Mark): boolean {
  return readings.every((one) => one.class === 'less' || one.class === 'more')
}

/** "Lifts duties to 35%" raises them. */
function isRaisedTo({ to }: NounGroup, { shapes, isIn }: ListedTitle): boolean {
  return [0, 1, 2, 3].some((i) => isIn(to + i, 'raised_to') && shapes[to + i + 1] === 'number')
}

/** True for "delays lifting of", "rules out cuts", "averts a shutdown"; not for "falls idle", which says one thing twice. */
function isActedOn(inner: Mark, outer: Mark, { isIn }: ListedTitle): boolean {
  if (hasClass(outer, 'deny')) return true
  // "Shrinks to its smallest" says one thing.
  if (!isMeasure(inner) && isIn(inner.from - 1, 'of_what')) return true
  // "Sinks to the lowest on record" says one thing.
  if (isMeasure(inner) || inner.readings.every((one) => one.isVerb)) return false
  // "Curbs lapse".
  if (isIn(inner.to, 'after_noun') || (hasClass(outer, 'terminate') && inner.to === outer.from)) return true
  const isPlain = inner.readings.every((one) => !one.isVerb && one.class !== 'more' && one.class !== 'less')
  return isPlain && hasClass(outer, 'end')
}
