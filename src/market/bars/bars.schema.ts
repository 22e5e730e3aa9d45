import { z } from 'zod'
import { StockType } from '../../catalog/listing.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { pageType } from '../../core/graphql/page.ts'
import { choice, inRest, integer } from '../../core/input/rule.ts'
import { day, withDayOrder } from '../../core/input/span-rule.ts'
import { market } from '../market.ts'
import { ADJUSTMENT } from './adjust.pure.ts'
import { TIMEFRAME } from './aggregate.pure.ts'
import { type Bar, type BarSeries, readBarSeries } from './bar-series.ts'

const barsInput = withDayOrder(
  z.strictObject({
    timeframe: inRest('tf', choice('Timeframe of the bars; weeks end on Friday.', TIMEFRAME)).default('day'),
    adjustment: inRest('adjust', choice('Corporate actions that prices are back-adjusted for.', ADJUSTMENT)).default(
      'split',
    ),
    limit: integer('Maximum number of bars; the most recent are returned.', { min: 1 }).default(300),
    from: day('First day, inclusive.').optional(),
    to: day('Last day, inclusive.').optional(),
  }),
)

const TimeframeEnum = enumType(TIMEFRAME)
const AdjustmentEnum = enumType(ADJUSTMENT)

const COLUMN_DESCRIPTIONS = {
  open: 'Opening prices',
  high: 'Highest prices',
  low: 'Lowest prices',
  close: 'Closing prices',
} as const

const BarType = builder.objectRef<Bar>('Bar').implement({
  description: 'Open, high, low, close and volume of a listing over a day, week or month.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'Last trading day of the bar.' }),
    open: t.exposeFloat('open', { description: 'Opening price.' }),
    high: t.exposeFloat('high', { description: 'Highest price.' }),
    low: t.exposeFloat('low', { description: 'Lowest price.' }),
    close: t.exposeFloat('close', { description: 'Closing price.' }),
    volume: t.exposeFloat('volume', { nullable: true, description: 'Number of units traded; null when unknown.' }),
    partial: t.exposeBoolean('partial', { description: 'True while the week or month is incomplete.' }),
  }),
})

const BarSeriesType = pageType<BarSeries>('BarSeries', {
  description: 'Bars of a listing, oldest first, as rows and as columns.',
  of: BarType,
  fields: (t) => {
    const column = (name: 'open' | 'high' | 'low' | 'close') =>
      t.floatList({
        description: `${COLUMN_DESCRIPTIONS[name]} of the bars, oldest first.`,
        resolve: ({ rows }) => rows.map((bar) => bar[name]),
      })
    return {
      stock: t.expose('listing', { type: StockType, description: 'The listing.' }),
      ticker: t.string({ description: 'Canonical ticker.', resolve: ({ listing }) => listing.ticker }),
      timeframe: t.expose('timeframe', { type: TimeframeEnum, description: 'Timeframe of the bars.' }),
      adjustment: t.expose('adjustment', {
        type: AdjustmentEnum,
        description: 'Corporate actions that the prices are back-adjusted for.',
      }),
      currency: t.field({
        type: 'Currency',
        description: 'Currency of the prices; GBX is pence sterling.',
        resolve: ({ listing }) => market().currencyOf(listing),
      }),
      dates: t.field({
        type: ['Date'],
        description: 'Dates of the bars, oldest first.',
        resolve: ({ rows }) => rows.map((bar) => bar.date),
      }),
      opens: column('open'),
      highs: column('high'),
      lows: column('low'),
      closes: column('close'),
      volumes: t.field({
        type: ['Float'],
        nullable: { list: false, items: true },
        description: 'Volumes of the bars, oldest first; null where unknown.',
        resolve: ({ rows }) => rows.map((bar) => bar.volume),
      }),
    }
  },
})
declareDataSet(BarSeriesType, ({ listing }) => market().markOf(listing))

builder.objectFields(StockType, (t) => ({
  bars: t.metered({
    type: BarSeriesType,
    cost: 'stockBars',
    description: 'Daily, weekly or monthly bars; the most recent between from and to. Costs one credit.',
    input: barsInput,
    weight: { once: 500, perRow: 1 },
    resolve: (listing, input, context) => readBarSeries(listing, input, context),
  }),
}))
