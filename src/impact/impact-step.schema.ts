import { catalog } from '../catalog/catalog.ts'
import { builder } from '../core/graphql/builder.ts'
import { enumType } from '../core/graphql/enum-type.ts'
import type { ImpactStep } from '../enrichment/vocabulary/verdict.pure.ts'
import { STEP_RELATION } from '../enrichment/vocabulary/verdict-enum.pure.ts'

const StepRelationEnum = enumType(STEP_RELATION)

/** An edge an effect came along. */
export const ImpactStepType = builder.objectRef<ImpactStep>('ImpactStep').implement({
  description: 'An edge of the graph that an effect came along.',
  fields: (t) => ({
    from: t.string({
      description: 'Ticker the step starts at; the node id of a megatrend where relation is member.',
      resolve: ({ from, relation }) => (relation === 'member' ? String(from) : tickerOf(from)),
    }),
    to: t.string({ description: 'Ticker the step leads to.', resolve: ({ to }) => tickerOf(to) }),
    relation: t.expose('relation', { type: StepRelationEnum, description: 'Kind of the edge.' }),
    sign: t.int({
      description: '1 where what is good for the one is good for the other, -1 where it is bad.',
      resolve: ({ sign }) => sign,
    }),
    weight: t.exposeFloat('weight', { description: 'Importance of the edge, 0 to 1.' }),
  }),
})

function tickerOf(listingId: number): string {
  return catalog().listing(listingId)?.ticker ?? ''
}
