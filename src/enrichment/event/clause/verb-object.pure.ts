import type { ListedTitle } from '../title/event-title.pure.ts'
import { hasClass, isTraded, isVerb } from '../title/tag.pure.ts'
import { BAD, hasAny, MISHAPS, MOVED, RULES } from '../title/word-class.pure.ts'
import type { ClausePart, NounGroup, VerbGroup } from './clause-part.pure.ts'
import { isMeasure } from './verb-effect.pure.ts'

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
  const forced = findForced(parts, index, title)
  if (forced !== null) return forced
  const near =
    reached !== null && reached.from - to <= OBJECT_GAP && !isJoined(verbGroup, reached, title) ? reached : null
  const after = near === null || isAmount(near, title) ? null : near
  // "Idles one mill and cuts another": what follows "and" is done to something else.
  const before = words[from - 1] !== '&' || reached !== null ? groupAt(index - 1) : null
  if (before !== null) {
    // "Drops below 30% in a cold spell".
    const isMoved = isIn(to, 'intransitive') || shapes[to] === 'number'
    if (isMoved && verbs.some((tag) => hasClass(tag, 'selfmove'))) return before
    // "To mine 10% less uranium".
    const verb = before.tags.at(-1)
    const isMade =
      verb !== undefined && isVerb(verb, 'output', 'flow', 'demand', 'crop') && isIn(verb.from - 1, 'auxiliary')
    if (isMade && verbs.every(isMeasure) && from - verb.to <= 3 && near?.from === to) return before
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
  // "Permits to lift crude are revoked", "waivers letting Japan buy crude will not be renewed".
  const purpose = parts[index - 2]
  const ruled = groupAt(index - 3)
  if (after === null && ruled !== null && isRule(ruled) && purpose?.kind === 'verbs') {
    const isGerund = purpose.verbs[0]?.readings.some((one) => one.form === 'ing') === true
    if (words[purpose.from - 1] === 'to' || (isGerund && purpose.from === ruled.to)) return ruled
  }
  const isAfterNumber = shapes[to] === 'number' && near !== null && near.from - to >= 2
  if (before !== null && isAfterNumber && !hasAny(near.classes, BAD)) return before
  if (after !== null) {
    // "Hit with a tariff", "shut by a strike": the noun says by what.
    if (hasAny(after.classes, BAD) && isIn(to, 'by_what')) return before
    // "Trips offline in Texas freeze".
    const isPlace = before?.tags.some((tag) => tag.place !== null) === true
    if (isPlace && words[to] === 'in' && hasAny(after.classes, MISHAPS)) return before
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
  if (isExempting && hasAny(before.classes, RULES)) return before
  const isPassive = isDone(verbGroup, 'past', 'participle', 'same') || isIn(verbs.at(-1)?.to ?? to, 'after_noun')
  if (!isPassive) return after ?? (object?.kind === 'name' ? null : before)
  // Who walks out or what burns does not end by shutting a plant; a ban that was lifted does.
  const isPast = isDone(verbGroup, 'past', 'participle') || (isDone(verbGroup, 'same') && words[to] === 'at')
  const isSubject = isPast && isIn(to, 'after_noun') && !hasAny(before.classes, MISHAPS)
  return isSubject || isRule(before) ? before : (after ?? before)
}

function groupOf(part: ClausePart | undefined): NounGroup | null {
  return part?.kind === 'group' ? part.group : null
}

function isRule({ classes }: NounGroup): boolean {
  return hasAny(classes, RULES) || classes.has('permission')
}

function isDone({ verbs }: VerbGroup, ...forms: (string | null)[]): boolean {
  return verbs.at(-1)?.readings.some((one) => forms.includes(one.form)) === true
}

/** What follows a group of verbs; behind a name what it owns or is let do: "floods Rio's rail line". */
function findObject(parts: readonly ClausePart[], index: number): ClausePart | undefined {
  const [verbGroup, right, next] = [parts[index], parts[index + 1], parts[index + 2]]
  if (verbGroup?.kind !== 'verbs' || right?.kind !== 'name' || next?.kind !== 'group') return right
  const isLet = verbGroup.verbs.some((tag) => hasClass(tag, 'start', 'stop')) && hasAny(next.group.classes, MOVED)
  return isLet || next.group.from - right.to <= 2 ? next : right
}

/** "Trouble at Quebrada Blanca forces Teck to slow". */
function findForced(parts: readonly ClausePart[], index: number, { hasIn }: ListedTitle): NounGroup | null {
  const [forced, maker] = [groupOf(parts[index - 2]), parts[index - 1]]
  if (forced === null || maker?.kind !== 'name' || parts[index + 1]?.kind === 'group') return null
  return hasIn('forcing', forced.to, maker.to) && forced.tags.some((tag) => tag.place !== null) ? forced : null
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
  const isNumber = shapes[from - 1] === 'number' && !YEAR.test(words[from - 1] ?? '')
  return !isTold && (isNumber || isIn(from - 1, 'magnitude'))
}

const YEAR = /^20\d\d$/
