import { builder } from '../core/builder.ts'
import type { AspectTally, Pulse, PulseDay, Tally } from './pulse.math.ts'

const NET = 'Net direction, (pos - neg) / (pos + neg + ambiguous), -1 to 1; null when no story has a verdict.'

const TallyFields = builder.interfaceRef<Tally & { readonly netDirection: number | null }>('Tally').implement({
  description: 'Stories by direction. A story counts once, with its foremost article.',
  fields: (t) => ({
    pos: t.exposeInt('pos', { description: 'Stories with a positive effect.' }),
    neg: t.exposeInt('neg', { description: 'Stories with a negative effect.' }),
    ambiguous: t.exposeInt('ambiguous', { description: 'Stories with an unclear effect.' }),
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
  description: 'How the stories of a scope lean, in all and day by day.',
  interfaces: [TallyFields],
  isTypeOf: () => true,
  fields: (t) => ({
    storyCount: t.exposeInt('storyCount', { description: 'Stories in all, those without a verdict among them.' }),
    posShare: t.exposeFloat('posShare', {
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
  interfaces: [TallyFields],
  isTypeOf: () => true,
  fields: (t) => ({
    aspect: t.exposeString('aspect', {
      description: 'demand, technology, capital, competition, regulation, supply, pricing or geopolitics.',
    }),
  }),
})
