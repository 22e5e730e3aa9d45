import { builder } from '../core/builder.ts'
import { MegatrendType } from '../megatrend/megatrend.schema.ts'
import type { Exchange, GicsNode, Listing, Membership, Relation } from './catalog.store.ts'
import { catalog } from './catalog.ts'

/** The exchange of a listing. */
const ExchangeType = builder.objectRef<Exchange>('Exchange')
builder.node(ExchangeType, {
  description:
    'A place where listings trade, or a pseudo exchange for assets that trade nowhere in particular (CC, COMM, FX, GB, MM).',
  id: { resolve: (exchange) => exchange.code, description: 'Global id.' },
  loadMany: (codes) => codes.map((code) => catalog().exchange(code) ?? null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'alsoWritten' in value,
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Suffix of its tickers, such as US or JP.' }),
    name: t.exposeString('name', { description: 'Full name.' }),
    mic: t.exposeString('mic', { nullable: true, description: 'Market identifier code (ISO 10383).' }),
    country: t.exposeString('country', { nullable: true, description: 'Country, ISO 3166 alpha-2.' }),
    currency: t.exposeString('currency', { nullable: true, description: 'Usual currency of its quotes, ISO 4217.' }),
    timezone: t.exposeString('timezone', { nullable: true, description: 'IANA time zone.' }),
  }),
})

