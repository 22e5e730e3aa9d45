import { type CorporateAction, splitRatio } from '../../src/price/adjust.math.ts'

/** Highest trailing yield a board pays; above that it cuts, or pays nothing for once. */
const YIELD_MAX = 0.1
/** Largest special dividend, as a share of the price. */
const SPECIAL_MAX = 0.05
/** What is left of the usual dividend after a cut. */
const AFTER_CUT = 0.6
const YEAR = 365

/** Decides which of the planned dividends a company pays when their days come and the price is known; splits happen as planned. */
export class Board {
  /** What was paid and split so far, oldest first; amounts as declared. */
  readonly done: CorporateAction[] = []
  readonly #planned: readonly CorporateAction[]
  readonly #splits: readonly CorporateAction[]
  readonly #lastDay: number
  /** Regular dividends in shares of the end, oldest first. */
  readonly #regular: { readonly day: number; readonly cash: number }[] = []
  #next = 0
  #habit = 1

  constructor(planned: readonly CorporateAction[], lastDay: number) {
    this.#planned = planned.toSorted((a, b) => a.day - b.day)
    this.#splits = planned.filter(({ type }) => type === 'split')
    this.#lastDay = lastDay
  }

  /** Shares of the end that one share of `day` has become. */
  sharesOf(day: number): number {
    return splitRatio(this.#splits, day, this.#lastDay)
  }

  /** Pays what is due up to `day`; returns the cash a share of the end gets. `price` is the least a yield is measured by. */
  payUpTo(day: number, price: number): number {
    let cash = 0
    for (let one = this.#planned[this.#next]; one && one.day <= day; one = this.#planned[++this.#next])
      if (one.type === 'split') this.done.push(one)
      else cash += this.#pay(one, price)
    return cash
  }

  #pay(planned: CorporateAction, price: number): number {
    const shares = this.sharesOf(planned.day)
    const asked = (planned.value / shares) * this.#habit
    const cash =
      planned.type === 'special' ? Math.min(asked, SPECIAL_MAX * price) : this.#affordable(planned.day, asked, price)
    if (cash <= 0) return 0
    this.done.push({ ...planned, value: Number((cash * shares).toPrecision(4)) })
    if (planned.type === 'dividend') this.#regular.push({ day: planned.day, cash })
    return cash
  }

  /** The regular dividend as far as the year's sum stays within reason: a board that cannot keep it cuts for good. */
  #affordable(day: number, asked: number, price: number): number {
    const ofYear = this.#regular.reduce((sum, one) => (one.day > day - YEAR ? sum + one.cash : sum), 0)
    const room = YIELD_MAX * price - ofYear
    if (asked <= room) return asked
    this.#habit *= AFTER_CUT
    return AFTER_CUT * asked <= room ? AFTER_CUT * asked : 0
  }
}
