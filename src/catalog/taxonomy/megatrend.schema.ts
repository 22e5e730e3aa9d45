import { z } from 'zod'
import { builder } from '../../core/graphql/builder.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { pageType } from '../../core/graphql/page.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import { inRest, integer } from '../../core/input/rule.ts'
import { paging } from '../../core/input/span-rule.ts'
import { objectKey, text } from '../../core/input/text-rule.ts'
import type { Megatrend } from '../catalog.store.ts'
import { catalog } from '../catalog.ts'
import { MEGATREND_LAYER } from '../knowledge.pure.ts'
import { findMegatrends, requireMegatrend } from './find-megatrend.ts'
import { MEGATREND_SCOPE } from './megatrend.input.ts'

const MegatrendLayerEnum = enumType(MEGATREND_LAYER)
/** Which stories belong to a megatrend. */
export const MegatrendScopeEnum = enumType(MEGATREND_SCOPE)

/** A node of the taxonomy. */
export const MegatrendType = builder.objectRef<Megatrend>('Megatrend')
builder.node(MegatrendType, {
  description: 'A node of the megatrend taxonomy, in three tiers.',
  id: { resolve: (node) => String(node.nodeId), description: 'Global id.' },
  loadMany: (ids) => ids.map((id) => catalog().megatrend(Number(id)) ?? null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'slug' in value,
  fields: (t) => ({
    nodeId: t.exposeInt('nodeId', {
      description: 'Node id of 8 digits that encodes the position in the tree: NN000000, NNMM0000, NNMMKK00.',
    }),
    name: t.exposeString('name', { description: 'Name.' }),
    slug: t.exposeString('slug', { description: 'URL slug.' }),
    tier: t.exposeInt('tier', { description: '1 = family, 2 = trend, 3 = theme.' }),
    parentId: t.exposeInt('parentId', { nullable: true, description: 'Node id of the parent; null for a family.' }),
    familyId: t.int({
      description: 'Node id of its family (tier 1).',
      resolve: (node) => Math.floor(node.nodeId / 1_000_000) * 1_000_000,
    }),
    layer: t.expose('layer', { type: MegatrendLayerEnum, description: 'Layer of the economy.' }),
    description: t.exposeString('description', { description: 'Description in one sentence.' }),
    keywords: t.stringList({
      description: 'Phrases that occur in news about it.',
      resolve: (node) => [...node.keywords],
    }),
    parent: t.field({
      type: MegatrendType,
      nullable: true,
      description: 'Parent node; null for a family.',
      resolve: (node) => (node.parentId === null ? null : (catalog().megatrend(node.parentId) ?? null)),
    }),
    children: t.field({
      type: [MegatrendType],
      description: 'Child nodes.',
      resolve: (node) => catalog().childrenOf(node.nodeId),
    }),
  }),
})

const megatrendsInput = z.strictObject({
  query: inRest('q', text('Part of a name, description or keyword.', 200)).optional(),
  tier: integer('Tier: 1 = family, 2 = trend, 3 = theme.', { min: 1, max: 3 }).optional(),
  ...paging(50),
})

const megatrendInput = z.strictObject({ id: objectKey('Node id of 8 digits, or slug.') })

const MegatrendPageType = pageType<Page<Megatrend>>('MegatrendPage', {
  description: 'A page of megatrend nodes.',
  of: MegatrendType,
})

builder.queryFields((t) => ({
  megatrends: t.metered({
    type: MegatrendPageType,
    cost: 'megatrends',
    description: 'Nodes of the megatrend taxonomy, ordered by id; with a query, only the nodes that mention it. Free.',
    input: megatrendsInput,
    resolve: (_, input) => findMegatrends(input),
  }),
  megatrend: t.metered({
    type: MegatrendType,
    cost: 'megatrend',
    description: 'A megatrend node by id or slug. An unknown one is the error NOT_FOUND, with the most similar slug.',
    input: megatrendInput,
    resolve: (_, { id }) => requireMegatrend(id),
  }),
}))
