import type { Listing } from '../../catalog/catalog.store.ts'
import { Decimal } from '../../core/decimal.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { market } from '../../market/market.ts'
import { splitCurrency } from '../../market/quote/quote-currency.pure.ts'
import type { LedgerTrade } from '../ledger/ledger.ts'
import type { TradeFacts } from '../trade/trade.store.ts'
import { canConvert, type ExchangeRates, readExchangeRates } from '../valuation/exchange-rate.ts'
import { type FileTrade, type Pause, RowProblem, toStored } from './file-trade.ts'
import { listingFinder } from './listing-finder.ts'

/** A trade of the file on its way into the portfolio. */
export interface Candidate extends TradeFacts, LedgerTrade {
  readonly line: number
  readonly listing: Listing
}

/** Above every id that is stored: what is imported counts after the stored trades of its day. */
const FIRST_ID = 2 ** 31

/** The trades with their listings, in the quote currencies; what cannot be told goes to `rejected`. */
export async function toCandidates(
  trades: readonly FileTrade[],
  rejected: Rejection[],
  pause: Pause,
): Promise<Candidate[]> {
  const find = listingFinder()
  const rates = new Map<string, Promise<ExchangeRates>>()
  const candidates: Candidate[] = []
  for (const [place, trade] of trades.entries()) {
    await pause()
    try {
      const listing = find(trade)
      const { line, day, direction, quantity } = trade
      const scale = scaleOf(trade.currency, market().currencyOf(listing))
      const price = toStored(trade.price.times(scale), 'price')
      const fee = toStored((await feeOf(trade, listing, rates)).plus(trade.tax.times(scale)), 'fee')
      checkAmounts({ quantity, price, fee })
      candidates.push({
        id: FIRST_ID + place,
        line,
        listing,
        listingId: listing.id,
        day,
        direction,
        quantity,
        price,
        fee,
      })
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      rejected.push({ line: trade.line, reason: error.message })
    }
  }
  return candidates
}

function checkAmounts({ quantity, price, fee }: Pick<TradeFacts, 'quantity' | 'price' | 'fee'>): void {
  if (!quantity.gt(0)) throw new RowProblem('the quantity must be above zero')
  if (!price.gt(0)) throw new RowProblem('the price must be above zero')
  if (fee.isNegative() && !fee.isZero()) throw new RowProblem('the fee must be at least zero')
}

/** Units of a quote currency in one of the file's, where one is in pence and the other in pounds. */
function scaleOf(from: string | null, quoted: string): Decimal {
  return new Decimal(splitCurrency(quoted).units).div(splitCurrency(from ?? quoted).units)
}

/** The commission in the quote currency, at the rate of the day where it was paid in another one. */
async function feeOf(
  { fee, feeCurrency, currency, day }: FileTrade,
  listing: Listing,
  read: Map<string, Promise<ExchangeRates>>,
): Promise<Decimal> {
  const quoted = market().currencyOf(listing)
  const paidIn = feeCurrency ?? currency ?? quoted
  const base = splitCurrency(quoted).currency
  if (fee.isZero() || splitCurrency(paidIn).currency === base) return fee.times(scaleOf(paidIn, quoted))
  if (!canConvert(paidIn, base))
    throw new RowProblem(`the commission is in ${paidIn}, of which there are no exchange rates to ${base}`)
  const way = `${paidIn} ${base}`
  const rates = await (read.get(way) ?? read.set(way, readExchangeRates([paidIn], base)).get(way))
  const inBase = fee.times(rates?.rate(paidIn, day) ?? 1)
  return inBase.times(splitCurrency(quoted).units)
}
