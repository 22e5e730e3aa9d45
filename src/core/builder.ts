import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import DataloaderPlugin from '@pothos/plugin-dataloader'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import { GraphQLScalarType, type GraphQLSchema, isObjectType } from 'graphql'
import { DateResolver, DateTimeResolver, JSONResolver } from 'graphql-scalars'
import type PrismaTypes from '../generated/pothos.ts'
import { getDatamodel } from '../generated/pothos.ts'
import { isoSeconds } from './calendar.math.ts'
import type { Context } from './context.ts'
import { prisma } from './db.ts'
import { ApiError } from './errors.ts'

/** Objects one call of `nodes` may ask for. */
const NODES_MAX = 100

/** A global id taken apart; throws 400 when it names no type of ours that has such ids. */
function nodeId(id: { typename: string; id: string }, schema: GraphQLSchema): { typename: string; id: string } {
  const type = schema.getType(id.typename)
  const hasIds = isObjectType(type) && type.getInterfaces().some((one) => one.name === 'Node')
  if (hasIds && !id.id.includes('\0')) return id
  throw new ApiError('invalid_parameter', '"id" must be a global id, as the field id gives it.', { param: 'id' })
}

/** The row number in a global id; 0, which no row has, when it holds none. */
export function rowNumber(id: string): number {
  return /^\d{1,9}$/.test(id) ? Number(id) : 0
}

/** Declares every type of the schema; each domain's `.schema.ts` adds its own. */
export const builder = new SchemaBuilder<{
  Context: Context
  DefaultFieldNullability: false
  PrismaTypes: PrismaTypes
  Scalars: {
    DateTime: { Input: Date; Output: Date | string }
    Date: { Input: Date; Output: Date | string }
    JSON: { Input: unknown; Output: unknown }
  }
}>({
  plugins: [ComplexityPlugin, RelayPlugin, DataloaderPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  // Limits are checked once, before execution (request-limits.ts); the plugin declares what fields weigh.
  complexity: { defaultComplexity: 1, defaultListMultiplier: 10, disabled: true },
  prisma: {
    client: () => prisma,
    dmmf: getDatamodel(),
    exposeDescriptions: false,
    filterConnectionTotalCount: true,
    onUnusedQuery: 'error',
  },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    nodesOnConnection: { description: 'The nodes of this page.' },
    nodeTypeOptions: { description: 'Anything with a global id.' },
    idFieldOptions: { description: 'Global id.' },
    nodeQueryOptions: {
      description: 'The object of a global id; null when there is none. An article costs a credit.',
      args: { id: { description: 'Global id, as the field id gives it.' } },
      resolve: (_, { id }, __, info, resolveNode) => resolveNode(nodeId(id, info.schema)),
    },
    nodesQueryOptions: {
      description: 'The objects of global ids, in their order. An article costs a credit.',
      complexity: ({ ids }: { ids?: readonly unknown[] }) => ({ field: 1, multiplier: ids?.length ?? 1 }),
      args: { ids: { description: 'Global ids, at most 100.' } },
      resolve: (_, { ids }, __, info, resolveNodes) => {
        if (ids.length > NODES_MAX) {
          throw new ApiError('invalid_parameter', `"ids" must be at most ${NODES_MAX} ids; ${ids.length} were given.`, {
            param: 'ids',
          })
        }
        return resolveNodes(ids.map((id) => nodeId(id, info.schema)))
      },
    },
    pageInfoTypeOptions: { description: 'Where a page of a connection stands.' },
    hasNextPageFieldOptions: { description: 'Whether there is more behind the page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there is more before the page.' },
    startCursorFieldOptions: { description: 'Cursor of the first edge.' },
    endCursorFieldOptions: { description: 'Cursor of the last edge.' },
    defaultConnectionTypeOptions: { description: 'A page of a connection.' },
    defaultEdgeTypeOptions: { description: 'One entry of a connection.' },
    edgesFieldOptions: { description: 'The entries of this page.' },
    pageInfoFieldOptions: { description: 'Where this page stands.' },
    cursorFieldOptions: { description: 'Where the entry stands; for after and before.' },
    nodeFieldOptions: { description: 'The entry itself.' },
    firstArgOptions: { description: 'Entries from the beginning, or behind after; at most 100.' },
    lastArgOptions: { description: 'Entries from the end, or before before; at most 100.' },
    afterArgOptions: { description: 'Cursor behind which to begin.' },
    beforeArgOptions: { description: 'Cursor before which to end.' },
  },
})

builder.queryType({ description: 'Everything that can be read.' })
builder.mutationType({ description: 'Everything that can be changed.' })
builder.addScalarType(
  'DateTime',
  new GraphQLScalarType<Date, string>({
    ...DateTimeResolver.toConfig(),
    description: 'A moment in UTC, whole seconds: 2026-11-21T08:30:00Z.',
    serialize: (value) => (value instanceof Date ? isoSeconds(value) : String(value)),
  }),
)
builder.addScalarType('Date', DateResolver)
builder.addScalarType('JSON', JSONResolver)
