import { enumeration } from '../core/input/enumeration.pure.ts'

/** Types of the knowledge graph: asset types, megatrend roles and exposures, relation types, and the graph that enrichment takes. */

/** Role of a listing in a megatrend. */
export const ROLE = enumeration('Role', 'Role of a listing in a megatrend.', {
  leader: 'Leads the trend.',
  enabler: 'Supplies the components, materials or tools of the trend.',
  adopter: 'Uses the trend in its own business.',
  infrastructure_provider: 'Operates networks, plants or platforms that the trend needs.',
  beneficiary: 'Gains from the trend without taking part in it.',
})
export const ROLES = ROLE.tokens
export type Role = (typeof ROLES)[number]

/** Exposure of a listing's business to a megatrend. */
export const EXPOSURE = enumeration('Exposure', "Exposure of a listing's business to a megatrend.", {
  core: 'Pure play: the trend is its main business.',
  secondary: 'The trend is a smaller part of its business.',
})
export const EXPOSURES = EXPOSURE.tokens
export type Exposure = (typeof EXPOSURES)[number]

/** Asset types of listings. */
export const ASSET_TYPE = enumeration('ListingType', 'Asset type of a listing.', {
  stock: 'Share of a company.',
  etf: 'Exchange-traded fund.',
  crypto: 'Cryptocurrency.',
  commodity: 'Commodity contract.',
  forex: 'Currency pair.',
  bond: 'Government bond yield.',
  money_market: 'Money-market rate.',
})
export const ASSET_TYPES = ASSET_TYPE.tokens
export type AssetType = (typeof ASSET_TYPES)[number]

/** Types of the edges of the knowledge graph. */
export const RELATION_TYPE = enumeration(
  'RelationType',
  'Type of an edge of the knowledge graph. competitor and partner are symmetric; the others are directed from source to target.',
  {
    supplier: 'The source sells to the target.',
    competitor: 'Source and target compete.',
    partner: 'Source and target cooperate.',
    parent: 'The source owns all or a large part of the target.',
    input: 'The source is a commodity the target buys.',
    output: 'The source is a commodity the target sells.',
    rate: 'The source is an interest rate that moves the target.',
    fx: 'The source is a currency pair that moves the target.',
    line: 'The target is another share class or a depositary receipt of the source; news about one applies to both.',
  },
)
export const RELATION_TYPES = RELATION_TYPE.tokens
export type RelationType = (typeof RELATION_TYPES)[number]

/** Layers of the economy that megatrends belong to. */
export const MEGATREND_LAYER = enumeration('MegatrendLayer', 'Layer of the economy a megatrend belongs to.', {
  technology: 'New technologies and the products they make possible.',
  infrastructure: 'Networks, plants and platforms.',
  demand: 'Demand of consumers and companies.',
  resources: 'Raw materials, energy, food and water.',
  policy: 'Laws, tariffs and public spending.',
  society: 'Demographics, lifestyles and work.',
  finance: 'Money, markets and payments.',
})
export type MegatrendLayer = (typeof MEGATREND_LAYER.tokens)[number]

/** An asset that the entity linker can recognise. */
export interface KnownAsset {
  readonly id: number
  /** Canonical ticker, `SYMBOL.EXCHANGE`. */
  readonly ticker: string
  readonly symbol: string
  /** Listed name, "Apple Inc." */
  readonly name: string
  /** Names used in the press, most common first. */
  readonly shortNames: readonly string[]
  readonly formerNames: readonly string[]
  readonly type: AssetType
  /** ISO 3166 alpha-2. */
  readonly country: string
  /** 8-digit GICS code; null for assets that are not stocks. */
  readonly gics: string | null
  readonly marketCapUsd: number | null
  readonly description: string
}

/** Another name for an asset in the press: a brand, subsidiary, product, person or nickname. */
interface KnownAlias {
  readonly alias: string
  readonly assetId: number
  readonly kind: 'brand' | 'subsidiary' | 'product' | 'person' | 'nickname'
}

/** A node of the megatrend taxonomy. */
export interface KnownMegatrend {
  readonly nodeId: number
  readonly parentId: number | null
  readonly name: string
  readonly tier: 1 | 2 | 3
  /** Lower-case phrases that occur in news about this trend. */
  readonly keywords: readonly string[]
}

/** That an asset belongs to a megatrend, in which role and how much of it. */
export interface KnownMembership {
  readonly assetId: number
  readonly nodeId: number
  readonly role: Role
  readonly exposure: Exposure
  readonly reason: string
}

/** A link between two assets along which effects pass. */
export interface KnownRelation {
  readonly sourceId: number
  readonly targetId: number
  readonly type: RelationType
  /** Importance of the link for the target, 0.1 to 1. */
  readonly weight: number
  /** Effect on the target when the source rises; null except for `rate` and `fx`. */
  readonly sign: 1 | -1 | null
  /** What passes or is competed for: "supplier of tyres"; empty where unknown. */
  readonly note: string
}

/** A link between two GICS groups, used where no link between companies is known. */
interface KnownSectorLink {
  readonly sourceGics: string
  readonly targetGics: string
  readonly type: 'supplier' | 'competitor'
  readonly weight: number
}

/** The knowledge graph that enrichment takes, built from the reference data. */
export interface Knowledge {
  readonly assets: readonly KnownAsset[]
  readonly aliases: readonly KnownAlias[]
  readonly megatrends: readonly KnownMegatrend[]
  readonly memberships: readonly KnownMembership[]
  readonly relations: readonly KnownRelation[]
  readonly sectorLinks: readonly KnownSectorLink[]
}
