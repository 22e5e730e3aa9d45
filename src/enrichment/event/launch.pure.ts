import { segmentsIn, tickersOf } from './company-clause.pure.ts'
import type { EventTitle } from './event-title.pure.ts'
import { companiesIn, hasClass, isNegated, isVerb, type Mark } from './mark.pure.ts'
import type { Market, Player } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Rivals that a new competitor worries. */
const MAX_CHALLENGED = 6

/** Reads that a company, listed or not, offers something new or cheaper in a business whose makers are others. */
export function readLaunch(title: EventTitle, market: Market): WorldEvent | null {
  const { marks, isIn } = title
  const subject = marks.find((mark) => mark.asset?.type === 'stock' || hasClass(mark, 'newcomer'))
  const isOther = marks.some((mark) => mark.place !== null || hasClass(mark, 'authority', 'strike'))
  if (subject === undefined || isOther) return null
  const own = subject.asset
  const goods = segmentsIn(marks, null)
  const launch = marks.find(
    (mark) =>
      hasClass(mark, 'launch') && mark.goods.length === 0 && !isIn(mark.from - 1, 'aside') && !isEndOpened(mark, marks),
  )
  if (launch === undefined) {
    const isClose = marks.some(
      (mark) => mark.from >= subject.from && mark.goods.some((good) => good.isSegment === true),
    )
    // "Expects custom chip revenue to double".
    const isForecast = marks.some((mark) => hasClass(mark, 'guidance') || isVerb(mark, 'speaker'))
    if (!isClose || (isForecast && own !== null)) return null
  } else {
    // "Opens factory".
    const isPlant = (mark: Mark) => hasClass(mark, 'facility') && mark.goods.length === 0
    if (marks.some((mark) => isPlant(mark) && mark.from - launch.to <= 3)) return null
  }
  const where = new Set(marks.flatMap((mark) => mark.country?.code ?? []))
  const isThere = ({ asset }: Player) => Number(where.has(asset.country))
  const makers = own === null ? market.makersOf(goods).toSorted((a, b) => isThere(b) - isThere(a)) : []
  const isMaker = ({ asset }: Mark) => makers.some((one) => one.asset === asset)
  const challenged = companiesIn(marks).filter(
    (name) => name.asset !== own && (isChallenged(name, title) || isMaker(name)),
  )
  const isCheaper = launch?.readings.every((one) => !one.isVerb) === true
  const rivals =
    own === null
      ? makers.map(({ asset }) => asset.ticker)
      : goods.length > 0
        ? market.rivalsOf(own, goods, [])
        : isCheaper
          ? market.peersOf(own)
          : []
  if (rivals.length + challenged.length === 0) return null
  const isOff =
    launch === undefined
      ? // "Pulls sleep apnoea machines".
        marks.some((mark) => hasClass(mark, 'stop', 'walk', 'fail', 'drop') && !isDoneToOthers(mark, title))
      : marks.some((mark) => isCalledOff(mark, launch, title))
  return createEvent({
    kind: 'launch',
    sign: isOff ? -1 : 1,
    goods,
    cast: {
      opponent: tickersOf(challenged),
      rival: rivals.slice(0, MAX_CHALLENGED),
      launcher: own === null ? [] : [own.ticker],
    },
  })
}

/** "Sinks software stocks", "rattles publishers' shares": it is others who are struck. */
function isDoneToOthers({ to }: Mark, { marks, hasIn }: EventTitle): boolean {
  return marks.some((one) => one.from >= to && one.from - to <= 3 && hasIn('others', one.from, one.to))
}

/** "Begins liquidation". */
function isEndOpened({ to }: Mark, marks: readonly Mark[]): boolean {
  const next = marks.find((one) => one.from === to)
  return next !== undefined && hasClass(next, 'stop') && next.readings.every((one) => !one.isVerb)
}

function isCalledOff(mark: Mark, launch: Mark, title: EventTitle): boolean {
  const isBefore = mark.to <= launch.from && launch.from - mark.to <= 2
  return isBefore && (hasClass(mark, 'walk') || isNegated(mark, title))
}

/** "Takes on Visa", "a rival to Wegovy", "priced below Model Y". */
function isChallenged({ from, to }: Mark, { marks, hasIn }: EventTitle): boolean {
  // "To fill Nvidia void", "breaks Nvidia's grip".
  if (hasIn('dominance', to, to + 2)) return true
  return marks.some((mark) => mark.to <= from && from - mark.to <= 3 && hasClass(mark, 'copy', 'beat'))
}
