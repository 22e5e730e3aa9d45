import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql'
import type { FieldsPerRow } from '../../call/call-budget.ts'
import { ALL_ROWS_MAX } from '../../input/paging.pure.ts'
import { givesList } from './bounded-lists.ts'
import { CONNECTION_SIZE, CONNECTION_SIZE_MAX } from './connection-size.ts'
import { introspectionSizes } from './introspection-size.ts'
import { type ListSize, readListSizes } from './list-size.source.ts'

/** What an operation is expected to take. */
export interface DocumentWeight {
  /** About a microsecond of work each. */
  readonly weight: number
  /** Fields an entry of a list brings, by the list. */
  readonly fieldsPerRow: FieldsPerRow
  /** Rows of costs.csv that are charged for certain when nothing fails: not below lists, not conditional. */
  readonly certainCosts: readonly string[]
}

/** What is known of a field: facts its declaration left in the schema. */
interface DeclaredField {
  /** Row of costs.csv. */
  readonly cost: string | null
  /** What reading it takes, and each row of it. */
  readonly weight: FieldWeight
}

/** What reading a field takes, in about microseconds: once, and for each row it reads. */
export interface FieldWeight {
  readonly once: number
  readonly perRow: number
}

/** What parsing the arguments of a metered field and charging for it takes. */
const METERED_WEIGHT: FieldWeight = { once: 20, perRow: 0 }
const PLAIN_WEIGHT: FieldWeight = { once: 1, perRow: 0 }
/** Introspection is interpreted, in one go. */
const INTROSPECTION_WEIGHT: FieldWeight = { once: 5, perRow: 0 }

/** Where the walk stands: how often this is expected to run, below how many lists, and whether it runs for certain. */
interface Place {
  readonly times: number
  readonly belowList: boolean
  readonly certain: boolean
  /** Rows of the page it is in, and of pages that are rows of it. */
  readonly pageRows: readonly number[]
}

let declared: ReadonlyMap<string, ListSize> | null = null

/**
 * Weighs an operation with its variables: lists count as what they hold. Its document must be valid, and its shape within limits: this
 * follows each fragment wherever it is spread.
 */
export function weigh(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): DocumentWeight {
  const fragments = fragmentsOf(document)
  declared ??= readListSizes()
  const sizes = declared
  const introspection = introspectionSizes(schema)
  const variables = { ...defaultsOf(operation), ...given }
  const fieldsPerRow = new Map<string, number>()
  const certainCosts: string[] = []
  let weight = 0

  function walk(set: SelectionSetNode, type: GraphQLNamedType, place: Place): number {
    let width = 0
    for (const selection of set.selections) {
      const conditional = (selection.directives?.length ?? 0) > 0
      const here = conditional && place.certain ? { ...place, certain: false } : place
      if (selection.kind === Kind.FIELD) {
        width += walkField(selection, type, here)
        continue
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
      if (!fragment) continue
      const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value)
      // A fragment on one of several types may find none of them.
      const inside = isAbstractType(type) && here.certain ? { ...here, certain: false } : here
      width += walk(fragment.selectionSet, condition ?? type, inside)
    }
    return width
  }

  function walkField(node: FieldNode, type: GraphQLNamedType, place: Place): number {
    const field = fieldOf(schema, type, node.name.value)
    if (!field) {
      weight += place.times
      return 1
    }
    const facts = declaredOf(type, field)
    const argument = (name: string) => argumentOf(node, field, name, variables)
    const coordinate = coordinateOf(type, field.name, sizes)
    const listed = givesList(field)
    const sizeOf = (size: ListSize | undefined) => (place.belowList ? size?.reached : size?.largest)
    const named = getNamedType(field.type)
    const pageRows = pageRowsOf(field, named, argument, sizeOf(sizes.get(coordinate)))
    const size = listed
      ? (sizeOf(sizes.get(coordinate) ?? introspection.get(coordinate)) ??
        listArgumentLength(field, argument) ??
        place.pageRows[0] ??
        1)
      : (introspection.get(coordinate)?.reached ?? 1)
    weight += place.times * (facts.weight.once + facts.weight.perRow * (pageRows[0] ?? (listed ? size : 1)))
    if (facts.cost !== null && place.certain) certainCosts.push(facts.cost)
    const below = {
      times: place.times * size,
      belowList: place.belowList || listed,
      certain: place.certain && !listed,
      pageRows: pageRows.length > 0 ? pageRows : listed ? place.pageRows.slice(1) : place.pageRows,
    }
    if (listed && !node.selectionSet) weight += below.times * LEAF_ENTRY_WEIGHT
    const width = node.selectionSet ? walk(node.selectionSet, named, below) : 1
    if (!listed) return 1 + width
    const list = `${type.name}.${field.name}`
    fieldsPerRow.set(list, Math.max(fieldsPerRow.get(list) ?? 0, width))
    return 1
  }

  const root = schema.getRootType(operation.operation)
  if (root) walk(operation.selectionSet, root, { times: 1, belowList: false, certain: true, pageRows: [] })
  return { weight: Math.ceil(weight), fieldsPerRow, certainCosts }
}

