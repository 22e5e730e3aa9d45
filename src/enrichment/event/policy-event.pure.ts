import type { TokenisedText } from '../text/token.pure.ts'
import { hasClass, isNegated, type Mark } from './mark.pure.ts'
import { isOfState } from './mark-context.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Figures whose rise lets rates fall. */
const REVERSED: ReadonlySet<string> = new Set([
  'unemployment',
  'unemployment rate',
  'jobless claim',
  'jobless claims',
  'jobless rate',
  'joblessness',
  'layoffs',
])
/** A rise that is smaller than expected. */
const MERE: ReadonlySet<string> = new Set(['just', 'only', 'half', 'below', 'slower', 'least', 'undershoots', 'misses'])

const TURN: ReadonlySet<string> = new Set(['but', 'though', 'yet'])
const SIGNALS: ReadonlySet<string> = new Set(['signals', 'hints', 'flags', 'warns', 'sees', 'opens', 'pencils', 'eyes'])
/** Not what was awaited. */
const SURPRISE =
  /^(?:unexpectedly|surprise|surprises|surprisingly|surprised|def(?:y|ies|ied|ying)|confounds?|confounding|wrong-foot(?:s|ed|ing)?|wrongfoots|against|despite|contrary|disappoints?|disappointing|shocks?|stuns|blindsides|dash(?:es|ing)|rebuffs|resists|ignores|snubs)$/
const AWAITED_CUT = /^(?:cuts?|lower|easing|reduction)$/
const AWAITED_HIKE = /^(?:hikes?|rises?|raise|increase|tightening)$/
/** Nothing changes. */
const HELD: ReadonlySet<string> = new Set([
  'hold',
  'holds',
  'held',
  'holding',
  'unchanged',
  'steady',
  'keeps',
  'keeping',
  'kept',
  'maintains',
])

/** Reads what a central bank, or a figure it watches, says of a country's rates: higher or lower. */
export function readPolicy(marks: readonly Mark[], title: TokenisedText): WorldEvent | null {
  const country = marks.find(
    (mark) => mark.country !== null && mark.country.rates.length + mark.country.pairs.length > 0,
  )
  const isDecision = country?.isCentralBank === true && marks.some(isOfRates)
  if (country?.country == null || (!isDecision && marks.some((mark) => isOfTrade(mark)))) return null
  const sign = readRateSign(marks, title, country)
  return sign === 0 ? null : createEvent({ kind: 'policy', sign, actor: country.country })
}

function isOfRates(mark: Mark): boolean {
  return hasClass(mark, 'ratehike') || hasClass(mark, 'ratecut')
}

/** "Rate hikes are over", "ends easing cycle", "wary of further cuts". */
function isConcluded({ from, to }: Mark, { words }: TokenisedText): boolean {
  const before = words.slice(Math.max(0, from - 4), from)
  const after = words.slice(to, to + 3)
  return before.some((word) => CONCLUDES.test(word)) || after.some((word) => OVER.test(word))
}

const CONCLUDES =
  /^(?:ends?|ended|ending|concludes?|halts?|halted|pauses?|paused|stops?|wary|cautious|reluctant|hesitant|against|doubts?|resists?|skips?|delays?|postpones?|shelves|fewer|dash(?:es|ed)?|dims?|fade|fading)$/
const RATE_MOVE = /^(?:cuts?|hikes?|easing|tightening)$/
const OVER = /^(?:over|done|finished|complete|fade|fades|dashed|recede|dim|unlikely)$/

/** What is told of a good or a place of work is no word on rates: "wage deal averts walkout at mine". */
function isOfTrade(mark: Mark): boolean {
  const isWork = mark.place !== null && mark.place.makes.length > 0
  return (
    isWork ||
    hasClass(mark, 'strike') ||
    (mark.goods.length > 0 && (mark.readings.length === 0 || mark.goods.some(isOfState)))
  )
}

