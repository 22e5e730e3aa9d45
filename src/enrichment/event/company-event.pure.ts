import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import { hasClass, isNegated, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { type Cast, createEvent, type WorldEvent } from './world-event.pure.ts'

/** Tokens between "buy" and the company that is bought. */
const OBJECT_REACH = 4
/** Words after a name that make it the owner of what is meant: "buys a Lilly plant". */
const AFTER_TARGET: ReadonlySet<string> = new Set([
  'for',
  'in',
  'at',
  'to',
  'after',
  'as',
  'with',
  'on',
  'from',
  'by',
  'over',
  'takeover',
  'bid',
  'offer',
  'deal',
  'merger',
  'owner',
  'parent',
  'group',
  'shares',
])

/** Reads a bid of one company for another, and what becomes of it. */
export function readBid(marks: readonly Mark[], title: TokenisedText): WorldEvent | null {
  const companies = marks.filter((one) => one.asset?.type === 'stock')
  const found = marks
    .filter((one) => hasClass(one, 'bid') || hasClass(one, 'buy'))
    .toReversed()
    .flatMap((mark) => {
      const target = companies.find(
        (one) => one.from >= mark.to && isObject(mark, one, marks, !hasClass(mark, 'bid')) && isWhole(one, title),
      )
      return target === undefined ? [] : [{ mark, target }]
    })[0]
  if (found === undefined) return null
  const { mark, target } = found
  const bidder = companies.find((one) => one.to <= mark.from && one.asset !== target.asset)
  // A bid for a contract, a court or regulator that decides, and a target that refuses are read beside the names.
  const operators = marks.filter((one) => one !== mark && one.asset === null && one.country === null)
  if (operators.some((one) => hasClass(one, 'lose') && !hasClass(one, 'walk'))) return null
  const isOver = operators.some((one) => hasClass(one, 'walk') || isNegated(one, title))
  if (isOver && (bidder === undefined || bidder.from > 1)) return null
  if (!isOver && operators.some((one) => hasClass(one, 'stop') || hasClass(one, 'end'))) return null
  const cast: Cast = { bid_target: tickerOf(target.asset), bidder: isOver ? [] : tickerOf(bidder?.asset ?? null) }
  return createEvent({ kind: 'bid', sign: isOver ? -1 : 1, cast })
}

/** True where nothing that is named or told stands between: "offer for ailing Puma". */
function isObject(mark: Mark, company: Mark, marks: readonly Mark[], isBuying: boolean): boolean {
  const between = marks.filter((one) => one.from >= mark.to && one.to <= company.from)
  const isDescription = between.every(
    (one) => one.readings.length === 0 || one.goods.length > 0 || hasClass(one, 'bid'),
  )
  return isDescription && company.from - mark.to <= (isBuying ? OBJECT_REACH : OBJECT_REACH + 2)
}

function isWhole({ to }: Mark, { words, breaks }: TokenisedText): boolean {
  return to >= words.length || breaks[to] === true || AFTER_TARGET.has(words[to] ?? '')
}

function tickerOf(asset: KnownAsset | null): string[] {
  return asset === null ? [] : [asset.ticker]
}

/** Reads that a named company spends more or less on plant and equipment. */
export function readCapex(marks: readonly Mark[], { neighboursOf }: Market): WorldEvent | null {
  const spending = marks.find((mark) => hasClass(mark, 'capex'))
  const company = marks.find((mark) => mark.asset?.type === 'stock')
  if (spending === undefined || company?.asset == null || company.from > spending.from) return null
  const rises = (['start', 'more'] as const).some((one) => marks.some((mark) => hasClass(mark, one)))
  const falls = (['stop', 'less', 'end'] as const).some((one) =>
    marks.some((mark) => hasClass(mark, one) && !hasClass(mark, 'start')),
  )
  if (rises === falls && !falls) return null
  return createEvent({
    kind: 'capex',
    sign: falls ? -1 : 1,
    cast: { supplier: neighboursOf(company.asset, 'supplier') },
  })
}

const INSTEAD: ReadonlySet<string> = new Set(['over', 'instead', 'ahead'])

/** Reads which country's makers of a good are chosen, and which are passed over: "picks Swedish submarines, snubbing German yards". */
export function readAward(marks: readonly Mark[], title: TokenisedText, { makersOf }: Market): WorldEvent | null {
  const isChoice = (one: EventWordClass) => (mark: Mark) =>
    mark.readings.some((reading) => reading.class === one && reading.isVerb)
  const win = marks.find(isChoice('win'))
  const lose = marks.find(isChoice('lose'))
  const good = marks.find((mark) => mark.goods.length > 0)?.goods[0]
  if (good === undefined || (win === undefined && lose === undefined)) return null
  const start = Math.min(win?.to ?? Infinity, lose?.to ?? Infinity)
  const turn = title.words.findIndex((word, i) => i > start && INSTEAD.has(word))
  const lost =
    lose !== undefined && win !== undefined && lose.from > win.from
      ? lose.from
      : lose === undefined
        ? turn < 0
          ? Infinity
          : turn
        : 0
  const won = lose !== undefined && win !== undefined && win.from > lose.from ? win.from : 0
  const winner: string[] = []
  const loser: string[] = []
  for (const mark of marks) {
    if (mark.country === null || mark.isGovernment || mark.from < start) continue
    const { code } = mark.country
    const isLost = won > 0 ? mark.from < won : mark.from > lost
    ;(isLost || win === undefined ? loser : winner).push(
      ...makersOf([good])
        .filter(({ asset }) => asset.country === code)
        .map(({ asset }) => asset.ticker),
    )
  }
  if (winner.length === 0 && loser.length === 0) return null
  return createEvent({ kind: 'award', sign: 1, goods: [good], cast: { winner, loser } })
}

/** Rivals that gain by a recall. */
const MAX_RIVALS = 4

/** Reads that a company's product is recalled or found faulty, or that this is over. */
export function readRecall(marks: readonly Mark[], { neighboursOf }: Market): WorldEvent | null {
  const recall = marks.find(
    (mark) => hasClass(mark, 'recall') && !mark.readings.some((one) => one.class === 'stop' || one.class === 'attack'),
  )
  const company = marks.find((mark) => mark.asset?.type === 'stock')
  if (recall === undefined || company?.asset == null) return null
  const isOver = marks.some((mark) => mark.from >= recall.from && hasClass(mark, 'end') && !hasClass(mark, 'stop'))
  return createEvent({
    kind: 'recall',
    sign: isOver ? 1 : -1,
    cast: { struck: [company.asset.ticker], rival: neighboursOf(company.asset, 'competitor').slice(0, MAX_RIVALS) },
  })
}

/** Rivals that a new competitor worries. */
const MAX_CHALLENGED = 5

/** Reads that a named company enters a business whose makers are others. */
export function readLaunch(marks: readonly Mark[], title: TokenisedText, { makersOf }: Market): WorldEvent | null {
  const [company] = marks
  const launch = marks.find((mark) => mark.readings.some((one) => one.class === 'launch' && one.isVerb))
  const good = marks.find(
    (mark) => mark.goods.some((one) => one.commodities.length === 0) && mark.from > (launch?.from ?? 0),
  )
  if (company?.asset?.type !== 'stock' || launch === undefined || good === undefined) return null
  const own = company.asset.ticker
  const rivals = makersOf(good.goods).map(({ asset }) => asset.ticker)
  const rival = rivals.filter((ticker) => ticker !== own).slice(0, MAX_CHALLENGED)
  const isOff = marks.some((mark) => hasClass(mark, 'walk') || isNegated(mark, title))
  return createEvent({ kind: 'launch', sign: isOff ? -1 : 1, goods: good.goods, cast: { rival } })
}
