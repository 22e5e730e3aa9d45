import { isConnective } from '../../direction/parse/clause.pure.ts'
import type { TokenisedText } from '../../text/token.pure.ts'
import {
  type EventGroups,
  type EventLexicon,
  indexGroups,
  type WordSense,
} from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass, WordList } from '../../vocabulary/event-word.pure.ts'
import { companiesIn, type Tag } from './tag.pure.ts'
import { compilePatterns } from './word-pattern.pure.ts'
import { compileSenses } from './word-sense.pure.ts'

/** A title whose words are looked up in the lists of the lexicon. */
export interface ListedTitle extends TokenisedText {
  /** True where the word, or the phrase that begins, at a token is in a list. */
  readonly isIn: (at: number, list: WordList) => boolean
  /** True where that holds for one of the tokens `from` (included) to `to` (excluded). */
  readonly hasIn: (list: WordList, from?: number, to?: number) => boolean
  /** What the words at tokens `from` (included) to `to` (excluded) do not mean, or mean instead, beside the others. */
  readonly sensesOf: (from: number, to: number) => readonly WordSense[]
  /** Countries and commodities that rules name. */
  readonly groups: EventGroups
}

/** A stretch of a title between punctuation and connectives, with what is tagged in it: tokens `from` (included) to `to` (excluded). */
export interface EventClause {
  readonly title: ListedTitle
  readonly from: number
  readonly to: number
  readonly tags: readonly Tag[]
  /** Companies named in it. */
  readonly names: readonly Tag[]
}

/** A title as events are read from it. */
export interface EventTitle extends ListedTitle {
  readonly tags: readonly Tag[]
  /** The classes of all tags: readers ask here whether there is anything for them. */
  readonly classes: ReadonlySet<EventWordClass>
  /** In the order of the title. */
  readonly phrases: readonly EventClause[]
  /** The same, those that tell what was before last: "after". */
  readonly clauses: readonly EventClause[]
}

/** Prepares the lists; the returned function looks each word of a title up once, for all of them. */
export function createTitleLists({
  wordLists,
  senses,
  groups: rows,
}: Pick<EventLexicon, 'wordLists' | 'senses' | 'groups'>): (title: TokenisedText) => ListedTitle {
  const listsAt = compilePatterns(wordLists.map(({ list, words }) => ({ patterns: words, value: list })))
  const sensesIn = compileSenses(senses)
  const groups = indexGroups(rows)
  return (title) => {
    const { words } = title
    const lists = words.map((_, at) => listsAt(words, at))
    const isIn = (at: number, list: WordList) => lists[at]?.has(list) === true
    const hasIn = (list: WordList, from = 0, to = words.length) => {
      for (let i = from; i < to; i++) if (isIn(i, list)) return true
      return false
    }
    return { ...title, isIn, hasIn, sensesOf: (from, to) => sensesIn(title, from, to), groups }
  }
}

/** Adds what is tagged in a title, and splits it where its punctuation or a connective opens a new clause. */
export function createEventTitle(title: ListedTitle, tags: readonly Tag[]): EventTitle {
  const { words, breaks, isIn } = title
  const isOpen = (at: number) =>
    (breaks[at] === true && !isOnlyQuoted(title, at) && !isSum(title, at)) ||
    (isConnective(words[at] ?? '') && !isIn(at, 'no_clause'))
  const starts = words.flatMap((_, at) => (at === 0 || isOpen(at) ? [at] : []))
  const phrases = starts.map((from, i): EventClause => {
    const to = starts[i + 1] ?? words.length
    const inside = tags.filter((tag) => tag.from >= from && tag.to <= to)
    return { title, from, to, tags: inside, names: companiesIn(inside) }
  })
  const isBackground = ({ from }: EventClause) => Number(isIn(from, 'background'))
  const classes = new Set<EventWordClass>()
  for (const { readings } of tags) for (const one of readings) classes.add(one.class)
  return { ...title, tags, classes, phrases, clauses: phrases.toSorted((a, b) => isBackground(a) - isBackground(b)) }
}

/** "Scraps $7,500 credit", "2025/26 crop": neither the sign of a sum nor what stands between two numbers parts anything. */
function isSum({ text, starts, ends, shapes }: TokenisedText, at: number): boolean {
  const between = text.slice(ends[at - 1], starts[at])
  const isThousands = (between === ',' || between === '/') && shapes[at - 1] === 'number' && shapes[at] === 'number'
  return isThousands || /^\s+(?:[A-Z]{1,3})?[$€£¥]$/.test(between)
}

/** Quotation marks around a word part no clauses: its "lollipop" reduction. */
function isOnlyQuoted({ text, starts, ends }: TokenisedText, at: number): boolean {
  return /^\s*["\u201c\u201d]\s*$|^\s+["\u201c]$|^["\u201d]\s+$/.test(text.slice(ends[at - 1], starts[at]))
}

/** "Clinical hold on Intellia gene-editing study": a firm that is not known, and not its trade. */
export function isOfUnlistedFirm({ from }: Tag, { tags, shapes, casing, breaks }: EventTitle): boolean {
  return (
    casing === 'sentence' &&
    from > 1 &&
    breaks[from] !== true &&
    shapes[from - 1] === 'capital' &&
    tags.every((tag) => tag.from >= from || tag.to < from)
  )
}
