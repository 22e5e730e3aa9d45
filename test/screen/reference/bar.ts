/** One closed bar of one listing, split-adjusted; volume null where nobody counts. */
export interface PlainBar {
  readonly date: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number | null
}

/** A value for each bar; null where it is not defined (too few bars before it). */
export type PlainLine = (number | null)[]

/** 1 = daily, 2 = weekly, 3 = monthly. */
export type PlainTimeframe = 1 | 2 | 3

/** Bars of one year: what a 52-week window and a one-year percentile count. */
export const BARS_OF_YEAR: Readonly<Record<PlainTimeframe, number>> = { 1: 252, 2: 52, 3: 12 }

/** Value of a line at a bar; null before the first bar and where the line is not defined. */
export function valueAt(line: readonly (number | null)[], index: number): number | null {
  return line[index] ?? null
}

const DAY_MS = 86_400_000
const FRIDAY = 5
const SATURDAY = 6

const days = new Map<string, number>()

function toDay(date: string): number {
  const day = days.get(date) ?? Date.parse(`${date}T00:00:00Z`) / DAY_MS
  days.set(date, day)
  return day
}

const weekdayOf = (day: number) => new Date(day * DAY_MS).getUTCDay()
const isWeekend = (day: number) => weekdayOf(day) === 0 || weekdayOf(day) === SATURDAY

/** Calendar day a period ends on: the next Friday (or the day itself), or the last day of the month. */
function findEnd(day: number, timeframe: PlainTimeframe): number {
  const ends = endsOf[timeframe]
  const end = ends.get(day) ?? searchEnd(day, timeframe)
  ends.set(day, end)
  return end
}

/** Searched for day by day: found once for each. */
const endsOf: Readonly<Record<PlainTimeframe, Map<number, number>>> = { 1: new Map(), 2: new Map(), 3: new Map() }

function searchEnd(day: number, timeframe: PlainTimeframe): number {
  if (timeframe === 1) return day
  let end = day
  if (timeframe === 2) {
    while (weekdayOf(end) !== FRIDAY) end++
    return end
  }
  const month = new Date(day * DAY_MS).getUTCMonth()
  while (new Date((end + 1) * DAY_MS).getUTCMonth() === month) end++
  return end
}

function addBar(sum: PlainBar, next: PlainBar): PlainBar {
  return {
    date: next.date,
    open: sum.open,
    high: Math.max(sum.high, next.high),
    low: Math.min(sum.low, next.low),
    close: next.close,
    volume: sum.volume === null ? next.volume : next.volume === null ? sum.volume : sum.volume + next.volume,
  }
}

/**
 * Weeks (ending on Friday) or months of daily bars, each dated by its last trading day. The last one is left out while another
 * trading day of it can still come: `today` is the date of the question, without it the last bar's.
 */
export function buildPlainBars(daily: readonly PlainBar[], timeframe: PlainTimeframe, today?: string): PlainBar[] {
  if (timeframe === 1) return [...daily]
  const result: PlainBar[] = []
  let sum: PlainBar | null = null
  for (const bar of daily) {
    if (sum !== null && findEnd(toDay(sum.date), timeframe) === findEnd(toDay(bar.date), timeframe)) {
      sum = addBar(sum, bar)
    } else {
      if (sum !== null) result.push(sum)
      sum = bar
    }
  }
  if (sum === null) return result

  let lastTradingDay = findEnd(toDay(sum.date), timeframe)
  if (!daily.some((bar) => isWeekend(toDay(bar.date)))) while (isWeekend(lastTradingDay)) lastTradingDay--
  const isClosed = toDay(sum.date) >= lastTradingDay || toDay(today ?? sum.date) > lastTradingDay
  if (isClosed) result.push(sum)
  return result
}