/** A node of the industry classification. */
const GicsNodeType = builder.objectRef<GicsNode>('GicsNode')
builder.node(GicsNodeType, {
  description:
    'A node of the Global Industry Classification Standard (2023): sector, industry group, industry or sub-industry.',
  id: { resolve: (node) => node.code, description: 'Global id.' },
  loadMany: (codes) => codes.map((code) => catalog().gicsNode(code) ?? null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'code' in value && !('alsoWritten' in value),
  fields: (t) => ({
    code: t.exposeString('code', { description: '2, 4, 6 or 8 digits.' }),
    name: t.exposeString('name', { description: 'Name of the node.' }),
    level: t.string({
      description: 'sector, industry_group, industry or sub_industry.',
      resolve: (node) =>
        ['sector', 'industry_group', 'industry', 'sub_industry'][node.code.length / 2 - 1] ?? 'sub_industry',
    }),
    parent: t.field({
      type: GicsNodeType,
      nullable: true,
      description: 'The node above; null for a sector.',
      resolve: (node) => catalog().gicsNode(node.code.slice(0, -2)) ?? null,
    }),
  }),
})

/** One tradable line. */
export const StockType = builder.objectRef<Listing>('Stock')
builder.node(StockType, {
  description:
    'A listing: a stock, fund, coin, commodity contract, currency pair, government yield or money-market rate.',
  id: { resolve: (listing) => String(listing.id), description: 'Global id.' },
  loadMany: (ids) => ids.map((id) => catalog().listing(Number(id)) ?? null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'exchangeCode' in value,
  fields: (t) => ({
    listingId: t.exposeInt('id', { description: 'Integer listing id; REST paths take it as {id}.' }),
    ticker: t.exposeString('ticker', { description: 'Canonical ticker, SYMBOL.EXCHANGE.' }),
    symbol: t.exposeString('symbol', { description: 'Ticker without exchange.' }),
    name: t.exposeString('name', { description: 'Listed name.' }),
    shortNames: t.stringList({
      description: 'Names the press uses, most usual first.',
      resolve: (listing) => [...listing.shortNames],
    }),
    aliases: t.stringList({
      description: 'Brands, subsidiaries, products, people and nicknames by which the press means it.',
      resolve: (listing) => [...catalog().aliasesOf(listing.id)],
    }),
    type: t.exposeString('type', { description: 'stock, etf, crypto, commodity, forex, bond or money_market.' }),
    exchange: t.field({
      type: ExchangeType,
      nullable: true,
      description: 'Where it trades.',
      resolve: (listing) => catalog().exchange(listing.exchangeCode) ?? null,
    }),
    exchangeCode: t.exposeString('exchangeCode', { description: 'Suffix of the ticker.' }),
    country: t.exposeString('country', { nullable: true, description: 'Country, ISO 3166 alpha-2.' }),
    currency: t.exposeString('currency', { description: 'Currency of its quotes; GBX is pence.' }),
    gics: t.field({
      type: GicsNodeType,
      nullable: true,
      description: 'Sub-industry; null for assets that are not stocks.',
      resolve: (listing) => (listing.gicsCode ? (catalog().gicsNode(listing.gicsCode) ?? null) : null),
    }),
    isin: t.exposeString('isin', {
      nullable: true,
      description: 'International securities identification number, where certain.',
    }),
    website: t.exposeString('website', { nullable: true, description: 'Home page, where certain.' }),
    marketCapUsd: t.exposeFloat('marketCapUsd', {
      nullable: true,
      description: 'Market capitalisation in US dollars, two significant digits.',
    }),
    description: t.exposeString('description', { description: 'What it makes or does, in one sentence.' }),
    memberships: t.field({
      type: [MembershipType],
      description: 'Its parts in megatrends.',
      complexity: { field: 1, multiplier: 5 },
      resolve: (listing) => [...catalog().membershipsOf(listing.id)],
    }),
    relations: t.field({
      type: [RelationType],
      description: 'Edges of the knowledge graph that start or end here.',
      complexity: { field: 1, multiplier: 50 },
      resolve: (listing) => [...catalog().relationsOf(listing.id)],
    }),
  }),
})

/** A listing's part in a megatrend. */
const MembershipType = builder.objectRef<Membership>('Membership')
builder.node(MembershipType, {
  id: { resolve: (member) => `${member.listingId}:${member.nodeId}`, description: 'Global id.' },
  loadMany: (ids) => ids.map((id) => membershipOf(id) ?? null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'nodeId' in value && 'listingId' in value,
  description: "A listing's part in a megatrend.",
  fields: (t) => ({
    stock: t.field({
      type: StockType,
      nullable: true,
      description: 'The member.',
      resolve: (member) => catalog().listing(member.listingId) ?? null,
    }),
    megatrend: t.field({
      type: MegatrendType,
      nullable: true,
      description: 'The trend.',
      resolve: (member) => catalog().megatrend(member.nodeId) ?? null,
    }),
    role: t.exposeString('role', { description: 'leader, enabler, adopter, infrastructure_provider or beneficiary.' }),
    exposure: t.exposeString('exposure', { description: 'core = pure play, secondary = peripheral.' }),
    reason: t.exposeString('reason', { description: 'Why, in one line.' }),
  }),
})

/** An edge of the knowledge graph. */
const RelationType = builder.objectRef<Relation>('Relation')
builder.node(RelationType, {
  id: { resolve: (edge) => `${edge.sourceId}:${edge.targetId}:${edge.type}`, description: 'Global id.' },
  loadMany: (ids) => ids.map((id) => relationOf(id) ?? null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'sourceId' in value,
  description: 'A typed, weighted edge of the knowledge graph.',
  fields: (t) => ({
    type: t.exposeString('type', {
      description:
        'supplier, competitor, partner, parent, input, output, rate, fx or line; competitor and partner hold both ways.',
    }),
    source: t.field({
      type: StockType,
      nullable: true,
      description: 'Where it starts.',
      resolve: (edge) => catalog().listing(edge.sourceId) ?? null,
    }),
    target: t.field({
      type: StockType,
      nullable: true,
      description: 'Where it ends.',
      resolve: (edge) => catalog().listing(edge.targetId) ?? null,
    }),
    weight: t.exposeFloat('weight', { description: 'Importance for the target, 0 to 1.' }),
    sign: t.int({
      nullable: true,
      description: 'What a rise of the source does to the target; only for rate and fx.',
      resolve: (edge) => edge.sign,
    }),
    note: t.exposeString('note', { description: 'Why, in a few words.' }),
  }),
})

function membershipOf(id: string): Membership | undefined {
  const [listingId, nodeId] = id.split(':').map(Number)
  return catalog()
    .membershipsOf(listingId ?? 0)
    .find((member) => member.nodeId === nodeId)
}

function relationOf(id: string): Relation | undefined {
  const [sourceId, targetId, type] = id.split(':')
  return catalog()
    .relationsOf(Number(sourceId))
    .find((edge) => edge.sourceId === Number(sourceId) && edge.targetId === Number(targetId) && edge.type === type)
}

builder.queryFields((t) => ({
  stock: t.field({
    type: StockType,
    description: 'One listing. An unknown one is the error UNKNOWN_TICKER, with the ticker most likely meant.',
    nullable: true,
    args: {
      id: t.arg.string({
        required: true,
        description: 'Ticker in any letter case (AAPL, 7203.JP) or integer listing id.',
      }),
    },
    resolve: (_, { id }) => catalog().require(id),
  }),
}))

builder.objectFields(MegatrendType, (t) => ({
  members: t.field({
    type: [MembershipType],
    description: 'Memberships in this node and everything under it, largest companies first.',
    // Families have hundreds.
    complexity: { field: 1, multiplier: 200 },
    resolve: (node) => membersOf(node.nodeId),
  }),
  memberCount: t.int({
    description: 'Listings in this node and everything under it.',
    resolve: (node) => catalog().memberIdsIn(node.nodeId).length,
  }),
}))

function membersOf(nodeId: number): Membership[] {
  const size = (member: Membership) => catalog().listing(member.listingId)?.marketCapUsd ?? 0
  return catalog()
    .membershipsIn(nodeId)
    .toSorted((a, b) => size(b) - size(a) || a.listingId - b.listingId)
}
