import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, follows, hasClass, isNegated, isTagged, type Tag } from '../title/tag.pure.ts'
import { isOfState } from '../title/tag-context.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Reads what a central bank, or a figure it watches, says of a country's rates: higher or lower. */
export function readPolicy(title: EventTitle): WorldEvent | null {
  const { tags } = title
  const named = tags.filter((tag) => tag.country !== null && tag.country.rates.length + tag.country.pairs.length > 0)
  // "India's RBI".
  const country = named.find((tag) => tag.isCentralBank) ?? named[0]
  const isDecision = country?.isCentralBank === true && tags.some(isOfRates)
  if (country?.country == null || (!isDecision && tags.some(isOfTrade))) return null
  // "Caps UniCredit's dividends": what it rules for one bank is no word on rates.
  const isOfCompany = country.isCentralBank && companiesIn(tags).some((tag) => tag.from >= country.to)
  // "Gains as worries over Fed rates ease": nor is what others feel.
  const isWorry = tags.some((tag) => hasClass(tag, 'fear') && title.words[tag.to] === 'over')
  if (isOfCompany || isWorry || isOwnGrowth(title, country)) return null
  const sign = readRateSign(title, country)
  if (sign === 0) return null
  // "Yields climb as inflation accelerates": who flees such bonds buys no currency of theirs.
  const isFlight =
    title.groups.fragile_currency.has(country.country.code) && title.words.some((word) => YIELD.test(word))
  return createEvent({ kind: 'policy', sign, actor: country.country, roles: isFlight ? { currency: [] } : {} })
}

/** "LVMH returns to growth as Chinese shoppers come back": the growth of the company, not of the country told after it. */
function isOwnGrowth({ tags, words }: EventTitle, country: Tag): boolean {
  const growth = tags.find((tag) => hasClass(tag, 'indicator') && words[tag.to - 1] === 'growth')
  return growth !== undefined && country.from > growth.from && companiesIn(tags).some(({ to }) => to <= growth.from)
}

/** Yields of bonds. */
export const YIELD = /^yields?$/
/** Tokens between a bet and what is bet on. */
const REACH = 4

function isOfRates(tag: Tag): boolean {
  return hasClass(tag, 'ratehike', 'ratecut')
}

/** What is told of a good or a place of work is no word on rates: "wage deal averts walkout at mine". */
function isOfTrade(tag: Tag): boolean {
  const isOfGood = tag.goods.length > 0 && (tag.readings.length === 0 || tag.goods.some(isOfState))
  return tag.place !== null || isOfGood || hasClass(tag, 'strike')
}

