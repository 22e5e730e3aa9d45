import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import { AFTER_NOUN, BEFORE_NOUN, isNounHere, nounClassesOf } from './noun-reading.pure.ts'
import { RULES } from './word-class.pure.ts'

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
export function gatherPieces(marks: readonly Mark[], title: TokenisedText): Piece[] {
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
    const isNoun = isPactOf || isNounHere(mark, last, title)
    const gap = last === undefined ? 0 : mark.from - last.to
    const isApart = isNoun
      ? gap > GROUP_GAP || (last !== undefined && isPartedBetween(title, last, mark))
      : gap > CHAIN_GAP || isCause(mark, gap, title) || title.words.slice(mark.from - gap, mark.from).includes('&')
    if ((isNoun ? operators : nouns).length > 0 || isApart) close()
    ;(isNoun ? nouns : operators).push(mark)
  }
  close()
  return pieces
}

/** True where a word between two nouns parts them: a verb, "harvest pushes offers", or the "on" of a cause, "output on chip shortage". */
function isPartedBetween({ words, shapes }: TokenisedText, left: Mark, right: Mark): boolean {
  for (let i = left.to; i < right.from; i++) {
    const word = words[i] ?? ''
    // "On upholstered furniture" is no verb.
    const isModifier =
      word.endsWith('ed') && (AFTER_NOUN.has(words[i - 1] ?? '') || BEFORE_NOUN.has(words[i - 1] ?? ''))
    if (shapes[i] === 'lower' && VERB_LIKE.test(word) && !isModifier) return true
    // "Hits canola with a duty", "halves quotas and charges 50%".
    if ((word === 'with' || word === 'by') && right.readings.some((one) => RULES.has(one.class))) return true
    if (word === '&' && hasClass(left, 'permission') && hasClass(right, 'tax')) return true
    // "Output to meet demand".
    if (word === 'to' && i + 1 < right.from && PURPOSES.has(words[i + 1] ?? '')) return true
    if (
      PARTING.has(word) ||
      (word === 'on' &&
        !left.readings.some((one) => RULES.has(one.class) || one.class === 'stop' || one.class === 'attack'))
    )
      return true
  }
  return false
}

/** "Drops on strong monsoon": the adjective belongs to the cause. */
function isCause({ from, readings }: Mark, gap: number, { words }: TokenisedText): boolean {
  return readings.every((one) => !one.isVerb) && words.slice(from - gap, from).some((word) => OF_CAUSE.has(word))
}

const OF_CAUSE: ReadonlySet<string> = new Set(['on', 'amid', 'after', 'despite'])

/** Verbs of what something is done for, or leads to. */
const PURPOSES: ReadonlySet<string> = new Set(
  'meet cool curb tame protect secure ensure support boost save help offset cover feed fight combat rebuild refill fill balance stabilise stabilize steady shore prop plug make avoid prevent keep build bolster counter conserve preserve restore safeguard satisfy guard bring drive send push lift raise reach top'.split(
    ' ',
  ),
)
const PARTING: ReadonlySet<string> = new Set(['over', 'amid', 'despite', 'after', 'retaliation', 'response', 'protest'])
const VERB_LIKE = /^(?!(?:this|its|across|plus|less|versus)$)[a-z]{2,}[a-z](?:[^s]s|ed)$/
