import { z } from 'zod'
import { AboutListingType, StockType } from '../catalog/listing.schema.ts'
import { builder } from '../core/graphql/builder.ts'
import { declareDataSet } from '../core/graphql/data-set.ts'
import { pageType } from '../core/graphql/page.ts'
import type { Page } from '../core/input/paging.pure.ts'
import { paging } from '../core/input/span-rule.ts'
import { markOfCounts } from '../news/demo-figures.ts'
import { type Competitor, readCompetitors } from './competitor.ts'

const competitorsInput = z.strictObject(paging(50))

const CompetitorType = builder.objectRef<Competitor>('Competitor').implement({
  description: 'A competitor of a listing.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    closeness: t.exposeFloat('closeness', { description: 'Closeness as a competitor, 0 to 1.' }),
    reasons: t.stringList({ description: 'Reasons, strongest first.', resolve: ({ reasons }) => [...reasons] }),
  }),
})
declareDataSet(CompetitorType, ({ stories }) => markOfCounts(stories))

const CompetitorsType = pageType<Page<Competitor>>('Competitors', {
  description: 'Direct competitors of a listing, closest first.',
  of: CompetitorType,
})

builder.objectFields(StockType, (t) => ({
  competitors: t.metered({
    type: CompetitorsType,
    cost: 'stockCompetitors',
    description: 'Direct competitors, closest first, with reasons. Costs one credit.',
    input: competitorsInput,
    weight: { once: 500, perRow: 1 },
    resolve: readCompetitors,
  }),
}))
