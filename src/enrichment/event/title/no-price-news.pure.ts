import { wordList } from '../../text/word-set.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import { isTagged, isVerb, type Tag } from './tag.pure.ts'

/** What is said of prices and goods and tells nothing of what they cost on the market: talk, fears, pump prices, purchases. */

/** True for the words of a price cut that is only talked of, and denied: "hits brakes on Switch 2 price cut talk". */
export function isDeniedTalk(
  { from, to }: Pick<Tag, 'from' | 'to'>,
  tags: readonly Tag[],
  title: ListedTitle,
): boolean {
  return (
    title.isIn(to, 'rumour') &&
    tags.some((tag) => tag.to <= from && tag.asset === null && isVerb(tag, 'stop', 'end', 'deny'))
  )
}

/** True where a change of prices is only talked of, and denied: "denies fare increase talk". */
export function isPriceTalk(tags: readonly Tag[], title: ListedTitle): boolean {
  const { words, isIn } = title
  return words.some(
    (_, i) => isIn(i, 'price_change') && isIn(i - 1, 'asked') && isDeniedTalk({ from: i - 1, to: i + 1 }, tags, title),
  )
}

/** "Fears of a weaker won", "worries about the strong dollar". */
export function isFearedAt(at: number, { isIn, words }: ListedTitle): boolean {
  let i = at - 1
  while (isIn(i, 'weaker') || isIn(i, 'stronger') || words[i] === 'a' || words[i] === 'the') i--
  return isIn(i - 1, 'worry') && (isIn(i, 'about') || words[i] === 'of')
}

/** Fuels (by their first word) whose price a state or a seller sets at home. */
const FUELS: ReadonlySet<string> = new Set(['gasoline', 'diesel', 'jet fuel'])
/** Tokens between the verb and the first fuel. */
const FUEL_REACH = 2
const SETTING = wordList('stop end less more start keep hold')

/** True where somebody sets what is asked for the fuel named at a token: "Petrobras cuts diesel prices", "India raises petrol prices". */
export function isPumpPrice(at: number, tags: readonly Tag[]): boolean {
  const fuels = tags.filter((tag) => tag.goods.some((good) => FUELS.has(good.words[0] ?? '')))
  const [first] = fuels
  if (first === undefined || !fuels.some((tag) => tag.from <= at && at < tag.to) || !isTagged(tags, 'price'))
    return false
  const setter = tags.findLast(
    (tag) => isVerb(tag, ...SETTING) && tag.to <= first.from && first.from - tag.to <= FUEL_REACH,
  )
  if (setter === undefined) return false
  const isOwner = ({ asset, country }: Tag) => asset?.type === 'stock' || country !== null
  return tags.some((tag) => isOwner(tag) && tag.to <= setter.from && setter.from - tag.to <= 1)
}

/** Tokens between a verb and what changes hands. */
const OWNED_REACH = 5

/** True where a business changes hands, not what it makes: "to buy gold mine", "sells lithium unit", "buys stake in software maker". */
export function isPurchase(tags: readonly Tag[], { hasIn, isIn, words, breaks }: ListedTitle): boolean {
  const isOwned = (from: number) => {
    const end = breaks.indexOf(true, from)
    return hasIn('owned', from, Math.min(from + OWNED_REACH, end < 0 ? words.length : end))
  }
  return (
    tags.some((tag) => isVerb(tag, 'buy') && isOwned(tag.to)) ||
    words.some((_, i) => isIn(i, 'selling') && isOwned(i + 1))
  )
}
