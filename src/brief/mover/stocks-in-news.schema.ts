import { z } from 'zod'
import type { Listing } from '../../catalog/catalog.store.ts'
import { AboutListingType } from '../../catalog/listing.schema.ts'
import { megatrendKey } from '../../catalog/taxonomy/megatrend.input.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { pageType } from '../../core/graphql/page.ts'
import { country, gicsCode } from '../../core/input/code-rule.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import { choice, inRest } from '../../core/input/rule.ts'
import { paging } from '../../core/input/span-rule.ts'
import { dayOfMs } from '../../core/time/day.pure.ts'
import { WINDOWS } from '../../core/time/window.pure.ts'
import { conceptOf } from '../../financial/concept/concept.source.ts'
import { showFigure } from '../../financial/screen/show-figure.ts'
import { AspectEnum } from '../../impact/enrichment.schema.ts'
import { market } from '../../market/market.ts'
import { markOfCounts } from '../../news/demo-figures.ts'
import { netDirection } from '../pulse/pulse.pure.ts'
import { readStocksInNews, type StockInNews, type StockInNewsRow } from './stocks-in-news.ts'

const EXPOSURE_FILTER = enumeration('ExposureFilter', 'Which memberships in a megatrend count.', {
  core: 'Pure plays.',
  secondary: 'Listings whose only part in the megatrend is peripheral.',
  all: 'Any part.',
})
const NEWS_GATE = enumeration('NewsGate', 'Which stories count for a megatrend.', {
  both: 'Stories of members that are about the megatrend themselves.',
  membership: 'Any story of a member.',
})
const STOCKS_IN_NEWS_ORDER = enumeration('StocksInNewsOrder', 'Order of listings in the news, highest first.', {
  news_count: 'Number of stories.',
  relevance: 'Highest relevance of a story.',
  market_cap: 'Market capitalisation.',
})

/** Parameters of the listings in recent news. */
export const stocksInNewsInput = z.strictObject({
  megatrend: megatrendKey('Megatrend, node id or slug; members of its subtree.').optional(),
  gicsCode: inRest('gics', gicsCode('GICS code of the companies.')).optional(),
  country: country('Country of the companies.').optional(),
  exposure: choice('Memberships that count; without a megatrend, in any.', EXPOSURE_FILTER).default('all'),
  gate: choice('Stories that count for the megatrend.', NEWS_GATE).default('both'),
  orderBy: choice('Order of the rows, highest first.', STOCKS_IN_NEWS_ORDER).default('news_count'),
  ...paging(20),
  window: choice('Days to look back over, today included (UTC); 30d when it is not given.', WINDOWS).optional(),
})

const ImpactSummaryType = builder.objectRef<StockInNews>('ImpactSummary').implement({
  description: 'Effects of recent stories on a listing, counted in stories.',
  fields: (t) => ({
    newsCount: t.exposeInt('newsCount', { description: 'Number of stories that move it.' }),
    positiveCount: t.exposeInt('pos', { description: 'Number of bullish stories.' }),
    negativeCount: t.exposeInt('neg', { description: 'Number of bearish stories.' }),
    ambiguousCount: t.exposeInt('ambiguous', { description: 'Number of unclear stories.' }),
    netDirection: t.float({
      nullable: true,
      description: '(positive - negative) / all, -1 to 1.',
      resolve: (impact) => netDirection(impact),
    }),
    topRelevance: t.float({
      description: 'Highest relevance, 0 to 1.',
      // Stored in single precision with two decimals.
      resolve: ({ topRelevance }) => Math.round(topRelevance * 1e4) / 1e4,
    }),
    aspects: t.field({
      type: [AspectEnum],
      description: 'Aspects affected, most stories first.',
      resolve: ({ aspects }) => [...aspects],
    }),
    topReason: t.exposeString('topReason', { description: 'Reason of the most relevant effect.' }),
  }),
})

const [PE, PB] = [conceptOf('pe'), conceptOf('pb')]

const FundamentalsType = builder.objectRef<Listing>('FundamentalsSummary').implement({
  description: 'A few figures of a listing; null where not known.',
  fields: (t) => ({
    peRatio: t.float({
      nullable: true,
      description: 'Market value over the earnings of the last twelve months; null when they are not above zero.',
      resolve: (listing, _, context) => showFigure(listing, PE, context),
    }),
    pbRatio: t.float({
      nullable: true,
      description: 'Market value over book value; null when that is not above zero.',
      resolve: (listing, _, context) => showFigure(listing, PB, context),
    }),
    dividendYieldPct: t.float({
      nullable: true,
      description: 'Dividends of the last twelve months over the price, in percent.',
      resolve: (listing, _, context) => {
        const share = market().dividends(listing.id, dayOfMs(context.clock.now()))?.yield ?? null
        return share === null ? null : Math.round(share * 1e6) / 1e4
      },
    }),
    week52High: t.float({
      nullable: true,
      description: 'Highest price of 52 weeks.',
      resolve: (listing) => market().quote(listing.id)?.week52High,
    }),
    week52Low: t.float({
      nullable: true,
      description: 'Lowest price of 52 weeks.',
      resolve: (listing) => market().quote(listing.id)?.week52Low,
    }),
  }),
})

const StockInNewsType = builder.objectRef<StockInNewsRow>('StockInNews').implement({
  description: 'A listing that recent stories move.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    impact: t.expose('impact', { type: ImpactSummaryType, description: 'Effects of the stories.' }),
    fundamentals: t.field({
      type: FundamentalsType,
      description: 'A few figures of the listing.',
      resolve: ({ listing }) => listing,
    }),
  }),
})
declareDataSet(StockInNewsType, ({ listing, impact }) => market().markOf(listing) ?? markOfCounts(impact.newsCount))

const StocksInNewsType = pageType<Page<StockInNewsRow>>('StocksInNews', {
  description: 'Listings in recent news.',
  of: StockInNewsType,
})

builder.queryFields((t) => ({
  stocksInNews: t.metered({
    type: StocksInNewsType,
    cost: 'stocksInNews',
    description: 'Listings in recent news of a megatrend, an industry or a country. Costs one credit per call.',
    input: stocksInNewsInput,
    weight: { once: 10_000, perRow: 2 },
    resolve: (_, input, { clock }) => readStocksInNews(input, clock.now()),
  }),
}))
