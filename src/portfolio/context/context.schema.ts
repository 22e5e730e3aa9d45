import { z } from 'zod'
import { catalog } from '../../catalog/catalog.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import { choice } from '../../core/input/rule.ts'
import { day, withDayOrder } from '../../core/input/span-rule.ts'
import { WINDOWS } from '../../core/time/window.pure.ts'
import { market } from '../../market/market.ts'
import { markOfOutlet } from '../../news/demo-mark.ts'
import { intentOf } from '../intent.ts'
import { IntentType, PortfolioType, WeightedKeyType } from '../portfolio.schema.ts'
import { loadBook } from '../valuation/book.loader.ts'
import type { ContextHolding } from './allocation.ts'
import type { Contributor } from './attribution.ts'
import { type PortfolioContext, readContext, type Snapshot } from './context.ts'
import type { ContextWindow } from './context-window.ts'
import { NewsExposureType } from './exposure.schema.ts'
import type { Flag } from './flag.ts'
import { HoldingNewsType } from './holding-news.schema.ts'
import type { Performance } from './performance.ts'

const STEP = enumeration('SnapshotStep', 'Distance between snapshots.', {
  year: 'A calendar year.',
  quarter: 'A calendar quarter.',
  month: 'A calendar month.',
  week: 'A week from Monday.',
  day: 'A trading day.',
  off: 'No snapshots.',
})
const StepEnum = enumType(STEP)

const MetaType = builder.objectRef<PortfolioContext>('PortfolioContextMeta').implement({
  description: 'What a portfolio is meant for, and since when it is one.',
  fields: (t) => ({
    intent: t.field({
      type: IntentType,
      nullable: true,
      description: 'What its owner means to do with it.',
      resolve: ({ book }) => intentOf(book.portfolio.intent),
    }),
    inceptionDate: t.expose('inceptionDate', { type: 'Date', nullable: true, description: 'Day of the first row.' }),
  }),
})

const WindowType = builder.objectRef<ContextWindow>('PortfolioWindow').implement({
  description: 'The days an analysis speaks of.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'First day, inclusive.' }),
    to: t.expose('to', { type: 'Date', description: 'Last day, inclusive.' }),
    label: t.exposeString('label', { description: 'Name of the window, or custom.' }),
    empty: t.exposeBoolean('empty', { description: 'Whether it ends before the first trade.' }),
    note: t.exposeString('note', { nullable: true, description: 'Why it is empty.' }),
  }),
})

const SummaryType = builder.objectRef<PortfolioContext>('PortfolioSummary').implement({
  description: 'A window in four figures, in the base currency.',
  fields: (t) => ({
    nav: t.exposeFloat('nav', { nullable: true, description: 'Net asset value at the end.' }),
    cashFlow: t.exposeFloat('cashFlow', { nullable: true, description: 'Put in within the window, fees included.' }),
    pnl: t.exposeFloat('pnl', { nullable: true, description: 'Change less what was put in; with dividends.' }),
    returnPct: t.float({
      nullable: true,
      description: 'Result in percent of the value before the window and what was put in.',
      resolve: ({ performance }) => performance.returnPct,
    }),
  }),
})

const HoldingType = builder.objectRef<ContextHolding>('ContextHolding').implement({
  description: 'What is held of a listing at the end of the window, long less short.',
  fields: (t) => ({
    ticker: t.string({ description: 'Canonical ticker.', resolve: ({ listing }) => listing.ticker }),
    name: t.string({ description: 'Listed name.', resolve: ({ listing }) => listing.name }),
    weightPct: t.exposeFloat('weightPct', { nullable: true, description: 'Weight in percent.' }),
    valueBase: t.exposeFloat('valueBase', { description: 'Value in the base currency; negative when short.' }),
    sector: t.string({
      nullable: true,
      description: 'Name of the GICS sector.',
      resolve: ({ listing }) => listing.gicsCode && catalog().gicsNode(listing.gicsCode.slice(0, 2))?.name,
    }),
    country: t.field({
      type: 'CountryCode',
      nullable: true,
      description: 'Country of the company.',
      resolve: ({ listing }) => listing.country,
    }),
    themes: t.stringList({
      description: 'Slugs of its megatrends of the first tier.',
      resolve: ({ themes }) => [...themes],
    }),
  }),
})

