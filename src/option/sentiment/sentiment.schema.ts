import { z } from 'zod'
import { catalog } from '../../catalog/catalog.ts'
import { AboutListingType, StockType } from '../../catalog/listing.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet, declareRows } from '../../core/graphql/data-set.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import { choice, listOf } from '../../core/input/rule.ts'
import { day } from '../../core/input/span-rule.ts'
import { objectKey, text } from '../../core/input/text-rule.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import { market } from '../../market/market.ts'
import { options } from '../history/options.ts'
import { HorizonType, horizonsOf } from './horizon.schema.ts'
import { readSentiment, readSentiments, type Sentiment, type SentimentBatch, sessionDayOf } from './sentiment.ts'
import { figureOf, shownReading } from './sentiment-figure.ts'
import {
  ActivePatternType,
  ImpliedVolatilityType,
  PutCallType,
  ScorePartType,
  SkewType,
} from './sentiment-part.schema.ts'

const STYLE = enumeration('SentimentStyle', 'How much a sentiment tells.', {
  plain: 'What the options say.',
  technical: 'Trend, RSI and moving averages of the price, max pain and gamma exposure besides.',
})
const style = choice('How much is told.', STYLE).default('plain')
const asOf = () => day('Reads the last session at or before this day; the latest when it is not given.')

const stockSentimentInput = z.strictObject({ style, asOf: asOf().optional() })
const sentimentInput = z.strictObject({
  ticker: objectKey('Ticker in any letter case (AAPL, AAPL.US) or integer listing id.'),
  style,
  asOf: asOf().optional(),
})
const sentimentsInput = z.strictObject({
  tickers: listOf(text('Ticker or listing id.', 40), 20, 'Tickers or listing ids; rows are returned in this order.'),
  asOf: listOf(
    asOf(),
    12,
    'Days; of each the last session at or before it is read. With several the answer is a matrix. The latest sessions when it is not given.',
  ).optional(),
  style,
})

/** Options sentiment; `technical` is added by what computes indicators. */
export const SentimentType = builder.objectRef<Sentiment>('OptionSentiment').implement({
  description: 'What the options of a listing say of the expectations in it.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    covered: t.boolean({
      description: 'Whether its options are covered on that day; all figures are null where they are not.',
      resolve: ({ session }) => session !== null,
    }),
    note: t.exposeString('note', { nullable: true, description: 'Why figures are missing, where they are.' }),
    asOf: t.field({
      type: 'Date',
      nullable: true,
      description: 'Session that the figures are of.',
      resolve: (sentiment) => {
        const session = sessionDayOf(sentiment)
        return session === null ? null : isoOfDay(session)
      },
    }),
    spot: t.float({
      nullable: true,
      description: 'Price of the share in that session.',
      resolve: (sentiment) => figureOf(sentiment, 'spot'),
    }),
    positioningScore: t.float({
      nullable: true,
      description:
        'Lean of the positions from -1 (towards a fall) to 1: 0.35 skew, 0.25 puts for each call by open interest, 0.25 by volume of five sessions, 0.15 30-day by 90-day volatility, each as 1 - 2 x its percentile over 252 sessions; null before 20 sessions.',
      resolve: ({ session }) => shownReading(session?.readings.score(session.index)),
    }),
    positioningParts: t.field({
      type: [ScorePartType],
      description: 'The parts that make up the score.',
      resolve: ({ session }) => session?.readings.parts(session.index) ?? [],
    }),
    putCall: t.field({ type: PutCallType, description: 'Puts for each call.', resolve: (sentiment) => sentiment }),
    skew: t.field({ type: SkewType, description: 'Put skew at 30 days.', resolve: (sentiment) => sentiment }),
    iv: t.field({
      type: ImpliedVolatilityType,
      description: 'Implied volatility at 30 days.',
      resolve: (sentiment) => sentiment,
    }),
    realizedVol30d: t.float({
      nullable: true,
      description: 'Realised volatility of the 30 sessions up to then, from bars, as an annual fraction.',
      resolve: ({ session }) => shownReading(session?.realizedVolatility),
    }),
    patterns: t.field({
      type: [ActivePatternType],
      description: 'Patterns of the screener that show.',
      resolve: ({ session }) => [...(session?.patterns ?? [])],
    }),
    horizons: t.field({
      type: [HorizonType],
      description: 'The next weekly expiry, 30 and 90 days.',
      resolve: horizonsOf,
    }),
  }),
})
declareDataSet(SentimentType, ({ listing, session }) =>
  session ? (options().markOf(listing) ?? market().markOf(listing)) : null,
)

const SentimentBatchType = builder.objectRef<SentimentBatch>('OptionSentimentBatch').implement({
  description: 'Options sentiment of several listings, at several days if they are given.',
  fields: (t) => ({
    results: t.field({
      type: [SentimentType],
      nullable: true,
      description: 'A row for each listing; null with several days.',
      resolve: ({ rows, dates }) => (dates.length > 1 ? null : [...rows]),
    }),
    count: t.int({ description: 'Number of pairs of listing and day.', resolve: ({ rows }) => rows.length }),
    tickers: t.stringList({
      description: 'Canonical tickers, in the order of rows.',
      resolve: ({ listings }) => listings.map(({ ticker }) => ticker),
    }),
    dates: t.field({
      type: ['Date'],
      description: 'Days asked for, in the order of columns; empty where the latest sessions are read.',
      resolve: ({ dates }) => [...dates],
    }),
    matrix: t.field({
      type: t.listRef(t.listRef(SentimentType)),
      nullable: true,
      description: 'For each listing its sentiment at each day; null with one day.',
      resolve: ({ rows, dates, listings }) =>
        dates.length > 1
          ? listings.map((_, place) => rows.slice(place * dates.length, (place + 1) * dates.length))
          : null,
    }),
    unresolved: t.stringList({
      description: 'Requested tickers that are unknown.',
      resolve: ({ unresolved }) => [...unresolved],
    }),
  }),
})
declareRows(SentimentBatchType, SentimentType)

builder.queryFields((t) => ({
  optionSentiment: t.metered({
    type: SentimentType,
    cost: 'optionSentiment',
    description: 'Options sentiment of a listing. Costs one credit.',
    input: sentimentInput,
    resolve: (_, { ticker, ...asked }, context) => readSentiment(catalog().require(ticker, 'ticker'), asked, context),
  }),
  optionSentiments: t.metered({
    type: SentimentBatchType,
    cost: 'optionSentiments',
    description: 'Options sentiment of up to 20 listings at up to 12 days. Costs one credit for each listing and day.',
    input: sentimentsInput,
    weight: { once: 50, perRow: 30 },
    resolve: (_, input, context) => readSentiments(input, context),
  }),
}))

builder.objectFields(StockType, (t) => ({
  optionSentiment: t.metered({
    type: SentimentType,
    cost: 'optionSentiment',
    description: 'What its options say of the expectations in it. Costs one credit.',
    input: stockSentimentInput,
    resolve: readSentiment,
  }),
}))
