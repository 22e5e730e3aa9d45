import { z } from 'zod'
import { argumentsOf } from '../core/arguments.ts'
import { builder } from '../core/builder.ts'
import { costOf } from '../core/cost.ts'
import { listOf, parseInput, text } from '../core/input.ts'
import { catalog } from '../listing/catalog.ts'
import { StockType } from '../listing/listing.schema.ts'
import { MegatrendType } from '../megatrend/megatrend.schema.ts'
import { currentScorer } from './enricher.ts'
import type { AssetImpact, Enrichment, TrendHit } from './knowledge.math.ts'

const enrichInput = z.strictObject({
  title: text('Headline.', 1_000),
  text: text('Body of the article.', 20_000).optional(),
  entities: listOf(text('Name.', 200), 50, 'Names to judge even when the graph does not know them.').optional(),
})

const EnrichedImpactType = builder.objectRef<AssetImpact>('EnrichedImpact').implement({
  description: 'The effect the text has on one listing.',
  fields: (t) => ({
    stock: t.field({
      type: StockType,
      nullable: true,
      description: 'The listing.',
      resolve: (impact) => catalog().listing(impact.assetId) ?? null,
    }),
    ticker: t.string({
      description: 'Its ticker.',
      resolve: (impact) => catalog().listing(impact.assetId)?.ticker ?? '',
    }),
    direction: t.exposeString('direction', { description: 'pos, neg or ambiguous.' }),
    aspect: t.exposeString('aspect', { description: 'Aspect of the business affected.' }),
    magnitude: t.exposeInt('magnitude', { description: '1 = narrow, 2 = cohort-wide or systemic.' }),
    tagged: t.exposeBoolean('tagged', { description: 'True when the text names it.' }),
    role: t.exposeString('role', { nullable: true, description: 'Part it plays in the affected trend.' }),
    exposure: t.exposeString('exposure', { nullable: true, description: 'core or secondary.' }),
    relevance: t.exposeFloat('relevance', { description: '0 to 1.' }),
    rationale: t.exposeString('rationale', { description: 'Why, in one line.' }),
    hop: t.exposeInt('hop', { description: '0 = named, 1 and more = reached through the graph.' }),
    path: t.stringList({
      description: 'Tickers from the named listing to this one.',
      resolve: (impact) => impact.path.flatMap((id) => catalog().listing(id)?.ticker ?? []),
    }),
  }),
})

const TrendHitType = builder.objectRef<TrendHit>('TrendHit').implement({
  description: 'A megatrend the text speaks to.',
  fields: (t) => ({
    megatrend: t.field({
      type: MegatrendType,
      nullable: true,
      description: 'The node.',
      resolve: (hit) => catalog().megatrend(hit.nodeId) ?? null,
    }),
    relevance: t.exposeFloat('relevance', { description: '0 to 1.' }),
  }),
})

const EntityVerdictType = builder.objectRef<Enrichment['entities'][number]>('EntityVerdict').implement({
  description: 'The verdict on a name that was given.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name as given.' }),
    stock: t.field({
      type: StockType,
      nullable: true,
      description: 'The listing, when the graph knows the name.',
      resolve: (entity) => (entity.assetId === null ? null : (catalog().listing(entity.assetId) ?? null)),
    }),
    direction: t.exposeString('direction', { description: 'pos, neg or ambiguous.' }),
    score: t.exposeFloat('score', { description: '-1 (bad) to 1 (good).' }),
    aspect: t.exposeString('aspect', { description: 'Aspect of the business affected.' }),
  }),
})

const EnrichmentType = builder.objectRef<Enrichment>('Enrichment').implement({
  description: 'What a text moves, in which direction and why.',
  fields: (t) => ({
    briefText: t.exposeString('briefText', { description: 'One-sentence summary.' }),
    newsTypes: t.stringList({
      description: 'Category tags, most fitting first.',
      resolve: (enrichment) => [...enrichment.newsTypes],
    }),
    impactScore: t.int({ description: 'Newsworthiness, 1 to 5.', resolve: (enrichment) => enrichment.impactScore }),
    impacts: t.field({
      type: [EnrichedImpactType],
      description: 'Listings it moves.',
      resolve: (enrichment) => [...enrichment.impacts],
    }),
    megatrends: t.field({
      type: [TrendHitType],
      description: 'Megatrends it speaks to.',
      resolve: (enrichment) => [...enrichment.megatrends],
    }),
    entities: t.field({
      type: [EntityVerdictType],
      description: 'One verdict for each name given, in order.',
      resolve: (enrichment) => [...enrichment.entities],
    }),
  }),
})

builder.queryFields((t) => ({
  enrich: t.field({
    type: EnrichmentType,
    nullable: true,
    description: 'Scores a text as ingest would, and stores nothing. Costs a credit.',
    args: argumentsOf(enrichInput),
    resolve: async (_, args, context) => {
      const enrichment = await currentScorer()(parseInput(enrichInput, args))
      context.meter.charge('enrich', costOf('enrich', 1))
      return enrichment
    },
  }),
}))
