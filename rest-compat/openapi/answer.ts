import {
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { snakeCase } from '../../src/core/input/parse.ts'
import type { ServedRoute as Route } from '../served-route.ts'
import { type Components, enumerationLink, linkTo, nullable } from './component.ts'
import type { JsonSchema } from './types.ts'

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  String: { type: 'string' },
  ID: { type: 'string' },
  Decimal: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  URL: { type: 'string', format: 'uri' },
  CountryCode: { type: 'string', pattern: '^[A-Z]{2}$' },
  Currency: { type: 'string', pattern: '^[A-Z]{3}$' },
  FigureMap: { type: 'object', additionalProperties: { type: ['number', 'null'] } },
  JSON: {},
}

/**
 * Reads what routes answer off their documents: the aliases are the names, the schema knows types, nullability and lists. Shapes and
 * closed sets that answers share are put into `components`.
 */
export function answerSchemas(schema: GraphQLSchema, components: Components): (route: Route) => JsonSchema {
  const names = new Map<string, string>()

  /** A type asked for in one shape bears its own name; further shapes add where they are asked. */
  function named(type: string, where: string, shape: JsonSchema): JsonSchema {
    const key = `${type} ${JSON.stringify(shape)}`
    let name = names.get(key)
    if (name === undefined) {
      const candidates = [
        type,
        `${type}In${where}`,
        ...Array.from({ length: 9 }, (_, n) => `${type}In${where}${n + 2}`),
      ]
      name = candidates.find((candidate) => !(candidate in components)) ?? key
      names.set(key, name)
      components[name] = shape
    }
    return linkTo(name)
  }

  function object(type: string, selection: SelectionSetNode, where: string, isAnswer: boolean): JsonSchema {
    const known = schema.getType(type)
    if (!isObjectType(known) && !isInterfaceType(known)) throw new Error(`${type} has no fields to describe.`)
    const fields = known.getFields()
    const properties: Record<string, JsonSchema> = {}
    const required: string[] = []
    for (const node of fieldsOf(selection)) {
      const field = fields[node.name.value]
      if (!field) throw new Error(`${type} has no field ${node.name.value}.`)
      const key = (node.alias ?? node.name).value
      // `notes` is left out of an answer that has none.
      const leftOut = isAnswer && key === 'notes'
      const value =
        leftOut && !isNonNullType(field.type) ? present(field.type, node, where) : of(field.type, node, where)
      const description = field.description && inSnakeCase(field.description, Object.keys(fields))
      properties[key] = { ...value, ...(description ? { description } : {}) }
      if (!leftOut) required.push(key)
    }
    const description = known.description ? { description: known.description } : {}
    return named(type, where, { type: 'object', ...description, properties, required })
  }

  function of(type: GraphQLOutputType, node: FieldNode, where: string): JsonSchema {
    return isNonNullType(type) ? present(type.ofType, node, where) : nullable(present(type, node, where))
  }

  function present(type: GraphQLOutputType, node: FieldNode, where: string): JsonSchema {
    if (isNonNullType(type)) return present(type.ofType, node, where)
    if (isListType(type)) return { type: 'array', items: of(type.ofType, node, where) }
    if (isEnumType(type)) return enumerationLink(components, type)
    if (node.selectionSet) return object(type.name, node.selectionSet, where, false)
    const scalar = SCALARS[type.name]
    if (!scalar) throw new Error(`The scalar ${type.name} has no JSON Schema.`)
    return scalar
  }

  return (route) => {
    const { type, node } = answered(schema, route)
    if (!node.selectionSet || isListType(type)) return present(type, node, routeName(route))
    const answer = object('name' in type ? type.name : '', node.selectionSet, routeName(route), true)
    return route.answersNull ? nullable(answer) : answer
  }
}

/** `stock.news` -> `StockNews`. */
function routeName(route: Route): string {
  return route.field
    .split('.')
    .map((key) => key.charAt(0).toUpperCase() + key.slice(1))
    .join('')
}

/** The field a route calls, and its type without null: where there is nothing, the answer is a 404. */
function answered(schema: GraphQLSchema, route: Route): { type: GraphQLOutputType; node: FieldNode } {
  const operation = parse(route.document).definitions.find(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  )
  if (!operation) throw new Error(`${route.path} has no operation.`)
  let type: GraphQLOutputType | null | undefined = schema.getRootType(operation.operation)
  let selection: SelectionSetNode | undefined = operation.selectionSet
  let node: FieldNode | undefined
  for (const key of route.field.split('.')) {
    node = selection && fieldsOf(selection).find((field) => (field.alias ?? field.name).value === key)
    if (!isObjectType(type) || !node) throw new Error(`${route.path} asks for nothing at ${route.field}.`)
    const fieldType: GraphQLOutputType | undefined = type.getFields()[node.name.value]?.type
    type = isNonNullType(fieldType) ? fieldType.ofType : fieldType
    selection = node.selectionSet
  }
  if (!type || !node) throw new Error(`${route.path} asks for nothing at ${route.field}.`)
  return { type, node }
}

function fieldsOf(selection: SelectionSetNode): FieldNode[] {
  return selection.selections.map((node) => {
    if (node.kind !== Kind.FIELD) throw new Error('Documents of routes are written without GraphQL fragments.')
    return node
  })
}

/** Descriptions name fields as GraphQL does; REST spells them otherwise. */
function inSnakeCase(description: string, fields: readonly string[]): string {
  return description.replaceAll(/\b[a-z]+[A-Z]\w*/g, (word) => (fields.includes(word) ? snakeCase(word) : word))
}
