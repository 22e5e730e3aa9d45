import { catalog } from '../../catalog/catalog.ts'
import { Decimal } from '../../core/decimal.ts'
import { ApiError } from '../../core/errors.ts'
import { type Bars, findFirstOnOrAfter } from '../../market/bars/bars.pure.ts'
import { market } from '../../market/market.ts'
import { splitCurrency } from '../../market/quote/quote-currency.pure.ts'

/** Closes of a currency pair; `inverse` where it is quoted the other way round. */
interface Leg {
  readonly listingId: number
  readonly inverse: boolean
}

/** How a quote currency becomes a base currency: the product of legs, by units of the quote currency in one of its own. */
interface Way {
  readonly legs: readonly Leg[]
  readonly units: number
}

/** Exchange rates of quote currencies into one base currency, day by day. */
export interface ExchangeRates {
  /** Units of the base currency for one of a quote currency at the last close up to a day; the first close for days before it. */
  rate(currency: string, day: number): Decimal
  /** The same as a number, for statistics. */
  rateNumber(currency: string, day: number): number
}

/** Whether there are rates from a quote currency to another currency. */
export function canConvert(from: string, to: string): boolean {
  return findWay(from, to) !== null
}

/** Reads the rates of some quote currencies into `base`; throws 409 when one of them has none. */
export async function readExchangeRates(quoted: readonly string[], base: string): Promise<ExchangeRates> {
  const ways = new Map([...new Set(quoted)].map((currency) => [currency, requireWay(currency, base)]))
  const ids = [...new Set([...ways.values()].flatMap(({ legs }) => legs.map(({ listingId }) => listingId)))]
  const read = ids.length > 0 ? await market().series(ids, 'day', 'raw') : []
  const series = new Map(ids.map((id, index) => [id, read[index]]))
  const wayOf = (currency: string) => ways.get(currency) ?? requireWay(currency, base)
  return {
    rate(currency, day) {
      const { legs, units } = wayOf(currency)
      const product = legs.reduce((rate, { listingId, inverse }) => {
        const close = new Decimal(closeOn(series.get(listingId), day))
        return inverse ? rate.div(close) : rate.times(close)
      }, new Decimal(1))
      return units === 1 ? product : product.div(units)
    },
    rateNumber(currency, day) {
      const { legs, units } = wayOf(currency)
      let rate = 1 / units
      for (const { listingId, inverse } of legs) {
        const close = closeOn(series.get(listingId), day)
        rate = inverse ? rate / close : rate * close
      }
      return rate
    },
  }
}

function requireWay(from: string, to: string): Way {
  const way = findWay(from, to)
  if (way) return way
  throw new ApiError(
    'conflict',
    `There are no exchange rates from ${from} to ${to}. Ingest daily bars of ${from}${to}.FX, or of both currencies against USD.`,
  )
}

/** The direct pair, whichever way it is quoted; else both currencies against the US dollar. */
function findWay(from: string, to: string): Way | null {
  const { currency, units } = splitCurrency(from)
  if (currency === to) return { legs: [], units }
  const direct = findLeg(currency, to)
  if (direct) return { legs: [direct], units }
  const [first, second] = [findLeg(currency, 'USD'), findLeg('USD', to)]
  return first && second ? { legs: [first, second], units } : null
}

function findLeg(from: string, to: string): Leg | null {
  return quotedPair(from, to, false) ?? quotedPair(to, from, true)
}

function quotedPair(one: string, other: string, inverse: boolean): Leg | null {
  const listing = catalog().listingByTicker(`${one}${other}.FX`)
  return listing && (market().quote(listing.id)?.close ?? 0) > 0 ? { listingId: listing.id, inverse } : null
}

function closeOn(bars: Bars | undefined, day: number): number {
  if (!bars || bars.length === 0) return Number.NaN
  return bars.close[Math.max(0, findFirstOnOrAfter(bars, day + 1) - 1)] ?? Number.NaN
}
