import { z } from 'zod'
import { catalog } from '../../catalog/catalog.ts'
import { AboutListingType } from '../../catalog/listing.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { optionalText, text } from '../../core/input/text-rule.ts'
import { AspectEnum, CONFIDENCE_MEANING, DirectionEnum } from '../../impact/enrichment.schema.ts'
import { PortfolioType } from '../portfolio.schema.ts'
import { loadBook } from '../valuation/book.loader.ts'
import { type PortfolioRipple, type RippledHolding, readRipple } from './ripple.ts'

const RippledHoldingType = builder.objectRef<RippledHolding>('RippledHolding').implement({
  description: 'A holding that a text moves.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    weightPct: t.exposeFloat('weightPct', {
      description: 'Percent of what is held and owed; negative when it is owed.',
    }),
    effect: t.exposeFloat('effect', {
      description: 'Weight as a fraction x relevance x direction: above 0 is good for the portfolio, 0 is ambiguous.',
    }),
    direction: t.field({
      type: DirectionEnum,
      description: 'Direction of the effect on the listing.',
      resolve: ({ impact }) => impact.direction,
    }),
    aspect: t.field({
      type: AspectEnum,
      description: 'Aspect of the business affected.',
      resolve: ({ impact }) => impact.aspect,
    }),
    relevance: t.float({
      description: 'Relevance of the text for the listing, 0 to 1.',
      resolve: ({ impact }) => impact.relevance,
    }),
    confidence: t.float({ description: CONFIDENCE_MEANING, resolve: ({ impact }) => impact.confidence }),
    rationale: t.string({ description: 'Reason in one sentence.', resolve: ({ impact }) => impact.rationale }),
    hop: t.int({
      description: '0 = named, 1 and more = reached through the graph.',
      resolve: ({ impact }) => impact.hop,
    }),
    path: t.stringList({
      description: 'Tickers from the named listing to this one.',
      resolve: ({ impact }) => impact.path.flatMap((id) => catalog().listing(id)?.ticker ?? []),
    }),
  }),
})

const PortfolioRippleType = builder.objectRef<PortfolioRipple>('PortfolioRipple').implement({
  description: 'What a headline would do to a portfolio.',
  fields: (t) => ({
    impactScore: t.exposeInt('impactScore', { description: 'Newsworthiness of the headline, 1 to 5.' }),
    effect: t.exposeFloat('effect', {
      description: 'Sum of the effects on the holdings, -1 to 1: above 0 is good for the portfolio.',
    }),
    affectedPct: t.exposeFloat('affectedPct', {
      description: 'Percent of what is held and owed that is moved either way.',
    }),
    holdings: t.field({
      type: [RippledHoldingType],
      description: 'The holdings that are moved, largest effect first.',
      resolve: ({ holdings }) => [...holdings],
    }),
  }),
})

builder.objectFields(PortfolioType, (t) => ({
  ripple: t.metered({
    type: PortfolioRippleType,
    cost: 'portfolioRipple',
    description:
      'What a headline would do to it: the effects `enrich` finds, at most twelve listings, weighed by what is held. Nothing is stored. Costs one credit.',
    weight: { once: 13_000, perRow: 0 },
    input: z.strictObject({
      title: text('Headline.', 1_000),
      text: optionalText('Body of the article.', 20_000),
    }),
    resolve: async (portfolio, input, context) =>
      readRipple(await loadBook(portfolio, context), input.title, input.text),
  }),
}))
