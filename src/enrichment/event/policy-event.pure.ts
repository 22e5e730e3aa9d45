import type { EventTitle } from './event-title.pure.ts'
import { hasClass, isMarked, isNegated, type Mark } from './mark.pure.ts'
import { isOfState } from './mark-context.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Reads what a central bank, or a figure it watches, says of a country's rates: higher or lower. */
export function readPolicy(title: EventTitle): WorldEvent | null {
  const { marks } = title
  const country = marks.find(
    (mark) => mark.country !== null && mark.country.rates.length + mark.country.pairs.length > 0,
  )
  const isDecision = country?.isCentralBank === true && marks.some(isOfRates)
  if (country?.country == null || (!isDecision && marks.some(isOfTrade))) return null
  const sign = readRateSign(title, country)
  return sign === 0 ? null : createEvent({ kind: 'policy', sign, actor: country.country })
}

function isOfRates(mark: Mark): boolean {
  return hasClass(mark, 'ratehike', 'ratecut')
}

/** What is told of a good or a place of work is no word on rates: "wage deal averts walkout at mine". */
function isOfTrade(mark: Mark): boolean {
  const isWork = mark.place !== null && mark.place.makes.length > 0
  const isOfGood = mark.goods.length > 0 && (mark.readings.length === 0 || mark.goods.some(isOfState))
  return isWork || isOfGood || hasClass(mark, 'strike')
}

function readRateSign(title: EventTitle, country: Mark): 1 | -1 | 0 {
  const { marks, words, isIn, hasIn } = title
  const isDenied = marks.some((mark) => isNegated(mark, title))
  const decision = marks.find(isOfRates)
  if (decision !== undefined) return hasClass(decision, 'ratehike') === isDenied ? -1 : 1
  const indicator = marks.find((mark) => hasClass(mark, 'indicator'))
  const isRate = (mark: Mark) =>
    hasClass(mark, 'price') && words.slice(mark.from, mark.to).some((word) => word.startsWith('rate'))
  const setsRates =
    country.isCentralBank || isMarked(marks, 'centralbank') || (country.isGovernment && marks.some(isRate))
  // "Holds but hints at a cut", "holds, signals no hurry to hike".
  const held = words.findIndex((_, i) => isIn(i, 'rate_unchanged'))
  const turn = words.findIndex((_, i) => isIn(i, 'but') || (held >= 0 && i > held && isIn(i, 'signalling')))
  if (setsRates && held >= 0 && hasIn('unawaited')) {
    // "Unexpectedly holds rather than cut".
    if (hasIn('awaited_cut')) return 1
    if (hasIn('awaited_hike')) return -1
  }
  if (indicator === undefined && (!setsRates || hasIn('rate_unchanged', turn + 1))) return 0
  const isAfterTurn = ({ from }: Mark) => from > turn || !hasIn('rate_unchanged', 0, turn)
  const way =
    marks
      .filter((mark) => mark !== indicator && isAfterTurn(mark))
      .map(readWay)
      .find((one) => one !== 0) ?? 0
  if (indicator === undefined) return isDenied ? reverse(way) : way
  const isMere = hasIn('merely') || isMarked(marks, 'undershoot')
  if (way > 0 && isMere) return -1
  return hasClass(indicator, 'slack') ? reverse(way) : way
}

function reverse(way: 1 | -1 | 0): 1 | -1 | 0 {
  return way === 0 ? 0 : way > 0 ? -1 : 1
}

function readWay(mark: Mark): 1 | -1 | 0 {
  if (hasClass(mark, 'hawkish')) return 1
  if (hasClass(mark, 'dovish')) return -1
  if (hasClass(mark, 'start', 'more')) return 1
  return hasClass(mark, 'stop', 'end', 'less') ? -1 : 0
}

/** Reads that a government borrows more or keeps its purse, or that its credit is rated lower or higher. */
export function readFiscal({ marks }: EventTitle): WorldEvent | null {
  const told = marks.find((mark) => hasClass(mark, 'prudence', 'borrowing'))
  const actor = marks.find((mark) => mark.country !== null && mark.country.rates.length > 0)?.country
  if (told === undefined || actor == null) return null
  const others = marks.filter((mark) => mark !== told && mark.country === null && mark.asset === null)
  const isLess = isMarked(others, 'stop', 'end', 'lose', 'less', 'deny')
  const isMore = isMarked(others, 'start', 'more', 'keep', 'win')
  if (!isLess && !isMore) return null
  const isLooser = hasClass(told, 'prudence') ? isLess : !isLess
  // "Exempts defence from debt brake".
  const goods = marks.flatMap((mark) => mark.goods.filter(isOfState))
  return createEvent({ kind: 'fiscal', sign: isLooser ? -1 : 1, actor, goods })
}
