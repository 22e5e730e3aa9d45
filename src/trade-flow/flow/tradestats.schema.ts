import { builder, type Types } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { pageType } from '../../core/graphql/page.ts'
import type { FlowOrigin } from './flow-source.ts'
import { type RankedTrader, readTopTraders, type TopTraders } from './top-traders.ts'
import { type BalanceRow, readTradeBalance, type TradeBalance } from './trade-balance.ts'
import { type RankedPartner, readTradePartners, type TradePartners } from './trade-partners.ts'
import { type Discrepancy, readTradeSeries, type TradePoint, type TradeSeries } from './trade-series.ts'
import { balanceInput, partnersInput, periodOf, seriesInput, tradersInput } from './tradestats.input.ts'

/** What every answer of trade statistics says of where it comes from. */
function originFields<Shape extends FlowOrigin>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, Shape>) {
  return {
    fetchedAt: t.field({
      type: 'DateTime',
      description: 'When it was read from the trade database, or loaded from a file of it; of several the oldest.',
      resolve: (answer: FlowOrigin) => answer.fetchedAt,
    }),
    stale: t.boolean({
      description: 'Whether it is older than it should be, as the trade database gives nothing newer.',
      resolve: (answer: FlowOrigin) => answer.stale,
    }),
    dataSet: t.string({
      nullable: true,
      description: 'demo for made-up flows; null for those of the trade database.',
      resolve: (answer: FlowOrigin) => answer.dataSet,
    }),
  }
}

const TradePointType = builder.objectRef<TradePoint>('TradePoint').implement({
  description: 'Trade in one period.',
  fields: (t) => ({
    period: t.exposeString('period', { description: 'YYYY or YYYY-MM.' }),
    valueUsd: t.exposeFloat('valueUsd', {
      description: 'Value in dollars: exports free on board, imports with freight and insurance.',
    }),
    netweightKg: t.exposeFloat('netweightKg', {
      nullable: true,
      description: 'Net weight in kilograms; null where it is not reported, as often in the newest year.',
    }),
    qty: t.exposeFloat('qty', {
      nullable: true,
      description: 'Quantity in the unit of the code; null without one, or where several units come together.',
    }),
  }),
})

const DiscrepancyType = builder.objectRef<Discrepancy>('TradeDiscrepancy').implement({
  description: 'How far apart the two sides report the same trade, over the periods both have.',
  fields: (t) => ({
    periods: t.exposeInt('periods', { description: 'Number of periods both have.' }),
    reportedUsd: t.exposeFloat('reportedUsd', { description: 'What the reporter reports of them.' }),
    mirroredUsd: t.exposeFloat('mirroredUsd', { description: 'What the partner reports of them.' }),
    differenceUsd: t.exposeFloat('differenceUsd', { description: 'Mirrored minus reported.' }),
    differencePct: t.exposeFloat('differencePct', {
      nullable: true,
      description: 'The difference in percent of what is reported.',
    }),
  }),
})

const TradeSeriesType = pageType<TradeSeries>('TradeSeries', {
  description: 'Trade of a country with a partner over time, oldest first.',
  of: TradePointType,
  fields: (t) => ({
    reporter: t.exposeString('reporter', { description: 'Country whose trade it is.' }),
    reporterName: t.exposeString('reporterName', { description: 'Its name.' }),
    partner: t.exposeString('partner', { description: 'Country traded with, or World.' }),
    partnerName: t.exposeString('partnerName', { description: 'Its name.' }),
    flow: t.exposeString('flow', { description: 'export or import, as seen from the reporter.' }),
    freq: t.exposeString('freq', { description: 'annual or monthly.' }),
    type: t.exposeString('type', { description: 'goods or services.' }),
    codes: t.stringList({ description: 'Codes added up; none = everything.', resolve: ({ codes }) => [...codes] }),
    mirror: t.exposeBoolean('mirror', { description: 'Whether it is what the partner reports.' }),
    discrepancy: t.field({
      type: DiscrepancyType,
      nullable: true,
      description: 'How far apart both sides are; null unless mirrored.',
      resolve: ({ discrepancy }) => discrepancy,
    }),
    ...originFields(t),
  }),
})

const RankedPartnerType = builder.objectRef<RankedPartner>('RankedPartner').implement({
  description: 'A partner by what is traded with it.',
  fields: (t) => ({
    rank: t.exposeInt('rank', { description: 'From 1 on.' }),
    partner: t.exposeString('partner', { description: 'Its ISO code.' }),
    partnerName: t.exposeString('partnerName', { description: 'Its name.' }),
    valueUsd: t.exposeFloat('valueUsd', { description: 'Value in dollars.' }),
    sharePct: t.exposeFloat('sharePct', { nullable: true, description: 'Percent of the trade with all countries.' }),
  }),
})

const TradePartnersType = pageType<TradePartners>('TradePartners', {
  description: 'The largest partners of a country in a year.',
  of: RankedPartnerType,
  fields: (t) => ({
    reporter: t.exposeString('reporter', { description: 'Country whose trade it is.' }),
    reporterName: t.exposeString('reporterName', { description: 'Its name.' }),
    flow: t.exposeString('flow', { description: 'export or import.' }),
    codes: t.stringList({ description: 'Codes added up; none = everything.', resolve: ({ codes }) => [...codes] }),
    totalValueUsd: t.exposeFloat('totalValueUsd', {
      nullable: true,
      description: 'Trade with all countries together.',
    }),
    period: t.exposeString('period', { nullable: true, description: 'The year; null when nothing is reported.' }),
    ...originFields(t),
  }),
})

