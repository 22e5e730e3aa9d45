import { builder } from '../../core/graphql/builder.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import { keysOf, recordOf } from '../../core/record.pure.ts'
import { OptionPatternEnum } from '../option-pattern.schema.ts'
import type { ActivePattern } from './active-patterns.pure.ts'
import { optionPatternRow } from './pattern.source.ts'
import { SCORE_PARTS, type ScorePart } from './readings.pure.ts'
import type { Sentiment } from './sentiment.ts'
import { figureOf, ratioOf, shownReading } from './sentiment-figure.ts'

/** Puts for each call of a session. */
export const PutCallType = builder.objectRef<Sentiment>('PutCallRatios').implement({
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

/** What protection costs in a session. */
export const SkewType = builder.objectRef<Sentiment>('OptionSkew').implement({
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
      resolve: ({ session }) => shownReading(session?.readings.skew(session.index).below),
    }),
  }),
})

/** The expected volatility of a session. */
export const ImpliedVolatilityType = builder.objectRef<Sentiment>('ImpliedVolatility').implement({
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
      resolve: ({ session }) => shownReading(session?.readings.volatility(session.index).below),
    }),
    rank: t.float({
      nullable: true,
      description: 'Place between the lowest and highest of the last 252 sessions, 0 to 1; null before 20 sessions.',
      resolve: ({ session }) => shownReading(session?.readings.volatility(session.index).rank),
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
    recordOf(keysOf(SCORE_PARTS), (key) => SCORE_PARTS[key].means),
  ),
)

/** A part of the positioning score. */
export const ScorePartType = builder.objectRef<ScorePart>('PositioningScorePart').implement({
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

/** A pattern that the options show. */
export const ActivePatternType = builder.objectRef<ActivePattern>('ActiveOptionPattern').implement({
  description: 'A pattern of the screener that the options show.',
  fields: (t) => ({
    pattern: t.expose('pattern', { type: OptionPatternEnum, description: 'Key.' }),
    label: t.string({ description: 'Name in words.', resolve: ({ pattern }) => optionPatternRow(pattern).label }),
    because: t.exposeString('because', { description: 'The numbers that make it.' }),
  }),
})
