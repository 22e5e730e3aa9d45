import {
  type FieldKind,
  type FieldRef,
  type MaybePromise,
  type OutputRef,
  RootFieldBuilder,
  type SchemaTypes,
  type ShapeFromTypeParam,
  type TypeParam,
} from '@pothos/core'
import { resolveCursorConnection } from '@pothos/plugin-relay'
import type { GraphQLResolveInfo } from 'graphql'
import { z } from 'zod'
import { parseInput } from '../input/parse.ts'
import type { InputSchema } from '../input/rule.ts'
import { argumentsOf } from './arguments.ts'
import type { Context } from './context.ts'
import { dataSetMarker, isPage } from './data-set.ts'
import { CONNECTION_SIZE, CONNECTION_SIZE_MAX, checkConnectionSize } from './limit/connection-size.ts'
import type { FieldWeight } from './limit/document-weight.ts'

/** What a field declares beside its resolver: rules of its arguments, and what it costs. */
export interface FieldFacts {
  readonly input: InputSchema
  /** Row of costs.csv. */
  readonly cost: string
  readonly weight?: FieldWeight
}

declare global {
  export namespace PothosSchemaTypes {
    interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * A field with declared input rules and cost: its arguments come from the rules, values are parsed once, what it brings is
       * charged by `cost` (a row of costs.csv, per call or per row) and marked with the data set its rows declare. Always nullable,
       * so that one failing field leaves the others of the operation.
       */
      metered<Type extends TypeParam<Types>, Input extends InputSchema = typeof NO_INPUT>(
        options: MeteredOptions<Types, ParentShape, Type, Input>,
      ): FieldRef<Types, ShapeFromTypeParam<Types, Type, true>, Kind>

      /** The same for a Relay connection, charged by the rows of the page. */
      meteredConnection<Row, Input extends InputSchema = typeof NO_INPUT>(
        options: MeteredConnectionOptions<ParentShape, Row, Input>,
      ): FieldRef<Types, unknown, Kind>
    }
  }
}

interface DeclaredOptions<Input extends InputSchema> {
  readonly description: string
  /** Row of costs.csv. */
  readonly cost: string
  readonly input?: Input
  /** What reading it takes, in about microseconds; as little as any metered field does, unless said otherwise. */
  readonly weight?: FieldWeight
}

interface MeteredOptions<
  Types extends SchemaTypes,
  ParentShape,
  Type extends TypeParam<Types>,
  Input extends InputSchema,
> extends DeclaredOptions<Input> {
  readonly type: Type
  readonly resolve: (
    parent: ParentShape,
    input: z.output<Input>,
    context: Types['Context'],
    info: GraphQLResolveInfo,
  ) => MaybePromise<ShapeFromTypeParam<Types, Type, true>>
}

/** Which rows a connection reads: behind `after` or before `before`, from the beginning or the end. */
export interface CursorSpan {
  readonly after: string | undefined
  readonly before: string | undefined
  /** One more than the page holds, so that it is known whether there are more. */
  readonly limit: number
  /** True when rows are read backwards from the end; they are to be given nearest to the end first. */
  readonly fromEnd: boolean
}

interface MeteredConnectionOptions<ParentShape, Row, Input extends InputSchema> extends DeclaredOptions<Input> {
  readonly type: OutputRef<Row>
  readonly cursorOf: (row: Row) => string
  readonly read: (
    parent: ParentShape,
    input: z.output<Input>,
    span: CursorSpan,
    context: Context,
  ) => Promise<readonly Row[]>
}

const NO_INPUT = z.strictObject({})
// Pothos infers arguments and results from options it cannot see here; as its own plugins do, this border is crossed by `never`.
const prototype = RootFieldBuilder.prototype as PothosSchemaTypes.RootFieldBuilder<SchemaTypes, unknown, FieldKind>

prototype.metered = function metered({ resolve, input = NO_INPUT as never, cost, weight, ...options }) {
  // Looked up at the first call: types declare their data sets in any order.
  let marker: ReturnType<typeof dataSetMarker> | undefined
  const serve = (value: unknown, context: Context) => {
    context.meter.charge(cost, rowCountOf(value))
    if (value === null || value === undefined) return value
    if (marker === undefined) marker = dataSetMarker(options.type)
    const marking = marker?.(value, context)
    return marking ? marking.then(() => value) : value
  }
  return this.field({
    ...options,
    nullable: true,
    args: argumentsOf(input),
    extensions: { input, cost, ...(weight ? { weight } : {}) } satisfies FieldFacts,
    resolve: ((parent: unknown, args: Record<string, unknown>, context: Context, info: GraphQLResolveInfo) => {
      const read = () => {
        const value: unknown = resolve(parent, inputOf(input, args, context), context as never, info)
        return value instanceof Promise ? value.then((settled) => serve(settled, context)) : serve(value, context)
      }
      const pause = context.budget.pause()
      return pause ? pause.then(read) : read()
    }) as never,
  } as never) as never
}

prototype.meteredConnection = function meteredConnection({
  input = NO_INPUT as never,
  cost,
  weight,
  cursorOf,
  read,
  ...options
}) {
  let marker: ReturnType<typeof dataSetMarker> | undefined
  return this.connection({
    ...options,
    nullable: true,
    args: argumentsOf(input),
    extensions: { input, cost, ...(weight ? { weight } : {}) } satisfies FieldFacts,
    resolve: (parent: unknown, { first, last, after, before, ...args }: ConnectionArgs, context: Context) => {
      checkConnectionSize({ first, last })
      return resolveCursorConnection(
        {
          args: { first, last, after, before } as never,
          toCursor: (row) => cursorOf(row as never),
          defaultSize: CONNECTION_SIZE,
          maxSize: CONNECTION_SIZE_MAX,
        },
        async ({ inverted: fromEnd, ...span }) => {
          await context.budget.pause()
          const rows = await read(parent, inputOf(input, args, context), { ...span, fromEnd } as CursorSpan, context)
          const shown = rows.slice(0, span.limit - 1)
          context.meter.charge(cost, shown.length)
          if (marker === undefined) marker = dataSetMarker([options.type])
          await marker?.(shown, context)
          return rows
        },
      )
    },
  } as never) as never
}

interface ConnectionArgs extends Record<string, unknown> {
  readonly first?: number | null
  readonly last?: number | null
  readonly after?: string | null
  readonly before?: string | null
}

/** The arguments by their rules; those REST has parsed already are handed through. */
function inputOf<Input extends InputSchema>(
  input: Input,
  args: Record<string, unknown>,
  context: Context,
): z.output<Input> {
  const { parsedInput } = context
  return parsedInput?.schema === input ? (parsedInput.values as z.output<Input>) : parseInput(input, args)
}

/** Rows a value is charged for: those of a page or list, one object, or none. */
function rowCountOf(value: unknown): number {
  if (value === null || value === undefined) return 0
  if (Array.isArray(value)) return value.length
  return isPage(value) ? value.rows.length : 1
}

/** A loader of nodes that charges for each node it finds. */
export function meteredNodes<Row>(
  cost: string,
  load: (ids: string[], context: Context) => Promise<(Row | null)[]>,
): (ids: string[], context: Context) => Promise<(Row | null)[]> {
  return async (ids, context) => {
    const rows = await load(ids, context)
    context.meter.charge(cost, rows.filter((row) => row !== null).length)
    return rows
  }
}