function readRateSign(title: EventTitle, country: Tag): 1 | -1 | 0 {
  const { tags, words, isIn, hasIn } = title
  const isDenied = tags.some((tag) => isNegated(tag, title))
  // "Rate hikes are over", "ends easing cycle", "wary of further cuts".
  const isTurned = (tag: Tag) =>
    isDenied ||
    hasIn('concluding', tag.from - 4, tag.from) ||
    hasIn('over', tag.to, tag.to + 3) ||
    isDoubted(tag, title)
  const decision = tags.find(isOfRates)
  if (decision !== undefined) return hasClass(decision, 'ratehike') === isTurned(decision) ? -1 : 1
  const indicator = tags.find((tag) => hasClass(tag, 'indicator'))
  const bought = country.isCentralBank ? readPurchase(title) : 0
  if (bought !== 0) return bought
  // "Pickers demand higher wages": a wish is no figure.
  if (indicator !== undefined && hasIn('asking', 0, indicator.from)) return 0
  const setsRates = country.isCentralBank || isTagged(tags, 'centralbank') || hasIn('policy_rate')
  // "Holds but hints at a cut", "holds, signals no hurry to hike".
  const held = words.findIndex((_, i) => isIn(i, 'rate_unchanged'))
  const turn = words.findIndex((_, i) => isIn(i, 'but') || (held >= 0 && i > held && isIn(i, 'signalling')))
  // "Unexpectedly holds rather than cut".
  if (setsRates && held >= 0 && hasIn('unawaited')) {
    if (hasIn('awaited_cut')) return 1
    if (hasIn('awaited_hike')) return -1
  }
  if (indicator === undefined && (!setsRates || hasIn('rate_unchanged', turn + 1))) return 0
  // "Sheds jobs in shock drop, lifting unemployment to nine-year high": what the figure did, not what comes of it.
  const own = title.phrases.find(({ tags }) => indicator !== undefined && tags.includes(indicator))
  const { tags: told, to: end } =
    own?.tags.some((tag) => readWay(tag) !== 0) === true ? own : { tags, to: words.length }
  const isOfIndicator = (tag: Tag) => tag === indicator || (tag.from === indicator?.to && hasClass(tag, 'indicator'))
  // A bond yield is no verb.
  const isYield = ({ from, to }: Tag) => words.slice(from, to).some((word) => YIELD.test(word))
  const ways = told.filter((tag) => !isOfIndicator(tag) && !isYield(tag) && !hasClass(tag, 'deny'))
  // "Cash dries up as authority mops up liquidity": words of rates say more than others.
  const sayers = setsRates ? ways.filter((tag) => hasClass(tag, 'hawkish', 'dovish')) : []
  const isReached = (tag: Tag) => indicator !== undefined && isIn(tag.from, 'reaching')
  const way =
    (sayers.length === 1 ? sayers : ways).map((tag) => (isReached(tag) ? 1 : readWay(tag))).find((one) => one !== 0) ??
    0
  const dropped = findDropped(title)
  if (dropped !== undefined) return reverse(readWay(dropped))
  const moved = tags.find((tag) => isIn(tag.from, 'rate_move'))
  if (moved !== undefined && setsRates) return isTurned(moved) ? reverse(readWay(moved)) : readWay(moved)
  if (indicator === undefined) return isDenied ? reverse(way) : way
  // "Hits 40-year high", "at its lowest since 2020".
  const level = hasIn('level_high', indicator.to, end) ? 1 : hasIn('level_low', indicator.to, end) ? -1 : 0
  if (level === 0 && way > 0 && (hasIn('merely') || isTagged(tags, 'undershoot'))) return -1
  const sign = level === 0 ? way : level
  return hasClass(indicator, 'slack') ? reverse(sign) : sign
}

/** "Drops all talk of further easing", "delaying BOJ hikes": what a bank announces no more, or later. */
function findDropped({ tags, words, isIn }: EventTitle): Tag | undefined {
  const rates = tags.filter((tag) => hasClass(tag, 'dovish', 'hawkish'))
  const from = words.findIndex((_, i) => isIn(i, 'talk_of'))
  const isDropped = tags.some((tag) => follows({ from }, tag, 2) && hasClass(tag, 'drop', 'stop', 'end'))
  const isPutOff = (rate: Tag) => tags.some((tag) => hasClass(tag, 'delay') && follows(rate, tag, 1))
  return rates.find((rate) => (isDropped && rate.from > from) || isPutOff(rate))
}

/** "To buy long-dated gilts" lowers rates, "stops buying bonds" and "sells bonds" raise them. */
function readPurchase({ tags, words, isIn }: EventTitle): 1 | -1 | 0 {
  const debt = words.findIndex((_, i) => isIn(i, 'bonds'))
  const at = words.findIndex((_, i) => isIn(i, 'bought') || isIn(i, 'sold'))
  if (debt < 0 || at < 0) return 0
  const from = Math.min(at, debt)
  const isEnded = tags.some((tag) => follows({ from }, tag, 2) && hasClass(tag, 'stop', 'end', 'less', 'deny', 'delay'))
  return isIn(at, 'sold') === isEnded ? -1 : 1
}

/** "Slash bets on a cut", "odds of a hike fall". */
function isDoubted({ from, to }: Tag, { words, isIn, hasIn }: EventTitle): boolean {
  const bet = words.findIndex((_, i) => isIn(i, 'betting'))
  return bet >= 0 && (hasIn('paring', bet - REACH, Math.min(bet, from)) || hasIn('paring', Math.max(bet, to)))
}

function reverse(way: 1 | -1 | 0): 1 | -1 | 0 {
  return way === 0 ? 0 : way > 0 ? -1 : 1
}

function readWay(tag: Tag): 1 | -1 | 0 {
  if (hasClass(tag, 'hawkish')) return 1
  if (hasClass(tag, 'dovish')) return -1
  if (hasClass(tag, 'start', 'more')) return 1
  return hasClass(tag, 'stop', 'end', 'less') ? -1 : 0
}
