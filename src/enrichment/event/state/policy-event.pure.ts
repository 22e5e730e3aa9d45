import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNegated, isTagged, type Tag } from '../title/tag.pure.ts'
import { isOfState } from '../title/tag-context.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { isBudgetWorry } from './fiscal.pure.ts'

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
  const isWorry = tags.some((tag) => hasClass(tag, 'fear') && title.words[tag.to] === 'over' && tag.to < country.from)
  if ((isOfCompany || isWorry) && !isDecision) return null
  if (isOwnGrowth(title, country)) return null
  const sign = readRateSign(title, country)
  if (sign === 0) return null
  if (isBudgetWorry(title) && title.words.some((word) => YIELD.test(word)))
    return createEvent({ kind: 'fiscal', sign: sign > 0 ? -1 : 1, actor: country.country, roles: { lender: [] } })
  // "Yields climb as inflation accelerates": who flees such bonds buys no currency of theirs.
  const isFlight =
    title.groups.fragile_currency.has(country.country.code) && title.words.some((word) => YIELD.test(word))
  const roles = isFlight && !tags.some(isOfRates) ? { currency: [] } : {}
  return createEvent({ kind: 'policy', sign, actor: country.country, roles })
}

/** "LVMH returns to growth as Chinese shoppers come back": the growth of the company, not of the country told after it. */
function isOwnGrowth({ tags, words }: EventTitle, country: Tag): boolean {
  const growth = tags.find((tag) => hasClass(tag, 'indicator') && words[tag.to - 1] === 'growth')
  return growth !== undefined && country.from > growth.from && companiesIn(tags).some(({ to }) => to <= growth.from)
}

function isOfRates(tag: Tag): boolean {
  return hasClass(tag, 'ratehike', 'ratecut')
}

/** What is told of a good or a place of work is no word on rates: "wage deal averts walkout at mine". */
function isOfTrade(tag: Tag): boolean {
  const isWork = tag.place !== null && tag.place.makes.length > 0
  const isOfGood = tag.goods.length > 0 && (tag.readings.length === 0 || tag.goods.some(isOfState))
  return isWork || isOfGood || hasClass(tag, 'strike')
}

function readRateSign(title: EventTitle, country: Tag): 1 | -1 | 0 {
  const { tags, words, isIn, hasIn } = title
  const isDenied = tags.some((tag) => isNegated(tag, title))
  const decision = tags.find(isOfRates)
  if (decision !== undefined) {
    const isTurned = isDenied || isConcluded(decision, title) || isDoubted(decision, title)
    return hasClass(decision, 'ratehike') === isTurned ? -1 : 1
  }
  const indicator = tags.find((tag) => hasClass(tag, 'indicator'))
  const bought = country.isCentralBank ? readPurchase(title) : 0
  if (bought !== 0) return bought
  // "Pickers demand higher wages": a wish is no figure.
  if (indicator !== undefined && !country.isCentralBank && hasIn('asking', 0, indicator.from)) return 0
  const setsRates = country.isCentralBank || isTagged(tags, 'centralbank') || hasIn('policy_rate')
  // "Holds but hints at a cut", "holds, signals no hurry to hike".
  const held = words.findIndex((_, i) => isIn(i, 'rate_unchanged'))
  const turn = words.findIndex((_, i) => isIn(i, 'but') || (held >= 0 && i > held && isIn(i, 'signalling')))
  if (setsRates && held >= 0 && hasIn('unawaited')) {
    // "Unexpectedly holds rather than cut".
    if (hasIn('awaited_cut')) return 1
    if (hasIn('awaited_hike')) return -1
  }
  if (indicator === undefined && (!setsRates || hasIn('rate_unchanged', turn + 1))) return 0
  // "Sheds jobs in shock drop, lifting unemployment to nine-year high": what the figure did, not what comes of it.
  const own = title.phrases.find(
    ({ from, to }) => indicator !== undefined && indicator.from >= from && indicator.to <= to,
  )
  const clause =
    own !== undefined && isTagged(own.tags, 'hawkish', 'dovish', 'start', 'more', 'stop', 'less') ? own : undefined
  const isInClause = ({ from, to }: Tag) => clause === undefined || (from >= clause.from && to <= clause.to)
  const isAfterTurn = ({ from }: Tag) => from > turn || !hasIn('rate_unchanged', 0, turn)
  // A bond yield is no verb.
  const isYield = ({ from, to }: Tag) => words.slice(from, to).some((word) => YIELD.test(word))
  const isOfIndicator = (tag: Tag) => hasClass(tag, 'indicator') && tag.from === indicator?.to
  const isReached = (tag: Tag) => indicator !== undefined && isIn(tag.from, 'reaching')
  const ways = tags.filter(
    (tag) =>
      tag !== indicator &&
      !isYield(tag) &&
      !isOfIndicator(tag) &&
      isAfterTurn(tag) &&
      isInClause(tag) &&
      !hasClass(tag, 'deny'),
  )
  // "Cash dries up as authority mops up liquidity": words of rates say more than others.
  const sayers = setsRates ? ways.filter((tag) => hasClass(tag, 'hawkish', 'dovish')) : []
  const way =
    (sayers.length === 1 ? sayers : ways).map((tag) => (isReached(tag) ? 1 : readWay(tag))).find((one) => one !== 0) ??
    0
  const dropped = setsRates ? (findDroppedTalk(title) ?? findPutOff(title)) : undefined
  if (dropped !== undefined) return reverse(readWay(dropped))
  const moved = tags.find((tag) => isIn(tag.from, 'rate_move') && isAfterTurn(tag))
  if (moved !== undefined && setsRates) {
    const isTurned = isDenied || isConcluded(moved, title) || isDoubted(moved, title)
    return isTurned ? reverse(readWay(moved)) : readWay(moved)
  }
  if (indicator === undefined) return isDenied ? reverse(way) : way
  const level = readLevel(title, indicator.to, clause?.to ?? words.length)
  if (level !== 0) return hasClass(indicator, 'slack') ? reverse(level) : level
  const isMere = hasIn('merely') || isTagged(tags, 'undershoot')
  if (way > 0 && isMere) return -1
  return hasClass(indicator, 'slack') ? reverse(way) : way
}

