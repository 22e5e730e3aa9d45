import { catalog } from '../../catalog/catalog.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../../core/graphql/context.ts'
import { market } from '../../market/market.ts'
import type { PreparedPeriod } from '../statement/period.pure.ts'
import { findUsdPair, readUsdRates } from '../statement/usd-rate.ts'

/** The currency that figures are shown in. */
export interface TargetCurrency {
  readonly code: string
  /** Units of it for one unit of a period's currency at the period's end; null when not known. */
  rateOf(period: Pick<PreparedPeriod, 'currency' | 'endDay' | 'usdRate'>): number | null
  /** Data-set mark of the rates from a currency: `demo` when they are generated, null otherwise. */
  markOf(currency: string): 'demo' | null
}

const opened = new WeakMap<Context, Map<string, Promise<TargetCurrency>>>()

/** Finds the rates to a currency, once a request; throws 400 when it is none. */
export function openCurrency(code: string, context: Context): Promise<TargetCurrency> {
  const ofRequest = opened.get(context) ?? new Map<string, Promise<TargetCurrency>>()
  opened.set(context, ofRequest)
  const present = ofRequest.get(code)
  if (present) return present
  const fresh = findRates(code)
  ofRequest.set(code, fresh)
  return fresh
}

async function findRates(code: string): Promise<TargetCurrency> {
  if (!isKnown(code)) throw unknownCurrency(code)
  const pair = findUsdPair(code)?.listing
  // The demo's statements reach back further than its rates: before the first of them that one holds, as in their own rates.
  let firstDay = Number.NEGATIVE_INFINITY
  const usdRateAt = await readUsdRates([code], async (ids) => {
    const series = await market().series(ids, 'day', 'raw')
    if (pair && market().markOf(pair) === 'demo') firstDay = series[ids.indexOf(pair.id)]?.day[0] ?? firstDay
    return new Map(ids.flatMap((id, index) => (series[index] ? [[id, series[index]] as const] : [])))
  })
  return {
    code,
    rateOf({ currency, endDay, usdRate }) {
      if (currency === code) return 1
      const usd = usdRateAt(code, Math.max(endDay, firstDay))
      // Few digits, so that a caller who multiplies by the rate shown gets the figures shown.
      return usdRate === null || usd === null ? null : Number((usdRate / usd).toPrecision(8))
    },
    markOf(currency) {
      if (currency === code) return null
      const pairs = [currency, code].flatMap((one) => findUsdPair(one)?.listing ?? [])
      return pairs.some((pair) => market().markOf(pair) === 'demo') ? 'demo' : null
    },
  }
}

/** A pair without bars will do: companies that report in the currency are shown in it all the same. */
function isKnown(code: string): boolean {
  return code === 'USD' || findUsdPair(code) !== null
}

function unknownCurrency(code: string): ApiError {
  const pairs = catalog().listings.flatMap(({ ticker }) => /^(?:USD([A-Z]{3})|([A-Z]{3})USD)\.FX$/.exec(ticker) ?? [])
  const known = [...new Set(['USD', ...pairs.filter((part) => part?.length === 3 && isKnown(part)).sort()])]
  const meant = known.find((one) => [...one].filter((letter, index) => letter !== code[index]).length === 1)
  return new ApiError(
    'invalid_parameter',
    `"currency" must be one with an exchange rate: ${known.join(', ')}; "${code}" was given.${meant ? ` The nearest valid value is ${meant}.` : ''}`,
    { param: 'currency', ...(meant ? { did_you_mean: meant } : {}) },
  )
}
