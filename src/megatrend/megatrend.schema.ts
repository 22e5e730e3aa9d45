import { z } from 'zod'
import { argumentsOf } from '../core/arguments.ts'
import { builder } from '../core/builder.ts'
import { ApiError } from '../core/errors.ts'
import { integer, paging, parseInput, text } from '../core/input.ts'
import { nearest } from '../core/nearest.math.ts'
import { type Page, PageInfoFields, pageOf } from '../core/page.ts'
import type { Megatrend } from '../listing/catalog.store.ts'
import { catalog } from '../listing/catalog.ts'

/** A node of the taxonomy. */
export const MegatrendType = builder.objectRef<Megatrend>('Megatrend')
builder.node(MegatrendType, {
  description: 'A node of the megatrend taxonomy, in three tiers.',
  id: { resolve: (node) => String(node.nodeId), description: 'Global id.' },
  loadMany: (ids) => ids.map((id) => catalog().megatrend(Number(id)) ?? null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'slug' in value,
  fields: (t) => ({
    nodeId: t.exposeInt('nodeId', { description: '8 digits that spell its place: NN000000, NNMM0000, NNMMKK00.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    slug: t.exposeString('slug', { description: 'Name for paths.' }),
    tier: t.exposeInt('tier', { description: '1 = family, 2 = trend, 3 = theme.' }),
    parentId: t.exposeInt('parentId', { nullable: true, description: 'Node above; null for a family.' }),
    familyId: t.int({
      description: 'Family it belongs to.',
      resolve: (node) => Math.floor(node.nodeId / 1_000_000) * 1_000_000,
    }),
    layer: t.exposeString('layer', {
      description: 'technology, infrastructure, demand, resources, policy, society or finance.',
    }),
    description: t.exposeString('description', { description: 'What it is, in one sentence.' }),
    keywords: t.stringList({ description: 'Phrases that news about it uses.', resolve: (node) => [...node.keywords] }),
    parent: t.field({
      type: MegatrendType,
      nullable: true,
      description: 'The node above.',
      resolve: (node) => (node.parentId === null ? null : (catalog().megatrend(node.parentId) ?? null)),
    }),
    children: t.field({
      type: [MegatrendType],
      description: 'The nodes directly below.',
      resolve: (node) => catalog().childrenOf(node.nodeId),
    }),
  }),
})

/** `GET /v1/megatrends`. */
export const megatrendsInput = z.strictObject({
  q: text('Part of a name, description or keyword.', 200).optional(),
  tier: integer('Tier.', { min: 1, max: 3 }).optional(),
  ...paging(50),
})

const MegatrendPage = builder.objectRef<Page<Megatrend>>('MegatrendPage').implement({
  description: 'A page of megatrend nodes.',
  interfaces: [PageInfoFields],
  isTypeOf: () => true,
  fields: (t) => ({
    nodes: t.field({ type: [MegatrendType], description: 'The nodes.', resolve: (page) => [...page.rows] }),
  }),
})

builder.queryFields((t) => ({
  megatrends: t.field({
    type: MegatrendPage,
    nullable: true,
    description: 'The taxonomy, in order of ids; with q, nodes that mention it.',
    args: argumentsOf(megatrendsInput),
    resolve: (_, args) => findMegatrends(parseInput(megatrendsInput, args)),
  }),
  megatrend: t.field({
    type: MegatrendType,
    nullable: true,
    description: 'One node. An unknown one is the error NOT_FOUND.',
    args: { id: t.arg.string({ required: true, description: 'Node id of 8 digits, or slug.' }) },
    resolve: (_, { id }) => requireMegatrend(id),
  }),
}))

/** The node of an id or slug; throws 404. */
export function requireMegatrend(id: string, param = 'id'): Megatrend {
  const node = catalog().findMegatrend(id)
  if (node) return node
  const close = nearest(
    id,
    catalog().rows.megatrends.map((known) => known.slug),
  )
  throw new ApiError('not_found', `There is no megatrend "${id.slice(0, 40).replaceAll(/[^ -~]/g, '?')}".`, {
    param,
    ...(close ? { did_you_mean: close } : {}),
  })
}

function findMegatrends(input: z.output<typeof megatrendsInput>): Page<Megatrend> {
  const wanted = input.q?.toLowerCase()
  const speaksOf = (node: Megatrend) =>
    wanted === undefined ||
    [node.name, node.slug, node.description, ...node.keywords].some((words) => words.toLowerCase().includes(wanted))
  const nodes = catalog().rows.megatrends.filter(
    (node) => (input.tier === undefined || node.tier === input.tier) && speaksOf(node),
  )
  return pageOf(nodes, input)
}
