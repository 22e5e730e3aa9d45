import { builder } from '../core/builder.ts'
import { MegatrendType } from '../megatrend/megatrend.schema.ts'
import { storyCounts30d } from './trend-count.ts'

builder.objectFields(MegatrendType, (t) => ({
  storyCount30d: t.int({
    description: 'Stories of the last 30 days (UTC, today included) that speak to it or anything under it.',
    resolve: async (node, _, context) => (await storyCounts30d(context.clock.now())).get(node.nodeId) ?? 0,
  }),
}))
