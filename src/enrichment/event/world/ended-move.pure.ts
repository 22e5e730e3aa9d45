import type { EventTitle } from '../title/event-title.pure.ts'
import { isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Words between "ends" and the move: "snaps five-day losing streak". */
const REACH = 3

/** "Profit-taking ends copper rally", "oil snaps losing streak": the price of a commodity turns round. */
export function readEndedMove(title: EventTitle): WorldEvent | null {
  for (const [i, verb] of title.tags.entries()) {
    if (!isEnding(verb)) continue
    const after = title.tags[i + 1]
    const before = title.tags[i - 1]
    const isObject = after?.from === verb.to && after.goods.some(isTraded)
    const tag = isObject ? after : before
    const isTold = isObject || (tag?.to === verb.from && tag.goods.some(isTraded))
    const sign = !isTold ? 0 : isObject ? signOfMove(title, after.to, 1) : signOfMove(title, verb.to, REACH)
    if (tag !== undefined && sign !== 0)
      return createEvent({ kind: 'price', sign: sign > 0 ? -1 : 1, goods: tag.goods, isOutright: true })
  }
  return null
}

/** "Ends", "takes the wind out of"; not "fails to end". */
function isEnding(tag: Tag): boolean {
  return isVerb(tag, 'end', 'stop') && tag.readings.some(({ form }) => form === 's' || form === 'past')
}

/** Which way went what ends within so many words; 0 where no move is told. */
function signOfMove({ words, breaks, isIn }: EventTitle, from: number, reach: number): number {
  for (let at = from; at < from + reach && breaks[at] !== true && !isIn(at, 'after_noun'); at++) {
    const isLast = at + 1 >= words.length || breaks[at + 1] === true || isIn(at + 1, 'after_noun')
    if (!isLast) continue
    if (isIn(at, 'rising_move') || (words[at] === 'streak' && words[at - 1] === 'winning')) return 1
    if (isIn(at, 'falling_move') || words[at] === 'streak') return -1
  }
  return 0
}
