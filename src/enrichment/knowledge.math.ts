/** The vocabulary enrichment speaks: what it knows of the world, what goes in, what comes out. */

/** The eight business aspects a story can touch. */
export const ASPECTS = [
  'demand',
  'technology',
  'capital',
  'competition',
  'regulation',
  'supply',
  'pricing',
  'geopolitics',
] as const
export type Aspect = (typeof ASPECTS)[number]

/** Bullish, bearish or unclear for one asset. */
export const DIRECTIONS = ['pos', 'neg', 'ambiguous'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** The part an asset plays in a megatrend. */
export const ROLES = ['leader', 'enabler', 'adopter', 'infrastructure_provider', 'beneficiary'] as const
export type Role = (typeof ROLES)[number]

/** `core` = pure play in the trend, `secondary` = peripheral. */
export const EXPOSURES = ['core', 'secondary'] as const
export type Exposure = (typeof EXPOSURES)[number]

/** The kinds of asset a listing can be. */
export const ASSET_TYPES = ['stock', 'etf', 'crypto', 'commodity', 'forex', 'bond', 'money_market'] as const
export type AssetType = (typeof ASSET_TYPES)[number]

/** Typed edges of the knowledge graph. `competitor` and `partner` hold both ways; the others run source -> target. A `line`'s
 * target is a further share class or depositary receipt of its source: news of the one is news of the other. */
export const RELATION_TYPES = [
  'supplier',
  'competitor',
  'partner',
  'parent',
  'input',
  'output',
  'rate',
  'fx',
  'line',
] as const
export type RelationType = (typeof RELATION_TYPES)[number]

/** One asset the linker can recognise. */
export interface KnownAsset {
  readonly id: number
  /** Canonical ticker, `SYMBOL.EXCHANGE`. */
  readonly ticker: string
  readonly symbol: string
  /** Listed name, "Apple Inc." */
  readonly name: string
  /** Names the press uses, most usual first. */
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

/** Another name by which the press means an asset: a brand, subsidiary, product, person or nickname. */
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
  /** Lower-case phrases that news about this trend uses. */
  readonly keywords: readonly string[]
}

export interface KnownMembership {
  readonly assetId: number
  readonly nodeId: number
  readonly role: Role
  readonly exposure: Exposure
  readonly reason: string
}

export interface KnownRelation {
  readonly sourceId: number
  readonly targetId: number
  readonly type: RelationType
  /** 0.1-1: importance of the link for the target. */
  readonly weight: number
  /** What a rise of the source does to the target; only for `rate` and `fx`. */
  readonly sign: 1 | -1 | null
}

/** A link between two GICS groups, used where no company link is known. */
interface KnownSectorLink {
  readonly sourceGics: string
  readonly targetGics: string
  readonly type: 'supplier' | 'competitor'
  readonly weight: number
}

/** Everything enrichment knows; built once from the reference data. */
export interface Knowledge {
  readonly assets: readonly KnownAsset[]
  readonly aliases: readonly KnownAlias[]
  readonly megatrends: readonly KnownMegatrend[]
  readonly memberships: readonly KnownMembership[]
  readonly relations: readonly KnownRelation[]
  readonly sectorLinks: readonly KnownSectorLink[]
}

/** One article as it arrives. */
export interface ArticleText {
  readonly title: string
  readonly text?: string | undefined
  /** Names to judge even when the graph does not know them. */
  readonly entities?: readonly string[] | undefined
}

/** A place in the title or text where an asset or a given entity is meant. Offsets are UTF-16 units into `field`. */
export interface Mention {
  /** Key of what is meant: an asset id, or `entity:N` for the N-th given name. */
  readonly key: string
  readonly field: 'title' | 'text'
  readonly start: number
  readonly end: number
  /** What kind of asset is meant, where known: a commodity has no margins and a company no yield. */
  readonly assetType?: AssetType | undefined
}

/** The verdict on one mentioned key. `score` runs -1 (bad) .. 1 (good). */
export interface Verdict {
  readonly direction: Direction
  readonly score: number
  readonly aspect: Aspect
  /** The words that decided, for the rationale: "raises profit outlook". Empty when nothing did. */
  readonly because: string
}

/** The effect of one article on one asset. */
export interface AssetImpact {
  readonly assetId: number
  readonly direction: Direction
  readonly aspect: Aspect
  /** 1 = one company or narrow, 2 = cohort-wide or systemic. */
  readonly magnitude: 1 | 2
  /** True when the article names the company. */
  readonly tagged: boolean
  readonly role: Role | null
  readonly exposure: Exposure | null
  /** 0-1: how much the article is about this asset. */
  readonly relevance: number
  readonly rationale: string
  /** 0 = named, 1.. = reached through the graph. */
  readonly hop: number
  /** Asset ids from the named asset to this one, both included; one element when named. */
  readonly path: readonly number[]
}

/** A megatrend an article speaks to. */
export interface TrendHit {
  readonly nodeId: number
  /** 0-1. */
  readonly relevance: number
}

/** All that enrichment says about one article. */
export interface Enrichment {
  /** One sentence. */
  readonly briefText: string
  /** Tokens of contract section 4, most fitting first, at least one. */
  readonly newsTypes: readonly string[]
  /** 1 (low signal) .. 5 (market-moving). */
  readonly impactScore: 1 | 2 | 3 | 4 | 5
  readonly impacts: readonly AssetImpact[]
  readonly megatrends: readonly TrendHit[]
  /** One verdict for each of `ArticleText.entities`, in order; `assetId` when the graph knows the name. */
  readonly entities: readonly (Verdict & { readonly name: string; readonly assetId: number | null })[]
}
