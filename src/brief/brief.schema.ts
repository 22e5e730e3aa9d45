import { catalog } from '../catalog/catalog.ts'
import { AboutListingType } from '../catalog/listing.schema.ts'
import { MegatrendScopeEnum, MegatrendType } from '../catalog/taxonomy/megatrend.schema.ts'
import { builder } from '../core/graphql/builder.ts'
import { declareDataSet } from '../core/graphql/data-set.ts'
import { AspectEnum, DirectionEnum, NewsTypeEnum } from '../impact/enrichment.schema.ts'
import { markOfCounts } from '../news/demo-figures.ts'
import { NewsItemType } from '../news/feed/news-item.schema.ts'
import { newsItemOf } from '../news/feed/news-item.ts'
import { type BriefWindow, briefInput, themeSummaryInput } from './brief.input.ts'
import {
  type Brief,
  type BriefListing,
  type BriefScope,
  netOf,
  readMarketBrief,
  readThemeSummary,
  storyCountOf,
} from './brief.ts'
import { reachedDirection } from './mover/mover.pure.ts'
import { AspectTallyType, PulseType } from './pulse/pulse.schema.ts'

/** What reading a brief takes, beside what is asked of it. */
const WEIGHT = { once: 20_000, perRow: 0 }

const BriefWindowType = builder.objectRef<BriefWindow>('BriefWindow').implement({
  description: 'The UTC days a brief covers, both inclusive.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'First day.' }),
    to: t.expose('to', { type: 'Date', description: 'Last day.' }),
    label: t.exposeString('label', { description: 'Name of the window, or custom.' }),
  }),
})

const BriefScopeType = builder.objectRef<BriefScope>('BriefScope').implement({
  description: 'The filters a brief was made with; null where none was given.',
  fields: (t) => ({
    megatrend: t.int({ nullable: true, description: 'Megatrend node id.', resolve: ({ node }) => node?.nodeId }),
    scope: t.field({
      type: MegatrendScopeEnum,
      nullable: true,
      description: 'Stories that belong to the megatrend; null without one.',
      resolve: ({ node, scope }) => node && scope,
    }),
    newsTypes: t.field({
      type: [NewsTypeEnum],
      nullable: true,
      description: 'News types.',
      resolve: ({ newsTypes }) => newsTypes,
    }),
    countries: t.field({
      type: ['CountryCode'],
      nullable: true,
      description: 'Countries of the companies affected.',
      resolve: ({ countries }) => countries,
    }),
    aspect: t.field({ type: AspectEnum, nullable: true, description: 'Aspect.', resolve: ({ aspect }) => aspect }),
    gicsCode: t.string({ nullable: true, description: 'GICS code.', resolve: ({ gicsCode }) => gicsCode }),
    language: t.string({ description: 'Language of summaries.', resolve: ({ language }) => language }),
  }),
})

const RippleType = builder.objectRef<BriefListing>('Ripple').implement({
  description: 'A listing that stories reach through the graph.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    direction: t.field({
      type: DirectionEnum,
      description: 'Direction of more than half of the stories that reach it, else ambiguous.',
      resolve: ({ mover }) => reachedDirection(mover),
    }),
    strength: t.float({
      description: 'Sum of the relevances of all stories that reach it.',
      resolve: ({ mover }) => mover.reach,
    }),
    storyCount: t.int({ description: 'Number of stories that reach it.', resolve: ({ mover }) => mover.reached }),
    path: t.stringList({
      description: 'Tickers from a named listing to this one, for one of the strongest of these effects.',
      resolve: ({ reason }) => (reason?.path ?? []).flatMap((id) => catalog().listing(id)?.ticker ?? []),
    }),
  }),
})

const MoverType = builder.objectRef<BriefListing>('Mover').implement({
  description: 'A listing that stories favour or hurt.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    netDirection: t.float({ nullable: true, description: 'Net direction of its stories, -1 to 1.', resolve: netOf }),
    storyCount: t.int({ description: 'Number of stories that move it, named or reached.', resolve: storyCountOf }),
    topReason: t.string({
      nullable: true,
      description: 'Reason of one of the most relevant of its latest stories.',
      resolve: ({ reason }) => reason?.rationale,
    }),
  }),
})

const NamedListingType = builder.objectRef<BriefListing>('NamedListing').implement({
  description: 'A listing that stories name.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    storyCount: t.int({ description: 'Number of stories that name it.', resolve: ({ mover }) => mover.named }),
    netDirection: t.float({
      nullable: true,
      description: 'Net direction of all stories that move it, -1 to 1.',
      resolve: netOf,
    }),
  }),
})

const BriefType = builder.objectRef<Brief>('Brief').implement({
  description: 'Summary of the stories of a scope and a time. All counts are stories, not articles.',
  fields: (t) => ({
    appliedScope: t.field({
      type: BriefScopeType,
      description: 'The filters it was made with.',
      resolve: ({ scope }) => scope,
    }),
    window: t.field({
      type: BriefWindowType,
      description: 'The days it covers.',
      resolve: ({ scope }) => scope.window,
    }),
    node: t.field({
      type: MegatrendType,
      nullable: true,
      description: 'The megatrend it is about; null for the market.',
      resolve: ({ scope }) => scope.node,
    }),
    pulse: t.expose('pulse', { type: PulseType, description: 'Number and direction of the stories.' }),
    topStories: t.field({
      type: [NewsItemType],
      description: 'The ten top stories: highest impact score, then newest.',
      resolve: ({ topStories, scope }) => topStories.map((row) => newsItemOf(row, scope.language)),
    }),
    ripple: t.expose('ripple', {
      type: [RippleType],
      description: 'Listings that stories reach through the graph, strongest first.',
    }),
    winners: t.expose('winners', { type: [MoverType], description: 'Listings that stories favour, by net direction.' }),
    losers: t.expose('losers', { type: [MoverType], description: 'Listings that stories hurt, by net direction.' }),
    aspectHeatmap: t.expose('aspectHeatmap', {
      type: [AspectTallyType],
      description: 'Stories by aspect and direction, all eight aspects.',
    }),
    topEntities: t.expose('topEntities', {
      type: [NamedListingType],
      description: 'Companies and funds that stories name most.',
    }),
    topAssets: t.expose('topAssets', {
      type: [NamedListingType],
      description: 'Commodities, currencies, coins, yields and rates that stories name most.',
    }),
  }),
})

declareDataSet(BriefType, ({ pulse }) => markOfCounts(pulse.storyCount))

builder.queryFields((t) => ({
  brief: t.metered({
    type: BriefType,
    cost: 'brief',
    description: 'The market, or a part of it, in brief. Costs 15 credits.',
    input: briefInput,
    weight: WEIGHT,
    resolve: (_, input, { clock }) => readMarketBrief(input, clock.now()),
  }),
  themeSummary: t.metered({
    type: BriefType,
    cost: 'themeSummary',
    description: 'A megatrend in brief, its subtree included. Costs 15 credits. An unknown one is the error NOT_FOUND.',
    input: themeSummaryInput,
    weight: WEIGHT,
    resolve: (_, input, { clock }) => readThemeSummary(input, clock.now()),
  }),
}))
