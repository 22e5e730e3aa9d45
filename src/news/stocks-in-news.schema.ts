import { z } from 'zod'
import { noteCounted } from '../brief/demo-figures.ts'
import { netDirection } from '../brief/pulse.math.ts'
import { instantsOf, WINDOWS, windowDays } from '../brief/window.math.ts'
import { argumentsOf } from '../core/arguments.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { costOf } from '../core/cost.ts'
import { ApiError } from '../core/errors.ts'
import { choice, country, gicsCode, integer, paging, parseInput } from '../core/input.ts'
import { type Page, PageInfoFields, pageOf } from '../core/page.ts'
import type { Listing } from '../listing/catalog.store.ts'
import { catalog } from '../listing/catalog.ts'
import { StockType } from '../listing/listing.schema.ts'
import { requireMegatrend } from '../megatrend/megatrend.schema.ts'
import { subtreeRange } from '../megatrend/node-range.math.ts'
import { dayOfMs } from '../price/day.math.ts'
import { market } from '../price/market.ts'
import { noteDataSet } from '../price/price.schema.ts'
import { type StockInNews, stocksInNews } from './stocks-in-news.store.ts'

/** `GET /v1/stocks` without `q`. */
export const stocksInNewsInput = z.strictObject({
  megatrend: integer('Megatrend node id; members of its subtree.', { min: 10_000_000, max: 99_999_999 }).optional(),
  gics: gicsCode('GICS code of the companies.').optional(),
  country: country('Country of the companies.').optional(),
  exposure: choice('Part the companies have in the megatrend; without one, in any.', [
    'core',
    'secondary',
    'all',
  ]).default('all'),
  gate: choice('both = the stories speak to the megatrend themselves, membership = any story of a member.', [
    'both',
    'membership',
  ]).default('both'),
  orderBy: choice('Order of the rows, highest first.', ['news_count', 'relevance', 'market_cap']).default('news_count'),
  ...paging(20),
  window: choice('Days to look back over, today included (UTC); 30d when it is not given.', WINDOWS).optional(),
})

type Input = z.output<typeof stocksInNewsInput>

interface Row {
  readonly listing: Listing
  readonly impact: StockInNews
}

const ImpactSummaryType = builder.objectRef<StockInNews>('ImpactSummary').implement({
  description: 'What recent stories do to a listing, in stories.',
  fields: (t) => ({
    newsCount: t.exposeInt('newsCount', { description: 'Stories that move it.' }),
    pos: t.exposeInt('pos', { description: 'Bullish ones.' }),
    neg: t.exposeInt('neg', { description: 'Bearish ones.' }),
    ambiguous: t.exposeInt('ambiguous', { description: 'Unclear ones.' }),
    netDirection: t.float({
      nullable: true,
      description: '(pos - neg) / all, -1 to 1.',
      resolve: (impact) => netDirection(impact),
    }),
    topRelevance: t.float({
      description: 'Highest relevance, 0 to 1.',
      // Stored in single precision with two decimals.
      resolve: ({ topRelevance }) => Math.round(topRelevance * 1e4) / 1e4,
    }),
    aspects: t.stringList({
      description: 'Aspects affected, most stories first.',
      resolve: ({ aspects }) => [...aspects],
    }),
    topReason: t.exposeString('topReason', { description: 'Why the most relevant story moves it.' }),
  }),
})

