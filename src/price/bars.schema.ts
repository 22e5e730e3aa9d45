import { z } from 'zod'
import { argumentsOf } from '../core/arguments.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { costOf } from '../core/cost.ts'
import { ApiError } from '../core/errors.ts'
import { choice, day, integer, parseInput } from '../core/input.ts'
import { type Page, PageInfoFields } from '../core/page.ts'
import type { Listing } from '../listing/catalog.store.ts'
import { StockType } from '../listing/listing.schema.ts'
import { ADJUSTMENTS, type Adjustment } from './adjust.math.ts'
import { isPartial, TIMEFRAMES, type Timeframe } from './aggregate.math.ts'
import { seriesLoader } from './bars.loader.ts'
import { type Bars, firstOnOrAfter, slicedBars } from './bars.math.ts'
import { dayOfIso, dayOfMs, isoOfDay } from './day.math.ts'
import { market } from './market.ts'
import { currencyOf, noteDataSet } from './price.schema.ts'

/** `GET /v1/stocks/{id}/ohlcv`, beside the id. */
export const barsInput = z.strictObject({
  tf: choice('Length of a bar; weeks end on Friday.', TIMEFRAMES).default('day'),
  adjust: choice('What prices are adjusted for.', ADJUSTMENTS).default('split'),
  limit: integer('Bars at most, the latest ones.', { min: 1 }).default(300),
  from: day('First day, inclusive.').optional(),
  to: day('Last day, inclusive.').optional(),
})

/** One bar as it is answered. */
interface Bar {
  readonly date: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number | null
  readonly partial: boolean
}

interface BarPage extends Page<Bar> {
  readonly listing: Listing
  readonly tf: Timeframe
  readonly adjust: Adjustment
}

const BarType = builder.objectRef<Bar>('Bar').implement({
  description: 'What a listing traded at over a day, week or month.',
  fields: (t) => ({
    date: t.exposeString('date', { description: 'Its last trading day, YYYY-MM-DD.' }),
    open: t.exposeFloat('open', { description: 'First price.' }),
    high: t.exposeFloat('high', { description: 'Highest price.' }),
    low: t.exposeFloat('low', { description: 'Lowest price.' }),
    close: t.exposeFloat('close', { description: 'Last price.' }),
    volume: t.exposeFloat('volume', { nullable: true, description: 'Units traded; null where nobody counts them.' }),
    partial: t.exposeBoolean('partial', { description: 'Whether more can come into its week or month.' }),
  }),
})

const BarPageType = builder.objectRef<BarPage>('BarSeries').implement({
  description: 'The bars of a listing, oldest first, as rows and as columns.',
  interfaces: [PageInfoFields],
  isTypeOf: () => true,
  fields: (t) => {
    const column = (name: 'open' | 'high' | 'low' | 'close') =>
      t.floatList({ description: `The column ${name}.`, resolve: ({ rows }) => rows.map((bar) => bar[name]) })
    return {
      stock: t.expose('listing', { type: StockType, description: 'The listing.' }),
      ticker: t.string({ description: 'Canonical ticker.', resolve: ({ listing }) => listing.ticker }),
      tf: t.exposeString('tf', { description: 'day, week or month.' }),
      adjust: t.exposeString('adjust', { description: 'split, raw or splitdiv.' }),
      currency: t.string({
        description: 'Currency of the prices; GBX is pence.',
        resolve: ({ listing }) => currencyOf(listing),
      }),
      bars: t.field({ type: [BarType], description: 'The bars as rows.', resolve: ({ rows }) => [...rows] }),
      date: t.stringList({ description: 'The column date.', resolve: ({ rows }) => rows.map((bar) => bar.date) }),
      open: column('open'),
      high: column('high'),
      low: column('low'),
      close: column('close'),
      volume: t.field({
        type: ['Float'],
        nullable: { list: false, items: true },
        description: 'The column volume.',
        resolve: ({ rows }) => rows.map((bar) => bar.volume),
      }),
    }
  },
})

async function barPage(listing: Listing, input: z.output<typeof barsInput>, context: Context): Promise<BarPage> {
  const { tf, adjust, limit, from, to } = input
  if (from !== undefined && to !== undefined && from > to) {
    throw new ApiError('invalid_parameter', `"from" (${from}) must not be after "to" (${to}).`, {
      param: 'from',
      did_you_mean: to,
    })
  }
  const whole = await seriesLoader(context, tf, adjust).load(listing.id)
  const first = from === undefined ? 0 : firstOnOrAfter(whole, dayOfIso(from) ?? 0)
  const end = to === undefined ? whole.length : firstOnOrAfter(whole, (dayOfIso(to) ?? 0) + 1)
  const total = Math.max(0, end - first)
  const shown = slicedBars(whole, Math.max(first, end - limit), end)
  const rows = barRows(shown)
  const last = rows.at(-1)
  if (last && end === whole.length) {
    const today = dayOfMs(context.clock.now())
    const partial = isPartial(shown.day[shown.length - 1] ?? 0, tf, today, listing.type === 'crypto')
    rows[rows.length - 1] = { ...last, partial }
  }
  noteDataSet(listing, context)
  const notes = notesOf(listing, whole, total)
  return {
    listing,
    tf,
    adjust,
    rows,
    total,
    limit,
    offset: 0,
    all: false,
    ...(notes.length > 0 ? { notes } : {}),
  }
}

function barRows(bars: Bars): Bar[] {
  const rows: Bar[] = []
  for (let index = 0; index < bars.length; index++) {
    const volume = bars.volume[index] ?? Number.NaN
    rows.push({
      date: isoOfDay(bars.day[index] ?? 0),
      open: bars.open[index] ?? 0,
      high: bars.high[index] ?? 0,
      low: bars.low[index] ?? 0,
      close: bars.close[index] ?? 0,
      volume: Number.isNaN(volume) ? null : volume,
      partial: false,
    })
  }
  return rows
}

function notesOf(listing: Listing, whole: Bars, total: number): string[] {
  if (market().quote(listing.id) === undefined) return [`There are no bars of ${listing.ticker}.`]
  if (total > 0 || whole.length === 0) return []
  const [first, last] = [whole.day[0] ?? 0, whole.day[whole.length - 1] ?? 0]
  return [`The bars of ${listing.ticker} run from ${isoOfDay(first)} to ${isoOfDay(last)}.`]
}

builder.objectFields(StockType, (t) => ({
  bars: t.field({
    type: BarPageType,
    nullable: true,
    description: 'Its bars of days, weeks or months; the latest within from and to. Costs a credit.',
    args: argumentsOf(barsInput),
    complexity: (args) => ({ field: 1, multiplier: Math.max(1, Math.min(Number(args['limit'] ?? 300), 5_000) / 100) }),
    resolve: async (listing, args, context) => {
      const page = await barPage(listing, parseInput(barsInput, args), context)
      context.meter.charge('stockBars', costOf('stockBars', page.rows.length))
      return page
    },
  }),
}))
