import { z } from 'zod'
import { argumentsOf } from '../core/arguments.ts'
import { builder } from '../core/builder.ts'
import { costOf } from '../core/cost.ts'
import { choice, integer, parseInput } from '../core/input.ts'
import { type Page, PageInfoFields } from '../core/page.ts'
import type { Listing, Megatrend, Membership } from '../listing/catalog.store.ts'
import { catalog } from '../listing/catalog.ts'
import { StockType } from '../listing/listing.schema.ts'
import { MegatrendType } from '../megatrend/megatrend.schema.ts'
import { themeLikeness } from './peer.math.ts'

/** `GET /v1/stocks/{id}/peers`, beside the id. */
export const peersInput = z.strictObject({
  exposure: choice('core = pure plays in the same themes, all = peripheral parts too.', ['core', 'all']).default(
    'core',
  ),
  grouped: integer('1 = grouped by theme too, 0 = a flat list.', { min: 0, max: 1 }).default(0),
})

/** A listing with parts in the same themes. */
interface Peer {
  readonly listing: Listing
  /** Its strongest part in a shared theme. */
  readonly membership: Membership
  readonly shared: readonly Megatrend[]
  readonly similarity: number
}

interface PeerGroup {
  readonly node: Megatrend
  readonly peers: readonly Peer[]
}

interface Peers extends Page<Peer> {
  /** Null in a flat list. */
  readonly groups: readonly PeerGroup[] | null
}

/** Peers that are answered at most. */
const PEERS_MAX = 50

const PeerType = builder.objectRef<Peer>('Peer').implement({
  description: 'A listing with parts in the same themes.',
  fields: (t) => ({
    stock: t.expose('listing', { type: StockType, description: 'The peer.' }),
    ticker: t.string({ description: 'Canonical ticker.', resolve: ({ listing }) => listing.ticker }),
    name: t.string({ description: 'Listed name.', resolve: ({ listing }) => listing.name }),
    country: t.string({
      nullable: true,
      description: 'Country, ISO 3166 alpha-2.',
      resolve: ({ listing }) => listing.country,
    }),
    marketCapUsd: t.float({
      nullable: true,
      description: 'Market capitalisation in US dollars.',
      resolve: ({ listing }) => listing.marketCapUsd,
    }),
    exposure: t.string({
      description: 'core or secondary, in the shared theme where it is strongest.',
      resolve: ({ membership }) => membership.exposure,
    }),
    role: t.string({ description: 'Part it plays there.', resolve: ({ membership }) => membership.role }),
    sharedNodes: t.intList({
      description: 'Ids of the shared themes.',
      resolve: ({ shared }) => shared.map((node) => node.nodeId),
    }),
    sharedThemes: t.field({
      type: [MegatrendType],
      description: 'The shared themes.',
      resolve: ({ shared }) => [...shared],
    }),
    similarity: t.exposeFloat('similarity', { description: 'How alike the parts in themes are, 0 to 1.' }),
  }),
})

const PeerGroupType = builder.objectRef<PeerGroup>('PeerGroup').implement({
  description: 'The peers in one theme.',
  fields: (t) => ({
    nodeId: t.int({ description: 'Node id of the theme.', resolve: ({ node }) => node.nodeId }),
    name: t.string({ description: 'Name of the theme.', resolve: ({ node }) => node.name }),
    megatrend: t.expose('node', { type: MegatrendType, description: 'The theme.' }),
    peers: t.field({
      type: [PeerType],
      description: 'Its peers, most alike first.',
      resolve: ({ peers }) => [...peers],
    }),
  }),
})

const PeersType = builder.objectRef<Peers>('Peers').implement({
  description: 'Peers of a listing by shared themes, most alike first.',
  interfaces: [PageInfoFields],
  isTypeOf: () => true,
  fields: (t) => ({
    peers: t.field({ type: [PeerType], description: 'The peers.', resolve: ({ rows }) => [...rows] }),
    groups: t.field({
      type: [PeerGroupType],
      nullable: true,
      description: 'The same peers by theme; null unless grouped.',
      resolve: ({ groups }) => groups?.slice() ?? null,
    }),
  }),
})