const FundamentalsType = builder.objectRef<Listing>('FundamentalsSummary').implement({
  description: 'A few figures of a listing; null where not known.',
  fields: (t) => ({
    peRatio: t.float({ nullable: true, description: 'Price over earnings.', resolve: () => null }),
    pbRatio: t.float({ nullable: true, description: 'Price over book value.', resolve: () => null }),
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

const RowType = builder.objectRef<Row>('StockInNews').implement({
  description: 'A listing that recent stories move.',
  fields: (t) => ({
    stock: t.expose('listing', { type: StockType, description: 'The listing.' }),
    listingId: t.int({ description: 'Integer listing id.', resolve: ({ listing }) => listing.id }),
    ticker: t.string({ description: 'Canonical ticker.', resolve: ({ listing }) => listing.ticker }),
    symbol: t.string({ description: 'Ticker without exchange.', resolve: ({ listing }) => listing.symbol }),
    name: t.string({ description: 'Listed name.', resolve: ({ listing }) => listing.name }),
    country: t.string({
      nullable: true,
      description: 'Country, ISO 3166 alpha-2.',
      resolve: ({ listing }) => listing.country,
    }),
    gics: t.string({ nullable: true, description: 'GICS code.', resolve: ({ listing }) => listing.gicsCode }),
    marketCapUsd: t.float({
      nullable: true,
      description: 'Market capitalisation in US dollars.',
      resolve: ({ listing }) => listing.marketCapUsd,
    }),
    impact: t.field({ type: ImpactSummaryType, description: 'What the stories do.', resolve: ({ impact }) => impact }),
    fundamentals: t.field({
      type: FundamentalsType,
      description: 'A few figures.',
      resolve: ({ listing }) => listing,
    }),
  }),
})

const PageType = builder.objectRef<Page<Row>>('StocksInNews').implement({
  description: 'Listings in recent news.',
  interfaces: [PageInfoFields],
  isTypeOf: () => true,
  fields: (t) => ({
    stocks: t.field({ type: [RowType], description: 'The listings.', resolve: ({ rows }) => [...rows] }),
  }),
})

/** Listings that fit every scope given. */
function listingIdsOf(input: Input): readonly number[] {
  const { megatrend, gics, country: home, exposure } = input
  const fitting = catalog().listingIdsWhere({ countries: home ? [home] : undefined, gics })
  if (megatrend === undefined && exposure === 'all') return fitting
  const members = megatrend === undefined ? catalog().rows.memberships : catalog().membershipsIn(megatrend)
  const playing = members.filter((member) => exposure === 'all' || member.exposure === exposure)
  const memberIds = new Set(playing.map((member) => member.listingId))
  return fitting.filter((id) => memberIds.has(id))
}

const MEASURES: Readonly<Record<Input['orderBy'], (row: Row) => number>> = {
  news_count: ({ impact }) => impact.newsCount,
  relevance: ({ impact }) => impact.topRelevance,
  market_cap: ({ listing }) => listing.marketCapUsd ?? 0,
}

async function stocks(input: Input, context: Context): Promise<Page<Row>> {
  const { megatrend, gics, country: home, gate, orderBy } = input
  if (megatrend === undefined && gics === undefined && home === undefined) {
    throw new ApiError('missing_parameter', 'One of "q", "megatrend", "gics" and "country" is required.', {
      param: 'q',
    })
  }
  const node = megatrend === undefined ? undefined : requireMegatrend(String(megatrend), 'megatrend')
  const { startMs, endMs } = instantsOf(windowDays(input.window ?? '30d', context.clock.now()))
  const found = await stocksInNews({
    listingIds: listingIdsOf(input),
    start: new Date(startMs),
    end: new Date(endMs),
    epicenter: node && gate === 'both' ? subtreeRange(node.nodeId) : undefined,
  })
  const measure = MEASURES[orderBy]
  const rows = found
    .flatMap((impact): Row[] => {
      const listing = catalog().listing(impact.listingId)
      return listing ? [{ listing, impact }] : []
    })
    .sort(
      (a, b) =>
        measure(b) - measure(a) ||
        b.impact.newsCount - a.impact.newsCount ||
        (b.listing.marketCapUsd ?? 0) - (a.listing.marketCapUsd ?? 0) ||
        a.listing.id - b.listing.id,
    )
  const page = pageOf(rows, input)
  for (const { listing } of page.rows) noteDataSet(listing, context)
  await noteCounted(context, page.rows.length)
  return page
}

builder.queryFields((t) => ({
  stocksInNews: t.field({
    type: PageType,
    nullable: true,
    description: 'Listings in recent news of a megatrend, an industry or a country. Costs a credit a call.',
    args: argumentsOf(stocksInNewsInput),
    resolve: async (_, args, context) => {
      const page = await stocks(parseInput(stocksInNewsInput, args), context)
      context.meter.charge('stocksInNews', costOf('stocksInNews', page.rows.length))
      return page
    },
  }),
}))
