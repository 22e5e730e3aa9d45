import { tickersOf } from '../clause/company-clause.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const STRUCK =
  /^(?:invalidat(?:e|es|ed)|void(?:s|ed)?|revok(?:e|es|ed)|annul(?:s|led)?|cancel(?:s|led)?|(?:strike|strikes|struck) down)$/
/** Tokens between the verb and whose patent it is. */
const REACH = 4

/** Reads that a patent of the one company that is named falls: "patent board strikes down key Keytruda claims". */
export function readPatent({ tags, words }: EventTitle): WorldEvent | null {
  if (!words.some((word) => word === 'patent' || word === 'patents')) return null
  const at = words.findIndex((word, i) => STRUCK.test(word) || STRUCK.test(`${word} ${words[i + 1] ?? ''}`))
  const names = companiesIn(tags)
  const [owner] = names
  const isOne = names.every(({ asset }) => asset === owner?.asset)
  if (at < 0 || owner === undefined || !isOne || owner.from < at || owner.from - at > REACH) return null
  return createEvent({ kind: 'legal', sign: -1, roles: { struck: tickersOf([owner]) }, isOutright: true })
}
