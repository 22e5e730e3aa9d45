import { catalog } from '../../catalog/catalog.ts'
import { readActions } from '../../market/bars/action.store.ts'
import type { CorporateAction } from '../../market/bars/adjust.pure.ts'
import { readSeries } from '../../market/bars/bar.store.ts'
import { type Bars, createBars, findFirstOnOrAfter } from '../../market/bars/bars.pure.ts'
import { computeDividendFacts } from '../../market/dividend/dividend.pure.ts'
import type { Carry } from './smile.pure.ts'

/** Interest rates of US dollars, the first with bars of the day counts: overnight rates, then Treasury bills. */
const RATES = ['SOFR.MM', 'US-3M.GB', 'FEDFUNDS.MM']
/** Listings whose bars and dividends are kept. */
const LISTINGS_KEPT = 2_000
/** Days after which a close or rate is too old to stand for a day. */
const AGE_DAYS_MAX = 10

/** What the market says of a listing on a day. */
export interface MarketDay {
  /** Close of the day; NaN without a bar of it. */
  readonly close: number
  readonly carry: Carry
}

/** Looks up closes, dividends and interest rates of past days, in the database once for each listing. */
export class MarketDays {
  readonly #bars = new Map<number, Bars>()
  readonly #actions = new Map<number, readonly CorporateAction[]>()
  #rates: readonly Bars[] | null = null

  /** Reads what is not known yet of some listings, in two statements. */
  async prepare(listingIds: readonly number[]): Promise<void> {
    if (this.#rates === null) {
      const ids = RATES.flatMap((ticker) => catalog().listingByTicker(ticker)?.id ?? [])
      const series = await readSeries(ids)
      this.#rates = ids.flatMap((id) => series.get(id) ?? [])
    }
    const missing = [...new Set(listingIds)].filter((id) => !this.#bars.has(id))
    if (missing.length === 0) return
    if (this.#bars.size + missing.length > LISTINGS_KEPT) {
      this.#bars.clear()
      this.#actions.clear()
    }
    const [series, actions] = await Promise.all([readSeries(missing), readActions(missing)])
    for (const id of missing) {
      this.#bars.set(id, series.get(id) ?? createBars(0))
      this.#actions.set(id, actions.get(id) ?? [])
    }
  }

  /** The market of a listing on a day; `spot` is the price that dividends are a yield of, NaN for the day's close. */
  on(listingId: number, day: number, spot: number): MarketDay {
    const bars = this.#bars.get(listingId)
    const close = bars ? closeOn(bars, day, 0) : Number.NaN
    const price = Number.isNaN(spot) ? close : spot
    const dividends = computeDividendFacts(this.#actions.get(listingId) ?? [], day, price)
    const dividendYield = Math.log1p(Math.max(dividends?.yield ?? 0, 0))
    return { close, carry: { rate: this.#rateOn(day), dividendYield } }
  }

  /** The interest rate of a day, compounded continuously; 0 where none is stored. */
  #rateOn(day: number): number {
    for (const bars of this.#rates ?? []) {
      const percent = closeOn(bars, day, AGE_DAYS_MAX)
      if (!Number.isNaN(percent)) return Math.log1p(percent / 100)
    }
    return 0
  }
}

/** The last close at or before a day that is not older than so many days. */
function closeOn(bars: Bars, day: number, ageMax: number): number {
  const index = findFirstOnOrAfter(bars, day + 1) - 1
  const found = bars.day[index]
  return found !== undefined && found >= day - ageMax ? (bars.close[index] ?? Number.NaN) : Number.NaN
}
