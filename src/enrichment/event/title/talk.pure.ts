import type { ListedTitle } from './event-title.pure.ts'
import { isVerb, type Tag } from './tag.pure.ts'

/** True for the words of a price cut that is only talked of, and denied: "hits brakes on Switch 2 price cut talk". */
export function isDeniedTalk(
  { from, to }: Pick<Tag, 'from' | 'to'>,
  tags: readonly Tag[],
  { isIn }: ListedTitle,
): boolean {
  return (
    isIn(to, 'rumour') && tags.some((tag) => tag.to <= from && tag.asset === null && isVerb(tag, 'stop', 'end', 'deny'))
  )
}

/** "Fears of a weaker won", "worries about the strong dollar". */
export function isFearedAt(at: number, { isIn, words }: ListedTitle): boolean {
  let i = at - 1
  while (isIn(i, 'weaker') || isIn(i, 'stronger') || words[i] === 'a' || words[i] === 'the') i--
  return isIn(i - 1, 'worry') && OF_WORRY.has(words[i] ?? '')
}

const OF_WORRY: ReadonlySet<string> = new Set(['over', 'about', 'of', 'on', 'around'])

const MOVES: ReadonlySet<string> = new Set(['cut', 'cuts', 'hike', 'hikes', 'increase', 'increases', 'rise', 'rises'])
const ASKED: ReadonlySet<string> = new Set(['price', 'prices', 'fare', 'fares', 'fee', 'premium'])

/** True where a change of prices is only talked of, and denied: "denies fare increase talk". */
export function isPriceTalk(tags: readonly Tag[], title: ListedTitle): boolean {
  const { words, isIn } = title
  return words.some(
    (_, i) =>
      isIn(i, 'rumour') &&
      MOVES.has(words[i - 1] ?? '') &&
      ASKED.has(words[i - 2] ?? '') &&
      isDeniedTalk({ from: i - 2, to: i }, tags, title),
  )
}
