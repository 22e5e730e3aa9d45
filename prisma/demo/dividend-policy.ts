import { type CorporateAction, computeSplitRatio } from '../../src/market/bars/adjust.pure.ts'

/** Maximum trailing dividend yield; a dividend that exceeds it is cut or omitted. */
const YIELD_MAX = 0.1
const KNOWN_YIELD_MAX = 0.5
/** Maximum special dividend as a fraction of the price. */
const SPECIAL_MAX = 0.05
/** Factor by which a cut reduces the dividend. */
const CUT_FACTOR = 0.6
const YEAR = 365

/** Decides which planned dividends a company pays, given the price on the day; splits happen as planned. */
export class DividendPolicy {
  /** Corporate actions so far, oldest first; amounts as declared. */
  readonly actions: CorporateAction[] = []
  readonly #planned: readonly CorporateAction[]
  readonly #splits: readonly CorporateAction[]
  readonly #lastDay: number
  /** Regular dividends paid, split-adjusted to the last day, oldest first. */
  readonly #regular: { readonly day: number; readonly cash: number }[] = []
  #next = 0
  #payoutFactor = 1
  readonly #yieldMax: number

  /** `isKnown`: the dividends are what the company is known to pay; only the impossible is cut. */
  constructor(planned: readonly CorporateAction[], lastDay: number, isKnown = false) {
    this.#yieldMax = isKnown ? KNOWN_YIELD_MAX : YIELD_MAX
    this.#planned = planned.toSorted((a, b) => a.day - b.day)
    this.#splits = planned.filter(({ type }) => type === 'split')
    this.#lastDay = lastDay
  }

  /** Number of shares on the last day per share held on `day`. */
  splitRatioSince(day: number): number {
    return computeSplitRatio(this.#splits, day, this.#lastDay)
  }

  /** Pays the dividends due up to `day`; returns the cash per split-adjusted share. Yields are limited relative to `price`. */
  payUpTo(day: number, price: number): number {
    let cash = 0
    for (let one = this.#planned[this.#next]; one && one.day <= day; one = this.#planned[++this.#next])
      if (one.type === 'split') this.actions.push(one)
      else cash += this.#pay(one, price)
    return cash
  }

  #pay(planned: CorporateAction, price: number): number {
    const shares = this.splitRatioSince(planned.day)
    const asked = (planned.value / shares) * this.#payoutFactor
    const cash =
      planned.type === 'special' ? Math.min(asked, SPECIAL_MAX * price) : this.#limitDividend(planned.day, asked, price)
    if (cash <= 0) return 0
    this.actions.push({ ...planned, value: Number((cash * shares).toPrecision(4)) })
    if (planned.type === 'dividend') this.#regular.push({ day: planned.day, cash })
    return cash
  }

  /** Limits a regular dividend so that the trailing yield stays below the maximum; a cut is permanent. */
  #limitDividend(day: number, asked: number, price: number): number {
    const ofYear = this.#regular.reduce((sum, one) => (one.day > day - YEAR ? sum + one.cash : sum), 0)
    const room = this.#yieldMax * price - ofYear
    if (asked <= room) return asked
    this.#payoutFactor *= CUT_FACTOR
    return CUT_FACTOR * asked <= room ? CUT_FACTOR * asked : 0
  }
}
