import { z } from 'zod'
import { catalog } from '../catalog/catalog.ts'
import { ExposureEnum, RoleEnum, StockType } from '../catalog/listing.schema.ts'
import { MegatrendType } from '../catalog/taxonomy/megatrend.schema.ts'
import { builder } from '../core/graphql/builder.ts'
import { enumType } from '../core/graphql/enum-type.ts'
import { listOf } from '../core/input/rule.ts'
import { optionalText, text } from '../core/input/text-rule.ts'
import { CUT_OFF } from '../enrichment/confidence/confidence.pure.ts'
import type { AssetImpact, Enrichment, TrendHit } from '../enrichment/vocabulary/verdict.pure.ts'
import { ASPECT, BRIEF_SOURCE, DIRECTION } from '../enrichment/vocabulary/verdict-enum.pure.ts'
import { currentScorer } from './enricher.ts'
import { ImpactStepType } from './impact-step.schema.ts'
import { NEWS_TYPE } from './news-type.ts'

export const DirectionEnum = enumType(DIRECTION)
export const AspectEnum = enumType(ASPECT)
export const BriefSourceEnum = enumType(BRIEF_SOURCE)
export const NewsTypeEnum = enumType(NEWS_TYPE)

/** What confidence is, wherever it is shown. */
export const CONFIDENCE_MEANING = `Share of such verdicts that are right, 0 to 1, by labelled headlines; a direction below ${CUT_OFF} is told as ambiguous.`

const enrichInput = z.strictObject({
  title: text('Headline.', 1_000),
  text: optionalText('Body of the article.', 20_000),
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
    direction: t.expose('direction', { type: DirectionEnum, description: 'Direction of the effect.' }),
    aspect: t.expose('aspect', { type: AspectEnum, description: 'Aspect of the business affected.' }),
    magnitude: t.exposeInt('magnitude', { description: '1 = narrow, 2 = cohort-wide or systemic.' }),
    tagged: t.exposeBoolean('tagged', { description: 'True when the text names it.' }),
    role: t.expose('role', { type: RoleEnum, description: 'Part it plays in the affected trend.' }),
    exposure: t.expose('exposure', {
      type: ExposureEnum,
      description: 'How much of its business lies in the affected trend.',
    }),
    relevance: t.exposeFloat('relevance', { description: 'Relevance of the text for it, 0 to 1.' }),
    confidence: t.exposeFloat('confidence', { description: CONFIDENCE_MEANING }),
    rationale: t.exposeString('rationale', { description: 'Reason for the effect, in one line.' }),
    hop: t.exposeInt('hop', { description: '0 = named, 1 and more = reached through the graph.' }),
    path: t.stringList({
      description: 'Tickers from the named listing to this one.',
      resolve: (impact) => impact.path.flatMap((id) => catalog().listing(id)?.ticker ?? []),
    }),
    steps: t.field({
      type: [ImpactStepType],
      description: 'Edges the effect came along, in order; empty when named.',
      resolve: ({ steps }) => [...steps],
    }),
  }),
})

const TrendHitType = builder.objectRef<TrendHit>('TrendHit').implement({
  description: 'A megatrend the text is about.',
  fields: (t) => ({
    megatrend: t.field({
      type: MegatrendType,
      nullable: true,
      description: 'The node.',
      resolve: (hit) => catalog().megatrend(hit.nodeId) ?? null,
    }),
    relevance: t.exposeFloat('relevance', { description: 'Relevance of the text for it, 0 to 1.' }),
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
    direction: t.expose('direction', { type: DirectionEnum, description: 'Direction of the effect.' }),
    score: t.exposeFloat('score', { description: '-1 (bad) to 1 (good).' }),
    aspect: t.expose('aspect', { type: AspectEnum, description: 'Aspect of the business affected.' }),
    confidence: t.exposeFloat('confidence', { description: CONFIDENCE_MEANING }),
  }),
})

const EnrichmentType = builder.objectRef<Enrichment>('Enrichment').implement({
  description: 'Effects of a text on listings, with direction and reason.',
  fields: (t) => ({
    briefText: t.exposeString('briefText', {
      description: 'One-sentence summary; in English where the rules wrote it.',
    }),
    briefSource: t.expose('briefSource', { type: BriefSourceEnum, description: 'Who wrote briefText.' }),
    newsTypes: t.field({
      type: [NewsTypeEnum],
      description: 'Categories of the text, most fitting first.',
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
      description:
        'Megatrends it is about: its words speak of them, or it names a core member in an event of their own business.',
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
  enrich: t.metered({
    type: EnrichmentType,
    cost: 'enrich',
    description: 'Scores a text as ingest would, and stores nothing. Costs one credit per call.',
    input: enrichInput,
    weight: { once: 10_000, perRow: 0 },
    resolve: (_, input) => currentScorer()(input),
  }),
}))