/** "Drops all talk of further easing": what a bank announces no more. */
function findDroppedTalk({ tags, words }: EventTitle): Tag | undefined {
  const talk = words.findIndex((word, i) => TALK.test(word) && words[i + 1] === 'of')
  const isDropped = tags.some((tag) => tag.to <= talk && talk - tag.to <= 2 && hasClass(tag, 'drop', 'stop', 'end'))
  return isDropped ? tags.find((tag) => tag.from > talk && hasClass(tag, 'dovish', 'hawkish')) : undefined
}

/** "Victory seen delaying BOJ hikes": moves that come later. */
function findPutOff({ tags, words }: EventTitle): Tag | undefined {
  const isMove = ({ from }: Tag) => /^(?:hikes?|cuts?)$/.test(words[from] ?? '')
  const isPutOff = ({ from }: Tag) => tags.some((tag) => hasClass(tag, 'delay') && from >= tag.to && from - tag.to <= 1)
  return tags.find((tag) => isMove(tag) && isPutOff(tag) && hasClass(tag, 'dovish', 'hawkish'))
}

const TALK = /^(?:talk|hints?|mention|prospects?|promises?|hopes?|signals?|idea)$/

/** "To buy long-dated gilts" lowers rates, "stops buying bonds" and "sells bonds" raise them. */
function readPurchase({ tags, words }: EventTitle): 1 | -1 | 0 {
  const debt = words.findIndex((word) => DEBT.test(word))
  if (debt < 0) return 0
  const isNear = (i: number) => i >= debt - 4 && i <= debt + 1
  const at = words.findIndex((word, i) => isNear(i) && (BUYS.test(word) || SELLS.test(word)))
  if (at < 0) return 0
  const isSold = SELLS.test(words[at] ?? '')
  const first = Math.min(at, debt)
  const isEnded = tags.some(
    (tag) => tag.from <= first && first - tag.to <= 2 && hasClass(tag, 'stop', 'end', 'less', 'deny', 'delay'),
  )
  return isSold === isEnded ? -1 : 1
}

/** Tokens between a bet and what is bet on. */
const REACH = 4
/** Yields of bonds. */
export const YIELD = /^yields?$/
const DEBT = /^(?:bonds?|gilts?|treasuries|jgbs?|bunds?|btps?|debt)$/
const BUYS = /^(?:buy|buys|buying|bought|purchas(?:e|es|ed|ing))$/
const SELLS = /^(?:sell|sells|sold|selling|sales|unloads?|offloads?)$/

/** "Rate hikes are over", "ends easing cycle", "wary of further cuts". */
function isConcluded({ from, to }: Tag, { hasIn }: EventTitle): boolean {
  return hasIn('concluding', from - 4, from) || hasIn('over', to, to + 3)
}

/** "Slash bets on a cut", "odds of a hike fall". */
function isDoubted({ from, to }: Tag, { words, isIn, hasIn }: EventTitle): boolean {
  const bet = words.findIndex((_, i) => isIn(i, 'betting') && i <= to + REACH)
  if (bet < 0) return false
  const rest = words.findIndex(
    (_, i) => i > bet && (isIn(i, 'background') || (isIn(i, 'amid') && !isIn(i, 'about')) || words[i] === 'as'),
  )
  return (
    hasIn('paring', bet - REACH, Math.min(bet, from)) ||
    hasIn('paring', Math.max(bet, to), rest < 0 ? words.length : rest)
  )
}

/** "Hits 40-year high", "at its lowest since 2020"; not "from 40-year high". */
function readLevel({ isIn, hasIn }: EventTitle, after: number, end: number): 1 | -1 | 0 {
  for (let i = after; i < end; i++) {
    if (hasIn('old_rate', i - 3, i)) continue
    if (isIn(i, 'level_high')) return 1
    if (isIn(i, 'level_low')) return -1
  }
  return 0
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
