import type { EventTitle } from '../title/event-title.pure.ts'
import { isTraded } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Reads that visitors of one country come to another or stay away: "waives visas for Chinese tour groups", "cancel Thai holidays". */
export function readVisitors({ tags, words, breaks, isIn, hasIn }: EventTitle): WorldEvent | null {
  // "Urea cargoes cancelled as plant trips".
  if (!hasIn('visitors') || tags.some((tag) => tag.goods.some(isTraded))) return null
  const named = tags.filter((tag) => tag.country !== null)
  // Those who travel are named beside the word for them.
  const isGuest = ({ to }: (typeof named)[number]) => isIn(to, 'visitors') && breaks[to] !== true
  // What follows "after" is why.
  const until = words.findIndex((_, at) => isIn(at, 'background'))
  const end = until < 0 ? words.length : until
  // "China tells citizens to avoid travel to Japan".
  const hosts = named.filter((tag) => tag.to <= end && !isGuest(tag) && (tag.country?.hosts.length ?? 0) > 0)
  const host = hosts.find((tag) => words[tag.from - 1] === 'to') ?? hosts.at(-1)
  const isOfTwo = new Set(named.map(({ country }) => country?.code)).size > 1
  if (host?.country == null || !isOfTwo || words.some((_, at) => isIn(at, 'visitors') && isIn(at + 1, 'visitor_trade')))
    return null
  const [isAway, isComing] = [hasIn('staying_away', 0, end), hasIn('welcoming', 0, end)]
  if (isAway === isComing) return null
  // "Stops short of warning".
  const isWithheld = words.some((word, at) => word === 'short' && words[at + 1] === 'of')
  return createEvent({ kind: 'travel', sign: isComing === isWithheld ? -1 : 1, target: host.country })
}
