import { builder } from '../core/builder.ts'
import { costOf } from '../core/cost.ts'
import type { Listing, Megatrend, Membership } from '../listing/catalog.store.ts'
import { catalog } from '../listing/catalog.ts'
import { StockType } from '../listing/listing.schema.ts'
import { MegatrendType, requireMegatrend } from '../megatrend/megatrend.schema.ts'
import { briefWindow } from './brief.input.ts'
import { readPulse } from './brief.ts'
import { noteCounted } from './demo-figures.ts'
import type { Pulse } from './pulse.math.ts'
import { PulseType } from './pulse.schema.ts'
import { storyCounts30d } from './trend-count.ts'

builder.objectFields(MegatrendType, (t) => ({
  storyCount30d: t.int({
    description: 'Stories of the last 30 days (UTC, today included) that speak to it or anything under it.',
    resolve: async (node, _, context) => {
      const stories = (await storyCounts30d(context.clock.now())).get(node.nodeId) ?? 0
      await noteCounted(context, stories)
      return stories
    },
  }),
}))

interface MegatrendSummary {
  readonly node: Megatrend
  readonly pulse: Pulse
}

interface TrendMember {
  readonly listing: Listing
  readonly membership: Membership
}

const TrendMemberType = builder.objectRef<TrendMember>('TrendMember').implement({
  description: 'A listing in a megatrend.',
  fields: (t) => ({
    ticker: t.string({ description: 'Ticker.', resolve: ({ listing }) => listing.ticker }),
    name: t.string({ description: 'Name.', resolve: ({ listing }) => listing.name }),
    country: t.string({
      nullable: true,
      description: 'Country, ISO 3166 alpha-2.',
      resolve: ({ listing }) => listing.country,
    }),
    role: t.string({
      description: 'leader, enabler, adopter, infrastructure_provider or beneficiary.',
      resolve: ({ membership }) => membership.role,
    }),
    exposure: t.string({
      description: 'core = pure play, secondary = peripheral.',
      resolve: ({ membership }) => membership.exposure,
    }),
    marketCapUsd: t.float({
      nullable: true,
      description: 'Market capitalisation in US dollars.',
      resolve: ({ listing }) => listing.marketCapUsd,
    }),
    reason: t.string({ description: 'Why it belongs, in one line.', resolve: ({ membership }) => membership.reason }),
    nodeId: t.int({ description: 'The node it belongs to.', resolve: ({ membership }) => membership.nodeId }),
    stock: t.field({ type: StockType, description: 'The listing itself.', resolve: ({ listing }) => listing }),
  }),
})

const TrendMembersType = builder.objectRef<readonly TrendMember[]>('TrendMembers').implement({
  description: 'Listings in a node or anything under it, each once, largest first.',
  fields: (t) => ({
    core: t.field({
      type: [TrendMemberType],
      description: 'Pure plays.',
      resolve: (members) => members.filter(({ membership }) => membership.exposure === 'core'),
    }),
    secondary: t.field({
      type: [TrendMemberType],
      description: 'Peripheral ones.',
      resolve: (members) => members.filter(({ membership }) => membership.exposure === 'secondary'),
    }),
  }),
})

const MegatrendSummaryType = builder.objectRef<MegatrendSummary>('MegatrendSummary').implement({
  description:
    'A node of the taxonomy, what surrounds it, who belongs to it and how its news of the last 30 days leans.',
  fields: (t) => ({
    node: t.expose('node', { type: MegatrendType, description: 'The node.' }),
    parent: t.field({
      type: MegatrendType,
      nullable: true,
      description: 'The node above; null for a family.',
      resolve: ({ node }) => (node.parentId === null ? null : (catalog().megatrend(node.parentId) ?? null)),
    }),
    children: t.field({
      type: [MegatrendType],
      description: 'The nodes directly below.',
      resolve: ({ node }) => catalog().childrenOf(node.nodeId),
    }),
    members: t.field({
      type: TrendMembersType,
      description: 'Who belongs to it or anything under it.',
      resolve: ({ node }) => membersOf(node),
    }),
    pulse: t.expose('pulse', {
      type: PulseType,
      description: 'How the stories of the last 30 days lean (UTC, today included).',
    }),
  }),
})

/** Members of a subtree, largest first; of several parts a listing plays in it the one that is core, then the first. */
function membersOf(node: Megatrend): TrendMember[] {
  const parts = new Map<number, TrendMember>()
  for (const membership of catalog().membershipsIn(node.nodeId)) {
    const listing = catalog().listing(membership.listingId)
    const present = parts.get(membership.listingId)?.membership
    if (listing && (!present || (present.exposure !== 'core' && membership.exposure === 'core'))) {
      parts.set(membership.listingId, { listing, membership })
    }
  }
  const size = ({ listing }: TrendMember) => listing.marketCapUsd ?? 0
  return [...parts.values()].sort((a, b) => size(b) - size(a) || a.listing.id - b.listing.id)
}

builder.queryFields((t) => ({
  megatrendSummary: t.field({
    type: MegatrendSummaryType,
    nullable: true,
    description: 'A megatrend and its members. Costs a credit. An unknown one is the error NOT_FOUND.',
    args: { id: t.arg.string({ required: true, description: 'Node id of 8 digits, or slug.' }) },
    resolve: async (_, { id }, context) => {
      const node = requireMegatrend(id)
      const pulse = await readPulse(node, briefWindow({ window: '30d' }, context.clock.now()))
      context.meter.charge('megatrendSummary', costOf('megatrendSummary', 1))
      await noteCounted(context, pulse.storyCount)
      return { node, pulse }
    },
  }),
}))
