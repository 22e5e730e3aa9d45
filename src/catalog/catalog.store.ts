import { inTransaction } from '../core/database/db.ts'
import { sharedTexts } from '../core/database/shared-texts.ts'
import type { AssetType, Exposure, MegatrendLayer, RelationType, Role } from './knowledge.pure.ts'

/** A listing of the catalogue: one tradable line on one exchange. */
export interface Listing {
  readonly id: number
  readonly ticker: string
  readonly symbol: string
  readonly name: string
  readonly shortNames: readonly string[]
  readonly formerNames: readonly string[]
  readonly exchangeCode: string
  /** ISO 3166 alpha-2; null for assets of no country. */
  readonly country: string | null
  readonly currency: string
  readonly type: AssetType
  readonly gicsCode: string | null
  readonly isin: string | null
  readonly website: string | null
  /** Stored market value. Rows show the current one, `computeMarketCap`; this one ranks names and weighs news. */
  readonly marketCapUsd: number | null
  /** The whole company in units of this listing: shares, or receipts it would be divided into. */
  readonly sharesOutstanding: number | null
  readonly employees: number | null
  /** `YYYY-MM-DD`, or `YYYY` where only the year is known. */
  readonly ipoDate: string | null
  /** `MM-DD`. */
  readonly fiscalYearEnd: string | null
  readonly description: string
}

/** A stock exchange, or a pseudo exchange that groups assets without one (coins, commodities, currencies, yields, rates). */
export interface Exchange {
  readonly code: string
  readonly name: string
  readonly mic: string | null
  readonly country: string | null
  readonly currency: string | null
  readonly timezone: string | null
  readonly alsoWritten: readonly string[]
}

/** A node of the GICS tree. */
export interface GicsNode {
  readonly code: string
  readonly name: string
}

/** A node of the megatrend taxonomy. */
export interface Megatrend {
  readonly nodeId: number
  readonly parentId: number | null
  readonly name: string
  readonly slug: string
  readonly tier: 1 | 2 | 3
  readonly layer: MegatrendLayer
  readonly description: string
  readonly keywords: readonly string[]
}

/** A listing's membership in a megatrend. */
export interface Membership {
  readonly listingId: number
  readonly nodeId: number
  readonly role: Role
  readonly exposure: Exposure
  readonly reason: string
}

/** An edge of the knowledge graph. */
export interface Relation {
  readonly sourceId: number
  readonly targetId: number
  readonly type: RelationType
  readonly weight: number
  readonly sign: 1 | -1 | null
  readonly note: string
}

/** All rows of the catalogue, read in one database snapshot. */
export interface CatalogRows {
  readonly listings: readonly Listing[]
  readonly aliases: readonly {
    listingId: number
    alias: string
    kind: 'brand' | 'subsidiary' | 'product' | 'person' | 'nickname'
  }[]
  readonly exchanges: readonly Exchange[]
  readonly gics: readonly GicsNode[]
  readonly megatrends: readonly Megatrend[]
  readonly memberships: readonly Membership[]
  readonly relations: readonly Relation[]
  readonly sectorLinks: readonly {
    sourceGics: string
    targetGics: string
    type: 'supplier' | 'competitor'
    weight: number
  }[]
}

const SELECTS = {
  listings: `SELECT id, ticker, symbol, name, short_names AS "shortNames", former_names AS "formerNames", exchange AS "exchangeCode", country,
      currency, type, gics AS "gicsCode", isin, website, market_cap_usd AS "marketCapUsd", shares_outstanding AS "sharesOutstanding", employees,
      ipo_date AS "ipoDate", fiscal_year_end AS "fiscalYearEnd", description FROM listing ORDER BY id`,
  aliases: `SELECT listing_id AS "listingId", alias, kind FROM listing_alias ORDER BY listing_id, alias`,
  exchanges: `SELECT code, name, mic, country, currency, timezone, also_written AS "alsoWritten" FROM exchange ORDER BY code`,
  gics: `SELECT code, name FROM gics_node ORDER BY code`,
  megatrends: `SELECT node_id AS "nodeId", parent_id AS "parentId", name, slug, tier, layer, description, keywords FROM megatrend ORDER BY node_id`,
  memberships: `SELECT listing_id AS "listingId", node_id AS "nodeId", role, exposure, reason FROM membership ORDER BY listing_id, node_id`,
  relations: `SELECT source_id AS "sourceId", target_id AS "targetId", type, weight, sign, note FROM relation ORDER BY source_id, target_id, type`,
  sectorLinks: `SELECT source_gics AS "sourceGics", target_gics AS "targetGics", type, weight FROM sector_link ORDER BY 1, 2, 3`,
} as const

/** Reads all reference data in one read-only, repeatable-read transaction. */
export function readCatalogRows(): Promise<CatalogRows> {
  return inTransaction(
    async (client) => ({
      listings: (await client.query({ text: SELECTS.listings, types: sharedTexts() })).rows,
      aliases: (await client.query({ text: SELECTS.aliases, types: sharedTexts() })).rows,
      exchanges: (await client.query({ text: SELECTS.exchanges, types: sharedTexts() })).rows,
      gics: (await client.query({ text: SELECTS.gics, types: sharedTexts() })).rows,
      megatrends: (await client.query({ text: SELECTS.megatrends, types: sharedTexts() })).rows,
      memberships: (await client.query({ text: SELECTS.memberships, types: sharedTexts() })).rows,
      relations: (await client.query({ text: SELECTS.relations, types: sharedTexts() })).rows,
      sectorLinks: (await client.query({ text: SELECTS.sectorLinks, types: sharedTexts() })).rows,
    }),
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  )
}
