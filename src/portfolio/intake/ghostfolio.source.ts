import { z } from 'zod'
import { Decimal } from '../../core/decimal.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { dayOfMs } from '../../core/time/day.pure.ts'
import { currencyOf, type FileTrade, numberOf, RowProblem, type TradeFile } from './file-trade.ts'

const symbolKey = z.object({ symbol: z.string(), dataSource: z.string().nullish() })
const exportShape = z.object({
  activities: z.array(z.unknown()),
  assetProfiles: z.array(symbolKey.extend({ isin: z.string().nullish() })).optional(),
})
const activityShape = symbolKey.extend({
  type: z.string(),
  date: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
  fee: z.number().nullish(),
  currency: z.string().nullish(),
})

/** Activities that move money but no units: dividends come from corporate actions, the others are no trades. */
const NO_TRADES = ['DIVIDEND', 'FEE', 'INTEREST', 'LIABILITY', 'ITEM']
const DAY_SECONDS = 86_400

/** Reads what Ghostfolio exports (`activities` with Yahoo symbols); null when the JSON is nothing of the kind. */
export function readGhostfolio(json: unknown): TradeFile | null {
  const parsed = exportShape.safeParse(Array.isArray(json) ? { activities: json } : json)
  if (!parsed.success) return null
  const { activities, assetProfiles = [] } = parsed.data
  const isins = new Map(assetProfiles.map((profile) => [keyOf(profile), profile.isin || null]))
  const trades: FileTrade[] = []
  const rejected: Rejection[] = []
  const left = new Map<string, number>()
  activities.forEach((activity, index) => {
    const line = index + 1
    try {
      const type = leftOut(activity)
      if (type === null) trades.push(toTrade(activity, line, isins))
      else left.set(type, (left.get(type) ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      rejected.push({ line, reason: error.message })
    }
  })
  const notes = [...left].map(([type, count]) => `${count} of type ${type} left out: no trades.`)
  return { trades, rejected, notes }
}

function keyOf({ symbol, dataSource }: z.infer<typeof symbolKey>): string {
  return `${dataSource ?? ''} ${symbol}`
}

function leftOut(activity: unknown): string | null {
  const type = z.object({ type: z.string() }).safeParse(activity).data?.type ?? ''
  return NO_TRADES.includes(type) ? type : null
}

function toTrade(activity: unknown, line: number, isins: ReadonlyMap<string, string | null>): FileTrade {
  const parsed = activityShape.safeParse(activity)
  if (!parsed.success)
    throw new RowProblem(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  const { type, date, quantity, unitPrice, fee, currency, symbol } = parsed.data
  if (type !== 'BUY' && type !== 'SELL') throw new RowProblem(`"${type.slice(0, 40)}" is no type of activity`)
  const ms = Date.parse(date)
  if (Number.isNaN(ms)) throw new RowProblem(`"${date.slice(0, 40)}" is not a date`)
  const day = dayOfMs(ms)
  return {
    line,
    isin: isins.get(keyOf(parsed.data)) ?? null,
    // Yahoo's coins: BTCUSD in exports, BTC-USD elsewhere.
    symbol: parsed.data.dataSource === 'YAHOO' ? symbol.replace(/^([A-Z0-9]{2,6})USD$/, '$1-USD') : symbol,
    exchange: null,
    currency: currencyOf(currency ?? ''),
    day,
    second: Math.floor(ms / 1_000) - day * DAY_SECONDS,
    direction: type === 'BUY' ? 'buy' : 'sell',
    quantity: numberOf(String(quantity), 'quantity', String(quantity)),
    price: numberOf(String(unitPrice), 'price', String(unitPrice)),
    fee: numberOf(String(fee ?? 0), 'fee', String(fee)),
    feeCurrency: null,
    tax: new Decimal(0),
  }
}
