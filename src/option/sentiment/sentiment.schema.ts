import { z } from 'zod'
import { catalog } from '../../catalog/catalog.ts'
import { AboutListingType, StockType } from '../../catalog/listing.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet, declareRows } from '../../core/graphql/data-set.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import { choice, day, listOf, objectKey, text } from '../../core/input/rule.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import { market } from '../../market/market.ts'
import { type FigureKey, shownFigure } from '../history/figure.pure.ts'
import { options } from '../history/options.ts'
import { OptionPatternEnum } from '../option-pattern.schema.ts'
import type { ActivePattern } from './active-patterns.pure.ts'
import { optionPatternRow } from './pattern.source.ts'
import { SCORE_PARTS, type ScorePart, type ScorePartKey } from './readings.pure.ts'
import { readSentiment, readSentiments, type Sentiment, type SentimentBatch, sessionDayOf } from './sentiment.ts'

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

/** A figure of the session's own chain; null where it is not known. */
export function figureOf({ session }: Sentiment, key: FigureKey): number | null {
  return session ? shownFigure(session.readings.series.columns[key][session.index] ?? Number.NaN) : null
}

function ratioOf(sentiment: Sentiment, above: FigureKey, below: FigureKey): number | null {
  const [one, other] = [figureOf(sentiment, above), figureOf(sentiment, below)]
  return one === null || other === null || other === 0 ? null : shownFigure(one / other)
}

const known = (value: number | undefined): number | null => shownFigure(value ?? Number.NaN)

const PutCallType = builder.objectRef<Sentiment>('PutCallRatios').implement({
  description: 'Puts for each call, of all expiries.',
  fields: (t) => ({
    volume: t.float({
      nullable: true,
      description: 'By contracts traded in the session; null without calls.',
      resolve: (sentiment) => ratioOf(sentiment, 'putVolume', 'callVolume'),
    }),
    openInterest: t.float({
      nullable: true,
      description: 'By open contracts; null without calls.',
      resolve: (sentiment) => ratioOf(sentiment, 'putOpenInterest', 'callOpenInterest'),
    }),
  }),
})

const SkewType = builder.objectRef<Sentiment>('OptionSkew').implement({
  description: 'What protection against a fall costs beyond a bet on a rise.',
  fields: (t) => ({
    putCall25d: t.float({
      nullable: true,
      description: 'Implied volatility of the 25-delta put less that of the 25-delta call at 30 days, as a fraction.',
      resolve: (sentiment) => figureOf(sentiment, 'skew30'),
    }),
    percentile: t.float({
      nullable: true,
      description: 'Share of the last 252 sessions with a skew strictly below, 0 to 1; null before 20 sessions.',
      resolve: ({ session }) => known(session?.readings.skew(session.index).below),
    }),
  }),
})

const ImpliedVolatilityType = builder.objectRef<Sentiment>('ImpliedVolatility').implement({
  description: 'The volatility that option prices expect, against its own year.',
  fields: (t) => ({
    atm30d: t.float({
      nullable: true,
      description: 'At the money at a constant 30 days, as an annual fraction.',
      resolve: (sentiment) => figureOf(sentiment, 'iv30'),
    }),
    percentile: t.float({
      nullable: true,
      description: 'Share of the last 252 sessions with one strictly below, 0 to 1; null before 20 sessions.',
      resolve: ({ session }) => known(session?.readings.volatility(session.index).below),
    }),
    rank: t.float({
      nullable: true,
      description: 'Place between the lowest and highest of the last 252 sessions, 0 to 1; null before 20 sessions.',
      resolve: ({ session }) => known(session?.readings.volatility(session.index).rank),
    }),
    historyDays: t.int({
      description: 'Sessions that percentile and rank look at, at most 252.',
      resolve: ({ session }) => session?.readings.volatility(session.index).count ?? 0,
    }),
  }),
})

const ScorePartEnum = enumType(
  enumeration(
    'PositioningPart',
    'A part of the positioning score.',
    Object.fromEntries(Object.entries(SCORE_PARTS).map(([key, { means }]) => [key, means])) as Record<
      ScorePartKey,
      string
    >,
  ),
)

