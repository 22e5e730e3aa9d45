import { createEmbedder, type Embedder } from '../core/embedding.math.ts'
import { ApiError } from '../core/errors.ts'
import { log } from '../core/log.ts'
import type { Notifications } from '../core/notifications.ts'
import type { Knowledge } from '../enrichment/knowledge.math.ts'
import { subtreeRange } from '../megatrend/node-range.math.ts'
import {
  type CatalogRows,
  type Exchange,
  type GicsNode,
  type Listing,
  type Megatrend,
  type Membership,
  type Relation,
  readCatalogRows,
} from './catalog.store.ts'
import { createFactsIndex, type FactsAsked, type FactsIndex } from './facts-index.math.ts'
import { createResolver, type Resolver } from './resolve.math.ts'
import { SYNONYMS } from './synonyms.source.ts'
import { createTickerIndex, type TickerIndex } from './ticker.math.ts'

/** The reference data in memory, indexed; one immutable snapshot. */
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
    this.#relationsByListing = Map.groupBy(
      rows.relations.flatMap((relation) => [
        { end: relation.sourceId, relation },
        { end: relation.targetId, relation },
      ]),
      ({ end }) => end,
    )
      .entries()
      .reduce(
        (index, [end, ends]) =>
          index.set(
            end,
            ends.map(({ relation }) => relation),
          ),
        new Map<number, Relation[]>(),
      )
    this.#aliasesByListing = Map.groupBy(rows.aliases, (alias) => alias.listingId)
      .entries()
      .reduce(
        (index, [id, aliases]) =>
          index.set(
            id,
            aliases.map(({ alias }) => alias),
          ),
        new Map<number, string[]>(),
      )
  }

  #resolver: Resolver | undefined
  #tickers: TickerIndex | undefined

  /** Finds listings by whatever a caller may call them; built at first use. */
  get resolver(): Resolver {
    this.#resolver ??= createResolver(
      this.rows.listings.map((listing) => ({
        ...listing,
        country: listing.country ?? '',
        exchange: listing.exchangeCode,
        aliases: this.aliasesOf(listing.id),
      })),
      { exchanges: this.rows.exchanges, synonyms: SYNONYMS },
    )
    return this.#resolver
  }

  #embedder: Embedder | undefined

  /** Closeness of meaning, learnt from the words of this catalogue. */
  get embedder(): Embedder {
    this.#embedder ??= createEmbedder(
      [
        ...this.rows.listings.map((listing) => [listing.name, ...listing.shortNames, listing.description].join(' ')),
        ...this.rows.megatrends.map((node) => [node.name, node.description, ...node.keywords].join(' ')),
      ],
      { synonyms: SYNONYMS },
    )
    return this.#embedder
  }

  get #tickerIndex(): TickerIndex {
    this.#tickers ??= createTickerIndex(this.rows.listings, this.rows.exchanges)
    return this.#tickers
  }

  /** Builds what is built at first use, so that no caller waits for it. */
  warm(): this {
    this.resolver('warm', { limit: 1 })
    this.embedder.embed('warm')
    this.#tickerIndex.find('warm')
    this.listingIdsWhere({})
    return this
  }

  /** The listing of an `{id}`: a ticker in any letter case or an integer listing id. */
  find(id: string): Listing | null {
    const number = /^\d{1,9}$/.test(id) ? this.#byId.get(Number(id)) : undefined
    if (number) return number
    const found = this.#tickerIndex.find(id)
    return found === null ? null : (this.#byId.get(found) ?? null)
  }

  /** The listing of an `{id}`; throws 404 with the ticker most likely meant. */
  require(id: string, param = 'id'): Listing {
    const listing = this.find(id)
    if (listing) return listing
    const meant = this.#tickerIndex.suggest(id)
    const shown = id.slice(0, 40).replaceAll(/[^ -~]/g, '?')
    throw new ApiError('unknown_ticker', `There is no listing "${shown}".${meant ? ` Did you mean ${meant}?` : ''}`, {
      param,
      ...(meant ? { did_you_mean: meant } : {}),
    })
  }

  /** Everything listed, of every kind. */
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

  /** A node by its id. */
  megatrend(nodeId: number): Megatrend | undefined {
    return this.#megatrends.get(nodeId)
  }

  /** A node by id or slug, as paths and arguments write it. */
  findMegatrend(idOrSlug: string): Megatrend | undefined {
    return /^\d{8}$/.test(idOrSlug) ? this.#megatrends.get(Number(idOrSlug)) : this.#slugs.get(idOrSlug)
  }

  /** The nodes directly under a node. */
  childrenOf(nodeId: number): Megatrend[] {
    return this.rows.megatrends.filter((node) => node.parentId === nodeId)
  }

  membershipsOf(listingId: number): readonly Membership[] {
    return this.#membershipsByListing.get(listingId) ?? []
  }

  /** Memberships in a node or anything under it. */
  membershipsIn(nodeId: number): Membership[] {
    const { first, last } = subtreeRange(nodeId)
    return [...this.#membershipsByNode].flatMap(([id, memberships]) => (id >= first && id <= last ? memberships : []))
  }

  /** Ids of the listings in a node or anything under it. */
  memberIdsIn(nodeId: number): number[] {
    return [...new Set(this.membershipsIn(nodeId).map((member) => member.listingId))]
  }

  relationsOf(listingId: number): readonly Relation[] {
    return this.#relationsByListing.get(listingId) ?? []
  }

  aliasesOf(listingId: number): readonly string[] {
    return this.#aliasesByListing.get(listingId) ?? []
  }

  #facts: FactsIndex | undefined

  /** Ids of the listings that fit all given facts. */
  listingIdsWhere(facts: FactsAsked): readonly number[] {
    this.#facts ??= createFactsIndex(this.rows.listings)
    return this.#facts(facts)
  }

  /** The same facts in the words enrichment speaks. */
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

let current: Catalog | null = null

/** The present snapshot. */
export function catalog(): Catalog {
  if (!current) throw new Error('The catalogue is not open yet.')
  return current
}

/** Reads the catalogue and keeps it fresh: a change of reference data shows within seconds, on every instance. */
export async function openCatalog(notifications: Notifications | null): Promise<void> {
  current = new Catalog(await readCatalogRows())
  const reload = async () => {
    try {
      current = new Catalog(await readCatalogRows()).warm()
    } catch (error) {
      log.error({ err: error }, 'the catalogue could not be read again')
    }
  }
  let pending: NodeJS.Timeout | undefined
  notifications?.on('reference_changed', () => {
    // Loads come in bursts, one notice a kind: read once, shortly after the last.
    clearTimeout(pending)
    pending = setTimeout(reload, 300)
  })
}
