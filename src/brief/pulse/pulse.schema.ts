import { builder } from '../../core/graphql/builder.ts'
import { AspectEnum } from '../../impact/enrichment.schema.ts'
import type { AspectTally, Pulse, PulseDay, Tally } from './pulse.pure.ts'

const NET = 'Net direction, (pos - neg) / (pos + neg + ambiguous), -1 to 1; null when no story has a verdict.'

const TallyType = builder.interfaceRef<Tally & { readonly netDirection: number | null }>('Tally').implement({
  description: 'Stories by direction. A story counts once, with its earliest article of highest impact.',
  fields: (t) => ({
    positiveCount: t.exposeInt('pos', { description: 'Number of stories with a positive effect.' }),
    negativeCount: t.exposeInt('neg', { description: 'Number of stories with a negative effect.' }),
    ambiguousCount: t.exposeInt('ambiguous', { description: 'Number of stories with an unclear effect.' }),
    netDirection: t.exposeFloat('netDirection', { nullable: true, description: NET }),
  }),
})

const PulseDayType = builder.objectRef<PulseDay>('PulseDay').implement({
  description: 'One UTC day of a pulse.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day.' }),
    storyCount: t.exposeInt('storyCount', { description: 'Stories of the day.' }),
    netDirection: t.exposeFloat('netDirection', { nullable: true, description: NET }),
  }),
})

/** How the stories of a scope lean. */
export const PulseType = builder.objectRef<Pulse>('Pulse').implement({
  description: 'Number and direction of the stories of a scope, in all and day by day.',
  interfaces: [TallyType],
  fields: (t) => ({
    storyCount: t.exposeInt('storyCount', { description: 'Stories in all, those without a verdict among them.' }),
    positiveShare: t.exposeFloat('posShare', {
      nullable: true,
      description: 'Share of positive stories among those with a verdict, 0 to 1.',
    }),
    series: t.field({
      type: [PulseDayType],
      description: 'Every day of the window; in windows over a year from the first to the last day with a story.',
      resolve: (pulse) => [...pulse.series],
    }),
  }),
})

/** Stories of one aspect by direction. */
export const AspectTallyType = builder.objectRef<AspectTally>('AspectTally').implement({
  description: 'Stories of one aspect of business by direction.',
  interfaces: [TallyType],
  fields: (t) => ({
    aspect: t.expose('aspect', { type: AspectEnum, description: 'Aspect of the business affected.' }),
  }),
})
