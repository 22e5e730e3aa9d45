import { z } from 'zod'
import { builder } from '../core/graphql/builder.ts'
import { enumType } from '../core/graphql/enum-type.ts'
import { enumeration } from '../core/input/enumeration.pure.ts'
import { objectKey } from '../core/input/text-rule.ts'
import type { Exchange, GicsNode, Listing, Membership, Relation } from './catalog.store.ts'
import { catalog } from './catalog.ts'
import { classifyGicsLevel, findMembership, findRelation, listMembers } from './graph-lookup.ts'
import { ASSET_TYPE, EXPOSURE, RELATION_TYPE, ROLE } from './knowledge.pure.ts'
import { MegatrendType } from './taxonomy/megatrend.schema.ts'

const ListingTypeEnum = enumType(ASSET_TYPE)
export const RoleEnum = enumType(ROLE)
export const ExposureEnum = enumType(EXPOSURE)
const RelationTypeEnum = enumType(RELATION_TYPE)
const GicsLevelEnum = enumType(
  enumeration('GicsLevel', 'Level of the Global Industry Classification Standard.', {
    sector: 'Two digits.',
    industry_group: 'Four digits.',
    industry: 'Six digits.',
    sub_industry: 'Eight digits.',
  }),
)

/** The exchange of a listing. */
const ExchangeType = builder.objectRef<Exchange>('Exchange')
builder.node(ExchangeType, {
  description:
    'A stock exchange, or a pseudo exchange that groups assets without one: CC (crypto), COMM (commodities), FX (currencies), GB (government bond yields), MM (money-market rates).',
  id: { resolve: (exchange) => exchange.code, description: 'Global id.' },
  loadMany: (codes) => codes.map((code) => catalog().exchange(code) ?? null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'alsoWritten' in value,
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Exchange code, the suffix of its tickers, such as US or JP.' }),
    name: t.exposeString('name', { description: 'Full name.' }),
    mic: t.exposeString('mic', { nullable: true, description: 'Market identifier code (ISO 10383).' }),
    country: t.expose('country', { type: 'CountryCode', nullable: true, description: 'Country of the exchange.' }),
    currency: t.expose('currency', { type: 'Currency', nullable: true, description: 'Usual quote currency.' }),
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
    code: t.exposeString('code', { description: 'GICS code of 2, 4, 6 or 8 digits.' }),
    name: t.exposeString('name', { description: 'Name of the node.' }),
    level: t.field({
      type: GicsLevelEnum,
      description: 'Level of the node.',
      resolve: (node) => classifyGicsLevel(node.code),
    }),
    parent: t.field({
      type: GicsNodeType,
      nullable: true,
      description: 'Parent node; null for a sector.',
      resolve: (node) => catalog().gicsNode(node.code.slice(0, -2)) ?? null,
    }),
  }),
})

