import type { EventWordClass } from '../vocabulary/event-word.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import { hasClass, isNoun, isOneOf, isVerb, type Mark } from './mark.pure.ts'
import { BAD, MOVED, OBJECTS, OPERATORS, RULES } from './word-class.pure.ts'

/** A noun with its modifiers: "nickel ore export ban". */
export interface NounGroup {
  readonly marks: readonly Mark[]
  readonly from: number
  readonly to: number
  /** Classes of its nouns. */
  readonly classes: ReadonlySet<EventWordClass>
}

/** Operators that stand together: "agrees to end". */
export interface Chain {
  readonly kind: 'chain'
  readonly operators: readonly Mark[]
  readonly from: number
  readonly to: number
}

/** A noun group, the name of a company or a chain of operators, in the order of the clause. */
export type Piece =
  | { readonly kind: 'group'; readonly group: NounGroup }
  | { readonly kind: 'name'; readonly to: number }
  | Chain

/** Tokens between two nouns of a group, and between two operators of a chain. */
const GROUP_GAP = 3
const CHAIN_GAP = 2

/** Joins nouns that stand side by side to groups, and operators to chains. */
export function gatherPieces(marks: readonly Mark[], title: ListedTitle): Piece[] {
  const pieces: Piece[] = []
  let nouns: Mark[] = []
  let operators: Mark[] = []
  const close = () => {
    const first = nouns[0] ?? operators[0]
    const last = nouns.at(-1) ?? operators.at(-1)
    if (first !== undefined && last !== undefined) {
      const { from } = first
      const { to } = last
      if (nouns.length > 0) {
        const classes = new Set(nouns.flatMap((mark) => nounClassesOf(mark)))
        pieces.push({ kind: 'group', group: { marks: nouns, from, to, classes } })
      } else pieces.push({ kind: 'chain', operators, from, to })
    }
    nouns = []
    operators = []
  }
  for (const mark of marks) {
    if (mark.asset !== null) {
      close()
      pieces.push({ kind: 'name', to: mark.to })
      continue
    }
    const last = nouns.at(-1) ?? operators.at(-1)
    // "Grain deal".
    const isPactOf = hasClass(mark, 'deal') && last?.to === mark.from && last.place !== null && nouns.length > 0
    const isInGroup = isPactOf || isNounHere(mark, last, title)
    const gap = last === undefined ? 0 : mark.from - last.to
    const isApart = isInGroup
      ? gap > GROUP_GAP || (last !== undefined && isPartedBetween(title, last, mark))
      : gap > CHAIN_GAP || title.words.slice(mark.from - gap, mark.from).includes('&')
    if ((isInGroup ? operators : nouns).length > 0 || isApart) close()
    ;(isInGroup ? nouns : operators).push(mark)
  }
  close()
  return pieces
}

/** True where a word between two nouns parts them: a verb, "harvest pushes offers", or the "on" of a cause, "output on chip shortage". */
function isPartedBetween({ words, shapes, isIn }: ListedTitle, left: Mark, right: Mark): boolean {
  for (let i = left.to; i < right.from; i++) {
    const word = words[i] ?? ''
    // "On upholstered furniture" is no verb.
    const isModifier = word.endsWith('ed') && (isIn(i - 1, 'after_noun') || isIn(i - 1, 'before_noun'))
    if (shapes[i] === 'lower' && VERB_LIKE.test(word) && !isModifier) return true
    // "Hits canola with a duty", "halves quotas and charges 50%".
    if ((word === 'with' || word === 'by') && isOneOf(right, RULES)) return true
    if (word === '&' && hasClass(left, 'permission') && hasClass(right, 'tax')) return true
    const isCause = word === 'on' && !isOneOf(left, RULES) && !hasClass(left, 'stop', 'attack')
    // "Output to meet demand".
    const isPurpose = word === 'to' && i + 1 < right.from && isIn(i + 1, 'purpose')
    if (isCause || isPurpose || isIn(i, 'parting')) return true
  }
  return false
}

const VERB_LIKE = /^(?!(?:this|its|across|plus|less|versus)$)[a-z]{2,}[a-z](?:[^s]s|ed)$/

function nounClassesOf(mark: Mark): EventWordClass[] {
  // A truck is a good, not traffic.
  const isGood = mark.goods.length > 0
  return mark.readings
    .filter((one) => OBJECTS.has(one.class) && !(isGood && one.class === 'flow' && one.isVerb))
    .map((one) => one.class)
}

/** True where a word that may be verb or noun is a noun: "export ban lifted" against "Jakarta bans exports". */
function isNounHere(mark: Mark, previous: Mark | undefined, { words, breaks, isIn }: ListedTitle): boolean {
  const { from, to, goods, readings } = mark
  const isThing = goods.length > 0 || mark.place !== null || mark.country !== null || nounClassesOf(mark).length > 0
  if (!isThing || !isOneOf(mark, OPERATORS)) return isThing
  const beside = previous?.to === from ? previous : undefined
  const isLast = to >= words.length || breaks[to] === true
  const isNeverVerb = readings.every((one) => !one.isVerb)
  const isSelf = hasClass(mark, 'selfmove')
  // "Corn yield".
  const isBesideGood = beside !== undefined && (beside.goods.length > 0 || beside.place !== null)
  if (isBesideGood && isNoun(mark, 'crop')) return true
  // "Cocoa crashes to a low".
  const isOfGood = beside !== undefined && nounClassesOf(beside).length === 0
  if (isSelf && isOfGood && words[to - 1]?.endsWith('s') === true) return false
  // "Carve-outs from tariffs".
  if (hasClass(mark, 'end') && words[to] === 'from') return false
  // A stoppage is never a verb; "waivers will not be renewed".
  if (isNeverVerb && (isOneOf(mark, BAD) || (previous === undefined && hasClass(mark, 'permission')))) return true
  // "Talks collapse", "win back market share".
  const isBare = previous === undefined || (previous.country !== null && nounClassesOf(previous).length === 0)
  if (isSelf && isBare && from > 0 && (isLast || words[to] === '&')) return false
  if (goods.length === 0 && to - from > 1 && readings.every((one) => one.isVerb)) return false
  if (isIn(from - 1, 'before_verb')) return false
  // "Slashes demand", "output cut".
  const isInflected = /(?:s|ed|ing)$/.test(words[from - 1] ?? '')
  const isFlipped = beside !== undefined && isInflected && isVerb(beside, 'stop', 'end', 'start', 'deny', 'keep')
  if (isFlipped || (beside !== undefined && isOneOf(beside, MOVED))) return true
  if (isLast || isIn(from - 1, 'before_noun')) return true
  const form = readings.find((one) => one.isVerb)?.form
  return form !== 'past' && form !== 'participle' && isIn(to, 'after_noun')
}
