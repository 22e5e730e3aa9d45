import { builder } from '../../core/graphql/builder.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import { SentimentType } from '../../option/sentiment/sentiment.schema.ts'
import { figureOf } from '../../option/sentiment/sentiment-figure.ts'
import { type OptionTechnical, readOptionTechnical } from './option-technical.ts'

const TrendEnum = enumType(
  enumeration('PriceTrend', 'Direction of a price by its moving averages.', {
    up: 'The price is above its EMA50, and that above the EMA200.',
    down: 'The price is below its EMA50, and that below the EMA200.',
    sideways: 'Neither.',
  }),
)

const OptionTechnicalType = builder.objectRef<OptionTechnical>('OptionTechnical').implement({
  description: 'What the daily bars up to the session say beside options, and where its contracts pull.',
  fields: (t) => ({
    trend: t.expose('trend', {
      type: TrendEnum,
      nullable: true,
      description: 'Direction of the price; null before 200 bars.',
    }),
    rsi14: t.exposeFloat('rsi14', { nullable: true, description: 'Relative strength index of 14 days.' }),
    aboveEma50: t.exposeBoolean('aboveEma50', {
      nullable: true,
      description: 'Whether the close is above its 50-day exponential average.',
    }),
    aboveEma200: t.exposeBoolean('aboveEma200', {
      nullable: true,
      description: 'Whether the close is above its 200-day exponential average.',
    }),
    maxPain: t.float({
      nullable: true,
      description: 'Strike at which all open contracts would pay least if they expired there.',
      resolve: ({ sentiment }) => figureOf(sentiment, 'maxPain'),
    }),
    gammaExposure: t.float({
      nullable: true,
      description:
        'US dollars that hedges of all open contracts change in value for a move of 1 %, calls positive, puts negative.',
      resolve: ({ sentiment }) => figureOf(sentiment, 'gammaExposure'),
    }),
  }),
})

builder.objectField(SentimentType, 'technical', (t) =>
  t.field({
    type: OptionTechnicalType,
    nullable: true,
    description: 'Overlays of technical analysis, with style technical only.',
    resolve: (sentiment, _, context) => readOptionTechnical(sentiment, context),
  }),
)
