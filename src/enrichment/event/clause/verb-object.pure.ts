import type { VerbForm } from '../../direction/lexicon/inflect.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { ListedTitle } from '../title/event-title.pure.ts'
import { hasClass, isInForm, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { BAD, hasAny, MISHAPS, MOVED, RULES } from '../title/word-class.pure.ts'
import type { ClausePart, NounGroup, VerbGroup } from './clause-part.pure.ts'

/** Tokens between an verb and what it is done to. */
const OBJECT_GAP = 7

/** What the group of verbs at `index` is done to: its object, or its subject where it is passive or has no object. */
export function findVerbObject(
  verbGroup: VerbGroup,
  parts: readonly ClausePart[],
  index: number,
  title: ListedTitle,
): NounGroup | null {
  const { words, shapes, isIn, hasIn } = title
  const { verbs, from, to } = verbGroup
  const has = (...wanted: EventWordClass[]) => isTagged(verbs, ...wanted)
  const object = findObject(verbGroup, parts[index + 1], parts[index + 2])
  const reached = groupOf(object)
  const near =
    reached !== null && reached.from - to <= OBJECT_GAP && !isJoined(verbGroup, reached, title) ? reached : null
  const after = near === null || isAmount(near, title) ? null : near
  // "Leaves a million without power": what there is none of.
  if (words[from] === 'without') return after
  // "Idles one mill and cuts another": what follows "and" is done to something else.
  const before = words[from - 1] !== '&' || reached !== null ? groupOf(parts[index - 1]) : null
  if (before !== null) {
    // "Face tax to rein in baht": what is reined in is not told.
    const isAim = words[from - 1] === 'to' && near === null && shapes[to] === 'lower'
    if (isAim && hasAny(before.classes, RULES) && !has('selfmove', 'terminate')) return null
    // "Drops below 30% in a cold spell".
    const isMoved = isIn(to, 'intransitive') || shapes[to] === 'number'
    if (isMoved && has('selfmove')) return before
    // "Storm veers east of platforms".
    const isOver = verbs.every((tag) => hasClass(tag, 'end') && !hasClass(tag, 'stop', 'start'))
    // "Strike ends at mine", "cyclone misses ports".
    const isEndedAt = verbs.every((tag) => hasClass(tag, 'end')) && isIn(to, 'ended_at')
    const isMissed = before.classes.has('weather') && isIn(from, 'missed')
    if ((isOver || isEndedAt || isMissed) && hasAny(before.classes, MISHAPS)) return before
    // "Virus spreads through farms".
    const isSpreading = verbs.every((tag) => hasClass(tag, 'keep') && !hasClass(tag, 'stop', 'start'))
    const isOther = after === null || !hasAny(after.classes, BAD)
    if (isSpreading && isOther && hasAny(before.classes, MISHAPS)) return before
  }
  // "Spares cognac houses from duty".
  const isSparing = verbs.some((tag) => isVerb(tag, 'approve'))
  const burden = isSparing ? parts.map(groupOf).find((one) => one !== null && hasAny(one.classes, RULES)) : undefined
  if (burden != null && hasIn('from', to - 1, burden.from)) return burden
  const isAfterNumber = shapes[to] === 'number' && near !== null && near.from - to >= 2
  if (before !== null && isAfterNumber && !hasAny(near.classes, BAD)) return before
  if (after !== null) {
    // "Hit with a tariff", "shut by a strike": the noun says by what.
    if (hasAny(after.classes, BAD) && isIn(to, 'by_what')) return before
    // "Spared from levies".
    const isGerund = after.tags[0]?.readings.some((one) => one.isVerb) === true
    if ((hasAny(after.classes, RULES) || isGerund) && isIn(to, 'from')) return after
  }
  if (before === null) return after
  // "Refined copper spared in tariff proclamation".
  const isExempting = verbs.some((tag) => hasClass(tag, 'end') && hasClass(tag, 'start'))
  if (isExempting && after !== null && hasAny(after.classes, RULES)) return after
  // "The levy exempts aircraft."
  if (isExempting && hasAny(before.classes, RULES) && after?.classes.has('price') !== true) return before
  const isPassive = isDone(verbs, 'past', 'participle', 'same') || isIn(verbs.at(-1)?.to ?? to, 'after_noun')
  if (!isPassive) return after ?? (object?.kind === 'name' ? null : before)
  // Who walks out or what burns does not end by shutting a plant; a ban that was lifted does.
  const isPast = isDone(verbs, 'past', 'participle') || (isDone(verbs, 'same') && words[to] === 'at')
  const isSubject = isPast && isIn(to, 'after_noun') && !hasAny(before.classes, MISHAPS)
  // "Sanctions cut crude".
  const isObject = after?.from === to && isDone(verbs, 'same')
  return isSubject || (isRule(before) && !isObject) ? before : (after ?? before)
}

function groupOf(part: ClausePart | undefined): NounGroup | null {
  return part?.kind === 'group' ? part.group : null
}

function isRule({ classes }: NounGroup): boolean {
  return hasAny(classes, RULES) || classes.has('permission')
}

export function isDone(verbs: readonly Tag[], ...forms: VerbForm[]): boolean {
  const last = verbs.at(-1)
  return last !== undefined && isInForm(last, ...forms)
}

/** What follows a group of verbs; behind a name what it owns or is let do: "floods Rio's rail line". */
function findObject(
  { verbs }: VerbGroup,
  right: ClausePart | undefined,
  next: ClausePart | undefined,
): ClausePart | undefined {
  if (right?.kind !== 'name' || next?.kind !== 'group') return right
  const isLet = isTagged(verbs, 'start', 'stop') && hasAny(next.group.classes, MOVED)
  return isLet || next.group.from - right.to <= 2 ? next : right
}

/** "Reject contract and walk off": what follows "and" is told for itself; not so in "letting India and Japan buy". */
function isJoined({ to }: VerbGroup, { from }: NounGroup, { words, shapes, casing }: ListedTitle): boolean {
  const isBetweenNames = (at: number) =>
    casing === 'sentence' && shapes[at - 1] === shapes[at + 1] && shapes[at - 1] !== 'lower'
  return words.slice(to, from).some((word, i) => word === '&' && !isBetweenNames(to + i))
}

/** "Climbs $5 a barrel": how much, not what; "a 40% levy" and "2026 demand" are what. */
function isAmount({ from, classes, tags }: NounGroup, { words, shapes, isIn }: ListedTitle): boolean {
  // "Approves 100 online games".
  const isTold =
    hasAny(classes, MOVED) || hasAny(classes, BAD) || tags.some((tag) => tag.goods.some((good) => !isTraded(good)))
  const isNumber =
    shapes[from - 1] === 'number' && !words.slice(Math.max(0, from - 2), from).some((one) => YEAR.test(one))
  return !isTold && (isNumber || isIn(from - 1, 'magnitude'))
}
const YEAR = /^20\d\d$/
