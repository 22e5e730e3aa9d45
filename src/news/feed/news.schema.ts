import { MatchQualityEnum } from '../../catalog/identity/resolve.schema.ts'
import { StockType } from '../../catalog/listing.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { pageType } from '../../core/graphql/page.ts'
import {
  newsByTickersInput,
  newsConnectionInput,
  newsInput,
  newsSearchInput,
  stockNewsConnectionInput,
  stockNewsInput,
} from './news.input.ts'
import { NewsItemType } from './news-item.schema.ts'
import {
  type NewsFeed,
  readNews,
  readNewsByTickers,
  readNewsSearch,
  readNewsSlice,
  readStockNews,
  readStockNewsSlice,
} from './read-feed.ts'

const NewsFeedType = pageType<NewsFeed>('NewsFeed', {
  description: 'A page of a news feed.',
  of: NewsItemType,
  fields: (t) => ({
    matchQuality: t.field({
      type: MatchQualityEnum,
      nullable: true,
      description: 'How well the best row fits; only of searches.',
      resolve: (page) => page.matchQuality,
    }),
  }),
})

/** Each row is read whole, whatever is asked of it. */
const FEED_WEIGHT = { once: 300, perRow: 20 }

builder.queryFields((t) => ({
  news: t.metered({
    type: NewsFeedType,
    cost: 'news',
    description:
      'The news, newest first. Costs one credit per row. Impact-level fields speak of the most relevant impact.',
    input: newsInput,
    weight: FEED_WEIGHT,
    resolve: (_, input) => readNews(input),
  }),
  newsConnection: t.meteredConnection({
    type: NewsItemType,
    cost: 'news',
    description: 'The news as a connection: pages stay in step while news comes in. Costs one credit per row.',
    input: newsConnectionInput,
    weight: FEED_WEIGHT,
    cursorOf: ({ cursor }) => cursor ?? '',
    read: (_, input, span) => readNewsSlice(input, span),
  }),
  newsByTickers: t.metered({
    type: NewsFeedType,
    cost: 'newsByTickers',
    description: 'News that moves any of some listings, directly or through the graph. Costs one credit per row.',
    input: newsByTickersInput,
    weight: FEED_WEIGHT,
    resolve: (_, input) => readNewsByTickers(input),
  }),
  newsSearch: t.metered({
    type: NewsFeedType,
    cost: 'newsSearch',
    description: 'News that fits words, a company or a theme, best first. Costs one credit per row.',
    input: newsSearchInput,
    weight: { once: 10_000, perRow: 20 },
    resolve: (_, input) => readNewsSearch(input),
  }),
}))

builder.objectFields(StockType, (t) => ({
  news: t.metered({
    type: NewsFeedType,
    cost: 'stockNews',
    description: 'News that moves it, directly or through the graph. Costs one credit per row.',
    input: stockNewsInput,
    weight: FEED_WEIGHT,
    resolve: readStockNews,
  }),
  newsConnection: t.meteredConnection({
    type: NewsItemType,
    cost: 'stockNews',
    description: 'The same as a connection: pages stay in step while news comes in. Costs one credit per row.',
    input: stockNewsConnectionInput,
    weight: FEED_WEIGHT,
    cursorOf: ({ cursor }) => cursor ?? '',
    read: readStockNewsSlice,
  }),
}))