const AllocationType = builder.objectRef<PortfolioContext['allocation']>('PortfolioAllocation').implement({
  description: 'Weights at the end of the window; each list adds up to 100.',
  fields: (t) => {
    const shares = (name: keyof PortfolioContext['allocation'], description: string) =>
      t.field({ type: [WeightedKeyType], description, resolve: (allocation) => [...allocation[name]] })
    return {
      sectors: shares('sectors', 'By GICS sector; other assets by type.'),
      countries: shares('countries', 'By country of the company.'),
      themes: shares('themes', 'By megatrend of the first tier.'),
      currencies: shares('currencies', 'By quote currency.'),
    }
  },
})

const PerformanceType = builder.objectRef<Performance>('PortfolioPerformance').implement({
  description: 'Figures of the window; null where there is too little to tell. The risk-free rate is taken as 0.',
  fields: (t) => {
    const figure = (name: keyof Performance, description: string) =>
      t.exposeFloat(name, { nullable: true, description })
    return {
      returnPct: figure('returnPct', 'Result in percent of the value before the window and what was put in.'),
      twrPct: figure('twrPct', 'Time-weighted return in percent.'),
      mwrPct: figure('mwrPct', 'Money-weighted annual return in percent: XIRR, actual/365.'),
      cagr: figure('cagr', 'Time-weighted return a year as a fraction; null below a year.'),
      volatility: figure('volatility', 'Sample deviation of the daily returns x sqrt 252, a fraction.'),
      sharpe: figure('sharpe', 'Mean daily return x 252 by the volatility.'),
      sortino: figure('sortino', 'Mean daily return x 252 by the downside deviation.'),
      maxDrawdownPct: figure('maxDrawdownPct', 'Deepest fall within the window in percent; 0 or less.'),
    }
  },
})

const ContributorType = builder.objectRef<Contributor>('PortfolioContributor').implement({
  description: 'What a listing brought within the window.',
  fields: (t) => ({
    ticker: t.string({ description: 'Canonical ticker.', resolve: ({ listing }) => listing.ticker }),
    name: t.string({ description: 'Listed name.', resolve: ({ listing }) => listing.name }),
    pnl: t.exposeFloat('pnl', { description: 'Result in the base currency: price, currency, dividends and fees.' }),
    pctOfChange: t.exposeFloat('pctOfChange', { nullable: true, description: 'Part of the change in percent.' }),
    held: t.exposeBoolean('held', { description: 'Whether it is held at the end.' }),
  }),
})

const AttributionType = builder.objectRef<PortfolioContext>('PortfolioAttribution').implement({
  description: 'Where the result of the window comes from.',
  fields: (t) => ({
    navChange: t.exposeFloat('pnl', {
      nullable: true,
      description: 'Change of the net asset value less what was put in, with dividends; the contributors add up to it.',
    }),
    contributors: t.field({
      type: [ContributorType],
      description: 'Listings held or traded within the window, largest result first.',
      resolve: ({ contributors }) => [...contributors],
    }),
  }),
})

const SnapshotType = builder.objectRef<Snapshot>('PortfolioSnapshot').implement({
  description: 'Weights at the end of a day.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day.' }),
    nav: t.exposeFloat('nav', { description: 'Net asset value.' }),
    weights: t.field({
      type: [WeightedKeyType],
      description: 'Weights by ticker.',
      resolve: ({ weights }) => [...weights],
    }),
  }),
})

const CompositionType = builder.objectRef<PortfolioContext['composition']>('PortfolioComposition').implement({
  description: 'How the weights changed within the window.',
  fields: (t) => ({
    requestedStep: t.expose('requested', { type: StepEnum, description: 'Step asked for; month unless asked.' }),
    effectiveStep: t.expose('effective', { type: StepEnum, description: 'Step of the snapshots.' }),
    coarsened: t.boolean({
      description: 'Whether the step is coarser than asked for.',
      resolve: ({ requested, effective }) => requested !== effective,
    }),
    note: t.exposeString('note', { nullable: true, description: 'Why the step is coarser.' }),
    snapshots: t.field({
      type: [SnapshotType],
      description: 'The last trading day of each step, at most 40.',
      resolve: ({ snapshots }) => [...snapshots],
    }),
  }),
})

