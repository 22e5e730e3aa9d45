import { Prepared } from '../core/call/prepared.ts'
import { ApiError } from '../core/errors.ts'
import { toldText } from '../core/input/told-text.pure.ts'
import { mapInPieces, type Pieces } from '../core/pieces.pure.ts'
import { type Embedder, embedderInPieces } from '../embedding/embedding.pure.ts'
import type { CatalogRows, Exchange, GicsNode, Listing, Megatrend, Membership, Relation } from './catalog.store.ts'
import { COMMODITY_SYMBOLS } from './identity/commodity-symbol.source.ts'
import { findIssuers } from './identity/issuer.pure.ts'
import {
  createListingFilterIndex,
  type ListingFilter,
  type ListingFilterIndex,
} from './identity/listing-filter.pure.ts'
import { type Resolver, resolverInPieces } from './identity/resolve.pure.ts'
import { SYNONYMS } from './identity/synonyms.source.ts'
import { type TickerIndex, tickerIndexInPieces } from './identity/ticker.pure.ts'
import type { Knowledge } from './knowledge.pure.ts'
import { subtreeRange } from './taxonomy/node-range.pure.ts'

/** An immutable, indexed snapshot of the reference data in memory. */
export class Catalog {
  readonly rows: CatalogRows
  readonly #byId: ReadonlyMap<number, Listing>
  readonly #byTicker: ReadonlyMap<string, Listing>
  readonly #exchanges: ReadonlyMap<string, Exchange>
  readonly #gics: ReadonlyMap<string, GicsNode>
  readonly #megatrends: ReadonlyMap<number, Megatrend>
  readonly #slugs: ReadonlyMap<string, Megatrend>
  readonly #membershipsByListing: ReadonlyMap<number, readonly Membership[]>
  readonly #membershipsByNode: ReadonlyMap<number, readonly Membership[]>
  readonly #relationsByListing: ReadonlyMap<number, readonly Relation[]>
  readonly #aliasesByListing: ReadonlyMap<number, readonly string[]>

