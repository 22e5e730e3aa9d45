import type { Owner } from '../../account/owner/owned-by.ts'
import { Decimal } from '../../core/decimal.ts'
import { dayOfMs, isoOfDay } from '../../core/time/day.pure.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { DIRECTION, type Direction } from '../ledger/direction.ts'
import type { LedgerTrade } from '../ledger/ledger.ts'

/** A trade of a portfolio. */
export interface Trade extends LedgerTrade {
  readonly portfolioId: number
  readonly listingId: number
  readonly createdAt: Date
}

/** What is entered of a trade. */
export interface TradeFacts {
  readonly listingId: number
  readonly day: number
  readonly quantity: Decimal
  readonly price: Decimal
  readonly fee: Decimal
  readonly direction: Direction
}

/** Which trades of a portfolio; the days themselves are left out. */
interface TradeFilter {
  readonly portfolioId: number
  readonly listingId?: number
  readonly after?: string | undefined
  readonly before?: string | undefined
}

/** Trades of some portfolios of an account, oldest first. A portfolio has thousands: written by hand this takes three quarters of the time. */
export async function readTrades(
  owner: Owner,
  portfolios: readonly { readonly accountId: number; readonly id: number }[],
): Promise<Trade[]> {
  const [first] = portfolios
  if (!first) return []
  const rows = await owner.$queryRaw<(Omit<Trade, 'direction'> & { direction: string })[]>`
    SELECT id, portfolio_id AS "portfolioId", listing_id AS "listingId", date - DATE '1970-01-01' AS day, quantity, price, fee, direction,
           created_at AS "createdAt"
      FROM trade WHERE account_id = ${first.accountId} AND portfolio_id = ANY(${portfolios.map(({ id }) => id)}::int[])
     ORDER BY date, id`
  return rows.map((row) => ({ ...row, direction: directionOf(row.direction) }))
}

/** The trades of a portfolio in one listing, oldest first, as one text: equal texts are equal trades. */
export interface ListingTrades {
  readonly portfolioId: number
  readonly listingId: number
  readonly count: number
  readonly text: string
}

/**
 * Trades of some portfolios of an account by listing. Most of a changed portfolio is what it was before, and need not be taken apart:
 * a text for each listing takes a quarter of the time of a row for each trade.
 */
export async function readTradesByListing(
  owner: Owner,
  portfolios: readonly { readonly accountId: number; readonly id: number }[],
): Promise<ListingTrades[]> {
  const [first] = portfolios
  if (!first) return []
  return owner.$queryRaw<ListingTrades[]>`
    SELECT portfolio_id AS "portfolioId", listing_id AS "listingId", count(*)::int AS count,
           string_agg(concat_ws(' ', id, date - DATE '1970-01-01', quantity, price, fee, direction), ',' ORDER BY date, id) AS text
      FROM trade WHERE account_id = ${first.accountId} AND portfolio_id = ANY(${portfolios.map(({ id }) => id)}::int[])
     GROUP BY portfolio_id, listing_id ORDER BY min(date), min(id)`
}

/** Takes the text of a listing's trades apart. */
export function parseTrades(text: string): LedgerTrade[] {
  return text.split(',').map((row) => {
    const [id, day, quantity = '', price = '', fee = '', direction = ''] = row.split(' ')
    return {
      id: Number(id),
      day: Number(day),
      quantity: new Decimal(quantity),
      price: new Decimal(price),
      fee: new Decimal(fee),
      direction: directionOf(direction),
    }
  })
}

/** Trades of a portfolio in some listings, oldest first. */
export async function readTradesOf(owner: Owner, portfolioId: number, listingIds: readonly number[]): Promise<Trade[]> {
  const where = { portfolioId, listingId: { in: [...listingIds] } }
  const rows = await owner.trade.findMany({ where, orderBy: OLDEST_FIRST })
  return rows.map(toTrade)
}

/** A page of a portfolio's trades, oldest first, and how many there are. */
export async function readTradePage(
  owner: Owner,
  portfolioId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: Trade[]; total: number }> {
  const where = { portfolioId }
  const [rows, total] = await Promise.all([
    owner.trade.findMany({ where, orderBy: OLDEST_FIRST, take: limit, skip: offset }),
    owner.trade.count({ where }),
  ])
  return { rows: rows.map(toTrade), total }
}

/** The place of a trade among those of its portfolio. */
export type TradePlace = Pick<LedgerTrade, 'day' | 'id'>

/** Trades of a portfolio between two places, both left out, oldest first, or from the end with the latest first. */
export async function readTradeSlice(
  owner: Owner,
  portfolioId: number,
  span: {
    readonly after: TradePlace | null
    readonly before: TradePlace | null
    readonly limit: number
    readonly fromEnd: boolean
  },
): Promise<Trade[]> {
  const beyond = (place: TradePlace, side: 'gt' | 'lt') => {
    const date = new Date(isoOfDay(place.day))
    return { OR: [{ date: { [side]: date } }, { date, id: { [side]: place.id } }] }
  }
  const bounds = [
    ...(span.after ? [beyond(span.after, 'gt')] : []),
    ...(span.before ? [beyond(span.before, 'lt')] : []),
  ]
  const rows = await owner.trade.findMany({
    where: { portfolioId, AND: bounds },
    orderBy: span.fromEnd ? LATEST_FIRST : OLDEST_FIRST,
    take: span.limit,
  })
  return rows.map(toTrade)
}

