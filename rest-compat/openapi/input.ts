import { type GraphQLSchema, getNamedType, isObjectType } from 'graphql'
import type { InputSchema } from '../../src/core/input/rule.ts'
import { factsOf, type ServedRoute as Route } from '../served-route.ts'
import type { Components } from './component.ts'
import { type DocumentedRule, objectMembers, ruleSchemas } from './rule.ts'
import type { Content, JsonSchema, Parameter } from './types.ts'

/** Whether a route takes a JSON body. */
export function takesBody(route: Route): boolean {
  return route.method !== 'GET' && route.method !== 'DELETE'
}

/** Names of the variables in a route's path. */
export function pathVariables(route: Route): string[] {
  return [...route.path.matchAll(/\{([^}]+)\}/g)].flatMap(([, name]) => name ?? [])
}

/** Parameters and body of a route. */
interface RouteInput {
  /** Path and query parameters. */
  readonly parameters: readonly Parameter[]
  /** The JSON body; absent when it takes none. */
  readonly requestBody?: { readonly required: true; readonly content: Content }
}

/** Describes the inputs of routes; enumerations and nested objects are added to `components`. */
export function routeInputs(schema: GraphQLSchema, components: Components): (route: Route) => RouteInput {
  const rulesOf = ruleSchemas(schema, components)

  function pathParameters(route: Route, rules: readonly DocumentedRule[]): Parameter[] {
    const onTheWay = inputsOnTheWay(route, schema).flatMap(rulesOf)
    return pathVariables(route).map((name) => {
      const rule = [...rules, ...onTheWay].find((one) => one.name === name)
      if (!rule) throw new Error(`${route.path}: no input rule says what ${name} is.`)
      const { description, schema: described } = rule
      return { name, in: 'path', required: true, description, schema: described, ...exampleOf(route, name) }
    })
  }

  return (route) => {
    const rules = rulesOf(route.input)
    const inPath = pathVariables(route)
    const others = rules.filter(({ name }) => !inPath.includes(name))
    const query = takesBody(route) ? [] : others.map((rule) => queryParameter(route, rule))
    return {
      parameters: [...pathParameters(route, rules), ...query],
      ...(takesBody(route) ? { requestBody: { required: true, content: bodyOf(route, others) } } : {}),
    }
  }
}

function bodyOf(route: Route, rules: readonly DocumentedRule[]): Content {
  const schema: JsonSchema = route.bodyToInput
    ? { type: 'object', description: "The caller's own object.", additionalProperties: true }
    : { type: 'object', ...objectMembers(rules) }
  const inPath = new Set(pathVariables(route))
  const fields = Object.entries(route.example ?? {}).filter(([name]) => !inPath.has(name))
  const example = fields.length > 0 ? { example: Object.fromEntries(fields) } : {}
  return { 'application/json': { schema, ...example } }
}

function queryParameter(route: Route, rule: DocumentedRule): Parameter {
  const { name, required, description, structured } = rule
  const shown = exampleOf(route, name)
  const base = { name, in: 'query', ...(required ? { required: true } : {}) } as const
  if (structured)
    return {
      ...base,
      description: `${description} Sent as JSON text.`,
      schema: { type: 'string', contentMediaType: 'application/json', contentSchema: rule.schema },
      ...(shown.example === undefined ? {} : { example: JSON.stringify(shown.example) }),
    }
  if (rule.schema.type !== 'array') return { ...base, description, schema: rule.schema, ...shown }
  return {
    ...base,
    description: `${description} Repeat the parameter or separate values by commas.`,
    style: 'form',
    explode: true,
    schema: rule.schema,
    ...shown,
  }
}

function exampleOf(route: Route, name: string): { example?: unknown } {
  const example = route.example?.[name]
  return example === undefined ? {} : { example }
}

/** Input rules of the fields between the root and the one a route calls: `stock` of `stock.news`. */
function inputsOnTheWay(route: Route, schema: GraphQLSchema): InputSchema[] {
  let types = [schema.getQueryType(), schema.getMutationType()]
  return route.field.split('.').flatMap((name) => {
    const field = types.flatMap((type) => type?.getFields()[name] ?? [])[0]
    const type = field && getNamedType(field.type)
    types = isObjectType(type) ? [type] : []
    const facts = field && factsOf(field)
    return facts ? [facts.input] : []
  })
}
