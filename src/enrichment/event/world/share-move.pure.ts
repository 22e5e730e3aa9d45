import type { EventTitle } from '../title/event-title.pure.ts'
import { hasClass, isVerb } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** "Uranium shares rally", "rare earth miners slide": what is paid for those who dig it. */
export function readShareMove({ tags, words, isIn }: EventTitle): WorldEvent | null {
  for (const { to, goods } of tags) {
    const end = MAKERS.test(words[to] ?? '') ? to + 1 : to
    const at = isIn(end, 'share') ? end + 1 : end
    const isTold = goods.length > 0 && (at > to || MAKERS.test(words[to - 1] ?? ''))
    const verb = isTold ? tags.find((tag) => tag.from === at) : undefined
    // "Indian refiners resume Urals": what they buy.
    const isOfOther = tags.some((tag) => tag.from === verb?.to && (tag.goods.length > 0 || tag.country !== null))
    if (verb !== undefined && !isOfOther && isVerb(verb, 'selfmove') && hasClass(verb, 'start', 'stop'))
      return createEvent({ kind: 'shares', sign: hasClass(verb, 'start') ? 1 : -1, goods })
  }
  return null
}

/** Who makes a good, as the word after it. */
const MAKERS =
  /(?:makers|miners|producers|drillers|manufacturers|builders|lenders|insurers|airlines|carriers|refiners)$/
