import { builder } from '../../core/graphql/builder.ts'
import { markOfCounts } from '../../news/demo-figures.ts'
import { type NewsExposure, readLeaning } from './exposure.ts'

/** A megatrend that a portfolio depends on, and how its news leans. */
export const NewsExposureType = builder.objectRef<NewsExposure>('NewsExposure').implement({
  description: 'A megatrend of the first tier that a portfolio depends on, and how its news leans.',
  fields: (t) => ({
    megatrend: t.string({ description: 'Its slug.', resolve: ({ node }) => node.slug }),
    nodeId: t.int({ description: 'Its node id.', resolve: ({ node }) => node.nodeId }),
    name: t.string({ description: 'Its name.', resolve: ({ node }) => node.name }),
    weightPct: t.exposeFloat('weightPct', {
      description:
        'Percent of what is held and owed that lies in its members. A member counts whole in each of its megatrends: they may add up to more than 100.',
    }),
    netDirection30Days: t.float({
      nullable: true,
      description: 'Net direction of its stories of the last 30 days, -1 to 1, as in its summary; null without any.',
      resolve: async (exposure, _, context) => {
        const { storyCount, netDirection } = await readLeaning(exposure, context.clock.now())
        const mark = await markOfCounts(storyCount)
        if (mark) context.dataSets.add(mark)
        return netDirection
      },
    }),
  }),
})
