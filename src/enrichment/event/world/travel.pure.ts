import type { TokenisedText } from '../../text/token.pure.ts'
import type { EventCountry } from '../../vocabulary/event-lexicon.pure.ts'
import type { Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const TRAVEL =
  /^(?:travel|do-not-travel|trips?|visit|visits|visiting|visitors?|tourists?|tours?|tourism|holidaymakers?|travellers?|travelers?|visas?|visa-free|arrivals)$/
/** Before the country that is visited. */
const TOWARDS: ReadonlySet<string> = new Set(['to', 'in', 'into', 'off'])
const MORE =
  /^(?:resum(?:e|es|ed|ing)|lift(?:s|ed|ing)?|allow(?:s|ed)?|lets?|scraps?|scrapped|waives?|waived|eas(?:e|es|ed|ing)|relax(?:es|ed)?|drop(?:s|ped)?|remov(?:e|es|ed)|reopen(?:s|ed)?|return(?:s|ed|ing)?|flock(?:s|ed|ing)?|surg(?:e|es|ed)|jump(?:s|ed)?|soar(?:s|ed)?|rebound(?:s|ed)?|welcom(?:e|es|ed)|grants?|extends?|unban(?:s|ned)?|lur(?:e|es|ed)|draw(?:s|n)?|attracts?|boosts?|sends?|brings?)$/
const LESS =
  /^(?:avoid|avoids|off|against|warns?|warned|warning|advisory|alert|bans?|banned|bars?|barred|suspend(?:s|ed)?|halt(?:s|ed)?|cancel(?:s|led|ed)?|shun(?:s|ned)?|slump(?:s|ed)?|plung(?:e|es|ed)|fall(?:s|en)?|fell|tumbl(?:e|es|ed)|slid(?:e|es)?|dwindl(?:e|es|ed)|curb(?:s|ed)?|stop(?:s|ped)?|discourag(?:e|es|ed)|boycott(?:s|ed)?|tighten(?:s|ed)?|reimpos(?:e|es|ed)|restrict(?:s|ed)?|advis(?:es|ed)|ends?|ended|revok(?:e|es|ed))$/
/** What opens a country and may be taken back. */
const OPENING = /^(?:visa-free|waiver|exemption)$/
const TAKEN_BACK = /^(?:ends?|ended|scraps?|scrapped|drop(?:s|ped)?|halt(?:s|ed)?|suspend(?:s|ed)?|revok(?:e|es|ed))$/

/** Reads that a country's visitors come or stay away: "urges citizens to avoid trips to Japan", "scraps visas for Chinese tourists". */
export function readTravel(tags: readonly Tag[], { words }: TokenisedText): WorldEvent | null {
  const isHosted = tags.some((tag) => tag.country !== null && tag.country.hosts.length > 0)
  if (!isHosted || tags.some((tag) => tag.asset?.type === 'stock')) return null
  if (!words.some((word) => TRAVEL.test(word))) return null
  const host = findHost(tags, words)
  if (host === null || host.hosts.length === 0) return null
  const verb = words.findIndex((word) => MORE.test(word) || LESS.test(word))
  if (verb < 0) return null
  const isTakenBack = TAKEN_BACK.test(words[verb] ?? '') && words.slice(verb).some((word) => OPENING.test(word))
  const isMore = MORE.test(words[verb] ?? '') && !isTakenBack
  return createEvent({ kind: 'travel', sign: isMore ? 1 : -1, target: host })
}

const ADVICE = /^(?:warning|advisory|alert)$/

/** The country after "to" or "in"; else the first, where another's people come. */
function findHost(tags: readonly Tag[], words: readonly string[]): EventCountry | null {
  const countries = tags.filter((tag) => tag.country !== null)
  const visited = countries.find(
    (tag) =>
      (TOWARDS.has(words[tag.from - 1] ?? '') ||
        (words[tag.from - 1] === 'for' && words.some((word) => ADVICE.test(word)))) &&
      words.slice(0, tag.from).some((word) => TRAVEL.test(word) || word === 'flock'),
  )
  if (visited !== undefined) return visited.country
  const [first, second] = countries
  return first !== undefined && second !== undefined && first.country !== second.country ? first.country : null
}
