import { builder } from '../../core/graphql/builder.ts'
import { AspectEnum, CONFIDENCE_MEANING, DirectionEnum } from '../../impact/enrichment.schema.ts'
import { AboutArticleType } from '../../news/feed/news-item.schema.ts'
import { roundShare } from '../../news/story/article-lookup.ts'
import type { HoldingNews } from './news.ts'

/** A story that moves something that is held; what it speaks of is there, so that fewer fields can be null than in a feed. */
export const HoldingNewsType = builder.objectRef<HoldingNews>('HoldingNews').implement({
  description: 'A story that moves something that is held, and the effect that weighs most for the portfolio.',
  interfaces: [AboutArticleType],
  fields: (t) => ({
    ticker: t.string({ description: 'Ticker of the holding.', resolve: ({ stake }) => stake.listing.ticker }),
    direction: t.field({
      type: DirectionEnum,
      description: 'Direction of the effect on the holding.',
      resolve: ({ impact }) => impact.direction,
    }),
    aspect: t.field({
      type: AspectEnum,
      description: 'Aspect of the business affected.',
      resolve: ({ impact }) => impact.aspect,
    }),
    relevance: t.float({
      description: 'Relevance for the holding, 0 to 1.',
      resolve: ({ impact }) => impact.relevance,
    }),
    confidence: t.float({
      description: CONFIDENCE_MEANING,
      resolve: ({ impact }) => roundShare(impact.confidence),
    }),
    rationale: t.string({ description: 'Reason in one sentence.', resolve: ({ impact }) => impact.rationale }),
    hop: t.int({
      description: 'Edges of the knowledge graph between the story and the holding.',
      resolve: ({ impact }) => impact.hop,
    }),
    ripple: t.boolean({
      description: 'Whether it reaches the holding through the graph only.',
      resolve: ({ impact }) => impact.hop > 0,
    }),
    weightPct: t.exposeFloat('weightPct', { description: 'Weight of the holding in percent.' }),
  }),
})
