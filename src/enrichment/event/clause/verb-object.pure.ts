import type { ListedTitle } from '../title/event-title.pure.ts'
import { hasClass, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { BAD, hasAny, MISHAPS, MOVED, RULES } from '../title/word-class.pure.ts'
import type { ClausePart, NounGroup, VerbGroup } from './clause-part.pure.ts'

/** Tokens between an verb and what it is done to. */
const OBJECT_GAP = 7

/** What a group of verbs is done to: its object, or its subject where it is passive or has no object. */
export function findVerbObject(parts: readonly ClausePart[], index: number, title: ListedTitle): NounGroup | null {
  const { words, shapes, isIn } = title
  const verbGroup = parts[index]
  if (verbGroup?.kind !== 'verbs') return null
  const { verbs, from, to } = verbGroup
  const groupAt = (at: number) => groupOf(parts[at])
  const object = findObject(parts, index)
  const reached = groupOf(object)
  const near =
    reached !== null && reached.from - to <= OBJECT_GAP && !isJoined(verbGroup, reached, title) ? reached : null
  const after = near === null || isAmount(near, title) ? null : near
  // "Leaves a million without power": what there is none of.
  if (words[from] === 'without') return after
  // "Idles one mill and cuts another": what follows "and" is done to something else.
  const before = words[from - 1] !== '&' || reached !== null ? groupAt(index - 1) : null
  if (before !== null) {
    // "Face tax to rein in baht": what is reined in is not told.
    const isAim = words[from - 1] === 'to' && near === null && shapes[to] === 'lower' && !isIn(to, 'intransitive')
    if (isAim && hasAny(before.classes, RULES) && !verbs.some((tag) => hasClass(tag, 'selfmove', 'terminate')))
      return null
    // "Drops below 30% in a cold spell".
    const isMoved = isIn(to, 'intransitive') || shapes[to] === 'number'
    if (isMoved && verbs.some((tag) => hasClass(tag, 'selfmove'))) return before
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
  const isSparing = verbs.some((tag) => isVerb(tag, 'approve') && isVerb(tag, 'end'))
  const burden = isSparing ? parts.map(groupOf).find((one) => one !== null && hasAny(one.classes, RULES)) : undefined
  if (burden != null && burden.from >= to && words.slice(to - 1, burden.from).some((word) => OF_BURDEN.has(word)))
    return burden
  const isAfterNumber = shapes[to] === 'number' && near !== null && near.from - to >= 2
  if (before !== null && isAfterNumber && !hasAny(near.classes, BAD)) return before
  if (after !== null) {
    // "Hit with a tariff", "shut by a strike": the noun says by what.
    if (hasAny(after.classes, BAD) && isIn(to, 'by_what')) return before
    // "Spared from levies".
    const isGerund = after.tags[0]?.readings.some((one) => one.isVerb) === true
    if ((hasAny(after.classes, RULES) || isGerund) && isIn(to < words.length ? to : to - 1, 'from')) return after
  }
  if (before === null) return after
  // "Refined copper spared in tariff proclamation".
  const isSpared = after !== null && hasAny(after.classes, RULES) && isIn(to, 'spared_by')
  if (isSpared && verbs.some((tag) => hasClass(tag, 'end') && hasClass(tag, 'start', 'bear'))) return after
  // "The levy exempts aircraft."
  const isExempting = verbs.some((tag) => hasClass(tag, 'end') && hasClass(tag, 'start'))
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

export function isDone(verbs: readonly Tag[], ...forms: (string | null)[]): boolean {
  return verbs.at(-1)?.readings.some((one) => forms.includes(one.form)) === true
}

/** What follows a group of verbs; behind a name what it owns or is let do: "floods Rio's rail line". */
function findObject(parts: readonly ClausePart[], index: number): ClausePart | undefined {
  const [verbGroup, right, next] = [parts[index], parts[index + 1], parts[index + 2]]
  if (verbGroup?.kind !== 'verbs' || right?.kind !== 'name' || next?.kind !== 'group') return right
  const isLet = verbGroup.verbs.some((tag) => hasClass(tag, 'start', 'stop')) && hasAny(next.group.classes, MOVED)
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

/** Exempt from a ban, carved out of it. */
const OF_BURDEN: ReadonlySet<string> = new Set(['from', 'of'])
const YEAR = /^20\d\d$/
