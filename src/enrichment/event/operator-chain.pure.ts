import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import type { Chain, NounGroup, Piece } from './clause-piece.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import { AFTER_NOUN } from './noun-reading.pure.ts'
import { BAD, hasAny, MISHAPS, MOVED, RULES } from './word-class.pure.ts'

/** Tokens between an operator and what it is done to. */
const OBJECT_GAP = 7

/** The sign of a group by itself: -1 for a ban, 1 for a mine. */
export function baseOf({ classes, marks, from }: NounGroup, { words }: TokenisedText): number {
  // "Puts export permits on silver".
  const permit = marks.find((mark) => hasClass(mark, 'permission') && !hasClass(mark, 'end'))
  if (permit !== undefined && words[permit.to] === 'on') return -1
  if (!hasAny(classes, BAD)) return 1
  // "Tariff exemption".
  const head = marks.findLast((mark) => mark.readings.length > 0)
  if (head !== undefined && hasClass(head, 'permission') && hasClass(head, 'end')) return 1
  // "Takes it off its blacklist".
  const rule = marks.find((mark) => mark.readings.some((one) => RULES.has(one.class)))?.from ?? from
  // "Veto on an oil ban".
  const veto = marks.findIndex((mark) => hasClass(mark, 'barrier') && hasClass(mark, 'deny'))
  const isVetoed =
    veto >= 0 && marks.slice(veto + 1).some((mark) => mark.readings.some((one) => RULES.has(one.class) && !one.isVerb))
  if (isVetoed) return 1
  const isOff =
    hasAny(classes, RULES) &&
    [1, 2, 3].some((back) => words[rule - back] === 'off' && !PUT_OFF.test(words[rule - back - 1] ?? ''))
  return isOff ? 1 : -1
}

/** Verbs that say another thing with "off": "holds off tariffs". */
const PUT_OFF =
  /^(?:come|came|hold|held|put|call|fend|ward|stave|head|shrug|wave|lay|laid|kick|set|back|sign|show|spark|trigger|touch|take|took|taken|taking|cut|knock)(?:s|ed|ing)?$/

/** The sign after a chain, from its last operator outwards: "delays lifting of the ban" leaves it in force, "falls idle" says one thing. */
export function applyChain(
  { operators }: Chain,
  target: NounGroup,
  before: number,
  title: TokenisedText,
  topicBase?: number,
): number {
  const { words } = title
  const base = topicBase ?? baseOf(target, title)
  const isRaised = target.classes.has('tax') && isRaisedTo(target, title)
  const isMishap = hasAny(target.classes, MISHAPS) && !hasAny(target.classes, RULES)
  let value = before
  let flipped: Mark | null = null
  const isLimited = isLimit(target)
  for (const mark of inOrder(operators, title)) {
    const classes = new Set(mark.readings.map((one) => one.class))
    if (isLimited && flipped === null) {
      const changed = readLimitChange(classes)
      if (changed !== 0) {
        value = changed
        flipped = mark
        continue
      }
    }
    // "Restarts idled potlines".
    const isRevived =
      value < 0 && base > 0 && classes.has('start') && flipped?.to === target.from && isDoneBefore(flipped)
    if (isRevived) {
      value = 1
      flipped = mark
      continue
    }
    if (flipped !== null && !isActedOn(flipped, mark, words)) continue
    // "Goes ahead with delayed duty": what it was before.
    if (mark.to === target.from && words[mark.from - 1] === 'with' && mark.readings.some((one) => one.form === 'past'))
      continue
    // "Needs a permit", "imposes a quota".
    if (classes.has('need') && target.classes.has('permission')) {
      value = -1
      continue
    }
    // "Hits a record".
    if (
      words[mark.from]?.startsWith('hit') === true &&
      (operators.some((one) => one.from >= mark.to && isMeasure(one)) || title.shapes[mark.to] === 'number')
    )
      continue
    if (isRaised && (words[mark.from] ?? '').startsWith('lift')) continue
    // "Hits Indian goods with a tariff" imposes it.
    const isDealt = hasAny(target.classes, RULES) && words.slice(mark.to, target.from).includes('with')
    if (isDealt && value < 0 && !classes.has('deny') && !classes.has('terminate')) continue
    // "Floods Asia with barrels".
    if (hasClass(mark, 'weather') && words.slice(target.from - 3, target.from).includes('with')) continue
    const isEnded = value < 0 && classes.has('end')
    // "Plan to bring back idled crude": what is planned is the return.
    if (value < 0 && base > 0 && classes.has('start')) {
      value = 1
      if (flipped !== null) flipped = mark
    }
    if (!isEnded && (classes.has('start') || classes.has('keep') || classes.has('more'))) continue
    // "Threatens exports"; "threatens to curb exports" is what it threatens.
    if (classes.has('threat')) {
      if (base > 0 && flipped === null && operators.length === operators.indexOf(mark) + 1) {
        value = -1
        flipped = mark
      }
      continue
    }
    // "Loses case".
    if (value < 0 && mark.readings.some((one) => one.class === 'lose' && one.isVerb)) continue
    // "Beats forecasts".
    if (topicBase !== undefined && value > 0 && (classes.has('beat') || classes.has('succeed'))) continue
    // A virus that ravages goes on.
    if (!isEnded && value < 0 && isMishap && !classes.has('deny')) continue
    // A deal or truce ends what is bad and stops nothing else.
    // "Deal to avert".
    if (flipped !== null && !FLIPPING.some((one) => classes.has(one)) && !classes.has('terminate')) continue
    const isEndOfGood =
      classes.has('end') && (value < 0 || mark.readings.some((one) => one.class === 'end' && one.isVerb))
    const isOutcome = (value < 0 ? LIFTING : SPOILING).some((one) => classes.has(one))
    if (!isEndOfGood && !isOutcome && !FLIPPING.some((one) => classes.has(one))) continue
    value = -value
    flipped = mark
  }
  return value
}