const ScorePartType = builder.objectRef<ScorePart>('PositioningScorePart').implement({
  description: 'A part of the positioning score; a high value of each means fear.',
  fields: (t) => ({
    part: t.expose('part', { type: ScorePartEnum, description: 'What it measures.' }),
    value: t.float({ description: 'The value itself.', resolve: ({ value }) => Number(value.toPrecision(6)) }),
    percentile: t.float({
      description: 'Share of the last 252 sessions below, those of equal value counted half.',
      resolve: ({ percentile }) => Number(percentile.toPrecision(6)),
    }),
    weight: t.float({
      description: 'Its weight among the parts that are known.',
      resolve: ({ weight }) => Number(weight.toPrecision(6)),
    }),
    contribution: t.float({
      description: 'What it adds to the score: weight x (1 - 2 x percentile).',
      resolve: ({ contribution }) => Number(contribution.toPrecision(6)),
    }),
  }),
})

const ActivePatternType = builder.objectRef<ActivePattern>('ActiveOptionPattern').implement({
  description: 'A pattern of the screener that the options show.',
  fields: (t) => ({
    pattern: t.expose('pattern', { type: OptionPatternEnum, description: 'Key.' }),
    label: t.string({ description: 'Name in words.', resolve: ({ pattern }) => optionPatternRow(pattern).label }),
    because: t.exposeString('because', { description: 'The numbers that make it.' }),
  }),
})

/** What options say of a span of time. */
interface Horizon {
  readonly sentiment: Sentiment
  readonly horizon: 'weekly' | '30d' | '90d'
}

const HORIZON_FIGURES = {
  weekly: { volatility: 'ivWeekly', skew: 'skewWeekly', days: null },
  '30d': { volatility: 'iv30', skew: 'skew30', days: 30 },
  '90d': { volatility: 'iv90', skew: 'skew90', days: 90 },
} as const satisfies Record<Horizon['horizon'], { volatility: FigureKey; skew: FigureKey; days: number | null }>

function daysOf({ sentiment, horizon }: Horizon): number | null {
  return HORIZON_FIGURES[horizon].days ?? figureOf(sentiment, 'weeklyDays')
}

/** The move in one standard deviation that the horizon's implied volatility stands for, as a fraction of the spot. */
function expectedMoveOf(horizon: Horizon): number | null {
  const days = daysOf(horizon)
  const volatility = figureOf(horizon.sentiment, HORIZON_FIGURES[horizon.horizon].volatility)
  return days === null || volatility === null ? null : shownFigure(volatility * Math.sqrt(days / 365))
}

const HorizonType = builder.objectRef<Horizon>('OptionHorizon').implement({
  description: 'What options expect of a span of time.',
  fields: (t) => ({
    horizon: t.exposeString('horizon', {
      description: 'weekly = the next expiry within two weeks; 30d and 90d are interpolated between expiries.',
    }),
    days: t.int({ nullable: true, description: 'Days to its end.', resolve: daysOf }),
    atmIv: t.float({
      nullable: true,
      description: 'Implied volatility at the money, as an annual fraction.',
      resolve: ({ sentiment, horizon }) => figureOf(sentiment, HORIZON_FIGURES[horizon].volatility),
    }),
    skew: t.float({
      nullable: true,
      description: 'Implied volatility of the 25-delta put less that of the 25-delta call.',
      resolve: ({ sentiment, horizon }) => figureOf(sentiment, HORIZON_FIGURES[horizon].skew),
    }),
    expectedMove: t.float({
      nullable: true,
      description: 'One standard deviation of the price until then, as a fraction of it.',
      resolve: expectedMoveOf,
    }),
  }),
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
      resolve: ({ session }) => known(session?.readings.score(session.index)),
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
      resolve: ({ session }) => known(session?.realizedVolatility),
    }),
    patterns: t.field({
      type: [ActivePatternType],
      description: 'Patterns of the screener that show.',
      resolve: ({ session }) => [...(session?.patterns ?? [])],
    }),
    horizons: t.field({
      type: [HorizonType],
      description: 'The next weekly expiry, 30 and 90 days.',
      resolve: (sentiment) =>
        sentiment.session ? (['weekly', '30d', '90d'] as const).map((horizon) => ({ sentiment, horizon })) : [],
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
