import { tickersOf } from '../clause/company-clause.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, follows, isNoun, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Tokens between a company and what it asks for: "Apple patent appeal". */
const PLEA_REACH = 2

/**
 * Reads that a court turns down what a company asks of it: "rejects Bayer's appeal", "dismisses appeal by Bayer"; or what a state asks
 * against one: "rejects FTC appeal in Microsoft case". Not "appeal against Bayer".
 */
export function readPlea({ tags, words }: EventTitle): WorldEvent | null {
  const plea = tags.find((tag) => isNoun(tag, 'plea') && words[tag.to] !== 'court')
  const verb = tags.find((tag) => plea !== undefined && follows(plea, tag) && isVerb(tag, 'deny'))
  if (plea === undefined || verb === undefined || !isTagged(tags, 'authority')) return null
  const isBefore = (tag: Tag) => follows(tag, verb) && follows(plea, tag, PLEA_REACH)
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

const STRUCK =
  /^(?:invalidat(?:e|es|ed)|void(?:s|ed)?|revok(?:e|es|ed)|annul(?:s|led)?|cancel(?:s|led)?|(?:strike|strikes|struck) down)$/
/** Tokens between the verb and whose patent it is. */
const PATENT_REACH = 4

/** Reads that a patent of the one company that is named falls: "patent board strikes down key Keytruda claims". */
export function readPatent({ tags, words }: EventTitle): WorldEvent | null {
  if (!words.includes('patent') && !words.includes('patents')) return null
  const at = words.findIndex((word, i) => STRUCK.test(word) || STRUCK.test(`${word} ${words[i + 1] ?? ''}`))
  const names = companiesIn(tags)
  const [owner] = names
  const isOne = names.every(({ asset }) => asset === owner?.asset)
  if (at < 0 || owner === undefined || !isOne || owner.from < at || owner.from - at > PATENT_REACH) return null
  return createEvent({ kind: 'legal', sign: -1, roles: { struck: tickersOf([owner]) }, isOutright: true })
}
