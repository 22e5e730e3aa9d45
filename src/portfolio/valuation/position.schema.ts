import { z } from 'zod'
import { catalog } from '../../catalog/catalog.ts'
import { AboutListingType } from '../../catalog/listing.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { pageType } from '../../core/graphql/page.ts'
import { ALL_ROWS_MAX, type Page, type PageRequest, pageOf } from '../../core/input/paging.pure.ts'
import { paging } from '../../core/input/span-rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { market } from '../../market/market.ts'
import { SIDE } from '../ledger/direction.ts'
import { PortfolioType } from '../portfolio.schema.ts'
import { loadBook } from './book.loader.ts'
import type { Outstanding, Position, PositionTotals } from './outstanding.ts'

const SideEnum = enumType(SIDE)

const PositionType = builder.objectRef<Position>('Position').implement({
  description: 'An open position at the last price; money in the base currency of the portfolio unless said otherwise.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    side: t.expose('side', { type: SideEnum, description: 'Long or short.' }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'Number of units, after splits.' }),
    avgCost: t.expose('avgCost', {
      type: 'Decimal',
      nullable: true,
      description: 'Average price paid (or received, short) in the quote currency, after splits; fees stay outside.',
    }),
    currency: t.expose('quoted', { type: 'Currency', description: 'Quote currency; GBX is pence sterling.' }),
    price: t.expose('price', {
      type: 'Decimal',
      nullable: true,
      description: 'Last close in the quote currency, however old, in the shares of today; null without bars.',
    }),
    priceDate: t.expose('priceDate', { type: 'Date', nullable: true, description: 'Day of that close.' }),
    fxRate: t.float({
      description: 'Units of the base currency for one of the quote currency.',
      resolve: ({ rate }) => Number(rate.toSignificantDigits(12)),
    }),
    marketValue: t.expose('marketValue', {
      type: 'Decimal',
      description: 'Value in the quote currency; negative when short.',
    }),
    marketValueBase: t.expose('marketValueBase', { type: 'Decimal', description: 'Value; negative when short.' }),
    costBasisBase: t.expose('costBasisBase', {
      type: 'Decimal',
      description: 'Average cost of the open units at the rates of the trades; negative when short.',
    }),
    unrealizedPnl: t.expose('unrealizedPnl', { type: 'Decimal', description: 'Value less cost.' }),
    unrealizedPnlPct: t.expose('unrealizedPnlPct', {
      type: 'Decimal',
      nullable: true,
      description: 'Value less cost in percent of the cost.',
    }),
    realizedPnl: t.expose('realizedPnl', { type: 'Decimal', description: 'Result of what was closed.' }),
    fees: t.expose('fees', { type: 'Decimal', description: 'Fees of all its trades.' }),
    totalPnl: t.expose('totalPnl', { type: 'Decimal', description: 'Realised and unrealised result less fees.' }),
    priceEffect: t.expose('priceEffect', { type: 'Decimal', description: 'Part of the result that is price.' }),
    currencyEffect: t.expose('currencyEffect', {
      type: 'Decimal',
      description: 'Part of the result that is exchange rate: the cost at the later rate less the cost.',
    }),
    dividendIncome: t.expose('dividendIncome', {
      type: 'Decimal',
      description: 'Dividends on what was held before each ex-date; negative when short. Not part of totalPnl.',
    }),
    weightPct: t.expose('weightPct', {
      type: 'Decimal',
      nullable: true,
      description: 'Value in percent of the net asset value; null when that is not above zero.',
    }),
  }),
})
declareDataSet(PositionType, ({ listing }) => market().markOf(listing))

const TotalsType = builder.objectRef<PositionTotals>('PositionTotals').implement({
  description: 'Sums over all positions, closed ones included, in the base currency.',
  fields: (t) => {
    const money = (name: Exclude<keyof PositionTotals, 'unrealizedPnlPct' | 'totalReturnPct'>, description: string) =>
      t.expose(name, { type: 'Decimal', description })
    return {
      marketValueBase: money('marketValueBase', 'Value of the open positions.'),
      costBasisBase: money('costBasisBase', 'Cost of the open positions.'),
      unrealizedPnl: money('unrealizedPnl', 'Value less cost.'),
      unrealizedPnlPct: t.expose('unrealizedPnlPct', {
        type: 'Decimal',
        nullable: true,
        description: 'Value less cost in percent of the cost.',
      }),
      realizedPnl: money('realizedPnl', 'Result of what was closed.'),
      fees: money('fees', 'Fees of all trades.'),
      totalPnl: money('totalPnl', 'Realised and unrealised result less fees.'),
      currencyEffect: money('currencyEffect', 'Part of the result that is exchange rate.'),
      dividendIncome: money('dividendIncome', 'Dividends; not part of totalPnl.'),
      totalReturnPct: t.expose('totalReturnPct', {
        type: 'Decimal',
        nullable: true,
        description: 'Result and dividends in percent of all that was bought or sold short.',
      }),
    }
  },
})

interface PositionPage extends Page<Position> {
  readonly totals: PositionTotals
}

const PositionsType = pageType<PositionPage>('Positions', {
  description: 'Open positions of a portfolio, most valuable first.',
  of: PositionType,
  fields: (t) => ({
    totals: t.expose('totals', { type: TotalsType, description: 'Sums over all positions.' }),
  }),
})

function toPage({ positions, totals, notes }: Outstanding, page: PageRequest): PositionPage {
  return { ...pageOf(positions, page), totals, ...(notes.length > 0 ? { notes } : {}) }
}

builder.objectFields(PortfolioType, (t) => ({
  outstanding: t.metered({
    type: PositionsType,
    cost: 'portfolioOutstanding',
    description: 'Its open positions at the last prices. Costs one credit.',
    weight: { once: 3_000, perRow: 2 },
    input: z.strictObject(paging(ALL_ROWS_MAX, ALL_ROWS_MAX)),
    resolve: async (portfolio, page, context) => toPage((await loadBook(portfolio, context)).outstanding, page),
  }),
  position: t.metered({
    type: PositionType,
    cost: 'portfolioPosition',
    description:
      'Its long position in a listing, or the short one when there is no long one; null when neither is open. Costs one credit.',
    weight: { once: 3_000, perRow: 0 },
    input: z.strictObject({ ticker: text('Ticker or listing id.', 40) }),
    resolve: async (portfolio, { ticker }, context) => {
      const { id } = catalog().require(ticker, 'ticker')
      const { positions } = (await loadBook(portfolio, context)).outstanding
      const own = positions.filter(({ listing }) => listing.id === id)
      return own.find(({ side }) => side === 'long') ?? own[0] ?? null
    },
  }),
}))
