import { wordSet } from '../../text/word-set.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { hasClass, type Tag } from '../title/tag.pure.ts'
import { goodsIn } from '../world/event-good.pure.ts'

/** True for the flow of "bans onion exports", "duty on onion exports", where the word before it names no good. */
export function isOfUnknownGood(flow: Tag, { tags, text, starts, ends }: EventTitle): boolean {
  const at = flow.from - 1
  const word = text.slice(starts[at] ?? 0, ends[at] ?? 0)
  if (!hasClass(flow, 'flow') || !/^[a-z]{4,}$/.test(word) || UNNAMED.has(word)) return false
  const before = tags.find(({ to }) => to === at)
  const isTold =
    before?.readings.some((one) => one.isVerb) === true ||
    /^o[nf] $/.test(text.slice((starts[at] ?? 0) - 3, starts[at]))
  return isTold && !tags.some(({ from, to }) => from <= at && at < to)
}

/** What is said of exports of any kind. */
const UNNAMED = wordSet(
  'agricultural energy farm food further future goods major mineral more most over overseas planned record seaborne some their total',
)

/** Of several commodities those that are named, if any. */
export function narrowToNamed(commodities: readonly string[], tags: readonly Tag[]): readonly string[] {
  const named = commodities.filter((ticker) => goodsIn(tags).some((good) => good.commodities.includes(ticker)))
  return named.length > 0 ? named : commodities
}
