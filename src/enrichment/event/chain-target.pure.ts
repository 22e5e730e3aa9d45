import type { Chain, NounGroup, Piece } from './clause-piece.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import { hasClass, isTraded, isVerb } from './mark.pure.ts'
import { isMeasure } from './operator-chain.pure.ts'
import { BAD, hasAny, MISHAPS, MOVED, RULES } from './word-class.pure.ts'

/** Tokens between an operator and what it is done to. */
const OBJECT_GAP = 7

/** What a chain is done to: its object, or its subject where it is passive or has no object. */
export function findTarget(pieces: readonly Piece[], index: number, title: ListedTitle): NounGroup | null {
  const { words, shapes, isIn } = title
  const chain = pieces[index]
  if (chain?.kind !== 'chain') return null
  const { operators, from, to } = chain
  const groupAt = (at: number) => groupOf(pieces[at])
  const object = findObject(pieces, index)
  const reached = groupOf(object)
  const forced = findForced(pieces, index, title)
  if (forced !== null) return forced
  const near = reached !== null && reached.from - to <= OBJECT_GAP && !isJoined(chain, reached, title) ? reached : null
  const after = near === null || isAmount(near, title) ? null : near
  // "Idles one mill and cuts another": what follows "and" is done to something else.
  const before = words[from - 1] !== '&' || reached !== null ? groupAt(index - 1) : null
  if (before !== null) {
    // "Drops below 30% in a cold spell".
    const isMoved = isIn(to, 'intransitive') || shapes[to] === 'number'
    if (isMoved && operators.some((mark) => hasClass(mark, 'selfmove'))) return before
    // "To mine 10% less uranium".
    const verb = before.marks.at(-1)
    const isMade = verb !== undefined && isVerb(verb, 'output', 'flow', 'demand') && isIn(verb.from - 1, 'auxiliary')
    if (isMade && operators.every(isMeasure) && from - verb.to <= 3 && near?.from === to) return before
    // "Storm veers east of platforms".
    const isOver = operators.every((mark) => hasClass(mark, 'end') && !hasClass(mark, 'stop', 'start'))
    if (isOver && hasAny(before.classes, MISHAPS)) return before
    // "Virus spreads through farms".
    const isSpreading = operators.every((mark) => hasClass(mark, 'keep') && !hasClass(mark, 'stop', 'start'))
    const isOther = after === null || !hasAny(after.classes, BAD)
    if (isSpreading && isOther && hasAny(before.classes, MISHAPS)) return before
  }
  // "Permits to lift crude are revoked", "waivers letting Japan buy crude will not be renewed".
  const purpose = pieces[index - 2]
  const ruled = groupAt(index - 3)
  if (after === null && ruled !== null && isRule(ruled) && purpose?.kind === 'chain') {
    const isGerund = purpose.operators[0]?.readings.some((one) => one.form === 'ing') === true
    if (words[purpose.from - 1] === 'to' || (isGerund && purpose.from === ruled.to)) return ruled
  }
  const isAfterNumber = shapes[to] === 'number' && near !== null && near.from - to >= 2
  if (before !== null && isAfterNumber && !hasAny(near.classes, BAD)) return before
  if (after !== null) {
    // "Hit with a tariff", "shut by a strike": the noun says by what.
    if (hasAny(after.classes, BAD) && isIn(to, 'by_what')) return before
    // "Spared from levies".
    const isGerund = after.marks[0]?.readings.some((one) => one.isVerb) === true
    if ((hasAny(after.classes, RULES) || isGerund) && isIn(to < words.length ? to : to - 1, 'from')) return after
  }
  if (before === null) return after
  // "The levy exempts aircraft."
  const isExempting = operators.some((mark) => hasClass(mark, 'end') && hasClass(mark, 'start'))
  if (isExempting && hasAny(before.classes, RULES)) return before
  const isPassive = isDone(chain, 'past', 'participle', 'same') || isIn(operators.at(-1)?.to ?? to, 'after_noun')
  if (!isPassive) return after ?? (object?.kind === 'name' ? null : before)
  // Who walks out or what burns does not end by shutting a plant; a ban that was lifted does.
  const isSubject = isDone(chain, 'past', 'participle') && isIn(to, 'after_noun') && !hasAny(before.classes, MISHAPS)
  return isSubject || isRule(before) ? before : (after ?? before)
}

function groupOf(piece: Piece | undefined): NounGroup | null {
  return piece?.kind === 'group' ? piece.group : null
}

function isRule({ classes }: NounGroup): boolean {
  return hasAny(classes, RULES) || classes.has('permission')
}

function isDone({ operators }: Chain, ...forms: (string | null)[]): boolean {
  return operators.at(-1)?.readings.some((one) => forms.includes(one.form)) === true
}

/** What follows a chain; behind a name what it owns or is let do: "floods Rio's rail line". */
function findObject(pieces: readonly Piece[], index: number): Piece | undefined {
  const [chain, right, next] = [pieces[index], pieces[index + 1], pieces[index + 2]]
  if (chain?.kind !== 'chain' || right?.kind !== 'name' || next?.kind !== 'group') return right
  const isLet = chain.operators.some((mark) => hasClass(mark, 'start', 'stop')) && hasAny(next.group.classes, MOVED)
  return isLet || next.group.from - right.to <= 2 ? next : right
}

/** "Trouble at Quebrada Blanca forces Teck to slow". */
function findForced(pieces: readonly Piece[], index: number, { hasIn }: ListedTitle): NounGroup | null {
  const [forced, maker] = [groupOf(pieces[index - 2]), pieces[index - 1]]
  if (forced === null || maker?.kind !== 'name' || pieces[index + 1]?.kind === 'group') return null
  return hasIn('forcing', forced.to, maker.to) && forced.marks.some((mark) => mark.place !== null) ? forced : null
}

/** "Reject contract and walk off": what follows "and" is told for itself; not so in "letting India and Japan buy". */
function isJoined({ to }: Chain, { from }: NounGroup, { words, shapes, casing }: ListedTitle): boolean {
  const isBetweenNames = (at: number) =>
    casing === 'sentence' && shapes[at - 1] === shapes[at + 1] && shapes[at - 1] !== 'lower'
  return words.slice(to, from).some((word, i) => word === '&' && !isBetweenNames(to + i))
}

/** "Climbs $5 a barrel": how much, not what; "a 40% levy" is what. */
function isAmount({ from, classes, marks }: NounGroup, { shapes, isIn }: ListedTitle): boolean {
  // "Approves 100 online games".
  const isTold =
    hasAny(classes, MOVED) || hasAny(classes, BAD) || marks.some((mark) => mark.goods.some((good) => !isTraded(good)))
  return !isTold && (shapes[from - 1] === 'number' || isIn(from - 1, 'magnitude'))
}
