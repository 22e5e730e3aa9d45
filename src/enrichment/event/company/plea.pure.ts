import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, isNoun, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Tokens between a company and what it asks for: "Apple patent appeal". */
const REACH = 2

/**
 * Reads that a court turns down what a company asks of it: "rejects Bayer's appeal", "dismisses appeal by Bayer"; or what a state asks
 * against one: "rejects FTC appeal in Microsoft case". Not "appeal against Bayer".
 */
export function readPlea({ tags, words }: EventTitle): WorldEvent | null {
  const plea = tags.find((tag) => isNoun(tag, 'plea') && words[tag.to] !== 'court')
  const verb = tags.find((tag) => plea !== undefined && tag.to <= plea.from && isVerb(tag, 'deny'))
  if (plea === undefined || verb === undefined || !isTagged(tags, 'authority')) return null
  const isBefore = ({ from, to }: Tag) => from >= verb.to && to <= plea.from && plea.from - to <= REACH
  const isBy = words[plea.to] === 'by' || words[plea.to] === 'from'
  const asks = companiesIn(tags).find((tag) => isBefore(tag) || (isBy && tag.from === plea.to + 1))
  const [other] = tags.some((tag) => tag.isGovernment && isBefore(tag)) ? companiesIn(tags) : []
  const ticker = (asks ?? other)?.asset?.ticker
  if (ticker === undefined) return null
  return createEvent({
    kind: 'legal',
    sign: asks === undefined ? 1 : -1,
    roles: { struck: [ticker] },
    isOutright: true,
  })
}