function readRateSign(marks: readonly Mark[], title: TokenisedText, country: Mark): 1 | -1 | 0 {
  const isDenied = marks.some((mark) => isNegated(mark, title))
  const decision = marks.find(isOfRates)
  if (decision !== undefined)
    return hasClass(decision, 'ratehike') === (isDenied || isConcluded(decision, title)) ? -1 : 1
  const indicator = marks.find((mark) => hasClass(mark, 'indicator'))
  const setsRates =
    country.isCentralBank ||
    marks.some((mark) => hasClass(mark, 'centralbank')) ||
    (country.isGovernment &&
      marks.some(
        (mark) =>
          hasClass(mark, 'price') && title.words.slice(mark.from, mark.to).some((word) => word.startsWith('rate')),
      ))
  // "Holds but hints at a cut", "holds, signals no hurry to hike".
  const held = title.words.findIndex((word) => HELD.has(word))
  const turn = title.words.findIndex((word, i) => TURN.has(word) || (held >= 0 && i > held && SIGNALS.has(word)))
  const isHeld = title.words.some((word, i) => HELD.has(word) && (turn < 0 || i > turn))
  if (setsRates && held >= 0 && title.words.some((word) => SURPRISE.test(word))) {
    // "Unexpectedly holds rather than cut".
    if (title.words.some((word) => AWAITED_CUT.test(word))) return 1
    if (title.words.some((word) => AWAITED_HIKE.test(word))) return -1
  }
  if (indicator === undefined && (!setsRates || isHeld)) return 0
  const isAfterTurn = (mark: Mark) =>
    turn < 0 || mark.from > turn || !title.words.slice(0, turn).some((word) => HELD.has(word))
  const way =
    marks
      .filter(isAfterTurn)
      .map((mark) =>
        mark === indicator || (hasClass(mark, 'indicator') && mark.from === indicator?.to) ? 0 : readWay(mark),
      )
      .find((one) => one !== 0) ?? 0
  const moved = marks.find((mark) => readWay(mark) !== 0 && RATE_MOVE.test(title.words[mark.from] ?? ''))
  if (indicator === undefined && moved !== undefined && isConcluded(moved, title)) return readWay(moved) > 0 ? -1 : 1
  if (way === 0 || indicator === undefined) return way !== 0 && isDenied ? (way > 0 ? -1 : 1) : way
  const isMere = title.words.some((word) => MERE.has(word)) || marks.some((mark) => hasClass(mark, 'undershoot'))
  if (way > 0 && isMere) return -1
  return REVERSED.has(title.words.slice(indicator.from, indicator.to).join(' ')) ? (way > 0 ? -1 : 1) : way
}

function readWay(mark: Mark): 1 | -1 | 0 {
  if (hasClass(mark, 'hawkish')) return 1
  if (hasClass(mark, 'dovish')) return -1
  if (hasClass(mark, 'start') || hasClass(mark, 'more')) return 1
  return hasClass(mark, 'stop') || hasClass(mark, 'end') || hasClass(mark, 'less') ? -1 : 0
}

/** Reads that a government borrows more or keeps its purse, or that its credit is rated lower or higher. */
export function readFiscal(marks: readonly Mark[]): WorldEvent | null {
  const told = marks.find((mark) => hasClass(mark, 'prudence') || hasClass(mark, 'borrowing'))
  const actor = marks.find((mark) => mark.country !== null && mark.country.rates.length > 0)?.country
  if (told === undefined || actor == null) return null
  const others = marks.filter((mark) => mark !== told && mark.country === null && mark.asset === null)
  const isLess = others.some((mark) =>
    (['stop', 'end', 'lose', 'less', 'deny'] as const).some((one) => hasClass(mark, one)),
  )
  const isMore = others.some((mark) => (['start', 'more', 'keep', 'win'] as const).some((one) => hasClass(mark, one)))
  if (!isLess && !isMore) return null
  const isLooser = hasClass(told, 'prudence') ? isLess : isMore && !isLess
  // "Exempts defence from debt brake".
  const goods = marks.flatMap((mark) => mark.goods.filter(isOfState))
  return createEvent({ kind: 'fiscal', sign: isLooser ? -1 : 1, actor, goods })
}
