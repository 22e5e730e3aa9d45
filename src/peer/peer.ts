import type { Listing, Megatrend, Membership } from '../catalog/catalog.store.ts'
import { catalog } from '../catalog/catalog.ts'
import { type Page, type PageRequest, pageOf } from '../core/input/paging.pure.ts'
import { marketCapOf } from '../market/profile/market-cap.ts'
import { computeThemeSimilarity } from './peer.pure.ts'

/** A listing that shares themes with another one. */
export interface Peer {
  readonly listing: Listing
  /** Its membership with the highest exposure to a shared theme. */
  readonly membership: Membership
  readonly shared: readonly Megatrend[]
  readonly similarity: number
}

/** The peers in one theme. */
export interface PeerGroup {
  readonly node: Megatrend
  readonly peers: readonly Peer[]
}

/** A page of peers. */
export interface Peers extends Page<Peer> {
  /** Null in a flat list. */
  readonly groups: readonly PeerGroup[] | null
}

/** A request for peers: `core` = core exposure only, `grouped` 1 = also grouped by theme. */
interface PeersRequest extends PageRequest {
  readonly exposure: 'core' | 'all'
  readonly grouped: number
}

/** A page of the listings that share themes with a listing, most similar first; the lines of one company share the list and count once in it. */
export function readPeers(line: Listing, { exposure, grouped, ...page }: PeersRequest): Peers {
  const listing = catalog().mainLineOf(line.id)
  const counts = (member: Membership) => exposure === 'all' || member.exposure === 'core'
  const own = catalog().membershipsOfCompany(listing.id).filter(counts)
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
      const main = catalog().mainLineOf(id).id
      const nodes = shared.get(main) ?? []
      if (node && main !== listing.id && !nodes.includes(node)) shared.set(main, [...nodes, node])
    }
  }
  const all = [...shared].flatMap(
    ([id, nodes]) => comparePeer(id, nodes, catalog().membershipsOfCompany(listing.id), counts, rarity) ?? [],
  )
  all.sort(
    (a, b) =>
      b.similarity - a.similarity || marketCapOf(b.listing) - marketCapOf(a.listing) || a.listing.id - b.listing.id,
  )
  const { rows, ...facts } = pageOf(all, page)
  const groups = own.flatMap(({ nodeId }) => {
    const node = catalog().megatrend(nodeId)
    return node ? [{ node, peers: rows.filter((peer) => peer.shared.includes(node)) }] : []
  })
  return {
    ...facts,
    rows,
    groups: grouped === 1 ? groups : null,
    ...(own.length === 0 ? { notes: [writeNote(line)] } : {}),
  }
}

function comparePeer(
  id: number,
  shared: readonly Megatrend[],
  own: readonly Membership[],
  counts: (member: Membership) => boolean,
  rarity: (nodeId: number) => number,
): Peer | null {
  const listing = catalog().listing(id)
  const parts = catalog().membershipsOfCompany(id).filter(counts)
  const isShared = (member: Membership) => shared.some((node) => isUnder(member.nodeId, node.nodeId))
  const membership = parts.filter(isShared).sort((a, b) => rank(a) - rank(b) || a.nodeId - b.nodeId)[0]
  if (!listing || !membership) return null
  // A membership below a theme of the other listing counts as one in that theme; secondary memberships refine the similarity of core ones.
  const placed = catalog()
    .membershipsOfCompany(id)
    .map(({ exposure, nodeId }) => ({
      exposure,
      nodeId: own.find((part) => isUnder(nodeId, part.nodeId))?.nodeId ?? nodeId,
    }))
  return { listing, membership, shared, similarity: computeThemeSimilarity(own, placed, rarity) }
}

const rank = (member: Membership) => (member.exposure === 'core' ? 0 : 1)

/** True when a node is in the subtree of another one; ids encode the position in the tree. */
function isUnder(nodeId: number, above: number): boolean {
  const span = above % 1_000_000 === 0 ? 1_000_000 : above % 10_000 === 0 ? 10_000 : 100
  return nodeId >= above && nodeId < above + span
}

function writeNote(listing: Listing): string {
  const some = catalog().membershipsOfCompany(listing.id).length > 0
  return some
    ? `${listing.ticker} is a pure play in no theme; exposure=all includes its peripheral parts.`
    : `${listing.ticker} has no part in a theme.`
}