/** "Idled", "shuttered": what it was before. */
function isDoneBefore({ readings }: Mark): boolean {
  return readings.some((one) => one.form === 'past' || one.form === 'participle')
}

/** True for "export quota"; not for "quota charge" or "embargo for quotas". */
function isLimit({ marks }: NounGroup): boolean {
  // "Ceilings by two million barrels".
  const limit = marks.findLast((mark) => hasClass(mark, 'limit'))
  const head = marks.find((mark) => limit !== undefined && mark.from === limit.to && mark.readings.length > 0) ?? limit
  const isRuled = marks.some((mark) => !hasClass(mark, 'limit') && mark.readings.some((one) => RULES.has(one.class)))
  return head !== undefined && hasClass(head, 'limit') && !isRuled
}

/** What becomes of a limit: more gets through where it is raised or ends, less where it is lowered or set; 0 where nothing is said. */
function readLimitChange(classes: ReadonlySet<EventWordClass>): 1 | -1 | 0 {
  if (classes.has('terminate')) return 1
  if (classes.has('deny')) return 0
  if (classes.has('less') || classes.has('stop')) return -1
  if (classes.has('need')) return -1
  if (classes.has('start') || classes.has('more')) return 1
  return classes.has('keep') ? -1 : 0
}

/** From the innermost operator outwards; in "curbs lapse" the noun before a verb without object is the inner one. */
function inOrder(all: readonly Mark[], { words, shapes }: TokenisedText): readonly Mark[] {
  // "Extends cuts that were due to expire".
  const relative = all.findIndex((mark, i) => {
    const before = all[i - 1]
    return before !== undefined && words.slice(before.to, mark.from).some((word) => word === 'that' || word === 'which')
  })
  const operators = relative > 0 ? all.slice(0, relative) : all
  const order = operators.toReversed()
  const [last, noun] = order
  const isNoun =
    last !== undefined &&
    noun?.to === last.from &&
    noun.readings.some((one) => !one.isVerb) &&
    ((words[noun.to - 1] ?? '').endsWith('s') || noun.readings.every((one) => !one.isVerb)) &&
    last.readings.some((one) => (one.class === 'terminate' || one.class === 'deny') && one.isVerb)
  const isFinal = last !== undefined && (last.to >= words.length || INTRANSITIVE.has(words[last.to] ?? ''))
  return isNoun && isFinal && shapes[last.from] !== 'number' ? [noun, last, ...order.slice(2)] : order
}

const FLIPPING = ['stop', 'deny', 'less'] as const
/** Of what a company suffers, and of what it wants. */
const LIFTING = ['win', 'walk', 'approve'] as const
const SPOILING = ['lose', 'walk', 'drop', 'fail'] as const

