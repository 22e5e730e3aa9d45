import { z } from 'zod'
import { StockType } from '../../catalog/listing.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { integer } from '../../core/input/rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { market } from '../../market/market.ts'
import type { ScreenTimeframe } from '../technical/line-key.pure.ts'
import { type IndicatorValue, readIndicator } from './indicator.ts'
import { findRecentSignals, type RecentSignal } from './recent-signal.ts'

const timeframeRule = integer('Timeframe of the bars: 1 = days, 2 = weeks, 3 = months.', { min: 1, max: 3 }).default(1)

const indicatorInput = z.strictObject({
  operand: text('Line of the screener, such as rsi14, sma200 or macd_signal; aliases are understood.', 64),
  timeframe: timeframeRule,
  limit: integer('Maximum number of values; the most recent are returned.', { min: 1, max: 5_000 }).default(50),
})

const signalsInput = z.strictObject({ timeframe: timeframeRule })

const IndicatorValueType = builder.objectRef<IndicatorValue>('IndicatorValue').implement({
  description: 'Value of a line of the screener on a closed bar.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'Last trading day of the bar.' }),
    value: t.exposeFloat('value', {
      nullable: true,
      description: 'The value; null where the line is not defined, such as on the first bars.',
    }),
  }),
})
declareDataSet(IndicatorValueType, ({ listing }) => market().markOf(listing))

const RecentSignalType = builder.objectRef<RecentSignal>('RecentSignal').implement({
  description: 'Technical event on one of the last closed bars of a listing.',
  fields: (t) => ({
    pattern: t.exposeString('pattern', { description: 'Pattern of the screener.' }),
    label: t.exposeString('label', { description: 'The pattern in words.' }),
    a: t.exposeString('a', { nullable: true, description: 'First operand; null where the pattern takes none.' }),
    b: t.exposeString('b', { nullable: true, description: 'Second operand; null where the pattern takes none.' }),
    date: t.expose('date', { type: 'Date', description: 'Last trading day of the bar on which it fired.' }),
    barsAgo: t.exposeInt('barsAgo', { description: 'Bars between it and the last closed bar; 0 = on that bar.' }),
  }),
})
declareDataSet(RecentSignalType, ({ listing }) => market().markOf(listing))

builder.objectFields(StockType, (t) => ({
  indicator: t.metered({
    type: [IndicatorValueType],
    cost: 'stockIndicator',
    description: 'A line of the screener on closed bars, computed as screens do, oldest first. Costs one credit.',
    input: indicatorInput,
    weight: { once: 1_000, perRow: 1 },
    resolve: (listing, input, context) =>
      readIndicator(listing, { ...input, timeframe: screenTimeframe(input.timeframe) }, context),
  }),
  signals: t.metered({
    type: [RecentSignalType],
    cost: 'stockSignals',
    description: 'Technical events of the last 20 closed bars, the latest first. Costs one credit.',
    input: signalsInput,
    resolve: (listing, input, context) => findRecentSignals(listing, screenTimeframe(input.timeframe), context),
  }),
}))

function screenTimeframe(timeframe: number): ScreenTimeframe {
  return timeframe === 2 || timeframe === 3 ? timeframe : 1
}
