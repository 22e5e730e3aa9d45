import type { TokenisedText } from '../text/token.pure.ts'
import { AFTER_NOUN, type Chain, type NounGroup, type Piece } from './clause-piece.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import { BAD, hasAny, MISHAPS, MOVED, RULES } from './word-class.pure.ts'

/** Tokens between an operator and what it is done to. */
const OBJECT_GAP = 7

/** The sign of a group by itself: -1 for a ban, 1 for a mine. */
export function baseOf({ classes }: NounGroup): number {
  return hasAny(classes, BAD) ? -1 : 1
}

/** The sign after a chain, from its last operator outwards: "delays lifting of the ban" leaves it in force, "falls idle" says one thing. */
export function applyChain(
  { operators }: Chain,
  target: NounGroup,
  before: number,
  { words }: TokenisedText,
  topicBase?: number,
): number {
  const base = topicBase ?? baseOf(target)
  const isMishap = hasAny(target.classes, MISHAPS) && !hasAny(target.classes, RULES)
  let value = before
  let flipped: Mark | null = null
  for (const mark of operators.toReversed()) {
    const classes = new Set(mark.readings.map((one) => one.class))
    if (flipped !== null && !isActedOn(flipped, mark, words)) continue
    const isEnded = value < 0 && classes.has('end')
    if (value < 0 && base > 0 && classes.has('start')) value = 1
    if (!isEnded && (classes.has('start') || classes.has('keep') || classes.has('more'))) continue
    // "Loses case".
    if (value < 0 && mark.readings.some((one) => one.class === 'lose' && one.isVerb)) continue
    // "Beats forecasts".
    if (topicBase !== undefined && value > 0 && (classes.has('beat') || classes.has('succeed'))) continue
    // A virus that ravages goes on.
    if (!isEnded && value < 0 && isMishap && !classes.has('deny')) continue
    // A deal or truce ends what is bad and stops nothing else.
    const isEndOfGood =
      classes.has('end') && (value < 0 || mark.readings.some((one) => one.class === 'end' && one.isVerb))
    const isOutcome = (value < 0 ? LIFTING : SPOILING).some((one) => classes.has(one))
    if (!isEndOfGood && !isOutcome && !FLIPPING.some((one) => classes.has(one))) continue
    value = -value
    flipped = mark
  }
  return value
}

const FLIPPING = ['stop', 'deny', 'less'] as const
/** Of what a company suffers, and of what it wants. */
const LIFTING = ['win', 'walk', 'approve'] as const
const SPOILING = ['lose', 'walk', 'drop', 'fail'] as const

/** True for "delays lifting of", "rules out cuts", "averts a shutdown"; not for "falls idle", which says one thing twice. */
function isActedOn(inner: Mark, outer: Mark, words: readonly string[]): boolean {
  if (hasClass(outer, 'deny') || TO.has(words[inner.from - 1] ?? '')) return true
  const isNoun = inner.readings.some((one) => !one.isVerb)
  if (isNoun && AFTER_NOUN.has(words[inner.to] ?? '')) return true
  return (
    isNoun &&
    hasClass(outer, 'end') &&
    inner.readings.every((one) => !one.isVerb && one.class !== 'more' && one.class !== 'less')
  )
}

const TO: ReadonlySet<string> = new Set(['to', 'from', 'of'])

/** What a chain is done to: its object, or its subject where it is passive or has no object. */
export function findTarget(pieces: readonly Piece[], index: number, title: TokenisedText): NounGroup | null {
  const { words } = title
  const chain = pieces[index]
  if (chain?.kind !== 'chain') return null
  const right = pieces[index + 1]
  const left = pieces[index - 1]
  const next = pieces[index + 2]
  const isLetting =
    right?.kind === 'name' && chain.operators.some((mark) => hasClass(mark, 'start') || hasClass(mark, 'stop'))
  const object = isLetting && next?.kind === 'group' && hasAny(next.group.classes, MOVED) ? next : right
  const isObject = object?.kind === 'group' && object.group.from - chain.to <= OBJECT_GAP
  const after = isObject && !isAmount(object.group, title) ? object.group : null
  // "Idles one mill and cuts another": what follows "and" is done to something else.
  const before =
    left?.kind === 'group' && (words[chain.from - 1] !== '&' || object?.kind === 'group') ? left.group : null
  const isMoving =
    before !== null && title.shapes[chain.to] === 'number' && isObject && object.group.from - chain.to > 2
  if (isMoving) return before
  // "Hit with a tariff", "shut by a strike": the noun says by what.
  if (after !== null && hasAny(after.classes, BAD) && BY.has(words[chain.to] ?? '')) return before
  // "The levy exempts aircraft."
  if (
    before !== null &&
    hasAny(before.classes, RULES) &&
    chain.operators.some((mark) => hasClass(mark, 'end') && hasClass(mark, 'start'))
  )
    return before
  if (before !== null && (after === null || isPassive(chain.operators, words))) {
    if (object?.kind === 'name' && !isPassive(chain.operators, words)) return null
    // Who walks out or what burns does not end by shutting a plant; a ban that was lifted does.
    if (after === null || hasAny(before.classes, RULES) || before.classes.has('permission')) return before
  }
  return after
}

/** "Climbs $5 a barrel": how much, not what. */
function isAmount({ from, classes }: NounGroup, { words, shapes }: TokenisedText): boolean {
  return !hasAny(classes, MOVED) && (shapes[from - 1] === 'number' || MAGNITUDES.has(words[from - 1] ?? ''))
}

const MAGNITUDES: ReadonlySet<string> = new Set(['million', 'billion', 'trillion', 'thousand', 'percent'])

const BY: ReadonlySet<string> = new Set(['by', 'with', 'after', 'due', 'amid'])

function isPassive(operators: readonly Mark[], words: readonly string[]): boolean {
  const last = operators.at(-1)
  if (last === undefined) return false
  const isParticiple = last.readings.some(
    (one) => one.form === 'past' || one.form === 'participle' || one.form === 'same',
  )
  return isParticiple || AFTER_NOUN.has(words[last.to] ?? '')
}
