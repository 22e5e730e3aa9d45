import { z } from 'zod'
import { AboutListingType, ExposureEnum, RoleEnum, StockType } from '../catalog/listing.schema.ts'
import { MegatrendType } from '../catalog/taxonomy/megatrend.schema.ts'
import { builder } from '../core/graphql/builder.ts'
import { pageType } from '../core/graphql/page.ts'
import { enumeration } from '../core/input/enumeration.pure.ts'
import { choice, integer } from '../core/input/rule.ts'
import { paging } from '../core/input/span-rule.ts'
import { type Peer, type PeerGroup, type Peers, readPeers } from './peer.ts'

const PEER_EXPOSURE = enumeration('PeerExposure', 'Memberships that define peers.', {
  core: 'Core exposure to the same themes only.',
  all: 'Core and secondary exposure.',
})

const peersInput = z.strictObject({
  exposure: choice('Memberships that define peers.', PEER_EXPOSURE).default('core'),
  grouped: integer('1 = also grouped by theme, 0 = flat list only.', { min: 0, max: 1 }).default(0),
  ...paging(50),
})

const PeerType = builder.objectRef<Peer>('Peer').implement({
  description: 'A listing that shares themes with another one.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    exposure: t.field({
      type: ExposureEnum,
      description: 'Exposure to the shared theme in which it is highest.',
      resolve: ({ membership }) => membership.exposure,
    }),
    role: t.field({
      type: RoleEnum,
      description: 'Role in that theme.',
      resolve: ({ membership }) => membership.role,
    }),
    sharedNodes: t.intList({
      description: 'Node ids of the shared themes.',
      resolve: ({ shared }) => shared.map((node) => node.nodeId),
    }),
    sharedThemes: t.field({
      type: [MegatrendType],
      description: 'The shared themes.',
      resolve: ({ shared }) => [...shared],
    }),
    similarity: t.exposeFloat('similarity', { description: 'Similarity of the theme memberships, 0 to 1.' }),
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
      description: 'Peers in the theme, most similar first.',
      resolve: ({ peers }) => [...peers],
    }),
  }),
})

const PeersType = pageType<Peers>('Peers', {
  description: 'Peers of a listing by shared themes, most similar first.',
  of: PeerType,
  fields: (t) => ({
    groups: t.field({
      type: [PeerGroupType],
      nullable: true,
      description: 'Peers of this page grouped by theme; null unless grouped is 1.',
      resolve: ({ groups }) => groups?.slice() ?? null,
    }),
  }),
})

builder.objectFields(StockType, (t) => ({
  peers: t.metered({
    type: PeersType,
    cost: 'stockPeers',
    description: 'Listings that share themes with it, most similar first. Costs one credit.',
    input: peersInput,
    weight: { once: 4_000, perRow: 1 },
    resolve: readPeers,
  }),
}))
