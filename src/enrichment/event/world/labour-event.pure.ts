import { wordSet } from '../../text/word-set.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, isTagged, isTraded } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { goodsIn, isCarriage } from './event-good.pure.ts'

/** Who works. */
const LABOUR = wordSet(
  'union unions workers worker staff crew crews pilots machinists dockworkers longshoremen miners teamsters drivers employees uaw unionised unionized labour labor wage wages pay steelworkers electricians engineers baggage-handlers attendants nurses porters railworkers mineworkers autoworkers stevedores members workforce verdi',
)
const PACT = wordSet(
  'contract contracts deal accord agreement agreements pact offer settlement proposal terms row dispute standoff',
)
const AGREES =
  /^(?:reach(?:es|ed)?|sign(?:s|ed)?|accept(?:s|ed|ing)?|ratif(?:y|ies|ied)|approv(?:e|es|ed)|agree(?:s|d)?|back(?:s|ed)?|endors(?:e|es|ed)|clinch(?:es|ed)?|settle(?:s|d)?|secur(?:e|es|ed)|end(?:s|ed|ing)?|resolv(?:e|es|ed)|struck|hammer(?:s|ed)?|seal(?:s|ed)?)$/
const REFUSES =
  /^(?:reject(?:s|ed|ing)?|spurn(?:s|ed)?|snub(?:s|bed)?|refus(?:e|es|ed)|rebuff(?:s|ed)?|den(?:y|ies|ied)|dismiss(?:es|ed)?|collapse[sd]?|down|against|fail(?:s|ed)?|without|no)$/
/** "Strike a new wage deal". */
function hasPactAfter(words: readonly string[], at: number): boolean {
  return (
    words.slice(at + 1, at + 1 + REACH).some((word) => PACT.has(word)) &&
    /^(?:a|an|new|deal|accord|last|tentative|wage|pay|labou?r)$/.test(words[at + 1] ?? '')
  )
}

const STRIKES = /^(?:strikes?|walkouts?|stoppages?)$/
/** Tokens between what is offered and what becomes of it. */
const REACH = 5

/** Reads that those who work somewhere agree with who employs them, or do not: "pilots ratify contract", "union at Escondida rejects offer". */
export function readLabour(title: EventTitle): WorldEvent | null {
  const { tags, words } = title
  const pact = words.findIndex((word) => PACT.has(word))
  if (pact < 0 || !words.some((word) => LABOUR.has(word))) return null
  const isOfName = (at: number) =>
    tags.some((tag) => tag.from <= at && tag.to > at && (tag.asset !== null || tag.country !== null))
  // "Staff of bid target accept offer".
  const isBid = tags.some(
    (tag) => isTagged([tag], 'bid') && !PACT.has(words[tag.to - 1] ?? '') && !LABOUR.has(words[tag.from] ?? ''),
  )
  if (isBid || !words.some((word, i) => LABOUR.has(word) && !isOfName(i)) || isTagged(tags, 'case', 'buy')) return null
  const isNear = (is: RegExp) => words.some((word, i) => is.test(word) && Math.abs(i - pact) <= REACH)
  // "Deal reached, no strike".
  const isOff = words.some((word, i) => word === 'no' && STRIKES.test(words[i + 1] ?? ''))
  const isRefused = !isOff && isNear(REFUSES)
  // "Strike deal"; a union that votes to strike agrees to nothing.
  const isStruck = words.some((word, i) => STRIKES.test(word) && hasPactAfter(words, i))
  if (!isRefused && !isStruck && !isNear(AGREES)) return null
  const sign = isRefused ? -1 : 1
  const place = tags.find((tag) => tag.place !== null && tag.place.makes.length > 0)?.place ?? null
  if (place !== null) return createEvent({ kind: 'supply', sign, commodities: place.makes, place })
  const struck = companiesIn(tags).flatMap(({ asset }) => asset?.ticker ?? [])
  if (struck.length > 0) return createEvent({ kind: 'company_stop', sign, roles: { struck } })
  const goods = goodsIn(tags)
  return goods.some(isCarriage) && !goods.some(isTraded) ? createEvent({ kind: 'service_stop', sign, goods }) : null
}
