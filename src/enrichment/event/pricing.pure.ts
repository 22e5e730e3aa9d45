import type { TokenisedText } from '../text/token.pure.ts'
import {
  type CompanyClause,
  isOfTrade,
  isVerb,
  segmentsIn,
  splitCompanyClauses,
  tickersOf,
} from './company-clause.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

const MAX_RIVALS = 12
const MAX_CLOSE = 8
/** Tokens between "cuts" and the price. */
const REACH = 5
/** What has a price and is not sold: "price target". */
const OPINION: ReadonlySet<string> = new Set(
  'target targets forecast forecasts view views outlook estimate estimates assumption assumptions objective cap caps'.split(
    ' ',
  ),
)
const OTHERS: ReadonlySet<string> = new Set([
  'share',
  'stock',
  'oil',
  'gas',
  'power',
  'energy',
  'input',
  'house',
  'home',
])

/** Reads that a named company asks less or more for what it sells, or that a war of prices breaks out or ends: rivals have to follow. */
export function readPricing(marks: readonly Mark[], title: TokenisedText, market: Market): WorldEvent | null {
  const isAsked = (mark: Mark) => ASKED.some((one) => hasClass(mark, one)) || SOLD.test(title.words[mark.to - 1] ?? '')
  if (!marks.some(isAsked)) return null
  const isOther = (mark: Mark) =>
    mark.place !== null || (isOfTrade(mark) && !isOwnTariff(mark, marks, title)) || hasClass(mark, 'authority')
  if (marks.some(isOther)) return null
  if (marks.some((mark) => mark.goods.some((good) => good.commodities.length > 0))) return null
  const goods = segmentsIn(marks, null)
  for (const clause of splitCompanyClauses(marks, title)) {
    const war = clause.marks.find((mark) => hasClass(mark, 'pricewar'))
    const company = clause.names.find((name) => war !== undefined || name.to <= (findAsked(clause, title)?.at ?? -1))
    const sign = war === undefined ? findAsked(clause, title)?.sign : readWar(war, marks)
    if (sign === undefined) continue
    // "On higher input costs": no more is earned.
    if (
      sign > 0 &&
      war === undefined &&
      title.words.slice((findAsked(clause, title)?.at ?? 0) + 2).some((word) => BURDEN.test(word))
    )
      return null
    const named = company ?? (war === undefined ? undefined : marks.find((mark) => mark.asset?.type === 'stock'))
    if (named?.asset == null) {
      if (war === undefined || goods.length === 0) continue
      const codes = marks.flatMap(({ country }) => country?.code ?? [])
      const makers = market
        .makersOf(goods)
        .filter(({ asset }) => codes.length === 0 || codes.includes(asset.country ?? ''))
      if (makers.length === 0) continue
      const cast = { struck: [], rival: makers.slice(0, MAX_RIVALS).map(({ asset }) => asset.ticker) }
      return createEvent({ kind: 'pricing', sign, goods, cast })
    }
    const { asset } = named
    const all = marks.flatMap((mark) => mark.asset ?? [])
    const close = goods.length > 0 ? market.rivalsOf(asset, goods, all) : []
    const peers = close.length > 0 ? close.slice(0, MAX_CLOSE) : market.peersOf(asset)
    return createEvent({
      kind: 'pricing',
      sign,
      goods,
      cast: {
        struck: tickersOf(clause.names.filter(({ to }) => to <= (findAsked(clause, title)?.at ?? named.to))),
        rival: peers.slice(0, MAX_RIVALS),
      },
    })
  }
  return null
}

/** "Airtel raises tariffs": what a carrier of calls or power asks. */
function isOwnTariff({ from, to }: Mark, marks: readonly Mark[], { words }: TokenisedText): boolean {
  const [name] = marks
  return (
    /^tariffs?$/.test(words[to - 1] ?? '') &&
    name?.asset !== null &&
    name !== undefined &&
    name.to <= from &&
    /^5[05]/.test(name.asset.gics ?? '')
  )
}

/** Reads that a good which is no commodity gets dearer or cheaper, whoever sells it: "DRAM contract prices to jump". */
export function readGoodPrice(marks: readonly Mark[], title: TokenisedText): WorldEvent | null {
  const { words } = title
  if (!marks.some((mark) => mark.goods.length > 0)) return null
  for (const price of marks.filter(
    (mark) => SOLD.test(words[mark.to - 1] ?? '') && !OPINION.has(words[mark.to] ?? ''),
  )) {
    const mark = marks.findLast((one) => one.goods.length > 0 && one.to <= price.from && price.from - one.to <= 1)
    if (mark === undefined || mark.asset !== null || mark.goods.some((good) => good.commodities.length > 0)) continue
    const at = words.findIndex((word, k) => k >= price.to && k - price.to <= 4 && (UP.test(word) || DOWN.test(word)))
    if (at < 0) continue
    return createEvent({ kind: 'price', sign: UP.test(words[at] ?? '') ? 1 : -1, goods: mark.goods })
  }
  return null
}

