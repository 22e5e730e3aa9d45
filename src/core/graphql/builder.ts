import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import { type GraphQLSchema, isObjectType } from 'graphql'
import type PrismaTypes from '../../generated/pothos.ts'
import { getDatamodel } from '../../generated/pothos.ts'
import { prisma } from '../database/db.ts'
import type { Decimal } from '../decimal.ts'
import { ApiError } from '../errors.ts'
import type { Context } from './context.ts'
import { SCALARS } from './scalar/scalars.ts'

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

/** What the schema's types are made of: context, scalars, defaults. */
interface BuilderTypes {
  Context: Context
  DefaultFieldNullability: false
  PrismaTypes: PrismaTypes
  Scalars: {
    ID: { Input: string; Output: string | number }
    DateTime: { Input: Date; Output: Date | string }
    Date: { Input: string; Output: string }
    CountryCode: { Input: string; Output: string }
    Currency: { Input: string; Output: string }
    URL: { Input: string; Output: string }
    Decimal: { Input: Decimal; Output: Decimal | number }
    FigureMap: { Input: never; Output: Readonly<Record<string, number | null>> }
    JSON: { Input: unknown; Output: unknown }
  }
}

/** The same with Pothos's defaults filled in, as its references are parameterised by. */
export type Types = PothosSchemaTypes.ExtendDefaultTypes<BuilderTypes>

/** Declares every type of the schema; each domain's `.schema.ts` adds its own. */
export const builder = new SchemaBuilder<BuilderTypes>({
  plugins: [RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
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
    nodeTypeOptions: { description: 'An object with a global id.' },
    idFieldOptions: { description: 'Global id.' },
    nodeQueryOptions: {
      description: 'The object of a global id; null when there is none. An article costs a credit.',
      args: { id: { description: 'Global id, as the field id gives it.' } },
      resolve: (_, { id }, __, info, resolveNode) => resolveNode(nodeId(id, info.schema)),
    },
    nodesQueryOptions: {
      description: 'The objects of global ids, in their order. An article costs a credit.',
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
    pageInfoTypeOptions: { description: 'Cursors of a page of a connection and whether there are more.' },
    hasNextPageFieldOptions: { description: 'Whether there are entries after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are entries before this page.' },
    startCursorFieldOptions: { description: 'Cursor of the first edge.' },
    endCursorFieldOptions: { description: 'Cursor of the last edge.' },
    defaultConnectionTypeOptions: { description: 'A page of a connection.' },
    defaultEdgeTypeOptions: { description: 'One entry of a connection.' },
    edgesFieldOptions: { description: 'The entries of this page.' },
    pageInfoFieldOptions: { description: 'Cursors of this page and whether there are more.' },
    cursorFieldOptions: { description: 'Cursor of the entry, for the arguments after and before.' },
    nodeFieldOptions: { description: 'The entry itself.' },
    firstArgOptions: {
      description: 'Maximum number of entries from the beginning, or after the cursor after; at most 100.',
    },
    lastArgOptions: {
      description: 'Maximum number of entries from the end, or before the cursor before; at most 100.',
    },
    afterArgOptions: { description: 'Cursor after which the page begins.' },
    beforeArgOptions: { description: 'Cursor before which the page ends.' },
  },
})

builder.queryType({ description: 'All queries.' })
builder.mutationType({ description: 'All changes.' })
builder.addScalarType('DateTime', SCALARS.DateTime)
builder.addScalarType('Date', SCALARS.Date)
builder.addScalarType('CountryCode', SCALARS.CountryCode)
builder.addScalarType('Currency', SCALARS.Currency)
builder.addScalarType('URL', SCALARS.URL)
builder.addScalarType('FigureMap', SCALARS.FigureMap)
builder.addScalarType('JSON', SCALARS.JSON)