/** "Smallest", "all-time high". */
function isMeasure({ readings }: Mark): boolean {
  return readings.every((one) => one.class === 'less' || one.class === 'more')
}

/** "Lifts duties to 35%" raises them. */
function isRaisedTo({ to }: NounGroup, { words, shapes }: TokenisedText): boolean {
  return [0, 1, 2, 3].some((i) => RAISED.has(words[to + i] ?? '') && shapes[to + i + 1] === 'number')
}

const RAISED: ReadonlySet<string> = new Set(['to', 'by'])

/** True for "delays lifting of", "rules out cuts", "averts a shutdown"; not for "falls idle", which says one thing twice. */
function isActedOn(inner: Mark, outer: Mark, words: readonly string[]): boolean {
  if (hasClass(outer, 'deny')) return true
  // "Curbs lapse".
  if (hasClass(outer, 'terminate') && inner.to === outer.from && inner.readings.some((one) => !one.isVerb)) return true
  // "Shrinks to its smallest" says one thing.
  if (!isMeasure(inner) && TO.has(words[inner.from - 1] ?? '')) return true
  const isNoun = inner.readings.some((one) => !one.isVerb)
  // "Sinks to the lowest on record" says one thing.
  if (isMeasure(inner)) return false
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
  // "Floods Rio's rail line".
  const isOwned = right?.kind === 'name' && next?.kind === 'group' && next.group.from - right.to <= 2
  const isGiven = isLetting && next?.kind === 'group' && hasAny(next.group.classes, MOVED)
  const object = isGiven || isOwned ? next : right
  // "Reject contract and walk off": what follows "and" is told for itself.
  const isJoined =
    object?.kind === 'group' &&
    words.slice(chain.to, object.group.from).some((word, i) => word === '&' && !isBetweenNames(title, chain.to + i))
  // "Trouble at Quebrada Blanca forces Teck to slow".
  const [maker, forced] = [pieces[index - 1], pieces[index - 2]]
  const isForced =
    maker?.kind === 'name' &&
    forced?.kind === 'group' &&
    right?.kind !== 'group' &&
    FORCING.has(words.slice(forced.group.to, maker.to).find((word) => FORCING.has(word)) ?? '') &&
    forced.group.marks.some((mark) => mark.place !== null)
  if (isForced) return forced.group
  const isObject = object?.kind === 'group' && object.group.from - chain.to <= OBJECT_GAP && !isJoined
  const after = isObject && !isAmount(object.group, title) ? object.group : null
  // "Idles one mill and cuts another": what follows "and" is done to something else.
  const before =
    left?.kind === 'group' && (words[chain.from - 1] !== '&' || object?.kind === 'group') ? left.group : null
  // "Drops below 30% in a cold spell".
  const following = words[chain.to] ?? ''
  const isMoved =
    chain.operators.some((mark) => hasClass(mark, 'selfmove')) &&
    (INTRANSITIVE.has(following) || title.shapes[chain.to] === 'number')
  if (before !== null && isMoved) return before
  // "To mine 10% less uranium".
  const verb = before?.marks.at(-1)
  const isMadeLess =
    before !== null &&
    verb !== undefined &&
    chain.operators.every(isMeasure) &&
    chain.from - verb.to <= 3 &&
    isObject &&
    object.group.from === chain.to &&
    verb.readings.some((one) => one.isVerb && MADE.has(one.class)) &&
    AUXILIARY.has(words[verb.from - 1] ?? '')
  if (isMadeLess) return before
  // "Storm veers east of platforms".
  const isOver = chain.operators.every(
    (mark) => hasClass(mark, 'end') && !hasClass(mark, 'stop') && !hasClass(mark, 'start'),
  )
  // "Strike ends at mine".
  const isEndedAt = chain.operators.every((mark) => hasClass(mark, 'end')) && AT.has(following)
  // "Cyclone misses ports".
  const isMissed = before?.classes.has('weather') === true && MISSED.test(words[chain.from] ?? '')
  if ((isOver || isEndedAt || isMissed) && before !== null && hasAny(before.classes, MISHAPS)) return before
  // "Virus spreads through farms".
  const isSpreading =
    before !== null &&
    hasAny(before.classes, MISHAPS) &&
    chain.operators.every((mark) => hasClass(mark, 'keep') && !hasClass(mark, 'stop') && !hasClass(mark, 'start'))
  if (isSpreading && (after === null || !hasAny(after.classes, BAD))) return before
  // "Permits to lift crude are revoked".
  const [purpose, ruled] = [pieces[index - 2], pieces[index - 3]]
  // "Waivers letting Japan buy crude will not be renewed".
  const isGerundAfter =
    purpose?.kind === 'chain' &&
    ruled?.kind === 'group' &&
    purpose.from === ruled.group.to &&
    purpose.operators[0]?.readings.some((one) => one.form === 'ing') === true
  const isPurpose = purpose?.kind === 'chain' && (words[purpose.from - 1] === 'to' || isGerundAfter) && after === null
  if (
    isPurpose &&
    ruled?.kind === 'group' &&
    (hasAny(ruled.group.classes, RULES) || ruled.group.classes.has('permission'))
  )
    return ruled.group
  const isMoving =
    before !== null &&
    title.shapes[chain.to] === 'number' &&
    isObject &&
    object.group.from - chain.to >= 2 &&
    !hasAny(object.group.classes, BAD)
  if (isMoving) return before
  // "Hit with a tariff", "shut by a strike": the noun says by what.
  if (after !== null && hasAny(after.classes, BAD) && BY.has(words[chain.to] ?? '')) return before
  // "Spared from levies".
  const isGerund = after?.marks[0]?.readings.some((one) => one.isVerb) === true
  if (
    after !== null &&
    (hasAny(after.classes, RULES) || isGerund) &&
    FROM.has(words[chain.to] ?? words[chain.to - 1] ?? '')
  )
    return after
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
    const isDone =
      chain.operators.at(-1)?.readings.some((one) => one.form === 'past' || one.form === 'participle') === true
    const isSubject = isDone && AFTER_NOUN.has(words[chain.to] ?? '') && !hasAny(before.classes, MISHAPS)
    if (after === null || isSubject || hasAny(before.classes, RULES) || before.classes.has('permission')) return before
  }
  return after
}

