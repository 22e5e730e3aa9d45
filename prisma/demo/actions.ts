import { DAY_MS, yearOfDay } from '../../src/core/time/day.pure.ts'
import type { CorporateAction } from '../../src/market/bars/adjust.pure.ts'
import { findCompanyFact, findSuspendedDividend } from './company-fact.ts'
import { planKnownDividends, planSuspendedDividends } from './known-dividends.ts'
import type { DemoListing } from './market.ts'
import { addPayment, type PlanInputs } from './payment-plan.ts'
import type { SeededRandom } from './random.ts'

/** Maximum years of dividends; more than years of prices, so that streaks of ten years occur. */
const DIVIDEND_YEARS = 13

/** Share of dividend payers by GICS sector. */
const PAYER_SHARES: Readonly<Record<string, number>> = {
  55: 0.9,
  60: 0.95,
  30: 0.8,
  40: 0.85,
  10: 0.75,
  45: 0.4,
  35: 0.45,
  50: 0.5,
}

/** Plans splits and dividends of a listing, with growth, unchanged years, cuts, suspensions and special dividends. */
export function planActions(listing: DemoListing, setting: PlanInputs): CorporateAction[] {
  const splits = planSplits(setting)
  const { random, lastDay } = setting
  const fact = findCompanyFact(listing.ticker)
  if (fact?.dividend) return [...splits, ...planKnownDividends(fact.dividend, setting, splits)]
  const suspended = fact && findSuspendedDividend(listing.ticker)
  if (suspended) return [...splits, ...planSuspendedDividends(suspended, setting, splits)]
  if (fact) return splits
  const pays = listing.type === 'etf' ? 0.6 : (PAYER_SHARES[listing.gicsCode?.slice(0, 2) ?? ''] ?? 0.65)
  if (random.next() > pays) return splits
  const times = choosePaymentsPerYear(listing, random)
  const last = yearOfDay(lastDay)
  const start = last - Math.min(DIVIDEND_YEARS, 2 + Math.floor(random.next() * 16))
  const actions: CorporateAction[] = [...splits]
  const growth = Math.min(0.12, 0.05 + 0.04 * setting.normal.next())
  const levels = generateLevels(last - start + 1, growth, random)
  // Scaled to a realistic yield in the first year with prices, not in the first year of dividends.
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
      const day = Date.UTC(year, 0, 8) / DAY_MS + Math.floor(((time + 0.15) * 365) / times) + Math.floor(phase / times)
      addPayment(actions, splits, 'dividend', setting.nextOpen(day), yearly / times, lastDay)
    }
    if (random.next() < 0.02) {
      const day = Date.UTC(year, 10, 20) / DAY_MS
      addPayment(actions, splits, 'special', setting.nextOpen(day), yearly * (1 + random.next()), lastDay)
    }
  }
  return actions
}

/** Generates relative annual dividends, starting at 1: raised by `growth`, unchanged or cut. */
function generateLevels(years: number, growth: number, random: SeededRandom): number[] {
  let level = 1
  return Array.from({ length: years }, () => {
    const draw = random.next()
    if (draw < 0.05) level *= 0.35 + 0.4 * random.next()
    else if (draw >= 0.25) level *= 1 + Math.max(0.005, growth)
    return level
  })
}

function choosePaymentsPerYear(listing: DemoListing, random: SeededRandom): number {
  if (listing.gicsCode?.startsWith('60') && random.next() < 0.3) return 12
  if (listing.country === 'US' || listing.country === 'CA') return random.next() < 0.93 ? 4 : 2
  return ['JP', 'GB', 'AU', 'TH', 'HK', 'SG'].includes(listing.country ?? '') ? 2 : 1
}

/** Plans at most one split, usually forward, sometimes reverse. */
function planSplits({ first, lastDay, random, nextOpen }: PlanInputs): CorporateAction[] {
  const years = (lastDay - first) / 365
  if (random.next() > 0.018 * years) return []
  const ratios = [2, 2, 2, 3, 4, 5, 10, 1.5, 0.1, 0.2]
  const value = ratios[Math.floor(random.next() * ratios.length)] ?? 2
  const day = nextOpen(first + 30 + Math.floor(random.next() * Math.max(1, lastDay - first - 60)))
  return [{ day, type: 'split', value }]
}
