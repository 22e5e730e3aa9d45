import type { WordList } from '../../vocabulary/event-word.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isTagged, isTraded } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { goodsIn, isCarriage } from './event-good.pure.ts'

/** "Strike a new wage deal". */
function hasPactAfter({ words, hasIn }: EventTitle, at: number): boolean {
  return (
    hasIn('labour_pact', at + 1, at + 1 + REACH) &&
    /^(?:a|an|new|deal|accord|last|tentative|wage|pay|labou?r)$/.test(words[at + 1] ?? '')
  )
}

const STRIKES = /^(?:strikes?|walkouts?|stoppages?)$/
/** Tokens between what is offered and what becomes of it. */
const REACH = 5

/** Reads that those who work somewhere agree with who employs them, or do not: "pilots ratify contract", "union at Escondida rejects offer". */
export function readLabour(title: EventTitle): WorldEvent | null {
  const { tags, words, isIn, hasIn } = title
  const pact = words.findIndex((_, at) => isIn(at, 'labour_pact'))
  if (pact < 0 || !hasIn('labour')) return null
  const isOfName = (at: number) =>
    tags.some((tag) => tag.from <= at && tag.to > at && (tag.asset !== null || tag.country !== null))
  // "Staff of bid target accept offer".
  const isBid = tags.some(
    (tag) => hasClass(tag, 'bid') && !isIn(tag.to - 1, 'labour_pact') && !isIn(tag.from, 'labour'),
  )
  if (isBid || !words.some((_, at) => isIn(at, 'labour') && !isOfName(at)) || isTagged(tags, 'case', 'buy')) return null
  const isNear = (list: WordList) => hasIn(list, pact - REACH, pact + REACH + 1)
  // "Deal reached, no strike".
  const isOff = words.some((word, i) => word === 'no' && STRIKES.test(words[i + 1] ?? ''))
  const isRefused = !isOff && isNear('labour_refusing')
  // "Strike deal"; a union that votes to strike agrees to nothing.
  const isStruck = words.some((word, i) => STRIKES.test(word) && hasPactAfter(title, i))
  if (!isRefused && !isStruck && !isNear('labour_agreeing')) return null
  const sign = isRefused ? -1 : 1
  const place = tags.find((tag) => tag.place !== null && tag.place.makes.length > 0)?.place ?? null
  if (place !== null) return createEvent({ kind: 'supply', sign, commodities: place.makes, place })
  const struck = companiesIn(tags).flatMap(({ asset }) => asset?.ticker ?? [])
  if (struck.length > 0) return createEvent({ kind: 'company_stop', sign, roles: { struck } })
  const goods = goodsIn(tags)
  return goods.some(isCarriage) && !goods.some(isTraded) ? createEvent({ kind: 'service_stop', sign, goods }) : null
}
