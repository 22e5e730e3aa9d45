import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import DataloaderPlugin from '@pothos/plugin-dataloader'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import { GraphQLScalarType } from 'graphql'
import { DateResolver, DateTimeResolver, JSONResolver } from 'graphql-scalars'
import type PrismaTypes from '../generated/pothos.ts'
import { getDatamodel } from '../generated/pothos.ts'
import { isoSeconds } from './calendar.math.ts'
import type { Context } from './context.ts'
import { prisma } from './db.ts'

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