  constructor(rows: CatalogRows) {
    this.rows = rows
    this.#byId = new Map(rows.listings.map((listing) => [listing.id, listing]))
    this.#byTicker = new Map(rows.listings.map((listing) => [listing.ticker, listing]))
    this.#exchanges = new Map(rows.exchanges.map((exchange) => [exchange.code, exchange]))
    this.#gics = new Map(rows.gics.map((node) => [node.code, node]))
    this.#megatrends = new Map(rows.megatrends.map((node) => [node.nodeId, node]))
    this.#slugs = new Map(rows.megatrends.map((node) => [node.slug, node]))
    this.#membershipsByListing = Map.groupBy(rows.memberships, (membership) => membership.listingId)
    this.#membershipsByNode = Map.groupBy(rows.memberships, (membership) => membership.nodeId)
    this.#relationsByListing = groupValues(
      rows.relations.flatMap((relation) => [
        [relation.sourceId, relation],
        [relation.targetId, relation],
      ]),
    )
    this.#aliasesByListing = groupValues(rows.aliases.map(({ listingId, alias }) => [listingId, alias]))
  }

  readonly #resolver: Prepared<Resolver> = new Prepared(() => resolverOf(this))
  readonly #embedder: Prepared<Embedder> = new Prepared(() => embedderOf(this.rows))
  readonly #tickers: Prepared<TickerIndex> = new Prepared(() =>
    tickerIndexInPieces(this.rows.listings, this.rows.exchanges, COMMODITY_SYMBOLS),
  )

  /** Finds listings by ticker, name, ISIN, alias or description; built on first use. */
  get resolver(): Resolver {
    return this.#resolver.value
  }

  /** Text embedder trained on the names and descriptions of this catalogue; built on first use. */
  get embedder(): Embedder {
    return this.#embedder.value
  }

  /** Finds listings by ticker; built on first use. */
  get tickers(): TickerIndex {
    return this.#tickers.value
  }

  /** Builds the lazily built indexes now, a few milliseconds at a time, so that no request waits for them. */
  async warm(): Promise<this> {
    await this.#tickers.prepare()
    await this.#resolver.prepare()
    await this.#embedder.prepare()
    this.listingIdsWhere({})
    return this
  }

  /** Finds a listing by ticker in any letter case or by integer listing id; null when there is none. */
  find(id: string): Listing | null {
    const number = /^\d{1,9}$/.test(id) ? this.#byId.get(Number(id)) : undefined
    if (number) return number
    const found = this.tickers.find(id)
    return found === null ? null : (this.#byId.get(found) ?? null)
  }

  /** Finds a listing by ticker or id; throws 404 with the most similar ticker when there is none. */
  require(id: string, param = 'id'): Listing {
    const listing = this.find(id)
    if (listing) return listing
    const meant = this.tickers.suggest(id)
    throw new ApiError(
      'unknown_ticker',
      `There is no listing "${toldText(id)}".${meant ? ` Did you mean ${meant}?` : ''}`,
      {
        param,
        ...(meant ? { did_you_mean: meant } : {}),
      },
    )
  }

  /** All listings of every asset type, ordered by id. */
  get listings(): readonly Listing[] {
    return this.rows.listings
  }

  listing(id: number): Listing | undefined {
    return this.#byId.get(id)
  }

  listingByTicker(ticker: string): Listing | undefined {
    return this.#byTicker.get(ticker)
  }

  exchange(code: string): Exchange | undefined {
    return this.#exchanges.get(code)
  }

  gicsNode(code: string): GicsNode | undefined {
    return this.#gics.get(code)
  }

  /** Finds a megatrend node by id. */
  megatrend(nodeId: number): Megatrend | undefined {
    return this.#megatrends.get(nodeId)
  }

  /** Finds a megatrend node by 8-digit id or by slug in any letter case. */
  findMegatrend(idOrSlug: string): Megatrend | undefined {
    return /^\d{8}$/.test(idOrSlug) ? this.#megatrends.get(Number(idOrSlug)) : this.#slugs.get(idOrSlug.toLowerCase())
  }

  /** Direct children of a megatrend node. */
  childrenOf(nodeId: number): Megatrend[] {
    return this.rows.megatrends.filter((node) => node.parentId === nodeId)
  }

  membershipsOf(listingId: number): readonly Membership[] {
    return this.#membershipsByListing.get(listingId) ?? []
  }

  /** Memberships of all lines of a listing's company; of several in one theme the first. */
  membershipsOfCompany(listingId: number): Membership[] {
    const all = this.linesOf(this.issuerIdOf(listingId)).flatMap(({ id }) => this.membershipsOf(id))
    const seen = new Set<number>()
    return all.filter(({ nodeId }) => !seen.has(nodeId) && seen.add(nodeId))
  }

  /** Memberships in the subtree of a megatrend node. */
  membershipsIn(nodeId: number): Membership[] {
    const { first, last } = subtreeRange(nodeId)
    return [...this.#membershipsByNode].flatMap(([id, memberships]) => (id >= first && id <= last ? memberships : []))
  }

  readonly #memberIds = new Map<number, readonly number[]>()

  /** Distinct listing ids in the subtree of a megatrend node. */
  memberIdsIn(nodeId: number): readonly number[] {
    const known = this.#memberIds.get(nodeId)
    if (known) return known
    const ids = [...new Set(this.membershipsIn(nodeId).map((member) => member.listingId))]
    if (this.#megatrends.has(nodeId)) this.#memberIds.set(nodeId, ids)
    return ids
  }

  #issuers: ReadonlyMap<number, number> | undefined

  /** Issuer id of a listing: the lowest listing id among the share classes and receipts of its company. */
  issuerIdOf(listingId: number): number {
    this.#issuers ??= findIssuers(this.rows.relations)
    return this.#issuers.get(listingId) ?? listingId
  }

  #lines: ReadonlyMap<number, readonly Listing[]> | undefined

  /** The main line of a listing's company: the one that has a press name; the listing itself where there is no other. */
  mainLineOf(listingId: number): Listing {
    const lines = this.linesOf(this.issuerIdOf(listingId))
    const main = lines.find(({ shortNames }) => shortNames.length > 0) ?? lines[0]
    if (main === undefined) throw new Error(`Listing ${listingId} is not in the catalogue.`)
    return main
  }

  /** Listings of an issuer, by id: its share classes and depositary receipts; one for most. */
  linesOf(issuerId: number): readonly Listing[] {
    this.#lines ??= Map.groupBy(
      this.rows.listings.filter(({ id }) => this.issuerIdOf(id) !== id),
      ({ id }) => this.issuerIdOf(id),
    )
    const own = this.#byId.get(issuerId)
    return [...(own ? [own] : []), ...(this.#lines.get(issuerId) ?? [])]
  }

  relationsOf(listingId: number): readonly Relation[] {
    return this.#relationsByListing.get(listingId) ?? []
  }

  aliasesOf(listingId: number): readonly string[] {
    return this.#aliasesByListing.get(listingId) ?? []
  }

  #facts: ListingFilterIndex | undefined

  /** Ids of the listings that match all given filters, ordered by id. */
  listingIdsWhere(facts: ListingFilter): readonly number[] {
    this.#facts ??= createListingFilterIndex(this.rows.listings)
    return this.#facts(facts)
  }

  /** Converts the catalogue to the knowledge graph that enrichment takes. */
  knowledge(): Knowledge {
    return {
      assets: this.rows.listings.map((listing) => ({
        ...listing,
        country: listing.country ?? '',
        gics: listing.gicsCode,
      })),
      aliases: this.rows.aliases.map(({ listingId, alias, kind }) => ({ alias, kind, assetId: listingId })),
      megatrends: this.rows.megatrends,
      memberships: this.rows.memberships.map(({ listingId, ...rest }) => ({ ...rest, assetId: listingId })),
      relations: this.rows.relations,
      sectorLinks: this.rows.sectorLinks,
    }
  }
}

/** The values of each key, in the order given. */
function groupValues<Value>(pairs: readonly (readonly [key: number, value: Value])[]): Map<number, Value[]> {
  const groups = new Map<number, Value[]>()
  for (const [key, value] of pairs) {
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

function* resolverOf(catalog: Catalog): Pieces<Resolver> {
  const { listings } = catalog.rows
  const resolvable = yield* mapInPieces(listings, (listing) => ({
    id: listing.id,
    ticker: listing.ticker,
    symbol: listing.symbol,
    name: listing.name,
    shortNames: listing.shortNames,
    formerNames: listing.formerNames,
    aliases: catalog.aliasesOf(listing.id),
    isin: listing.isin,
    country: listing.country ?? '',
    type: listing.type,
    exchange: listing.exchangeCode,
    marketCapUsd: listing.marketCapUsd,
    description: listing.description,
  }))
  return yield* resolverInPieces(resolvable, { tickers: catalog.tickers, synonyms: SYNONYMS })
}

function* embedderOf({ listings, megatrends }: CatalogRows): Pieces<Embedder> {
  const texts = yield* mapInPieces(listings, ({ name, shortNames, description }) =>
    [name, ...shortNames, description].join(' '),
  )
  for (const { name, description, keywords } of megatrends) texts.push([name, description, ...keywords].join(' '))
  return yield* embedderInPieces(texts, { synonyms: SYNONYMS })
}
