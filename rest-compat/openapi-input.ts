import { type GraphQLSchema, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import { z } from 'zod'
import { type InputSchema, metaOf, snakeCase } from '../src/core/input.ts'
import type { Content, JsonSchema, Parameter } from './openapi-types.ts'
import type { Route } from './route.ts'

/** Whether a route takes a JSON body. */
export function takesBody(route: Route): boolean {
  return route.method !== 'GET' && route.method !== 'DELETE'
}

/** Names of the variables in a route's path. */
export function pathVariables(route: Route): string[] {
  return [...route.path.matchAll(/\{([^}]+)\}/g)].flatMap(([, name]) => name ?? [])
}

/** Path and query parameters of a route. */
export function parametersOf(route: Route, schema: GraphQLSchema): Parameter[] {
  const described = variableDescriptions(route, schema)
  const path = pathVariables(route).map((name): Parameter => {
    const description = described.get(name)
    return {
      name,
      in: 'path',
      required: true,
      ...(description === undefined ? {} : { description }),
      schema: { type: 'string' },
      ...exampleOf(route, name),
    }
  })
  const query = takesBody(route) ? [] : rulesOf(route.input).map((rule) => queryParameter(route, rule))
  return [...path, ...query, ...(route.rows === undefined ? [] : [FORMAT])]
}

const FORMAT: Parameter = {
  name: 'format',
  in: 'query',
  description: 'csv answers the rows as RFC 4180 text with a header row; nested values are JSON inside their cell.',
  schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
}

/** The JSON body of a route; undefined when it takes none. */
export function bodyOf(route: Route): { required: true; content: Content } | undefined {
  if (!takesBody(route)) return undefined
  const rules = rulesOf(route.input)
  const schema: JsonSchema = route.bodyToInput
    ? { type: 'object', description: "The caller's own object." }
    : {
        type: 'object',
        properties: Object.fromEntries(
          rules.map(({ name, schema, description }) => [name, { ...schema, description }]),
        ),
        required: rules.filter((rule) => rule.required).map((rule) => rule.name),
        additionalProperties: false,
      }
  const inPath = new Set(pathVariables(route))
  const fields = Object.entries(route.example ?? {}).filter(([name]) => !inPath.has(name))
  const example = fields.length > 0 ? { example: Object.fromEntries(fields) } : {}
  return { required: true, content: { 'application/json': { schema, ...example } } }
}

interface Rule {
  readonly name: string
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}

/** Each input rule as JSON Schema, under its REST name. */
function rulesOf(input: InputSchema): Rule[] {
  const whole: JsonSchema = JSON.parse(JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })))
  const required = new Set(whole.required)
  return Object.entries(input.shape).map(([key, rule]) => {
    const meta = metaOf(rule)
    const plain = whole.properties?.[key] ?? {}
    const schema = meta.type === 'Date' ? { ...plain, format: 'date' } : plain
    // What the schema can't say is said in words.
    const words = isTelling(schema) || meta.range === undefined ? [] : [`${sentence(meta.range)}.`]
    return {
      name: snakeCase(key),
      required: required.has(key),
      description: [meta.description, ...words].join(' '),
      schema,
    }
  })
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function isTelling({ type, enum: values, pattern, minimum, maxLength, format, items }: JsonSchema): boolean {
  if (items) return isTelling(items)
  return type === 'boolean' || [values, pattern, minimum, maxLength, format].some((rule) => rule !== undefined)
}

function queryParameter(route: Route, rule: Rule): Parameter {
  const commas = rule.schema.type === 'array' ? { style: 'form' as const, explode: false } : {}
  return {
    name: rule.name,
    in: 'query',
    ...(rule.required ? { required: true } : {}),
    description: rule.description,
    ...commas,
    schema: rule.schema,
    ...exampleOf(route, rule.name),
  }
}

function exampleOf(route: Route, name: string): { example?: unknown } {
  const example = route.example?.[name]
  return example === undefined ? {} : { example }
}

/** What the schema says of the argument each variable of the document is given to. */
function variableDescriptions(route: Route, schema: GraphQLSchema): Map<string, string> {
  const described = new Map<string, string>()
  const types = new TypeInfo(schema)
  visit(
    parse(route.document),
    visitWithTypeInfo(types, {
      Variable(node) {
        const description = types.getArgument()?.description
        if (description) described.set(node.name.value, description)
      },
    }),
  )
  return described
}
