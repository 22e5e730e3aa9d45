import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { ListedTitle } from '../title/event-title.pure.ts'
import { hasClass, isInForm, isNeverVerb, isNoun, isOneOf, isVerb, type Tag } from '../title/tag.pure.ts'
import { BAD, CHANGES, MOVED, OBJECTS, RULES } from '../title/word-class.pure.ts'

/** A noun with its modifiers: "nickel ore export ban". */
export interface NounGroup {
  readonly tags: readonly Tag[]
  readonly from: number
  readonly to: number
  /** Classes of its nouns. */
  readonly classes: ReadonlySet<EventWordClass>
}

/** Verbs, and nouns of what is done, that stand together: "agrees to end", "lifting of". */
export interface VerbGroup {
  readonly kind: 'verbs'
  readonly verbs: readonly Tag[]
  readonly from: number
  readonly to: number
}

/** A noun group, the name of a company or a group of verbs, in the order of the clause. */
export type ClausePart =
  | { readonly kind: 'group'; readonly group: NounGroup }
  | { readonly kind: 'name'; readonly to: number }
  | VerbGroup

/** Tokens between two nouns of a group, and between two verbs of a group of verbs. */
const GROUP_GAP = 3
const CHAIN_GAP = 2

/** Joins nouns that stand side by side to groups, and verbs to groups of verbs. */
export function gatherParts(tags: readonly Tag[], title: ListedTitle): ClausePart[] {
  const parts: ClausePart[] = []
  let nouns: Tag[] = []
  let verbs: Tag[] = []
  const close = () => {
    const first = nouns[0] ?? verbs[0]
    const last = nouns.at(-1) ?? verbs.at(-1)
    if (first !== undefined && last !== undefined) {
      const { from } = first
      const { to } = last
      if (nouns.length > 0) {
        const classes = new Set(nouns.flatMap((tag) => nounClassesOf(tag)))
        parts.push({ kind: 'group', group: { tags: nouns, from, to, classes } })
      } else parts.push({ kind: 'verbs', verbs, from, to })
    }
    nouns = []
    verbs = []
  }
  for (const tag of tags) {
    if (tag.asset !== null) {
      close()
      parts.push({ kind: 'name', to: tag.to })
      continue
    }
    const last = nouns.at(-1) ?? verbs.at(-1)
    // "Grain deal".
    const isPactOf = hasClass(tag, 'deal') && last?.to === tag.from && last.place !== null
    const isInGroup = isPactOf || isNounHere(tag, last, title)
    const gap = last === undefined ? 0 : countBetween(last.to, tag.from, title)
    const isApart = isInGroup
      ? gap > GROUP_GAP || (last !== undefined && isPartedBetween(title, last, tag))
      : gap > CHAIN_GAP || title.hasIn('cause', last?.to ?? tag.from, tag.from)
    if ((isInGroup ? verbs : nouns).length > 0 || isApart) close()
    ;(isInGroup ? nouns : verbs).push(tag)
  }
  close()
  return parts
}

/** Tokens between two tags that do not count something: "restarts first of four idled units". */
function countBetween(from: number, to: number, { isIn }: ListedTitle): number {
  let count = 0
  for (let at = from; at < to; at++) if (!isIn(at, 'counting')) count++
  return count
}

/** True where a word between two nouns parts them: a verb, "harvest pushes offers", or the "on" of a cause, "output on chip shortage". */
function isPartedBetween({ words, shapes, isIn }: ListedTitle, left: Tag, right: Tag): boolean {
  for (let i = left.to; i < right.from; i++) {
    const word = words[i] ?? ''
    // "On upholstered furniture" is no verb.
    const isModifier = word.endsWith('ed') && (isIn(i - 1, 'after_noun') || isIn(i - 1, 'before_noun'))
    if (shapes[i] === 'lower' && VERB_LIKE.test(word) && !isModifier) return true
    // "Hits canola with a duty".
    if (word === 'with' || word === 'by') return true
    // "Halts bauxite exports and capesize earnings tumble".
    if (word === '&' && hasClass(left, 'flow') && right.goods.length > 0) return true
    const isCause = word === 'on' && !isOneOf(left, RULES) && !hasClass(left, 'stop', 'attack', 'permission')
    // "Output to meet demand".
    const isPurpose = word === 'to' && i + 1 < right.from && isIn(i + 1, 'purpose')
    if (isCause || isPurpose || isIn(i, 'parting')) return true
  }
  return false
}

const VERB_LIKE = /^(?!(?:this|its|across|plus|less|versus)$)[a-z]{2,}[a-z](?:[^s]s|ed)$/

function nounClassesOf(tag: Tag): EventWordClass[] {
  return tag.readings.map((one) => one.class).filter((one) => OBJECTS.has(one))
}

/** True where a word that may be verb or noun is a noun: "export ban lifted" against "Jakarta bans exports". */
function isNounHere(tag: Tag, previous: Tag | undefined, { words, breaks, isIn }: ListedTitle): boolean {
  const { from, to, goods, readings } = tag
  const isThing = goods.length > 0 || tag.place !== null || nounClassesOf(tag).length > 0
  if (!isThing || !isOneOf(tag, CHANGES)) return isThing
  const beside = previous?.to === from ? previous : undefined
  const isLast = to >= words.length || breaks[to] === true
  const isSelf = hasClass(tag, 'selfmove')
  // "Corn yield".
  const isBesideGood = beside !== undefined && (beside.goods.length > 0 || beside.place !== null)
  if (isBesideGood && isNoun(tag, 'crop')) return true
  // "Cocoa crashes to a low".
  const isOfGood = beside !== undefined && nounClassesOf(beside).length === 0
  if (isSelf && isOfGood && words[to - 1]?.endsWith('s') === true) return false
  // "Carve-outs from tariffs".
  if (hasClass(tag, 'end') && words[to] === 'from') return false
  // A stoppage is never a verb; "waivers will not be renewed".
  if (isNeverVerb(tag) && (isOneOf(tag, BAD) || (previous === undefined && hasClass(tag, 'permission')))) return true
  // "Talks collapse", "win back market share".
  if (isSelf && previous === undefined && isLast) return false
  if (to - from > 1 && readings.every((one) => one.isVerb)) return false
  if (isIn(from - 1, 'before_verb')) return false
  // "Slashes demand", "output cut".
  const isInflected = /(?:s|ed|ing)$/.test(words[from - 1] ?? '')
  // "Lifts last limits".
  let start = from
  while (start > 0 && isIn(start - 1, 'all_of')) start--
  const ruled = previous?.to === start ? previous : beside
  const isFlipped =
    ruled !== undefined && (isInflected || ruled !== beside) && isVerb(ruled, 'stop', 'end', 'start', 'deny', 'keep')
  if (isFlipped || (beside !== undefined && isOneOf(beside, MOVED))) return true
  if (isLast || isIn(from - 1, 'before_noun')) return true
  return !isInForm(tag, 'past') && isIn(to, 'after_noun')
}
