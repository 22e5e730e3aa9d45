import type { TokenisedText } from '../text/token.pure.ts'
import { companiesIn, segmentsIn, tickersOf } from './company-clause.pure.ts'
import { hasClass, isNegated, type Mark } from './mark.pure.ts'
import type { Market, Player } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Words before an occasion: "slides in debut". */
const ASIDE: ReadonlySet<string> = new Set(['in', 'on', 'after', 'amid', 'ahead'])
/** Rivals that a new competitor worries. */
const MAX_CHALLENGED = 6

/** Reads that a company, listed or not, offers something new or cheaper in a business whose makers are others. */
export function readLaunch(marks: readonly Mark[], title: TokenisedText, market: Market): WorldEvent | null {
  const subject = marks.find((mark) => mark.asset?.type === 'stock' || hasClass(mark, 'newcomer'))
  if (
    subject === undefined ||
    marks.some((mark) => mark.place !== null || hasClass(mark, 'authority') || hasClass(mark, 'strike'))
  )
    return null
  const goods = segmentsIn(marks, null)
  const isClose = marks.some((mark) => mark.from >= subject.from && mark.goods.some((good) => good.isSegment === true))
  const launch = marks.find((mark) => isLaunch(mark, marks, title))
  // "Expects custom chip revenue to double".
  const isForecast = marks.some(
    (mark) => hasClass(mark, 'guidance') || mark.readings.some((one) => one.class === 'speaker' && one.isVerb),
  )
  if (
    (launch === undefined && (!isClose || (isForecast && subject.asset !== null))) ||
    marks.some((mark) => isPlant(mark, launch))
  )
    return null
  // "Pulls sleep apnoea machines".
  const isStopped =
    launch === undefined &&
    marks.some(
      (mark) =>
        !marks.some((one) => one.from >= mark.to && one.from - mark.to <= 3 && isOfOthers(one, title)) &&
        (hasClass(mark, 'stop') || hasClass(mark, 'walk') || hasClass(mark, 'fail') || hasClass(mark, 'drop')),
    )
  const own = subject.asset
  const isCheaper = launch?.readings.every((one) => !one.isVerb) === true
  const where = new Set(marks.flatMap((mark) => mark.country?.code ?? []))
  const isThere = ({ asset }: Player) => Number(where.has(asset.country))
  const makers =
    own === null
      ? market
          .makersOf(goods)
          .toSorted((a, b) => isThere(b) - isThere(a))
          .map(({ asset }) => asset.ticker)
      : []
  const challenged = tickersOf(
    companiesIn(marks).filter(
      (name) => name.asset !== own && (isChallenged(name, marks, title) || makers.includes(name.asset?.ticker ?? '')),
    ),
  )
  const rivals =
    own === null ? makers : goods.length > 0 ? market.rivalsOf(own, goods, []) : isCheaper ? market.peersOf(own) : []
  if (rivals.length + challenged.length === 0) return null
  const isOff = isStopped || (launch !== undefined && marks.some((mark) => isCalledOff(mark, launch, title)))
  return createEvent({
    kind: 'launch',
    sign: isOff ? -1 : 1,
    goods,
    cast: { opponent: challenged, rival: rivals.slice(0, MAX_CHALLENGED), launcher: own === null ? [] : [own.ticker] },
  })
}

/** "Sinks software stocks", "rattles publishers' shares": it is others who are struck. */
function isOfOthers(mark: Mark, { words }: TokenisedText): boolean {
  return words.slice(mark.from, mark.to).some((word) => /^(?:shares?|stocks?|rivals?|investors?)$/.test(word))
}

/** "Opens factory". */
function isPlant(mark: Mark, launch: Mark | undefined): boolean {
  return hasClass(mark, 'facility') && mark.goods.length === 0 && launch !== undefined && mark.from - launch.to <= 3
}

function isLaunch(mark: Mark, marks: readonly Mark[], { words }: TokenisedText): boolean {
  // "Begins liquidation".
  const next = marks.find((one) => one.from === mark.to)
  if (next !== undefined && hasClass(next, 'stop') && next.readings.every((one) => !one.isVerb)) return false
  return hasClass(mark, 'launch') && mark.goods.length === 0 && !ASIDE.has(words[mark.from - 1] ?? '')
}

function isCalledOff(mark: Mark, launch: Mark, title: TokenisedText): boolean {
  const isBefore = mark.to <= launch.from && launch.from - mark.to <= 2
  return isBefore && (hasClass(mark, 'walk') || isNegated(mark, title))
}

const HOLD = /^(?:void|gap|dominance|monopoly|grip|stronghold|crown|hold|stranglehold|reign|reliance)$/

/** "Takes on Visa", "a rival to Wegovy", "priced below Model Y". */
function isChallenged(name: Mark, marks: readonly Mark[], { words }: TokenisedText): boolean {
  // "To fill Nvidia void", "breaks Nvidia's grip".
  if (words.slice(name.to, name.to + 2).some((word) => HOLD.test(word))) return true
  return marks.some(
    (mark) => mark.to <= name.from && name.from - mark.to <= 3 && (hasClass(mark, 'copy') || hasClass(mark, 'beat')),
  )
}
