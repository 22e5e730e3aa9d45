import { type GraphQLSchema, isEnumType } from 'graphql'
import { z } from 'zod'
import { restName } from '../../src/core/input/parse.ts'
import { type InputSchema, metaOf, type ParameterMeta, rangeSentence } from '../../src/core/input/rule.ts'
import { type Components, enumerationLink, linkTo } from './component.ts'
import type { JsonSchema } from './types.ts'

/** An input rule as REST documents it: its name there, and its JSON Schema. */
export interface DocumentedRule {
  readonly name: string
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
  /** True for an object or a list of objects, which a query string holds as JSON text. */
  readonly structured: boolean
}

/** Describes each rule of an input as JSON Schema; closed sets and nested objects are put into `components`. */
export function ruleSchemas(
  schema: GraphQLSchema,
  components: Components,
): (input: InputSchema) => readonly DocumentedRule[] {
  /** One value of a rule: what zod says of it, with what only the declaration knows. */
  function single(key: string, plain: JsonSchema, { type, enumeration, object, choices }: ParameterMeta): JsonSchema {
    const set = enumeration && schema.getType(enumeration.name)
    if (isEnumType(set)) return enumerationLink(components, set)
    if (choices) return choiceLink(key, plain)
    if (object) return objectLink(object.name, object.fields)
    if (type === 'Int') return { ...plain, format: 'int32' }
    if (type === 'Date') return { type: 'string', format: 'date' }
    if (type === 'Decimal') return DECIMAL
    if (type === 'CountryCode') return { type: 'string', pattern: '^[A-Za-z]{2}$' }
    if (type === 'ID' && plain.anyOf) return { anyOf: plain.anyOf.map(withoutSafeBounds) }
    // That text holds no NUL is true of all text and helps no caller.
    if (plain.pattern === NO_NUL) return without(plain, 'pattern')
    return plain
  }

  /** The same behind lists and beside null. */
  function whole(key: string, plain: JsonSchema, meta: ParameterMeta): JsonSchema {
    if (plain.items) return { ...plain, items: whole(key, plain.items, meta) }
    if (plain.anyOf?.some(isNull))
      return { ...plain, anyOf: plain.anyOf.map((one) => (isNull(one) ? one : whole(key, one, meta))) }
    const { default: fallback, ...value } = plain
    return { ...single(key, value, meta), ...(fallback === undefined ? {} : { default: fallback }) }
  }

  /** A closed set that GraphQL cannot spell (`7d`) bears the name of its parameter, unless that means another set already. */
  function choiceLink(key: string, plain: JsonSchema): JsonSchema {
    const name = key.charAt(0).toUpperCase() + key.slice(1)
    const shape: JsonSchema = { ...plain, description: `Values of \`${key}\`.` }
    if (schema.getType(name)) return plain
    components[name] ??= shape
    return JSON.stringify(components[name]) === JSON.stringify(shape) ? linkTo(name) : plain
  }

  function objectLink(name: string, fields: InputSchema): JsonSchema {
    if (!(name in components)) {
      // Named before it is described: an object may hold others of its kind.
      components[name] = {}
      const description = schema.getType(name)?.description
      components[name] = {
        type: 'object',
        ...(description ? { description } : {}),
        ...objectMembers(rulesOf(fields).map(withDefaultInWords)),
      }
    }
    return linkTo(name)
  }

  function rulesOf(input: InputSchema): readonly DocumentedRule[] {
    const plain: JsonSchema = JSON.parse(JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })))
    const required = new Set(plain.required)
    return Object.entries(input.shape).map(([key, rule]) => {
      const meta = metaOf(rule)
      const described = whole(key, plain.properties?.[key] ?? {}, meta)
      // What the schema can't say is said in words.
      const words = isTelling(described) || meta.range === undefined ? [] : [rangeSentence(meta.range)]
      return {
        name: restName(input, key),
        required: required.has(key),
        description: [meta.description, ...words].join(' '),
        schema: described,
        structured: meta.object !== undefined,
      }
    })
  }
  return rulesOf
}

/** The fields of an object that takes no others. */
export function objectMembers(
  rules: readonly DocumentedRule[],
): Pick<JsonSchema, 'properties' | 'required' | 'additionalProperties'> {
  return {
    properties: Object.fromEntries(rules.map(({ name, schema, description }) => [name, { ...schema, description }])),
    required: rules.filter((rule) => rule.required).map((rule) => rule.name),
    additionalProperties: false,
  }
}

/** Generators make fields with defaults required in named schemas, as if they were answers: there the default is said in words. */
function withDefaultInWords(rule: DocumentedRule): DocumentedRule {
  const fallback = rule.schema.default
  if (fallback === undefined) return rule
  return {
    ...rule,
    schema: without(rule.schema, 'default'),
    description: `${rule.description} ${JSON.stringify(fallback)} by default.`,
  }
}

/** Text keeps digits that a JSON number would lose. */
const DECIMAL: JsonSchema = { anyOf: [{ type: 'number' }, { type: 'string', pattern: String.raw`^[+-]?\d+(\.\d+)?$` }] }

const NO_NUL = String.raw`^[^\0]*$`

function without(schema: JsonSchema, key: keyof JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key))
}

/** The bounds of exact numbers, which no id comes near. */
function withoutSafeBounds(schema: JsonSchema): JsonSchema {
  const { minimum, maximum } = schema
  const isSafe = minimum === Number.MIN_SAFE_INTEGER && maximum === Number.MAX_SAFE_INTEGER
  return isSafe ? without(without(schema, 'minimum'), 'maximum') : schema
}

const isNull = ({ type }: JsonSchema) => type === 'null'

function isTelling({ $ref, type, items, anyOf, ...rules }: JsonSchema): boolean {
  if (items) return isTelling(items)
  if (anyOf) {
    const values = anyOf.filter((one) => !isNull(one))
    const isId = values.some(({ type }) => type === 'integer')
    return isId || (values.length === 1 && values.some(isTelling))
  }
  const { enum: values, pattern, minimum, maxLength, format } = rules
  if (format === 'int32' && minimum === undefined) return false
  return (
    $ref !== undefined ||
    type === 'boolean' ||
    [values, pattern, minimum, maxLength, format].some((rule) => rule !== undefined)
  )
}
