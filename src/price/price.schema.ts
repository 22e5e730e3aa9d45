import { z } from 'zod'
import { argumentsOf } from '../core/arguments.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { costOf } from '../core/cost.ts'
import { listOf, parseInput, text } from '../core/input.ts'
import { type Page, PageInfoFields } from '../core/page.ts'
import type { Listing } from '../listing/catalog.store.ts'
import { catalog } from '../listing/catalog.ts'
import { StockType } from '../listing/listing.schema.ts'
import { rounded } from './adjust.math.ts'
import { isoOfDay } from './day.math.ts'
import { market } from './market.ts'
import type { Quote } from './quote.math.ts'

/** `GET /v1/stocks/prices`. */
export const pricesInput = z.strictObject({
  tickers: listOf(text('Ticker or listing id.', 40), 20, 'Tickers or listing ids; rows come in their order.'),
})

/** A listing beside its latest quote; null where it has no bars. */
interface Price {
  readonly listing: Listing
  readonly quote: Quote | null
}

interface Prices extends Page<Price> {
  /** What was asked for and denotes no listing, as it was written. */
  readonly unresolved: readonly string[]
}

/** True for what is quoted in percent a year: government yields and money-market rates. */
function isYield(listing: Listing): boolean {
  return listing.type === 'bond' || listing.type === 'money_market'
}

/** Currency of a listing's bars; GBX is pence. */
export function currencyOf(listing: Listing): string {
  return market().currency(listing.id) ?? listing.currency
}

/** Notes in the answer that a listing's market data is made up, where it is. */
export function noteDataSet(listing: Listing, context: Context): void {
  if (market().dataSet(listing.id) === 'demo') context.dataSets.add('demo')
}

function priceOf(listing: Listing, context: Context): Price {
  noteDataSet(listing, context)
  return { listing, quote: market().quote(listing.id) ?? null }
}

function changeOf(quote: Quote | null): number | null {
  // A difference has fewer exact digits than what it was taken of.
  return quote?.previousClose == null ? null : Number((quote.close - quote.previousClose).toPrecision(8))
}

function changePctOf(quote: Quote | null): number | null {
  if (quote?.previousClose == null || quote.previousClose === 0) return null
  return Math.round((quote.close / quote.previousClose - 1) * 1e6) / 1e4
}

const PriceType = builder.objectRef<Price>('StockPrice').implement({
  description: 'The latest daily bar of a listing. Numbers are null for a listing without bars.',
  fields: (t) => ({
    stock: t.expose('listing', { type: StockType, description: 'The listing.' }),
    listingId: t.int({ description: 'Integer listing id.', resolve: ({ listing }) => listing.id }),
    ticker: t.string({ description: 'Canonical ticker.', resolve: ({ listing }) => listing.ticker }),
    name: t.string({ description: 'Listed name.', resolve: ({ listing }) => listing.name }),
    currency: t.string({
      description: 'Currency of the prices; GBX is pence.',
      resolve: ({ listing }) => currencyOf(listing),
    }),
    metric: t.string({
      description: 'price, or yield: then the numbers are percent a year.',
      resolve: ({ listing }) => (isYield(listing) ? 'yield' : 'price'),
    }),
    date: t.field({
      type: 'Date',
      nullable: true,
      description: 'Day of the bar.',
      resolve: ({ quote }) => (quote ? isoOfDay(quote.day) : null),
    }),
    open: t.float({ nullable: true, description: 'First price.', resolve: ({ quote }) => quote?.open }),
    high: t.float({ nullable: true, description: 'Highest price.', resolve: ({ quote }) => quote?.high }),
    low: t.float({ nullable: true, description: 'Lowest price.', resolve: ({ quote }) => quote?.low }),
    close: t.float({ nullable: true, description: 'Last price.', resolve: ({ quote }) => quote?.close }),
    volume: t.float({
      nullable: true,
      description: 'Units traded; null where nobody counts them.',
      resolve: ({ quote }) => quote?.volume,
    }),
    previousClose: t.float({
      nullable: true,
      description: 'Close of the bar before, in the shares of this one.',
      resolve: ({ quote }) => (quote?.previousClose == null ? null : rounded(quote.previousClose)),
    }),
    change: t.float({
      nullable: true,
      description: 'Close less the close before.',
      resolve: ({ quote }) => changeOf(quote),
    }),
    changePct: t.float({
      nullable: true,
      description: 'The same in percent of the close before; null for yields.',
      resolve: ({ listing, quote }) => (isYield(listing) ? null : changePctOf(quote)),
    }),
    changeBps: t.float({
      nullable: true,
      description: 'Change of a yield in basis points; null for prices.',
      resolve: ({ listing, quote }) => {
        const change = changeOf(quote)
        return isYield(listing) && change !== null ? Math.round(change * 1e4) / 100 : null
      },
    }),
    week52High: t.float({
      nullable: true,
      description: 'Highest price of the last 52 weeks, adjusted for splits.',
      resolve: ({ quote }) => quote?.week52High,
    }),
    week52Low: t.float({
      nullable: true,
      description: 'Lowest price of the last 52 weeks, adjusted for splits.',
      resolve: ({ quote }) => quote?.week52Low,
    }),
    marketCapUsd: t.float({
      nullable: true,
      description: 'Market capitalisation in US dollars.',
      resolve: ({ listing }) => listing.marketCapUsd,
    }),
    note: t.string({
      nullable: true,
      description: 'What should be known of it.',
      resolve: ({ listing, quote }) => (quote ? null : `There are no bars of ${listing.ticker}.`),
    }),
  }),
})

const PricesType = builder.objectRef<Prices>('StockPrices').implement({
  description: 'Latest bars of several listings, in the order asked.',
  interfaces: [PageInfoFields],
  isTypeOf: () => true,
  fields: (t) => ({
    results: t.field({ type: [PriceType], description: 'The rows.', resolve: ({ rows }) => [...rows] }),
    unresolved: t.stringList({
      description: 'What denotes no listing, as it was written.',
      resolve: ({ unresolved }) => [...unresolved],
    }),
  }),
})

/** The latest bars of tickers in their order; one asked for twice has one row. */
function prices(tickers: readonly string[], context: Context): Prices {
  const found = tickers.map((ticker) => ({ ticker, listing: catalog().find(ticker) }))
  const listings = new Set(found.flatMap(({ listing }) => listing ?? []))
  const rows = [...listings].map((listing) => priceOf(listing, context))
  const unresolved = found.flatMap(({ ticker, listing }) => (listing ? [] : [ticker]))
  const without = rows.filter(({ quote }) => !quote).map(({ listing }) => listing.ticker)
  return {
    rows,
    unresolved,
    total: rows.length,
    limit: rows.length,
    offset: 0,
    all: false,
    ...(without.length > 0 ? { notes: [`There are no bars of ${without.join(', ')}.`] } : {}),
  }
}

builder.queryFields((t) => ({
  prices: t.field({
    type: PricesType,
    nullable: true,
    description: 'The latest daily bars of up to 20 listings. Costs a credit a call.',
    args: argumentsOf(pricesInput),
    resolve: (_, args, context) => {
      const { tickers } = parseInput(pricesInput, args)
      const answer = prices(tickers, context)
      context.meter.charge('prices', costOf('prices', answer.rows.length))
      return answer
    },
  }),
}))

builder.objectFields(StockType, (t) => ({
  price: t.field({
    type: PriceType,
    nullable: true,
    description: 'Its latest daily bar. Costs a credit.',
    resolve: (listing, _, context) => {
      context.meter.charge('stockPrice', costOf('stockPrice', 1))
      return priceOf(listing, context)
    },
  }),
}))
