import { type CorporateAction, splitRatio } from '../../src/price/adjust.math.ts'
import { yearOfDay } from '../../src/price/day.math.ts'
import type { DemoListing } from './market.ts'
import type { SeededRandom } from './random.ts'
import type { Normal } from './walk.ts'

/** Years of dividends, so that streaks of ten years occur although prices are fewer. */
const DIVIDEND_YEARS = 13

/** Sectors by how many of their companies pay. */
const PAYING: Readonly<Record<string, number>> = {
  55: 0.9,
  60: 0.95,
  30: 0.8,
  40: 0.85,
  10: 0.75,
  45: 0.4,
  35: 0.45,
  50: 0.5,
}

/** What is known of a listing before its dividends and splits are made. */
interface Setting {
  /** First and last day with prices. */
  readonly first: number
  readonly lastDay: number
  /** Price at the start, in shares of the end. */
  readonly startPrice: number
  readonly random: SeededRandom
  readonly normal: Normal
}

/** Made-up splits and dividends of a listing: growth, flat years, cuts, suspensions, specials. */
export function demoActions(listing: DemoListing, setting: Setting): CorporateAction[] {
  const splits = demoSplits(setting)
  const { random, lastDay } = setting
  const pays = listing.type === 'etf' ? 0.6 : (PAYING[listing.gicsCode?.slice(0, 2) ?? ''] ?? 0.65)
  if (random.next() > pays) return splits
  const times = timesAYear(listing, random)
  const last = yearOfDay(lastDay)
  const start = last - Math.min(DIVIDEND_YEARS, 2 + Math.floor(random.next() * 16))
  const actions: CorporateAction[] = [...splits]
  const habit = Math.min(0.12, 0.05 + 0.04 * setting.normal.next())
  const levels = dividendLevels(last - start + 1, habit, random)
  // The yield is a usual one in the year prices begin, not thirteen years before.
  const anchor = levels[Math.max(0, yearOfDay(setting.first) - start)] ?? 1
  const scale = (setting.startPrice * (0.004 + 0.05 * random.next() ** 1.5)) / anchor
  let pausedYears = 0
  const phase = Math.floor(random.next() * 90)
  for (let year = start; year <= last; year++) {
    const yearly = scale * (levels[year - start] ?? 1)
    if (pausedYears > 0) {
      pausedYears--
      continue
    }
    if (random.next() < 0.02) {
      pausedYears = Math.floor(random.next() * 3)
      continue
    }
    for (let time = 0; time < times; time++) {
      const day =
        Date.UTC(year, 0, 8) / 86_400_000 + Math.floor(((time + 0.15) * 365) / times) + Math.floor(phase / times)
      pay(actions, splits, 'dividend', onWeekday(day), yearly / times, lastDay)
    }
    if (random.next() < 0.02) {
      const day = Date.UTC(year, 10, 20) / 86_400_000
      pay(actions, splits, 'special', onWeekday(day), yearly * (1 + random.next()), lastDay)
    }
  }
  return actions
}

/** Dividends of so many years, the first one 1: raised by habit, kept, or cut. */
function dividendLevels(years: number, habit: number, random: SeededRandom): number[] {
  let level = 1
  return Array.from({ length: years }, () => {
    const draw = random.next()
    if (draw < 0.05) level *= 0.35 + 0.4 * random.next()
    else if (draw >= 0.25) level *= 1 + Math.max(0.005, habit)
    return level
  })
}

/** Adds a payment in the shares of its day, rounded as boards declare them. */
function pay(
  actions: CorporateAction[],
  splits: readonly CorporateAction[],
  type: 'dividend' | 'special',
  day: number,
  amount: number,
  lastDay: number,
): void {
  const value = Number((amount * splitRatio(splits, day, lastDay)).toPrecision(4))
  if (day <= lastDay && value > 0 && !actions.some((one) => one.day === day && one.type === type))
    actions.push({ day, type, value })
}

function timesAYear(listing: DemoListing, random: SeededRandom): number {
  if (listing.gicsCode?.startsWith('60') && random.next() < 0.3) return 12
  if (listing.country === 'US' || listing.country === 'CA') return random.next() < 0.93 ? 4 : 2
  return ['JP', 'GB', 'AU', 'TH', 'HK', 'SG'].includes(listing.country ?? '') ? 2 : 1
}

/** At most one split: most forward, some reverse. */
function demoSplits({ first, lastDay, random }: Setting): CorporateAction[] {
  const years = (lastDay - first) / 365
  if (random.next() > 0.018 * years) return []
  const ratios = [2, 2, 2, 3, 4, 5, 10, 1.5, 0.1, 0.2]
  const value = ratios[Math.floor(random.next() * ratios.length)] ?? 2
  const day = onWeekday(first + 30 + Math.floor(random.next() * Math.max(1, lastDay - first - 60)))
  return [{ day, type: 'split', value }]
}

/** The day, or the Monday after when it is a weekend. */
function onWeekday(day: number): number {
  const weekday = new Date(day * 86_400_000).getUTCDay()
  return weekday === 6 ? day + 2 : weekday === 0 ? day + 1 : day
}
