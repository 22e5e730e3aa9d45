import { wordSet } from '../../text/word-set.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const RISES = wordSet('rally rallies surge advance climb upswing rebound')
const FALLS = wordSet('slump slide rout selloff decline losses downturn')

/** "Profit-taking ends copper rally": the price of a commodity turns round. */
export function readEndedMove({ tags, words, breaks, isIn }: EventTitle): WorldEvent | null {
  for (const [i, { goods, from, to }] of tags.entries()) {
    const word = words[to] ?? ''
    const isRise = RISES.has(word)
    if (!goods.some(isTraded) || (!isRise && !FALLS.has(word))) continue
    const isLast = to + 1 >= words.length || breaks[to + 1] === true || isIn(to + 1, 'after_noun')
    const verb = tags[i - 1]
    if (isLast && verb?.to === from && isEnding(verb))
      return createEvent({ kind: 'price', sign: isRise ? -1 : 1, goods, isOutright: true })
  }
  return null
}

/** "Ends", "takes the wind out of"; not "fails to end". */
function isEnding(tag: Tag): boolean {
  return isVerb(tag, 'end', 'stop') && tag.readings.some(({ form }) => form === 's' || form === 'past')
}
