import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { Good } from '../vocabulary/event-lexicon.pure.ts'
import { isOfTrade, isPassive, segmentsIn, tickersOf } from './company-clause.pure.ts'
import { isNounBefore, readGains } from './contract-gain.pure.ts'
import type { EventClause, EventTitle } from './event-title.pure.ts'
import { companiesIn, hasClass, isMarked, isVerb, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Most rivals of the one who wins or loses. */
const MAX_RIVALS = 7
const MAX_SUPPLIERS = 5

/** Reads which company gets an order and which loses it: "picks Saab over Naval", "tears up deal with LG", "hands card to Synchrony". */
export function readContract(title: EventTitle, market: Market): WorldEvent | null {
  const { marks, clauses } = title
  const deal = findDeal(title)
  const companies = companiesIn(marks)
  const isOrdered = clauses.some((clause) => clause.names.some((name) => isModifier(name, clause)))
  const others = marks.filter((mark) => hasClass(mark, 'newcomer') || mark.goods.length > 0 || mark.country !== null)
  if (deal === undefined && !isOrdered && companies.length + others.length < 2) return null
  // "Tops sales estimates".
  if (companies.length < 2 && title.hasIn('expected')) return null
  const isDecided = isMarked(marks, 'authority') || marks.some((mark) => mark.isGovernment)
  const isLegal = isMarked(marks, 'case') || (isMarked(marks, 'claim') && isDecided)
  // A tariff or sanction is no order, "amid tariff row" is only a reason.
  const isOther = (mark: Mark) => isOfTrade(mark) && !title.hasIn('amid', mark.from - 2, mark.from)
  if (isLegal || isMarked(marks, 'leader') || marks.some(isOther)) return null
  const isReplaced =
    companies.some(({ from }) => isPassedOver(from, title)) ||
    title.words.some((word, i) => word === 'by' && title.isIn(i - 1, 'held_by')) ||
    clauses.some((clause) => clause.marks.some((mark) => isVerb(mark, 'drop') && isPassive(mark, clause)))
  const gains = readGains(title, deal, companies.length > 1 && isReplaced)
  // "Undercuts rivals with insulin pens" is no order.
  const isBeating = marks.some((mark) => isVerb(mark, 'beat') && hasClass(mark, 'copy'))
  const isPricing = marks.some((mark) => isVerb(mark, 'beat') && isVerb(mark, 'launch'))
  if (isPricing && deal === undefined) return null
  const isOrder = marks.some((mark) => isVerb(mark, 'choose') && !hasClass(mark, 'deal'))
  const goods = segmentsIn(marks, null)
  if (isBeating && !isOrder && (deal === undefined || goods.some((good) => good.isSegment === true))) return null
  const won = gains.filter(({ sign }) => sign > 0).map(({ name }) => name)
  const lost = gains.filter(({ sign }) => sign < 0).map(({ name }) => name)
  const winner = makersIn(won, goods, market)
  const loser = makersIn(lost, goods, market)
  const isGain = winner.length > 0
  const [main] = market.assetsOf(isGain ? winner : loser)
  if (main === undefined) {
    const others = isShutOut(marks) ? market.makersOf(goods).filter(({ asset }) => asset.country !== 'CN') : []
    if (others.length === 0) return null
    const cast = { winner: others.slice(0, MAX_SUPPLIERS).map(({ asset }) => asset.ticker) }
    return createEvent({ kind: 'contract', sign: 1, goods, cast })
  }
  // "Airbus orders fix on A320s".
  const isOwnOrder = marks[0]?.asset === main.asset && won.every((mark) => mark.asset === main.asset)
  if (isOwnOrder && isGain && deal === undefined && won[0] !== marks[0]) return null
  const moved = isGain ? winner : loser
  const rivals = findRivals(main.asset, goods, title, market).filter((one) => !moved.includes(one))
  return createEvent({
    kind: 'contract',
    sign: isGain ? 1 : -1,
    goods,
    cast: {
      winner: moved,
      loser: isGain ? [...loser, ...rivals] : rivals,
      supplier: market.neighboursOf(main.asset, 'supplier').slice(0, MAX_SUPPLIERS),
    },
  })
}

/** "Strip Huawei from networks": those who are listed may take its place. */
function isShutOut(marks: readonly Mark[]): boolean {
  return marks.some(
    (mark) =>
      hasClass(mark, 'newcomer') &&
      marks.some((one) => one.to <= mark.from && mark.from - one.to <= 2 && isVerb(one, 'drop')),
  )
}

/** The word of the order: "deal", or the work that is won or lost: "wrests cloud work". */
function findDeal(title: EventTitle): Mark | undefined {
  const { marks, isIn } = title
  const isWon = (mark: Mark) => marks.some((one) => one.to <= mark.from && isVerb(one, 'win'))
  const isMoved = (work: Mark) =>
    marks.some((one) => one.to <= work.from && isVerb(one, 'win', 'lose', 'drop') && !isVerb(one, 'walk'))
  return (
    marks.find(
      (mark) => hasClass(mark, 'deal') && (!isVerb(mark, 'choose') || isNounBefore(mark, marks, title) || isWon(mark)),
    ) ?? marks.find((mark) => isIn(mark.from, 'work') && isMoved(mark))
  )
}

/** "28 Boeing wide-bodies": what is ordered is a product of the company. */
function isModifier({ to }: Mark, clause: EventClause): boolean {
  const { words, breaks, shapes } = clause.title
  const word = words[to] ?? ''
  if (clause.marks.some((mark) => mark.from === to && mark.readings.some((one) => one.isVerb))) return false
  return to < clause.to && breaks[to] !== true && shapes[to] === 'lower' && word.endsWith('s') && word !== "'s"
}

/** "In place of Patriot", "rather than Boeing". */
function isPassedOver(from: number, { words, isIn }: EventTitle): boolean {
  const last = words[from - 1]
  return (
    (last === 'of' && (isIn(from - 2, 'place_of') || isIn(from - 2, 'instead'))) ||
    (last === 'than' && words[from - 2] === 'rather')
  )
}

/** The companies; of a country those who make the goods there: "Swedish submarines". */
function makersIn(names: readonly Mark[], goods: readonly Good[], { makersOf }: Market): string[] {
  const makers = names.flatMap((mark) => {
    if (mark.asset !== null) return tickersOf([mark])
    const there = makersOf(goods).filter(({ asset }) => asset.country === mark.country?.code)
    return there.slice(0, 2).map(({ asset }) => asset.ticker)
  })
  return [...new Set(makers)]
}

/** Those who make what is named as the company's own, "Google's AI chips", else those who compete with it. */
function findRivals(asset: KnownAsset, goods: readonly Good[], { marks }: EventTitle, market: Market): string[] {
  const named = marks.flatMap((mark) => mark.asset ?? [])
  const isOwn = ({ from }: Mark) => marks.some((name) => name.asset === asset && from >= name.to && from - name.to <= 1)
  const own = segmentsIn(
    marks.filter((mark) => mark.asset === null && isOwn(mark)),
    null,
  )
  const makers = market.makersOf(own).filter((one) => one.asset !== asset && !named.includes(one.asset))
  const rivals = makers.length > 0 ? makers.map((one) => one.asset.ticker) : market.rivalsOf(asset, goods, named)
  return rivals.slice(0, MAX_RIVALS)
}
