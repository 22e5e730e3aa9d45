import type { ListedTitle } from './event-title.pure.ts'
import type { Tag } from './tag.pure.ts'

/** "Until October to wind down contracts". */
const ENDS = /^(?:to|as|amid|but|while|and)$/

/** What output is cut for: "shuts plants to end price war", "to curb oversupply". */
const AIM = /^(?:end|ends|stop|halt|avert|ease|curb|clear|fight|tackle|combat|avoid)$/
const ILLS = /^(?:glut|oversupply|overcapacity|surplus|losses|rout|slump)$/
const AIM_REACH = 3
/** "Vows to end price war": what is meant to happen, and no reason. */
const MEANING =
  /^(?:agree|vow|pledge|plans?$|planned|move|seek|aim|urge|told|ask|order|want|tr(?:y|ie)|bid|talk|meet|call|hope|promise|set|ready|act|help|need|summon|push|press|fail)/

const RELATIVE = /^(?:that|which)$/
const LET = /^(?:approv|clear|permit|permission|licen[cs]e|nod$|go$|green$)/
const PROTEST = /^(?:protests?|objections?|opposition|outcry)$/

const SPARING = /^(?:spares|sparing|exempts|exempting)$/
const LEVIED = /^(?:tax|taxes|duty|duties|levy|levies|tariffs?|surcharge|excise)$/

/**
 * Tells which tags only say how long something lasts or what it is for: "halts exports until repairs end", "shuts plants to end price war".
 * They are not told to happen; what is named there is still named.
 */
export function findCondition({ words, breaks }: ListedTitle): (tag: Tag) => boolean {
  const isIll = (at: number) => ILLS.test(words[at] ?? '') || (words[at] === 'price' && words[at + 1] === 'war')
  const isAim = (at: number) =>
    words[at] === 'to' &&
    !MEANING.test(words[at - 1] ?? '') &&
    AIM.test(words[at + 1] ?? '') &&
    words.slice(at, at + 2 + AIM_REACH).some((_, i) => isIll(at + i))
  // "To calm power bills, Brussels will release permits".
  const comma = words[0] === 'to' ? breaks.indexOf(true, 1) : -1
  if (comma > 0) return ({ to, asset }) => to <= comma && asset === null
  // "Doubles gaming duty, spares horse racing": who bears nothing.
  const spared = findSpared({ words, breaks })
  if (spared > 0) return ({ from }) => from >= spared
  // "Drops tariff that would have hit Turkey".
  const isUnreal = (at: number) =>
    words[at] === 'would' && words[at + 1] === 'have' && RELATIVE.test(words[at - 1] ?? '')
  const until = words.findIndex(
    (word, at) => word === 'until' || word === 'till' || (at > 1 && (isAim(at) || isUnreal(at + 1))),
  )
  // "Wins approval over farmers' protests": who could not stop it.
  const over = words.findIndex((word, at) => word === 'over' && words.slice(0, at).some((one) => LET.test(one)))
  const protest = over < 0 ? -1 : words.findIndex((word, at) => at > over && PROTEST.test(word))
  if (protest > 0 && protest - over <= AIM_REACH) return ({ from }) => from > over && from <= protest
  if (until < 1) return () => false
  const end = words.findIndex((word, at) => at > until && (breaks[at] === true || ENDS.test(word)))
  return ({ from, asset, place, country, goods }) =>
    from > until &&
    (end < 0 || from < end) &&
    asset === null &&
    place === null &&
    country === null &&
    goods.length === 0
}

/** True for a levy from which a title tells something to be spared. */
export function isSparing(title: Pick<ListedTitle, 'words' | 'breaks'>): boolean {
  return findSpared(title) > 0
}

function findSpared({ words, breaks }: Pick<ListedTitle, 'words' | 'breaks'>): number {
  const spared = words.findIndex((word, at) => at > 0 && breaks[at] === true && SPARING.test(word))
  return spared > 0 && words.slice(0, spared).some((word) => LEVIED.test(word)) ? spared : -1
}
