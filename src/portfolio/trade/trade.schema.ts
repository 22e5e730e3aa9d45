import { z } from 'zod'
import { ownerOf } from '../../account/owner/owner-of.ts'
import { catalog } from '../../catalog/catalog.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { pageType } from '../../core/graphql/page.ts'
import { type Page, windowOf } from '../../core/input/paging.pure.ts'
import { choice, decimal } from '../../core/input/rule.ts'
import { day, paging } from '../../core/input/span-rule.ts'
import { objectKey, text } from '../../core/input/text-rule.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import { DIRECTION } from '../ledger/direction.ts'
import { DeletedType, PortfolioType, portfolioKey } from '../portfolio.schema.ts'
import { readTradePage, readTradeSlice, type Trade } from './trade.store.ts'
import { addTrade, removePosition, removeTrade, updateTrade } from './trade.ts'
import { decodeTradeCursor, encodeTradeCursor } from './trade-cursor.ts'

const DirectionEnum = enumType(DIRECTION)

const tradeKey = objectKey('Integer id of the trade.')
const facts = {
  ticker: text('Ticker or listing id.', 40),
  date: day('Day of the trade.'),
  quantity: decimal('Number of units.', { above: 0 }),
  price: decimal('Price per unit in the quote currency of the listing.', { above: 0 }),
  fee: decimal('Fees and taxes in the quote currency of the listing.', { min: 0 }),
  direction: choice('What the trade does.', DIRECTION),
}

const TradeType = builder.objectRef<Trade>('Trade').implement({
  description: 'A trade as it was entered.',
  fields: (t) => ({
    tradeId: t.exposeInt('id', { description: 'Integer id of the trade.' }),
    listingId: t.exposeInt('listingId', { description: 'Integer id of the listing.' }),
    ticker: t.string({
      description: 'Canonical ticker.',
      resolve: ({ listingId }) => catalog().listing(listingId)?.ticker ?? String(listingId),
    }),
    date: t.field({ type: 'Date', description: 'Day of the trade.', resolve: (trade) => isoOfDay(trade.day) }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'Number of units.' }),
    price: t.expose('price', { type: 'Decimal', description: 'Price per unit in the quote currency of the listing.' }),
    fee: t.expose('fee', { type: 'Decimal', description: 'Fees and taxes in the quote currency of the listing.' }),
    direction: t.expose('direction', { type: DirectionEnum, description: 'What the trade does.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was entered.' }),
  }),
})

const TradesType = pageType<Page<Trade>>('Trades', {
  description: 'Trades of a portfolio, oldest first; those of one day as they were entered.',
  of: TradeType,
})

builder.objectFields(PortfolioType, (t) => ({
  trades: t.metered({
    type: TradesType,
    cost: 'portfolioTrades',
    description: 'Its trades, oldest first. Free.',
    weight: { once: 1_000, perRow: 5 },
    input: z.strictObject(paging()),
    resolve: async ({ id }, page, context) => ({
      ...(await readTradePage(ownerOf(context), id, windowOf(page))),
      ...page,
    }),
  }),
  tradesConnection: t.meteredConnection({
    type: TradeType,
    cost: 'portfolioTrades',
    description: 'The same as a connection: pages stay in step while trades are entered. Free.',
    weight: { once: 1_000, perRow: 5 },
    cursorOf: encodeTradeCursor,
    read: ({ id }, _, { after, before, ...span }, context) =>
      readTradeSlice(ownerOf(context), id, {
        ...span,
        after: decodeTradeCursor(after, 'after'),
        before: decodeTradeCursor(before, 'before'),
      }),
  }),
}))

builder.mutationFields((t) => ({
  addTrade: t.metered({
    type: TradeType,
    cost: 'portfolioChange',
    description: 'Adds a trade to a portfolio. Free.',
    weight: { once: 3_000, perRow: 0 },
    input: z.strictObject({
      id: portfolioKey,
      ...facts,
      fee: facts.fee.prefault(0),
      direction: facts.direction.default('buy'),
    }),
    resolve: (_, input, context) => addTrade(input, context),
  }),
  updateTrade: t.metered({
    type: TradeType,
    cost: 'portfolioChange',
    description: 'Changes what is given of a trade. Free.',
    weight: { once: 3_000, perRow: 0 },
    input: z.strictObject({
      id: portfolioKey,
      tradeId: tradeKey,
      ticker: facts.ticker.optional(),
      date: facts.date.optional(),
      quantity: facts.quantity.optional(),
      price: facts.price.optional(),
      fee: facts.fee.optional(),
      direction: facts.direction.optional(),
    }),
    resolve: (_, input, context) => updateTrade(input, context),
  }),
  deleteTrade: t.metered({
    type: DeletedType,
    cost: 'portfolioChange',
    description: 'Deletes a trade. Free.',
    weight: { once: 3_000, perRow: 0 },
    input: z.strictObject({ id: portfolioKey, tradeId: tradeKey }),
    resolve: (_, input, context) => removeTrade(input, context),
  }),
  deletePosition: t.metered({
    type: DeletedType,
    cost: 'portfolioChange',
    description: 'Deletes the trades of a position, or those of some days. Free.',
    weight: { once: 3_000, perRow: 0 },
    input: z.strictObject({
      id: portfolioKey,
      listingId: objectKey('Integer id of the listing.'),
      after: day('Only trades later than this day.').optional(),
      before: day('Only trades earlier than this day.').optional(),
    }),
    resolve: (_, input, context) => removePosition(input, context),
  }),
}))