/** "Letting India and Japan buy". */
function isBetweenNames({ shapes, casing }: TokenisedText, at: number): boolean {
  return casing === 'sentence' && shapes[at - 1] === shapes[at + 1] && shapes[at - 1] !== 'lower'
}

/** "Climbs $5 a barrel": how much, not what; "a 40% levy" is what. */
function isAmount({ from, classes, marks }: NounGroup, { words, shapes }: TokenisedText): boolean {
  return (
    !hasAny(classes, MOVED) &&
    !hasAny(classes, BAD) &&
    // "Approves 100 online games".
    !marks.some((mark) => mark.goods.some((good) => good.commodities.length === 0)) &&
    (shapes[from - 1] === 'number' || MAGNITUDES.has(words[from - 1] ?? ''))
  )
}

const MAGNITUDES: ReadonlySet<string> = new Set(['million', 'billion', 'trillion', 'thousand', 'percent'])

/** Words after a verb that has no object. */
const INTRANSITIVE: ReadonlySet<string> = new Set(
  'to below above past under over by from in on as amid after at through for'.split(' '),
)
const MISSED = /^(?:miss|spar|skirt|bypass|sidestep)/
const AT: ReadonlySet<string> = new Set(['at', 'in', 'after', 'as'])
const FORCING: ReadonlySet<string> = new Set(
  'force forces forced make makes made compel compels push pushes prompt prompts lead leads'.split(' '),
)
const MADE: ReadonlySet<EventWordClass> = new Set(['output', 'flow', 'demand', 'crop'])
const AUXILIARY: ReadonlySet<string> = new Set(['to', 'will', 'may', 'could', 'would', 'can'])
const FROM: ReadonlySet<string> = new Set(['from', 'of'])
const BY: ReadonlySet<string> = new Set(['by', 'with', 'after', 'due', 'amid'])

function isPassive(operators: readonly Mark[], words: readonly string[]): boolean {
  const last = operators.at(-1)
  if (last === undefined) return false
  const isParticiple = last.readings.some(
    (one) => one.form === 'past' || one.form === 'participle' || one.form === 'same',
  )
  return isParticiple || AFTER_NOUN.has(words[last.to] ?? '')
}