const TOP = 5

const ConcentrationType = builder.objectRef<PortfolioContext>('PortfolioConcentration').implement({
  description: 'How much lies in few holdings.',
  fields: (t) => ({
    hhi: t.exposeFloat('hhi', {
      nullable: true,
      description: 'Herfindahl-Hirschman index: sum of the squared weights as fractions; 1 = one holding.',
    }),
    top: t.field({
      type: [HoldingType],
      description: 'The five largest holdings.',
      resolve: ({ holdings }) => holdings.slice(0, TOP),
    }),
  }),
})

const FlagType = builder.objectRef<Flag>('PortfolioFlag').implement({
  description: 'Something the owner of a portfolio should look at.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'concentrated_holding, concentrated_country, stale_price, no_price, no_news or drawdown.',
    }),
    ticker: t.exposeString('ticker', { nullable: true, description: 'Ticker of the holding it is about.' }),
    message: t.exposeString('message', { description: 'What there is, in a sentence.' }),
  }),
})

const ContextType = builder.objectRef<PortfolioContext>('PortfolioContext').implement({
  description: 'Analysis of a portfolio over a window.',
  fields: (t) => ({
    meta: t.field({ type: MetaType, description: 'Intent and inception.', resolve: (context) => context }),
    window: t.expose('window', { type: WindowType, description: 'The days it speaks of.' }),
    summary: t.field({ type: SummaryType, description: 'The window in four figures.', resolve: (context) => context }),
    holdings: t.field({
      type: [HoldingType],
      description: 'What is held at the end, largest first.',
      resolve: ({ holdings }) => [...holdings],
    }),
    allocation: t.expose('allocation', {
      type: AllocationType,
      description: 'Weights at the end by what is in common.',
    }),
    performance: t.expose('performance', { type: PerformanceType, description: 'Return and risk.' }),
    attribution: t.field({
      type: AttributionType,
      description: 'Where the result comes from.',
      resolve: (context) => context,
    }),
    composition: t.expose('composition', { type: CompositionType, description: 'How the weights changed.' }),
    concentration: t.field({
      type: ConcentrationType,
      description: 'How much lies in few holdings.',
      resolve: (context) => context,
    }),
    news: t.field({
      type: [HoldingNewsType],
      description: 'The weightiest stories for what is held: weight x relevance x impact score.',
      resolve: ({ news }) => [...news],
    }),
    exposureToNews: t.field({
      type: [NewsExposureType],
      description: 'The ten megatrends in which most is held at the end of the window, and how their news leans.',
      resolve: ({ exposure }) => [...exposure],
    }),
    flags: t.field({ type: [FlagType], description: 'What should be looked at.', resolve: ({ flags }) => [...flags] }),
  }),
})
declareDataSet(ContextType, ({ holdings, news }) =>
  holdings.some(({ listing }) => market().markOf(listing) === 'demo') ||
  news.some(({ row }) => markOfOutlet(row.source) === 'demo')
    ? 'demo'
    : null,
)

builder.objectFields(PortfolioType, (t) => ({
  context: t.metered({
    type: ContextType,
    cost: 'portfolioContext',
    description: 'Analysis over a window. Costs five credits.',
    weight: { once: 60_000, perRow: 0 },
    input: withDayOrder(
      z.strictObject({
        window: choice('Days to look back over, today included; 30d without from and to.', WINDOWS).optional(),
        from: day('First day, inclusive; instead of window.').optional(),
        to: day('Last day, inclusive; instead of window.').optional(),
        snapshots: choice('Distance between snapshots of the composition; month unless given.', STEP).optional(),
      }),
    ),
    resolve: async (portfolio, input, context) =>
      readContext(await loadBook(portfolio, context), input, context.clock.now()),
  }),
}))
