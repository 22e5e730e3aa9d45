import { z } from 'zod'
import { catalog } from '../../catalog/catalog.ts'
import { AboutListingType, ExposureEnum, RoleEnum } from '../../catalog/listing.schema.ts'
import { megatrendScope } from '../../catalog/taxonomy/megatrend.input.ts'
import { MegatrendType } from '../../catalog/taxonomy/megatrend.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { objectKey } from '../../core/input/text-rule.ts'
import { markOfCounts } from '../../news/demo-figures.ts'
import { PulseType } from '../pulse/pulse.schema.ts'
import { type MegatrendSummary, membersOf, readMegatrendSummary, type TrendMember } from './megatrend-summary.ts'
import { storyCounts30d } from './trend-count.ts'

builder.objectFields(MegatrendType, (t) => ({
  storyCount30Days: t.int({
    description:
      'Number of stories of the last 30 days (UTC, today included) about it or anything under it: they speak of it, or name a core member in an event of its own business.',
    resolve: async (node, _, context) => {
      const stories = (await storyCounts30d(context.clock.now())).get(node.nodeId) ?? 0
      const mark = await markOfCounts(stories)
      if (mark) context.dataSets.add(mark)
      return stories
    },
  }),
}))

const TrendMemberType = builder.objectRef<TrendMember>('TrendMember').implement({
  description: 'A listing in a megatrend.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'Part it plays.', resolve: ({ membership }) => membership.role }),
    exposure: t.field({
      type: ExposureEnum,
      description: 'How much of its business lies in the trend.',
      resolve: ({ membership }) => membership.exposure,
    }),
    reason: t.string({
      description: 'Reason for the membership, in one line.',
      resolve: ({ membership }) => membership.reason,
    }),
    nodeId: t.int({ description: 'The node it belongs to.', resolve: ({ membership }) => membership.nodeId }),
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
    'A node of the taxonomy with its parent, children, members and the direction of its news of the last 30 days.',
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
      description: 'Members of it or anything under it.',
      resolve: ({ node }) => membersOf(node),
    }),
    pulse: t.expose('pulse', {
      type: PulseType,
      description: 'Number and direction of the stories of the last 30 days (UTC, today included).',
    }),
  }),
})
declareDataSet(MegatrendSummaryType, ({ pulse }) => markOfCounts(pulse.storyCount))

const megatrendSummaryInput = z.strictObject({ id: objectKey('Node id of 8 digits, or slug.'), scope: megatrendScope })

builder.queryFields((t) => ({
  megatrendSummary: t.metered({
    type: MegatrendSummaryType,
    cost: 'megatrendSummary',
    description: 'A megatrend and its members. Costs one credit per call. An unknown one is the error NOT_FOUND.',
    input: megatrendSummaryInput,
    resolve: (_, { id, scope }, { clock }) => readMegatrendSummary(id, scope, clock.now()),
  }),
}))
