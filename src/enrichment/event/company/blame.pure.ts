import { tickersOf } from '../clause/company-clause.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, isNegated } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Tokens between what started a fire and the fire. */
const REACH = 7
/** Tokens between who owns the power line and the line. */
const GEAR_REACH = 6

/** Reads that what a named company runs started a fire, or did not: "its equipment sparked wildfire", "blaze blamed on PG&E lines". */
export function readBlame(title: EventTitle): WorldEvent | null {
  const { words, tags, isIn, hasIn } = title
  if (!hasIn('fire_word') || !hasIn('gear')) return null
  const fire = words.findIndex((_, i) => isIn(i, 'fire_word'))
  const cause = words.findIndex((_, i) => isIn(i, 'igniting') && Math.abs(fire - i) <= REACH && fire !== i)
  if (cause < 0) return null
  const gear = words.findIndex((_, i) => isIn(i, 'gear') && (cause < fire ? i < cause : i > cause))
  const name = companiesIn(tags).find(({ from, to }) =>
    cause < fire
      ? to <= gear && gear - to <= GEAR_REACH
      : from > cause && gear - to <= GEAR_REACH && (gear >= to || from > gear),
  )
  if (gear < 0 || name === undefined) return null
  const isCleared = tags.some(
    (tag) => isNegated(tag, title) && tag.from >= Math.min(name.to, fire) && tag.from < Math.max(cause, fire),
  )
  return createEvent({ kind: 'legal', sign: isCleared ? 1 : -1, roles: { struck: tickersOf([name]) } })
}