/** A listing: one tradable line on one exchange. */
export const StockType = builder.objectRef<Listing>('Stock')
builder.node(StockType, {
  description:
    'A listing: a stock, exchange-traded fund, cryptocurrency, commodity, currency pair, government bond yield or money-market rate.',
  id: { resolve: (listing) => String(listing.id), description: 'Global id.' },
  loadMany: (ids) => ids.map((id) => catalog().listing(Number(id)) ?? null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'exchangeCode' in value,
  fields: (t) => ({
    listingId: t.exposeInt('id', { description: 'Integer listing id; REST paths take it as {id}.' }),
    issuerId: t.int({
      description: 'Issuer id, the same for all share classes and depositary receipts of a company.',
      resolve: (listing) => catalog().issuerIdOf(listing.id),
    }),
    ticker: t.exposeString('ticker', { description: 'Canonical ticker, SYMBOL.EXCHANGE.' }),
    symbol: t.exposeString('symbol', { description: 'Ticker without exchange.' }),
    name: t.exposeString('name', { description: 'Listed name.' }),
    shortNames: t.stringList({
      description: 'Names used in the press, most common first.',
      resolve: (listing) => [...listing.shortNames],
    }),
    aliases: t.stringList({
      description: 'Brands, subsidiaries, products, people and nicknames that refer to it in the press.',
      resolve: (listing) => [...catalog().aliasesOf(listing.id)],
    }),
    type: t.expose('type', { type: ListingTypeEnum, description: 'Asset type.' }),
    exchange: t.field({
      type: ExchangeType,
      nullable: true,
      description: 'Exchange.',
      resolve: (listing) => catalog().exchange(listing.exchangeCode) ?? null,
    }),
    exchangeCode: t.exposeString('exchangeCode', { description: 'Exchange code, the suffix of the ticker.' }),
    country: t.expose('country', { type: 'CountryCode', nullable: true, description: 'Country of the company.' }),
    currency: t.expose('currency', { type: 'Currency', description: 'Quote currency; GBX is pence sterling.' }),
    gics: t.field({
      type: GicsNodeType,
      nullable: true,
      description: 'GICS sub-industry; null for assets that are not stocks.',
      resolve: (listing) => (listing.gicsCode ? (catalog().gicsNode(listing.gicsCode) ?? null) : null),
    }),
    isin: t.exposeString('isin', {
      nullable: true,
      description: 'International Securities Identification Number; null when not confirmed.',
    }),
    website: t.expose('website', {
      type: 'URL',
      nullable: true,
      description: 'URL of the home page; null when not confirmed.',
    }),
    description: t.exposeString('description', { description: 'Business description in one sentence.' }),
    memberships: t.field({
      type: [MembershipType],
      description: 'Megatrends it belongs to.',
      resolve: (listing) => [...catalog().membershipsOf(listing.id)],
    }),
    relations: t.field({
      type: [RelationType],
      description: 'Edges of the knowledge graph from or to this listing.',
      resolve: (listing) => [...catalog().relationsOf(listing.id)],
    }),
  }),
})

/** A listing's membership in a megatrend. */
const MembershipType = builder.objectRef<Membership>('Membership')
builder.node(MembershipType, {
  id: { resolve: (member) => `${member.listingId}:${member.nodeId}`, description: 'Global id.' },
  loadMany: (ids) => ids.map((id) => findMembership(id) ?? null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'nodeId' in value && 'listingId' in value,
  description: "A listing's membership in a megatrend.",
  fields: (t) => ({
    stock: t.field({
      type: StockType,
      nullable: true,
      description: 'Member listing.',
      resolve: (member) => catalog().listing(member.listingId) ?? null,
    }),
    megatrend: t.field({
      type: MegatrendType,
      nullable: true,
      description: 'Megatrend.',
      resolve: (member) => catalog().megatrend(member.nodeId) ?? null,
    }),
    role: t.expose('role', { type: RoleEnum, description: 'Role in the megatrend.' }),
    exposure: t.expose('exposure', { type: ExposureEnum, description: 'Exposure of its business to the megatrend.' }),
    reason: t.exposeString('reason', { description: 'Reason for the membership.' }),
  }),
})

/** An edge of the knowledge graph. */
const RelationType = builder.objectRef<Relation>('Relation')
builder.node(RelationType, {
  id: { resolve: (edge) => `${edge.sourceId}:${edge.targetId}:${edge.type}`, description: 'Global id.' },
  loadMany: (ids) => ids.map((id) => findRelation(id) ?? null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'sourceId' in value,
  description: 'A typed, weighted edge of the knowledge graph.',
  fields: (t) => ({
    type: t.expose('type', { type: RelationTypeEnum, description: 'Type of the edge.' }),
    source: t.field({
      type: StockType,
      nullable: true,
      description: 'Listing at the start of the edge.',
      resolve: (edge) => catalog().listing(edge.sourceId) ?? null,
    }),
    target: t.field({
      type: StockType,
      nullable: true,
      description: 'Listing at the end of the edge.',
      resolve: (edge) => catalog().listing(edge.targetId) ?? null,
    }),
    weight: t.exposeFloat('weight', { description: 'Importance of the link for the target, 0 to 1.' }),
    sign: t.int({
      nullable: true,
      description: 'Effect on the target when the source rises: 1 or -1; null except for rate and fx.',
      resolve: (edge) => edge.sign,
    }),
    note: t.exposeString('note', { description: 'Reason for the edge.' }),
  }),
})

const stockInput = z.strictObject({ id: objectKey('Ticker in any letter case (AAPL, 7203.JP) or integer listing id.') })

builder.queryFields((t) => ({
  stock: t.metered({
    type: StockType,
    cost: 'stock',
    description: 'A listing by ticker or id. An unknown one is the error UNKNOWN_TICKER, with the most similar ticker.',
    input: stockInput,
    resolve: (_, { id }) => catalog().require(id),
  }),
}))

builder.objectFields(MegatrendType, (t) => ({
  members: t.field({
    type: [MembershipType],
    description:
      'Memberships in this node and its subtree, by market capitalisation in the reference data, largest first.',
    resolve: (node) => listMembers(node.nodeId),
  }),
  memberCount: t.int({
    description: 'Number of listings in this node and its subtree.',
    resolve: (node) => catalog().memberIdsIn(node.nodeId).length,
  }),
}))

/** An object that belongs to one listing. */
export interface AboutListing {
  readonly listing: Listing
}

/** Identifying fields of a listing, shared by all rows about one listing. */
export const AboutListingType = builder.interfaceRef<AboutListing>('AboutListing').implement({
  description: 'A row about one listing, with the fields that identify it.',
  fields: (t) => ({
    stock: t.expose('listing', { type: StockType, description: 'The listing.' }),
    listingId: t.int({ description: 'Integer listing id.', resolve: ({ listing }) => listing.id }),
    issuerId: t.int({
      description: 'Issuer id, the same for all share classes and depositary receipts of a company.',
      resolve: ({ listing }) => catalog().issuerIdOf(listing.id),
    }),
    ticker: t.string({ description: 'Canonical ticker.', resolve: ({ listing }) => listing.ticker }),
    symbol: t.string({ description: 'Ticker without exchange.', resolve: ({ listing }) => listing.symbol }),
    name: t.string({ description: 'Listed name.', resolve: ({ listing }) => listing.name }),
    type: t.field({ type: ListingTypeEnum, description: 'Asset type.', resolve: ({ listing }) => listing.type }),
    exchangeCode: t.string({ description: 'Exchange code.', resolve: ({ listing }) => listing.exchangeCode }),
    country: t.field({
      type: 'CountryCode',
      nullable: true,
      description: 'Country of the company.',
      resolve: ({ listing }) => listing.country,
    }),
    gicsCode: t.string({ nullable: true, description: 'GICS code.', resolve: ({ listing }) => listing.gicsCode }),
    isin: t.string({
      nullable: true,
      description: 'ISIN; null when not confirmed.',
      resolve: ({ listing }) => listing.isin,
    }),
  }),
})