/** The name a list's size is declared by: that of its type, or of the interface that gives it the field. */
function coordinateOf(type: GraphQLNamedType, field: string, sizes: ReadonlyMap<string, ListSize>): string {
  const own = `${type.name}.${field}`
  if (!isObjectType(type) || sizes.has(own)) return own
  const shared = type.getInterfaces().find(({ name }) => sizes.has(`${name}.${field}`))
  return shared ? `${shared.name}.${field}` : own
}

/** What an entry of a list of plain values takes. */
const LEAF_ENTRY_WEIGHT = 0.2

function fieldOf(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === SchemaMetaFieldDef.name && type === schema.getQueryType()) return SchemaMetaFieldDef
  if (name === TypeMetaFieldDef.name && type === schema.getQueryType()) return TypeMetaFieldDef
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
}

function declaredOf(type: GraphQLNamedType, { extensions }: GraphQLField<unknown, unknown>): DeclaredField {
  if (isIntrospectionType(type)) return { cost: null, weight: INTROSPECTION_WEIGHT }
  const cost = typeof extensions['cost'] === 'string' ? extensions['cost'] : null
  const weight = isFieldWeight(extensions['weight']) ? extensions['weight'] : cost ? METERED_WEIGHT : PLAIN_WEIGHT
  return { cost, weight }
}

function isFieldWeight(value: unknown): value is FieldWeight {
  return typeof value === 'object' && value !== null && 'once' in value && 'perRow' in value
}

/** Rows of the page or connection a field gives, by its arguments; those of the pages in its rows too. Empty when it gives neither. */
function pageRowsOf(
  field: GraphQLField<unknown, unknown>,
  type: GraphQLNamedType,
  argument: (name: string) => unknown,
  largest: number = ALL_ROWS_MAX,
): readonly number[] {
  if (!isObjectType(type)) return []
  if (takes(field, 'first')) {
    const asked = number(argument('first')) ?? number(argument('last')) ?? CONNECTION_SIZE
    return [Math.max(1, Math.min(asked, CONNECTION_SIZE_MAX))]
  }
  if (!isPage(type)) return []
  const limit = number(argument('limit'))
  const rows = argument('all') === true ? ALL_ROWS_MAX : (limit ?? ALL_ROWS_MAX)
  const own = Math.max(1, Math.min(rows, largest))
  const outer = isPageOfPages(type) ? listArgumentLength(field, argument) : undefined
  if (outer !== undefined) return [outer, own]
  return [limit === undefined ? (listArgumentLength(field, argument) ?? own) : own]
}

function takes({ args }: GraphQLField<unknown, unknown>, name: string): boolean {
  return args.some((arg) => arg.name === name)
}

function isPage(type: GraphQLObjectType): boolean {
  return type.getInterfaces().some(({ name }) => name === 'OffsetPage')
}

function isPageOfPages(type: GraphQLObjectType): boolean {
  const items = type.getFields()['items']
  const row = items && getNamedType(items.type)
  return isObjectType(row) && isPage(row)
}

/** How many were asked for by name; undefined for a field that takes no list. */
function listArgumentLength(
  field: GraphQLField<unknown, unknown>,
  argument: (name: string) => unknown,
): number | undefined {
  for (const arg of field.args) {
    if (!givesList(arg)) continue
    const value = argument(arg.name)
    if (Array.isArray(value)) return Math.min(value.length, LIST_ARGUMENT_MAX)
  }
  return undefined
}

/** The rules of the fields refuse longer ones. */
const LIST_ARGUMENT_MAX = 100

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The value of an argument: given, by a variable, or its default. */
function argumentOf(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  name: string,
  variables: Readonly<Record<string, unknown>>,
): unknown {
  const value = node.arguments?.find((argument) => argument.name.value === name)?.value
  const given = value && untyped(value, variables)
  return given ?? field.args.find((arg) => arg.name === name)?.defaultValue
}

function untyped(value: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  return valueFromASTUntyped(value, { ...variables })
}

function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  )
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  )
}