function peers(listing: Listing, { exposure, grouped }: z.output<typeof peersInput>): Peers {
  const counts = (member: Membership) => exposure === 'all' || member.exposure === 'core'
  const own = catalog().membershipsOf(listing.id).filter(counts)
  const members = new Map(own.map(({ nodeId }) => [nodeId, catalog().membershipsIn(nodeId).filter(counts)]))
  const known = new Map<number, number>()
  const rarity = (nodeId: number) => {
    const value = known.get(nodeId) ?? 1 / Math.log(2 + catalog().membershipsIn(nodeId).length)
    known.set(nodeId, value)
    return value
  }
  const shared = new Map<number, Megatrend[]>()
  for (const [nodeId, inNode] of members) {
    const node = catalog().megatrend(nodeId)
    for (const id of new Set(inNode.map((member) => member.listingId))) {
      if (node && id !== listing.id) shared.set(id, [...(shared.get(id) ?? []), node])
    }
  }
  const all = [...shared].flatMap(
    ([id, nodes]) => peerOf(id, nodes, catalog().membershipsOf(listing.id), counts, rarity) ?? [],
  )
  all.sort((a, b) => b.similarity - a.similarity || sizeOf(b) - sizeOf(a) || a.listing.id - b.listing.id)
  const rows = all.slice(0, PEERS_MAX)
  const groups = own.flatMap(({ nodeId }) => {
    const node = catalog().megatrend(nodeId)
    return node ? [{ node, peers: rows.filter((peer) => peer.shared.includes(node)) }] : []
  })
  return {
    rows,
    groups: grouped === 1 ? groups : null,
    total: rows.length,
    limit: PEERS_MAX,
    offset: 0,
    all: false,
    ...(own.length === 0 ? { notes: [noteOf(listing)] } : {}),
  }
}

function peerOf(
  id: number,
  shared: readonly Megatrend[],
  own: readonly Membership[],
  counts: (member: Membership) => boolean,
  rarity: (nodeId: number) => number,
): Peer | null {
  const listing = catalog().listing(id)
  const parts = catalog().membershipsOf(id).filter(counts)
  const isShared = (member: Membership) => shared.some((node) => isUnder(member.nodeId, node.nodeId))
  const membership = parts.filter(isShared).sort((a, b) => rank(a) - rank(b) || a.nodeId - b.nodeId)[0]
  if (!listing || !membership) return null
  // A part deeper in a theme of the other one is a part in that theme. Peripheral parts tell pure plays apart.
  const placed = catalog()
    .membershipsOf(id)
    .map(({ exposure, nodeId }) => ({
      exposure,
      nodeId: own.find((part) => isUnder(nodeId, part.nodeId))?.nodeId ?? nodeId,
    }))
  return { listing, membership, shared, similarity: themeLikeness(own, placed, rarity) }
}

const rank = (member: Membership) => (member.exposure === 'core' ? 0 : 1)

/** True when a node is another one or lies in its subtree; ids spell their place. */
function isUnder(nodeId: number, above: number): boolean {
  const span = above % 1_000_000 === 0 ? 1_000_000 : above % 10_000 === 0 ? 10_000 : 100
  return nodeId >= above && nodeId < above + span
}

function sizeOf({ listing }: Peer): number {
  return listing.marketCapUsd ?? 0
}

function noteOf(listing: Listing): string {
  const some = catalog().membershipsOf(listing.id).length > 0
  return some
    ? `${listing.ticker} is a pure play in no theme; exposure=all includes its peripheral parts.`
    : `${listing.ticker} has no part in a theme.`
}

builder.objectFields(StockType, (t) => ({
  peers: t.field({
    type: PeersType,
    nullable: true,
    description: 'Listings with parts in the same themes, most alike first. Costs a credit.',
    args: argumentsOf(peersInput),
    complexity: { field: 1, multiplier: 5 },
    resolve: (listing, args, context) => {
      const found = peers(listing, parseInput(peersInput, args))
      context.meter.charge('stockPeers', costOf('stockPeers', found.rows.length))
      return found
    },
  }),
}))
