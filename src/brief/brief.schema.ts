import { argumentsOf } from '../core/arguments.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { costOf } from '../core/cost.ts'
import { parseInput } from '../core/input.ts'
import { catalog } from '../listing/catalog.ts'
import { StockType } from '../listing/listing.schema.ts'
import { MegatrendType, requireMegatrend } from '../megatrend/megatrend.schema.ts'
import { NewsItemType, newsItemOf } from '../news/news-item.schema.ts'
import { type BriefWindow, briefInput, briefWindow, themeSummaryInput } from './brief.input.ts'
import { type Brief, type BriefListing, type BriefScope, netOf, readBrief, storyCountOf } from './brief.ts'
import { noteCounted } from './demo-figures.ts'
import { reachedDirection } from './mover.math.ts'
import { AspectTallyType, PulseType } from './pulse.schema.ts'

/** What reading a brief weighs, beside what is asked of it. */
const WEIGHT = { field: 20, multiplier: 1 }

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
    newsType: t.stringList({ nullable: true, description: 'News types.', resolve: ({ newsType }) => newsType }),
    country: t.stringList({
      nullable: true,
      description: 'Countries of the companies affected.',
      resolve: ({ country }) => country,
    }),
    aspect: t.string({ nullable: true, description: 'Aspect.', resolve: ({ aspect }) => aspect }),
    gics: t.string({ nullable: true, description: 'GICS code.', resolve: ({ gics }) => gics }),
    lang: t.string({ description: 'Language of summaries.', resolve: ({ lang }) => lang }),
  }),
})

const BriefListingFields = builder.interfaceRef<BriefListing>('BriefListing').implement({
  description: 'A listing in a brief.',
  fields: (t) => ({
    ticker: t.string({ description: 'Ticker.', resolve: ({ listing }) => listing.ticker }),
    name: t.string({ description: 'Name.', resolve: ({ listing }) => listing.name }),
    type: t.string({ description: 'Kind of asset.', resolve: ({ listing }) => listing.type }),
    stock: t.field({ type: StockType, description: 'The listing itself.', resolve: ({ listing }) => listing }),
  }),
})

const RippleType = builder.objectRef<BriefListing>('Ripple').implement({
  description: 'A listing that stories reach through the graph.',
  interfaces: [BriefListingFields],
  isTypeOf: () => true,
  fields: (t) => ({
    direction: t.string({
      description: 'Direction of more than half of what reaches it, else ambiguous.',
      resolve: ({ mover }) => reachedDirection(mover),
    }),
    strength: t.float({
      description: 'Relevances of all stories that reach it, summed: as many stories of full relevance.',
      resolve: ({ mover }) => mover.reach,
    }),
    storyCount: t.int({ description: 'Stories that reach it.', resolve: ({ mover }) => mover.reached }),
    path: t.stringList({
      description: 'Tickers from a named listing to this one, for one of the strongest of these effects.',
      resolve: ({ reason }) => (reason?.path ?? []).flatMap((id) => catalog().listing(id)?.ticker ?? []),
    }),
  }),
})

const MoverType = builder.objectRef<BriefListing>('Mover').implement({
  description: 'A listing that stories favour or hurt.',
  interfaces: [BriefListingFields],
  isTypeOf: () => true,
  fields: (t) => ({
    netDirection: t.float({ nullable: true, description: 'Net direction of its stories, -1 to 1.', resolve: netOf }),
    storyCount: t.int({ description: 'Stories that move it, named or reached.', resolve: storyCountOf }),
    topReason: t.string({
      nullable: true,
      description: 'Why, for one of the most relevant of its latest stories.',
      resolve: ({ reason }) => reason?.rationale,
    }),
  }),
})

const NamedListingType = builder.objectRef<BriefListing>('NamedListing').implement({
  description: 'A listing that stories name.',
  interfaces: [BriefListingFields],
  isTypeOf: () => true,
  fields: (t) => ({
    storyCount: t.int({ description: 'Stories that name it.', resolve: ({ mover }) => mover.named }),
    netDirection: t.float({
      nullable: true,
      description: 'Net direction of all stories that move it, -1 to 1.',
      resolve: netOf,
    }),
  }),
})

const BriefType = builder.objectRef<Brief>('Brief').implement({
  description: 'What the stories of a scope and a time come to. All counts are stories, not articles.',
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
    pulse: t.expose('pulse', { type: PulseType, description: 'How the stories lean.' }),
    topStories: t.field({
      type: [NewsItemType],
      description: 'The ten foremost stories: highest impact score, then newest.',
      resolve: ({ topStories, scope }) => topStories.map((row) => newsItemOf(row, scope.lang)),
    }),
    ripple: t.expose('ripple', {
      type: [RippleType],
      description: 'What stories reach through the graph, strongest first.',
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

async function brief(args: Record<string, unknown>, context: Context): Promise<Brief> {
  const { megatrend, ...input } = parseInput(briefInput, args)
  const window = briefWindow(input, context.clock.now())
  const node = megatrend === undefined ? null : requireMegatrend(String(megatrend), 'megatrend')
  return charged('brief', { ...input, window, node }, context)
}

async function themeSummary(id: string, args: Record<string, unknown>, context: Context): Promise<Brief> {
  const input = parseInput(themeSummaryInput, args)
  const window = briefWindow(input, context.clock.now())
  return charged('themeSummary', { ...input, window, node: requireMegatrend(id) }, context)
}

async function charged(operation: string, scope: BriefScope, context: Context): Promise<Brief> {
  const read = await readBrief(scope)
  context.meter.charge(operation, costOf(operation, 1))
  await noteCounted(context, read.pulse.storyCount)
  return read
}

builder.queryFields((t) => ({
  brief: t.field({
    type: BriefType,
    nullable: true,
    description: 'The market, or a part of it, in brief. Costs 15 credits.',
    args: argumentsOf(briefInput),
    complexity: WEIGHT,
    resolve: (_, args, context) => brief(args, context),
  }),
  themeSummary: t.field({
    type: BriefType,
    nullable: true,
    description: 'A megatrend in brief, its subtree included. Costs 15 credits. An unknown one is the error NOT_FOUND.',
    args: {
      id: t.arg.string({ required: true, description: 'Node id of 8 digits, or slug.' }),
      ...argumentsOf(themeSummaryInput),
    },
    complexity: WEIGHT,
    resolve: (_, { id, ...args }, context) => themeSummary(id, args, context),
  }),
}))