const BalanceRowType = builder.objectRef<BalanceRow>('TradeBalanceYear').implement({
  description: 'Exports, imports and their difference in a year.',
  fields: (t) => ({
    year: t.exposeInt('year', { description: 'The year.' }),
    exportsUsd: t.exposeFloat('exportsUsd', {
      nullable: true,
      description: 'Exports; null where they are not reported.',
    }),
    importsUsd: t.exposeFloat('importsUsd', {
      nullable: true,
      description: 'Imports; null where they are not reported.',
    }),
    balanceUsd: t.exposeFloat('balanceUsd', {
      nullable: true,
      description: 'Exports minus imports; null where one of them is not reported.',
    }),
  }),
})

const TradeBalanceType = pageType<TradeBalance>('TradeBalance', {
  description: 'The trade balance of a country with a partner, oldest first.',
  of: BalanceRowType,
  fields: (t) => ({
    reporter: t.exposeString('reporter', { description: 'Country whose balance it is.' }),
    reporterName: t.exposeString('reporterName', { description: 'Its name.' }),
    partner: t.exposeString('partner', { description: 'Country traded with, or World.' }),
    partnerName: t.exposeString('partnerName', { description: 'Its name.' }),
    codes: t.stringList({ description: 'Codes added up; none = everything.', resolve: ({ codes }) => [...codes] }),
    ...originFields(t),
  }),
})

const RankedTraderType = builder.objectRef<RankedTrader>('RankedTrader').implement({
  description: 'A country by its trade.',
  fields: (t) => ({
    rank: t.exposeInt('rank', { description: 'From 1 on.' }),
    reporter: t.exposeString('reporter', { description: 'Its ISO code.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    valueUsd: t.exposeFloat('valueUsd', { description: 'Value of the last year in dollars.' }),
    cagrPct: t.exposeFloat('cagrPct', {
      nullable: true,
      description: 'Compound annual growth rate in percent, (last/first)^(1/years) - 1; null unless ranked by growth.',
    }),
    streakYears: t.exposeInt('streakYears', {
      nullable: true,
      description: 'Years of growth in a row up to the last one; null unless ranked by streak.',
    }),
    sharePct: t.exposeFloat('sharePct', {
      nullable: true,
      description: 'Percent of the trade of the group in the last year.',
    }),
  }),
})

const TopTradersType = pageType<TopTraders>('TopTraders', {
  description: 'Countries of a group ranked by their trade.',
  of: RankedTraderType,
  fields: (t) => ({
    codes: t.stringList({ description: 'Codes added up; none = everything.', resolve: ({ codes }) => [...codes] }),
    flow: t.exposeString('flow', { description: 'import or export.' }),
    scope: t.exposeString('scope', { description: 'The group.' }),
    rankBy: t.exposeString('rankBy', { description: 'value, growth or streak.' }),
    order: t.exposeString('order', { description: 'desc or asc.' }),
    minValueUsd: t.exposeFloat('minValueUsd', { description: 'Least value that is ranked.' }),
    period: t.exposeString('period', { nullable: true, description: 'The last year; null when nothing is reported.' }),
    since: t.exposeString('since', { nullable: true, description: 'The first year; null when ranked by value.' }),
    ...originFields(t),
  }),
})

for (const type of [TradeSeriesType, TradePartnersType, TradeBalanceType, TopTradersType])
  declareDataSet<FlowOrigin>(type, ({ dataSet }) => dataSet)

builder.queryFields((t) => ({
  tradeSeries: t.metered({
    type: TradeSeriesType,
    cost: 'tradeSeries',
    description: "Trade of a country with a partner over time, read with the caller's own key.",
    input: seriesInput,
    resolve: (_, { period, ...request }, context) =>
      readTradeSeries(context, { ...request, period: period === undefined ? undefined : periodOf(period) }),
  }),
  tradePartners: t.metered({
    type: TradePartnersType,
    cost: 'tradePartners',
    description: "The largest partners of a country, read with the caller's own key.",
    input: partnersInput,
    resolve: (_, { period, ...request }, context) =>
      readTradePartners(context, { ...request, period: periodOf(period) }),
  }),
  tradeBalance: t.metered({
    type: TradeBalanceType,
    cost: 'tradeBalance',
    description: "Exports minus imports of a country, read with the caller's own key.",
    input: balanceInput,
    resolve: (_, { period, ...request }, context) =>
      readTradeBalance(context, { ...request, period: periodOf(period) }),
  }),
  topTraders: t.metered({
    type: TopTradersType,
    cost: 'topTraders',
    description: "Countries ranked by value, growth or streak of growth, read with the caller's own key.",
    input: tradersInput,
    resolve: (_, { period, ...request }, context) =>
      readTopTraders(context, { ...request, period: period === undefined ? undefined : periodOf(period) }),
  }),
}))