const UP =
  /^(?:ris(?:e|es|en|ing)|rose|jump(?:s|ed|ing)?|climb(?:s|ed|ing)?|surg(?:e|es|ed|ing)|soar(?:s|ed|ing)?|doubl(?:e|es|ed|ing)|tripl(?:e|es|ed|ing)|quadrupl(?:e|es|ed)|rall(?:y|ies|ied)|rebound(?:s|ed|ing)?|recover(?:s|ed|ing)?|firm(?:s|ed)?|spik(?:e|es|ed|ing)|leap(?:s|ed)?|gain(?:s|ed)?|rocket(?:s|ed)?|higher)$/
const DOWN =
  /^(?:fall(?:s|en|ing)?|fell|drop(?:s|ped|ping)?|slump(?:s|ed|ing)?|plung(?:e|es|ed|ing)|tumbl(?:e|es|ed|ing)|slid(?:e|es|ing)?|sink(?:s|ing)?|sank|crash(?:es|ed|ing)?|collaps(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|weaken(?:s|ed|ing)?|soften(?:s|ed|ing)?|retreat(?:s|ed|ing)?|halv(?:e|es|ed|ing)|ease(?:s|d)?|lower|crack(?:s|ed)?)$/

/** Where a clause says that a price is cut or raised, and which. */
function findAsked(
  { marks, names }: CompanyClause,
  { words }: TokenisedText,
): { at: number; sign: 1 | -1 } | undefined {
  const [first] = names
  if (first === undefined) return undefined
  const cut = marks.find((mark) => mark.from >= first.to && hasClass(mark, 'pricecut'))
  if (cut !== undefined && !OPINION.has(words[cut.to] ?? '')) {
    const isOver = marks.some(
      (mark) =>
        mark !== cut &&
        mark.to <= cut.from &&
        cut.from - mark.to <= 2 &&
        (hasClass(mark, 'end') || hasClass(mark, 'deny')) &&
        !hasClass(mark, 'start'),
    )
    return { at: cut.from, sign: isOver ? 1 : -1 }
  }
  const price = marks.find(
    (mark) =>
      mark.from >= first.to &&
      mark.asset === null &&
      SOLD.test(words[mark.to - 1] ?? '') &&
      !OTHERS.has(words[mark.from - 1] ?? '') &&
      !OPINION.has(words[mark.to] ?? ''),
  )
  if (price === undefined) return undefined
  const verb = marks.findLast(
    (mark) =>
      mark.asset === null &&
      mark.from >= first.to &&
      mark.to <= price.from &&
      price.from - mark.to <= REACH &&
      mark.readings.some((one) => one.isVerb && one.form !== 'participle'),
  )
  // "Drops Nestle products in price row".
  const isApart =
    verb === undefined ||
    names.some((name) => name !== first && name.from >= verb.to && name.to <= price.from && name.asset !== first.asset)
  if (isApart || ASIDE.has(words[price.from - 1] ?? '')) return undefined
  const isMore = hasClass(verb, 'start') || (hasClass(verb, 'more') && !hasClass(verb, 'less'))
  const isLess = hasClass(verb, 'stop') || hasClass(verb, 'less') || hasClass(verb, 'end')
  if (isMore === isLess && !RAISED.test(words[verb.from] ?? '')) return undefined
  return { at: verb.from, sign: isMore || RAISED.test(words[verb.from] ?? '') ? 1 : -1 }
}

const ASKED = ['pricecut', 'pricewar', 'price', 'tax'] as const
const ASIDE: ReadonlySet<string> = new Set(['in', 'over', 'amid', 'on', 'after', 'despite', 'as'])
const BURDEN = /^(?:costs?|costlier|tariffs|shortages?|inflation|levy|tax|taxes|duties)$/
const SOLD = /^(?:prices?|fares?|tariffs?|pricing)$/
const RAISED = /^(?:rais|lift|hik|increas|push|jack|bump|ratchet|mark)/

/** A war of prices that ends is good for those who sell. */
function readWar(war: Mark, marks: readonly Mark[]): 1 | -1 {
  const isEnded = marks.some(
    (mark) =>
      mark !== war &&
      Math.min(Math.abs(war.from - mark.to), Math.abs(mark.from - war.to)) <= 4 &&
      !hasClass(mark, 'start') &&
      (hasClass(mark, 'barrier') ||
        hasClass(mark, 'peace') ||
        (['end', 'stop', 'deny'] as const).some((one) => isVerb(mark, one))),
  )
  return isEnded ? 1 : -1
}
