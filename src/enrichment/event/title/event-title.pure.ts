import { isConnective } from '../../direction/parse/clause.pure.ts'
import type { TokenisedText } from '../../text/token.pure.ts'
import { EVENT_GROUPS, type EventGroup, type EventLexicon } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass, WordList } from '../../vocabulary/event-word.pure.ts'
import { companiesIn, type Tag } from './tag.pure.ts'

/** A title whose words are looked up in the lists of the lexicon. */
export interface ListedTitle extends TokenisedText {
  /** True where the word, or the phrase that begins, at a token is in a list. */
  readonly isIn: (at: number, list: WordList) => boolean
  /** True where that holds for one of the tokens `from` (included) to `to` (excluded). */
  readonly hasIn: (list: WordList, from?: number, to?: number) => boolean
  /** Countries and commodities that rules name. */
  readonly groups: Readonly<Record<EventGroup, ReadonlySet<string>>>
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
  groups: rows,
}: Pick<EventLexicon, 'wordLists' | 'groups'>): (title: TokenisedText) => ListedTitle {
  const listsAt = compileLists(wordLists)
  const groups = tableOf(EVENT_GROUPS, (name) => new Set(rows.find(({ group }) => group === name)?.members))
  return (title) => {
    const { words } = title
    const lists = words.map((_, at) => listsAt(words, at))
    const isIn = (at: number, list: WordList) => lists[at]?.has(list) === true
    const hasIn = (list: WordList, from = 0, to = words.length) => {
      for (let i = from; i < to; i++) if (isIn(i, list)) return true
      return false
    }
    return { ...title, isIn, hasIn, groups }
  }
}

type ListsAt = (words: readonly string[], at: number) => ReadonlySet<WordList> | undefined

/** The lists that hold the word, or a phrase that begins, at a token. A word ending in `*` stands for every word that begins so. */
function compileLists(wordLists: EventLexicon['wordLists']): ListsAt {
  const exact = new Map<string, Set<WordList>>()
  for (const { list, words } of wordLists) {
    for (const word of words) exact.set(word, (exact.get(word) ?? new Set()).add(list))
  }
  const patterns = [...exact]
    .filter(([entry]) => /[ *]/.test(entry))
    .map(([entry, lists]) => ({ lists, parts: entry.split(' ').map(readPart) }))
  /** Patterns by the beginning of their first word. */
  const byBeginning = Map.groupBy(patterns, ({ parts: [first] }) => beginningOf(first?.text ?? ''))
  return (words, at) => {
    const word = words[at] ?? ''
    const own = exact.get(word)
    const begun = byBeginning.get(beginningOf(word))?.filter(({ parts }) => isAt(words, at, parts))
    if (begun === undefined || begun.length === 0) return own
    return new Set([...(own ?? []), ...begun.flatMap(({ lists }) => [...lists])])
  }
}

type Part = ReturnType<typeof readPart>

function readPart(part: string) {
  return { text: part.replace('*', ''), isStem: part.endsWith('*') }
}

function isAt(words: readonly string[], from: number, parts: readonly Part[]): boolean {
  let at = from
  for (const { text, isStem } of parts) {
    const word = words[at++] ?? ''
    if (isStem ? !word.startsWith(text) : word !== text) return false
  }
  return true
}

/** A number for the first three letters, which no stem is shorter than; the same for all shorter words. */
function beginningOf(word: string): number {
  return (word.charCodeAt(0) << 16) ^ (word.charCodeAt(1) << 8) ^ word.charCodeAt(2)
}

function tableOf<Name extends string, Value>(
  names: readonly Name[],
  valueFor: (name: Name) => Value,
): Readonly<Record<Name, Value>> {
  // TypeScript cannot see that the entries of all names make the record.
  return Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<Name, Value>
}

/** Adds what is tagged in a title, and splits it where its punctuation or a connective opens a new clause. */
export function createEventTitle(title: ListedTitle, tags: readonly Tag[]): EventTitle {
  const { words, breaks, isIn } = title
  const opens = words.flatMap((word, at) =>
    at === 0 ||
    ((breaks[at] !== true || isOnlyQuoted(title, at) || isSum(title, at)) &&
      (!isConnective(word) || isIn(at, 'no_clause')))
      ? []
      : [at],
  )
  const starts = words.length === 0 ? [] : [0, ...opens]
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
