import { z } from 'zod'
import { AboutListingType, StockType } from '../../catalog/listing.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { pageType } from '../../core/graphql/page.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import { listOf } from '../../core/input/rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import { roundPrice } from '../bars/adjust.pure.ts'
import { market } from '../market.ts'
import {
  computeChange,
  computeChangeBps,
  computeChangePct,
  isYield,
  type Price,
  type Prices,
  readPrice,
  readPrices,
} from './price.ts'

const pricesInput = z.strictObject({
  tickers: listOf(text('Ticker or listing id.', 40), 20, 'Tickers or listing ids; rows are returned in this order.'),
})

const QuoteMetricEnum = enumType(
  enumeration('QuoteMetric', 'Quantity that is quoted.', {
    price: 'Price per unit in the quote currency.',
    yield: 'Yield in percent per year.',
  }),
)

const PriceType = builder.objectRef<Price>('StockPrice').implement({
  description: 'Latest daily bar of a listing; figures are null for a listing without bars.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    currency: t.field({
      type: 'Currency',
      description: 'Currency of the prices; GBX is pence sterling.',
      resolve: ({ listing }) => market().currencyOf(listing),
    }),
    metric: t.field({
      type: QuoteMetricEnum,
      description: 'Whether the figures are prices, or yields in percent per year.',
      resolve: ({ listing }) => (isYield(listing) ? 'yield' : 'price'),
    }),
    date: t.field({
      type: 'Date',
      nullable: true,
      description: 'Date of the bar.',
      resolve: ({ quote }) => (quote ? isoOfDay(quote.day) : null),
    }),
    open: t.float({ nullable: true, description: 'Opening price.', resolve: ({ quote }) => quote?.open }),
    high: t.float({ nullable: true, description: 'Highest price.', resolve: ({ quote }) => quote?.high }),
    low: t.float({ nullable: true, description: 'Lowest price.', resolve: ({ quote }) => quote?.low }),
    close: t.float({ nullable: true, description: 'Closing price.', resolve: ({ quote }) => quote?.close }),
    volume: t.float({
      nullable: true,
      description: 'Number of units traded; null when unknown.',
      resolve: ({ quote }) => quote?.volume,
    }),
    previousClose: t.float({
      nullable: true,
      description: 'Close of the previous bar, split-adjusted.',
      resolve: ({ quote }) => (quote?.previousClose == null ? null : roundPrice(quote.previousClose)),
    }),
    change: t.float({
      nullable: true,
      description: 'Change from the previous close.',
      resolve: ({ quote }) => computeChange(quote),
    }),
    changePct: t.float({
      nullable: true,
      description: 'Change from the previous close in percent; null for yields.',
      resolve: computeChangePct,
    }),
    changeBps: t.float({
      nullable: true,
      description: 'Change of a yield from the previous close in basis points; null for prices.',
      resolve: computeChangeBps,
    }),
    week52High: t.float({
      nullable: true,
      description: 'Highest price of the last 52 weeks, split-adjusted.',
      resolve: ({ quote }) => quote?.week52High,
    }),
    week52Low: t.float({
      nullable: true,
      description: 'Lowest price of the last 52 weeks, split-adjusted.',
      resolve: ({ quote }) => quote?.week52Low,
    }),
    note: t.string({
      nullable: true,
      description: 'Note when the listing has no bars.',
      resolve: ({ listing, quote }) => (quote ? null : `There are no bars of ${listing.ticker}.`),
    }),
  }),
})

declareDataSet(PriceType, ({ listing }) => market().markOf(listing))

const PricesType = pageType<Prices>('StockPrices', {
  description: 'Latest daily bars of several listings, in the requested order.',
  of: PriceType,
  fields: (t) => ({
    unresolved: t.stringList({
      description: 'Requested tickers that are unknown.',
      resolve: ({ unresolved }) => [...unresolved],
    }),
  }),
})

builder.queryFields((t) => ({
  prices: t.metered({
    type: PricesType,
    cost: 'prices',
    description: 'Latest daily bars of up to 20 listings. Costs one credit per call.',
    input: pricesInput,
    resolve: (_, { tickers }) => readPrices(tickers),
  }),
}))

builder.objectFields(StockType, (t) => ({
  price: t.metered({
    type: PriceType,
    cost: 'stockPrice',
    description: 'Latest daily bar. Costs one credit.',
    resolve: readPrice,
  }),
}))
