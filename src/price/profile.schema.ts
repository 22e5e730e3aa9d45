import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { costOf } from '../core/cost.ts'
import type { Listing, Membership } from '../listing/catalog.store.ts'
import { catalog } from '../listing/catalog.ts'
import { StockType } from '../listing/listing.schema.ts'
import { market } from './market.ts'
import { currencyOf, noteDataSet } from './price.schema.ts'

/** What is known of a company; facts nobody has given are null. */
interface Profile {
  readonly listing: Listing
}

const ProfileGicsType = builder.objectRef<string>('ProfileGics').implement({
  description: 'Where a company stands in the Global Industry Classification Standard, by name.',
  fields: (t) => {
    const level = (digits: number, description: string) =>
      t.string({ nullable: true, description, resolve: (code) => gicsName(code, digits) })
    return {
      code: t.string({ description: 'Code of the sub-industry.', resolve: (code) => code }),
      sector: level(2, 'Sector.'),
      industryGroup: level(4, 'Industry group.'),
      industry: level(6, 'Industry.'),
      subIndustry: level(8, 'Sub-industry.'),
    }
  },
})

function gicsName(code: string | null, digits: number): string | null {
  return code === null ? null : (catalog().gicsNode(code.slice(0, digits))?.name ?? null)
}

const ProfileTrendType = builder.objectRef<Membership>('ProfileMegatrend').implement({
  description: 'A megatrend the company has a part in.',
  fields: (t) => ({
    nodeId: t.exposeInt('nodeId', { description: 'Node id.' }),
    name: t.string({
      nullable: true,
      description: 'Name of the node.',
      resolve: ({ nodeId }) => catalog().megatrend(nodeId)?.name,
    }),
    exposure: t.exposeString('exposure', { description: 'core or secondary.' }),
    role: t.exposeString('role', { description: 'Part it plays.' }),
  }),
})

/** Market capitalisation in the currency of the quotes, by the latest rate at hand; null where there is none. */
function marketCapOf({ marketCapUsd, currency }: Listing, context: Context): number | null {
  // Pence are how London quotes; a company is worth pounds.
  const money = currency === 'GBX' ? 'GBP' : currency
  if (marketCapUsd === null || money === 'USD') return marketCapUsd
  const rate = rateOf(`${money}USD.FX`, context) ?? inverse(rateOf(`USD${money}.FX`, context))
  return rate === null ? null : Number((marketCapUsd / rate).toPrecision(2))
}

function rateOf(pair: string, context: Context): number | null {
  const listing = catalog().listingByTicker(pair)
  const quote = listing && market().quote(listing.id)
  if (!listing || !quote) return null
  noteDataSet(listing, context)
  return quote.close
}

function inverse(rate: number | null): number | null {
  return rate === null || rate === 0 ? null : 1 / rate
}

const ProfileType = builder.objectRef<Profile>('StockProfile').implement({
  description: 'What a listing is: identity, classification, description, size. What is not known is null.',
  fields: (t) => {
    const unknown = { nullable: true, resolve: () => null } as const
    return {
      stock: t.expose('listing', { type: StockType, description: 'The listing.' }),
      listingId: t.int({ description: 'Integer listing id.', resolve: ({ listing }) => listing.id }),
      ticker: t.string({ description: 'Canonical ticker.', resolve: ({ listing }) => listing.ticker }),
      name: t.string({ description: 'Listed name.', resolve: ({ listing }) => listing.name }),
      type: t.string({ description: 'Kind of asset.', resolve: ({ listing }) => listing.type }),
      exchange: t.string({ description: 'Exchange code.', resolve: ({ listing }) => listing.exchangeCode }),
      exchangeName: t.string({
        nullable: true,
        description: 'Name of the exchange.',
        resolve: ({ listing }) => catalog().exchange(listing.exchangeCode)?.name,
      }),
      country: t.string({
        nullable: true,
        description: 'Country, ISO 3166 alpha-2.',
        resolve: ({ listing }) => listing.country,
      }),
      currency: t.string({
        description: 'Currency of its quotes; GBX is pence.',
        resolve: ({ listing }) => currencyOf(listing),
      }),
      isin: t.string({ nullable: true, description: 'ISIN, where certain.', resolve: ({ listing }) => listing.isin }),
      figi: t.string({ ...unknown, description: 'Financial instrument global identifier.' }),
      gics: t.field({
        type: ProfileGicsType,
        nullable: true,
        description: 'Industry classification; null for what is no stock.',
        resolve: ({ listing }) => listing.gicsCode,
      }),
      sector: t.string({
        nullable: true,
        description: 'Name of the GICS sector.',
        resolve: ({ listing }) => gicsName(listing.gicsCode, 2),
      }),
      industry: t.string({
        nullable: true,
        description: 'Name of the GICS industry.',
        resolve: ({ listing }) => gicsName(listing.gicsCode, 6),
      }),
      description: t.string({
        nullable: true,
        description: 'What it makes or does.',
        resolve: ({ listing }) => listing.description || null,
      }),
      website: t.string({ nullable: true, description: 'Home page.', resolve: ({ listing }) => listing.website }),
      employees: t.int({ ...unknown, description: 'People employed.' }),
      marketCap: t.float({
        nullable: true,
        description: 'Market capitalisation in the currency of the quotes, pounds for GBX; two significant digits.',
        resolve: ({ listing }, _, context) => marketCapOf(listing, context),
      }),
      marketCapUsd: t.float({
        nullable: true,
        description: 'Market capitalisation in US dollars.',
        resolve: ({ listing }) => listing.marketCapUsd,
      }),
      sharesOutstanding: t.float({ ...unknown, description: 'Shares outstanding.' }),
      ipoDate: t.field({ ...unknown, type: 'Date', description: 'First day of trading.' }),
      fiscalYearEnd: t.string({ ...unknown, description: 'Month and day the fiscal year ends, MM-DD.' }),
      megatrends: t.field({
        type: [ProfileTrendType],
        description: 'Megatrends it has a part in.',
        resolve: ({ listing }) => [...catalog().membershipsOf(listing.id)],
      }),
      dataSet: t.string({
        nullable: true,
        description: 'Whose market data it has: demo is made up, own was ingested; null without bars.',
        resolve: ({ listing }) => market().dataSet(listing.id),
      }),
    }
  },
})

builder.objectFields(StockType, (t) => ({
  profile: t.field({
    type: ProfileType,
    nullable: true,
    description: 'What it is. Costs a credit.',
    resolve: (listing, _, context) => {
      context.meter.charge('stockProfile', costOf('stockProfile', 1))
      return { listing }
    },
  }),
}))
