import { AboutListingType } from '../../catalog/listing.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { pageType } from '../../core/graphql/page.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import { MatchedConditionType } from '../../financial/screen/screen.schema.ts'
import { sectorName } from '../../financial/screen/screen-companies.ts'
import type { DividendFacts } from '../../market/dividend/dividend.pure.ts'
import { market } from '../../market/market.ts'
import type { OptionPattern } from '../../option/option-pattern.pure.ts'
import { OptionPatternEnum } from '../../option/option-pattern.schema.ts'
import { answerScreen } from '../saved/answer-screen.ts'
import { operandText } from '../technical/resolve-operand.ts'
import { TechnicalPatternEnum } from './pattern.schema.ts'
import type { ScreenMatch, ScreenResult } from './run-screen.ts'
import { screenInput } from './screen.input.ts'
import type { StepMatch } from './technical-leg.ts'

const StepMatchType = builder.objectRef<StepMatch>('StepMatch').implement({
  description: 'Where a stock met a technical step.',
  fields: (t) => ({
    step: t.exposeInt('step', { description: 'Number of the step, 1 for the first.' }),
    pattern: t.expose('pattern', { type: TechnicalPatternEnum, description: 'Pattern of the anchor that fired.' }),
    a: t.string({
      nullable: true,
      description: 'First operand.',
      resolve: ({ a }) => (a === null ? null : operandText(a)),
    }),
    b: t.string({
      nullable: true,
      description: 'Second operand or level.',
      resolve: ({ b }) => (b === null ? null : operandText(b)),
    }),
    timeframe: t.exposeInt('timeframe', { description: '1 = days, 2 = weeks, 3 = months.' }),
    firedAt: t.field({
      type: 'Date',
      description: 'Last trading day of the bar on which it fired.',
      resolve: ({ firedDay }) => isoOfDay(firedDay),
    }),
    barsAgo: t.exposeInt('barsAgo', { description: 'Bars since then; 0 = on the last closed bar.' }),
  }),
})

const MatchedOptionType = builder.objectRef<OptionPattern>('MatchedOption').implement({
  description: 'A pattern that the options of a stock show.',
  fields: (t) => ({
    pattern: t.field({ type: OptionPatternEnum, description: 'The pattern.', resolve: (pattern) => pattern }),
  }),
})

const MatchedDividendType = builder.objectRef<DividendFacts>('MatchedDividend').implement({
  description: 'What a stock has paid.',
  fields: (t) => ({
    streakYears: t.int({
      description: 'Consecutive calendar years without a cut.',
      resolve: ({ noCutStreakYears }) => noCutStreakYears,
    }),
    cagr5Years: t.float({
      nullable: true,
      description: 'Compound annual growth rate over five years; null without dividends five years ago.',
      resolve: ({ cagr5y }) => cagr5y,
    }),
    yield: t.exposeFloat('yield', {
      nullable: true,
      description: 'Dividends of twelve months divided by the price; null without a price, or on an earlier day.',
    }),
  }),
})

const MatchedLegsType = builder.objectRef<ScreenMatch>('MatchedLegs').implement({
  description: 'How a stock met each leg; lists of legs that were not asked for are empty.',
  fields: (t) => ({
    ta: t.field({ type: [StepMatchType], description: 'The steps in their order.', resolve: ({ ta }) => [...ta] }),
    fundamental: t.field({
      type: [MatchedConditionType],
      description: 'The conditions in their order.',
      resolve: ({ fundamental }) => [...fundamental],
    }),
    options: t.field({
      type: [MatchedOptionType],
      description: 'The patterns in their order.',
      resolve: ({ options }) => [...options],
    }),
    dividend: t.expose('dividend', {
      type: MatchedDividendType,
      nullable: true,
      description: 'What it has paid; null where the leg was not asked for, or where it never paid.',
    }),
  }),
})

const ScreenMatchType = builder.objectRef<ScreenMatch>('ScreenMatch').implement({
  description: 'A stock that meets every leg of a screen; its field stock leads on to news, prices and figures.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    sector: t.string({
      nullable: true,
      description: 'Name of the GICS sector.',
      resolve: ({ listing }) => sectorName(listing),
    }),
    marketCapUsd: t.exposeFloat('marketCapUsd', { nullable: true, description: 'Market value in US dollars.' }),
    close: t.exposeFloat('close', { nullable: true, description: 'Latest close, or the one of as_of.' }),
    currency: t.field({
      type: 'Currency',
      description: 'Currency of the close; GBX is pence sterling.',
      resolve: ({ listing }) => market().currencyOf(listing),
    }),
    matched: t.field({ type: MatchedLegsType, description: 'How it met each leg.', resolve: (match) => match }),
  }),
})

type PerLeg = ScreenResult['stats']['perLeg']

const LegCountsType = builder.objectRef<PerLeg>('LegCounts').implement({
  description:
    'Listings left after each leg, in the order the legs are judged: fundamental, dividend, options, ta. Null for a leg that was not asked for.',
  fields: (t) => ({
    ta: t.exposeInt('ta', { nullable: true, description: 'Left after the technical steps.' }),
    fundamental: t.exposeInt('fundamental', { nullable: true, description: 'Left after the figures.' }),
    options: t.exposeInt('options', { nullable: true, description: 'Left after the options.' }),
    dividend: t.exposeInt('dividend', { nullable: true, description: 'Left after the dividends.' }),
  }),
})

const ScreenStatsType = builder.objectRef<ScreenResult['stats']>('ScreenStats').implement({
  description: 'What a screen counted.',
  fields: (t) => ({
    universe: t.exposeInt('universe', { description: 'Listings of the universe.' }),
    matched: t.exposeInt('matched', { description: 'Listings that meet every leg.' }),
    elapsedMs: t.exposeFloat('elapsedMs', { description: 'Milliseconds the screen took.' }),
    perLeg: t.expose('perLeg', { type: LegCountsType, description: 'Listings left after each leg.' }),
  }),
})

const ScreenType = pageType<ScreenResult>('Screen', {
  description: 'Stocks that meet every leg of a screen.',
  of: ScreenMatchType,
  fields: (t) => ({
    asOf: t.expose('asOf', { type: 'Date', description: 'Day whose close was looked at.' }),
    timeframe: t.exposeInt('timeframe', { description: 'Bars of the steps: 1 = days, 2 = weeks, 3 = months.' }),
    stats: t.expose('stats', { type: ScreenStatsType, description: 'What was counted.' }),
  }),
})
declareDataSet(ScreenType, ({ mark }) => mark)

builder.queryFields((t) => ({
  screen: t.metered({
    type: ScreenType,
    cost: 'screen',
    description:
      'Stocks that meet every leg: chains of technical signals, financial figures, options and dividends. Costs five credits per call.',
    input: screenInput,
    weight: { once: 20_000, perRow: 20 },
    resolve: (_, input, context) => answerScreen(input, context),
  }),
}))
