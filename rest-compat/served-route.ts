import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { z } from 'zod'
import type { FieldFacts } from '../src/core/graphql/metered-field.ts'
import type { Format } from '../src/core/http/negotiation.ts'
import type { InputSchema } from '../src/core/input/rule.ts'
import type { Route } from './route.ts'

/** A route with what its field declares: rules, cost, and the document that is run for it. */
export interface ServedRoute extends Route {
  /** Input rules of the field, path variables among them where they are arguments of the field itself. */
  readonly input: InputSchema
  /** Names of the arguments in the path, in camelCase. */
  readonly pathArguments: readonly string[]
  /** Row of costs.csv. */
  readonly cost: string
  /** Executed with the path variables and the input as variables. */
  readonly document: string
  /** The same for formats that select something else. */
  readonly documents: Readonly<Partial<Record<Format, string>>>
  /** Formats it answers, the usual one first. */
  readonly formats: readonly [Format, ...Format[]]
  /** Key of the rows in the answers of lists. */
  readonly rows?: string
  /** Columns of the rows in CSV. */
  readonly columns: readonly Column[]
}

/** A column of the CSV: its name, and the keys that lead to its value in a row. */
export interface Column {
  readonly name: string
  readonly path: readonly string[]
  /** True for an object of numbers whose keys, which differ from answer to answer, are columns themselves. */
  readonly isMap?: true
}

const PAGING = 'count total limit offset all has_more: hasMore notes'

/** Looks the routes' fields up in the schema and generates their documents; throws where a route and the schema disagree. */
export function serveRoutes(routes: readonly Route[], schema: GraphQLSchema): ServedRoute[] {
  return routes.map((route) => serveRoute(route, schema))
}

function serveRoute(route: Route, schema: GraphQLSchema): ServedRoute {
  const pathArguments = [...route.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => camelCase(name))
  const steps = stepsOf(route, schema)
  const last = steps.at(-1)
  const facts = last && factsOf(last.field)
  if (!last || !facts) throw new Error(`${route.path}: the field ${route.field} declares no input and cost.`)
  const declared = new Map<string, string>()
  const calls = steps.map(({ name, field }) => {
    const args = field.args
      .filter((arg) => field === last.field || pathArguments.includes(arg.name))
      .map((arg) => {
        declared.set(arg.name, String(arg.type))
        return `${arg.name}: $${arg.name}`
      })
    return args.length > 0 ? `${name}(${args.join(', ')})` : name
  })
  const missing = pathArguments.find((name) => !declared.has(name))
  if (missing !== undefined) throw new Error(`${route.path}: no field of ${route.field} takes ${missing}.`)
  const type = getNamedType(last.field.type)
  const isPage = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'OffsetPage')
  const variables = [...declared].map(([name, of]) => `$${name}: ${of}`).join(', ')
  const operation = schema.getMutationType()?.getFields()[steps[0]?.name ?? ''] ? 'mutation' : 'query'
  const documentOf = (selection: string) =>
    `${operation}${variables ? ` (${variables})` : ''} { ${calls.reduceRight((inner, call) => `${call} { ${inner} }`, selection)} }`
  const rows = isPage ? fieldsOf(selectionOf(route.select)).find((node) => node.name.value === 'items') : undefined
  const written = route.csv === undefined ? rows : fieldsOf(selectionOf(route.csv))[0]
  const csv = written ? ['csv' as const] : []
  const text = route.text === undefined ? [] : ['text' as const]
  return {
    ...route,
    ...facts,
    pathArguments,
    document: documentOf(isPage ? `${route.select} ${PAGING}` : route.select),
    documents: {
      ...(route.csv === undefined ? {} : { csv: documentOf(route.csv) }),
      ...(route.text === undefined ? {} : { text: documentOf(route.text) }),
    },
    formats: ['json', ...csv, ...text],
    columns:
      written && isObjectType(type)
        ? columnsOf(written.selectionSet, getNamedType(type.getFields()[written.name.value]?.type))
        : [],
    ...(rows ? { rows: keyOf(rows) } : {}),
  }
}

interface Step {
  readonly name: string
  readonly field: GraphQLField<unknown, unknown>
}

function stepsOf(route: Route, schema: GraphQLSchema): Step[] {
  let type: GraphQLNamedType | undefined | null = null
  return route.field.split('.').map((name) => {
    const owners = type ? [type] : [schema.getQueryType(), schema.getMutationType()]
    const field = owners.flatMap((owner) => (isObjectType(owner) ? (owner.getFields()[name] ?? []) : []))[0]
    if (!field) throw new Error(`${route.path}: there is no field ${name} of ${route.field}.`)
    type = getNamedType(field.type)
    return { name, field }
  })
}

/** Input rules and cost declared by a field; null where it declares none. */
export function factsOf({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }): FieldFacts | null {
  const { input, cost } = extensions
  return input instanceof z.ZodObject && typeof cost === 'string' ? { input, cost } : null
}

function selectionOf(select: string): SelectionSetNode | undefined {
  const [definition] = parse(`{ ${select} }`, { noLocation: true }).definitions
  return definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet : undefined
}

/** Nested objects become flat columns (`dividend_yield`); lists stay one column. */
function columnsOf(
  selection: SelectionSetNode | undefined,
  type: GraphQLNamedType | undefined,
  path: readonly string[] = [],
): Column[] {
  return fieldsOf(selection).flatMap((node) => {
    const here = [...path, keyOf(node)]
    const fieldType = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value]?.type : undefined
    const value = isNonNullType(fieldType) ? fieldType.ofType : fieldType
    if (!node.selectionSet || isListType(value)) {
      const isMap = getNamedType(fieldType)?.name === 'FigureMap'
      return [{ name: here.join('_'), path: here, ...(isMap ? { isMap: true as const } : {}) }]
    }
    return columnsOf(node.selectionSet, getNamedType(fieldType), here)
  })
}

function fieldsOf(selection: SelectionSetNode | undefined): FieldNode[] {
  return (selection?.selections ?? []).map((node) => {
    if (node.kind !== Kind.FIELD) throw new Error('Selections of routes are written without GraphQL fragments.')
    return node
  })
}

function keyOf(node: FieldNode): string {
  return (node.alias ?? node.name).value
}

/** `trade_id` -> `tradeId`. */
export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