/** Number of trades of a portfolio, those of one direction where it is given. */
export function countTrades(owner: Owner, portfolioId: number, directions?: readonly Direction[]): Promise<number> {
  return owner.trade.count({ where: { portfolioId, ...(directions ? { direction: { in: [...directions] } } : {}) } })
}

/** A trade of a portfolio; null when it has none of this id. */
export async function findTrade(owner: Owner, portfolioId: number, id: number): Promise<Trade | null> {
  const row = await owner.trade.findFirst({ where: { id, portfolioId } })
  return row && toTrade(row)
}

/** Stores trades, in their order. */
export async function createTrades(
  owner: Owner,
  { accountId, id: portfolioId }: { readonly accountId: number; readonly id: number },
  trades: readonly TradeFacts[],
  now: Date,
): Promise<Trade[]> {
  const data = trades.map((facts) => ({ accountId, portfolioId, ...columnsOf(facts), createdAt: now }))
  const rows = await owner.trade.createManyAndReturn({ data })
  return rows.map(toTrade)
}

/** Stores many trades in one statement, in their order: it becomes that of their ids. */
export async function insertTrades(
  owner: Owner,
  { accountId, id: portfolioId }: { readonly accountId: number; readonly id: number },
  trades: readonly TradeFacts[],
  now: Date,
): Promise<void> {
  const texts = (of: (facts: TradeFacts) => { toFixed(): string }) => trades.map((facts) => of(facts).toFixed())
  await owner.$executeRaw`
    INSERT INTO trade (account_id, portfolio_id, listing_id, date, quantity, price, fee, direction, created_at)
    SELECT ${accountId}::int, ${portfolioId}::int, t.listing_id, DATE '1970-01-01' + t.day, t.quantity, t.price, t.fee, t.direction, ${now}
      FROM unnest(${trades.map(({ listingId }) => listingId)}::int[], ${trades.map(({ day }) => day)}::int[],
        ${texts(({ quantity }) => quantity)}::numeric[], ${texts(({ price }) => price)}::numeric[],
        ${texts(({ fee }) => fee)}::numeric[], ${trades.map(({ direction }) => direction)}::text[])
        WITH ORDINALITY AS t(listing_id, day, quantity, price, fee, direction, place)
     ORDER BY t.place`
}

/** Days of the first bars of listings; those without bars are left out. */
export async function readFirstBars(owner: Owner, listingIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await owner.$queryRaw<{ id: number; day: number | null }[]>`
    SELECT s.id, (SELECT min(b.date) FROM bar b WHERE b.listing_id = s.id) - DATE '1970-01-01' AS day
      FROM unnest(${[...listingIds]}::int[]) AS s(id)`
  return new Map(rows.flatMap(({ id, day }): [number, number][] => (day === null ? [] : [[id, day]])))
}

/** Replaces what was entered of a trade. */
export async function changeTrade(owner: Owner, id: number, facts: TradeFacts): Promise<Trade> {
  return toTrade(await owner.trade.update({ where: { id }, data: columnsOf(facts) }))
}

/** Deletes a trade. */
export async function deleteTrade(owner: Owner, id: number): Promise<void> {
  await owner.trade.delete({ where: { id } })
}

/** Deletes trades and tells how many. */
export async function deleteTrades(
  owner: Owner,
  { portfolioId, listingId, after, before }: TradeFilter,
): Promise<number> {
  const date = { ...(after ? { gt: new Date(after) } : {}), ...(before ? { lt: new Date(before) } : {}) }
  const { count } = await owner.trade.deleteMany({
    where: { portfolioId, ...(listingId === undefined ? {} : { listingId }), date },
  })
  return count
}

const OLDEST_FIRST: Prisma.TradeOrderByWithRelationInput[] = [{ date: 'asc' }, { id: 'asc' }]

const LATEST_FIRST: Prisma.TradeOrderByWithRelationInput[] = [{ date: 'desc' }, { id: 'desc' }]

function columnsOf({ listingId, day, quantity, price, fee, direction }: TradeFacts) {
  return { listingId, date: new Date(isoOfDay(day)), quantity, price, fee, direction }
}

function toTrade({ date, direction, ...row }: Prisma.TradeModel): Trade {
  return { ...row, day: dayOfMs(date.getTime()), direction: directionOf(direction) }
}

function directionOf(text: string): Direction {
  const direction = DIRECTION.tokens.find((token) => token === text)
  if (!direction) throw new Error(`A stored trade has the direction ${text}.`)
  return direction
}
