import type { ListedTitle } from '../title/event-title.pure.ts'
import { hasClass, type Tag } from '../title/tag.pure.ts'
import { BAD, hasAny, MISHAPS, RULES } from '../title/word-class.pure.ts'
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
  const after =
    reached !== null && reached.from - to <= OBJECT_GAP && !isJoined(verbGroup, reached, title) ? reached : null
  // "Idles one mill and cuts another": what follows "and" is done to something else.
  const before = words[from - 1] !== '&' || reached !== null ? groupAt(index - 1) : null
  if (before !== null) {
    // "Drops below 30% in a cold spell".
    const isMoved = isIn(to, 'intransitive') || shapes[to] === 'number'
    if (isMoved && verbs.some((tag) => hasClass(tag, 'selfmove'))) return before
    // "Storm veers east of platforms".
    const isOver = verbs.every((tag) => hasClass(tag, 'end') && !hasClass(tag, 'stop', 'start'))
    if (isOver && hasAny(before.classes, MISHAPS)) return before
    // "Virus spreads through farms".
    const isSpreading = verbs.every((tag) => hasClass(tag, 'keep') && !hasClass(tag, 'stop', 'start'))
    const isOther = after === null || !hasAny(after.classes, BAD)
    if (isSpreading && isOther && hasAny(before.classes, MISHAPS)) return before
  }
  const isAfterNumber = shapes[to] === 'number' && after !== null && after.from - to >= 2
  if (before !== null && isAfterNumber && !hasAny(after.classes, BAD)) return before
  if (after !== null) {
    // "Hit with a tariff", "shut by a strike": the noun says by what.
    if (hasAny(after.classes, BAD) && isIn(to, 'by_what')) return before
    // "Spared from levies".
    const isGerund = after.tags[0]?.readings.some((one) => one.isVerb) === true
    if ((hasAny(after.classes, RULES) || isGerund) && isIn(to, 'from')) return after
  }
  if (before === null) return after
  // "The levy exempts aircraft."
  const isExempting = verbs.some((tag) => hasClass(tag, 'end') && hasClass(tag, 'start'))
  if (isExempting && after?.classes.has('price') !== true) return before
  const isPassive = isDone(verbs, 'past', 'participle', 'same') || isIn(verbs.at(-1)?.to ?? to, 'after_noun')
  if (!isPassive) return after ?? (object?.kind === 'name' ? null : before)
  // Who walks out or what burns does not end by shutting a plant; a ban that was lifted does.
  const isPast = isDone(verbs, 'past', 'participle') || isDone(verbs, 'same')
  const isSubject = isPast && isIn(to, 'after_noun') && !hasAny(before.classes, MISHAPS)
  return isSubject ? before : (after ?? before)
}

function groupOf(part: ClausePart | undefined): NounGroup | null {
  return part?.kind === 'group' ? part.group : null
}

function isDone(verbs: readonly Tag[], ...forms: (string | null)[]): boolean {
  return verbs.at(-1)?.readings.some((one) => forms.includes(one.form)) === true
}

/** What follows a group of verbs; behind a name what it owns or is let do: "floods Rio's rail line". */
function findObject(parts: readonly ClausePart[], index: number): ClausePart | undefined {
  const [right, next] = parts.slice(index + 1)
  if (right?.kind !== 'name' || next?.kind !== 'group') return right
  return next
}

/** "Reject contract and walk off": what follows "and" is told for itself; not so in "letting India and Japan buy". */
function isJoined({ to }: VerbGroup, { from }: NounGroup, { words, shapes, casing }: ListedTitle): boolean {
  const isBetweenNames = (at: number) =>
    casing === 'sentence' && shapes[at - 1] === shapes[at + 1] && shapes[at - 1] !== 'lower'
  return words.slice(to, from).some((word, i) => word === '&' && !isBetweenNames(to + i))
}
