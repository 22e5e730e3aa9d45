import { tickersOf } from '../clause/company-clause.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, isNegated } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Tokens between what started a fire and the fire. */
const REACH = 7

/** "To pay $95 million over privacy"; not over years. */
const PAYING =
  /^(?:(?:to|will|must) )?(?:pays?|paid) (?:\S+ ){1,5}over (?!\d|(?:the|next|two|three|four|five|several|time)\b)/

/** Reads what a named company has to pay for, and that what it runs started a fire, or did not: "its equipment sparked wildfire". */
export function readBlame(title: EventTitle): WorldEvent | null {
  const { words, tags, isIn, hasIn } = title
  const payer = companiesIn(tags).find(({ to }) => PAYING.test(words.slice(to).join(' ')))
  if (payer !== undefined) return createEvent({ kind: 'legal', sign: -1, roles: { struck: tickersOf([payer]) } })
  if (!hasIn('fire_word') || !hasIn('gear')) return null
  const fire = words.findIndex((_, i) => isIn(i, 'fire_word'))
  const cause = words.findIndex((_, i) => isIn(i, 'igniting') && Math.abs(fire - i) <= REACH && fire !== i)
  if (cause < 0) return null
  const gear = words.findIndex((_, i) => isIn(i, 'gear') && (cause < fire ? i < cause : i > cause))
  const [name] = companiesIn(tags)
  if (gear < 0 || name === undefined) return null
  const isCleared = tags.some(
    (tag) => isNegated(tag, title) && tag.from >= Math.min(name.to, fire) && tag.from < Math.max(cause, fire),
  )
  return createEvent({ kind: 'legal', sign: isCleared ? 1 : -1, roles: { struck: tickersOf([name]) } })
}
