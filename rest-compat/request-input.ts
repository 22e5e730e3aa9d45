import { type ParseError, parse } from 'jsonc-parser'
import { ApiError } from '../src/core/errors.ts'
import { restName } from '../src/core/input/parse.ts'
import { type InputSchema, metaOf, type ParameterMeta } from '../src/core/input/rule.ts'
import { toldText } from '../src/core/input/told-text.pure.ts'
import { isRecord } from '../src/core/record.pure.ts'
import { camelCase } from './served-route.ts'

/** Reads a query string into typed values by the declared types; what does not fit stays text, for the rules to name. */
export function queryInput(
  schema: InputSchema,
  query: URLSearchParams,
  inPath: readonly string[] = [],
): Record<string, unknown> {
  const values = new Map<string, unknown>()
  for (const name of new Set(query.keys())) {
    if (name === 'format') continue
    const [raw = '', ...more] = query.getAll(name)
    const key = keyOf(schema, name, inPath)
    const rule = key === undefined ? undefined : schema.shape[key]
    if (key === undefined || rule === undefined) {
      values.set(name, raw)
      continue
    }
    const meta = metaOf(rule)
    // Generated clients repeat the parameter of a list instead of writing commas.
    if (values.has(key) || (more.length > 0 && !meta.list))
      throw new ApiError('invalid_parameter', `The parameter "${name}" was given more than once.`, { param: name })
    values.set(key, meta.object ? nested(meta.object.fields, jsonText(name, raw)) : typedList(meta, [raw, ...more]))
  }
  return Object.fromEntries(values)
}

function typedList(meta: ParameterMeta, raws: readonly string[]): unknown {
  const [raw = ''] = raws
  return meta.list ? raws.flatMap((one) => one.split(',').map((part) => typed(meta, part.trim()))) : typed(meta, raw)
}

/** Reads a JSON body into values: names as REST spells them, values with their JSON types. */
export function bodyInput(schema: InputSchema, body: unknown, inPath: readonly string[] = []): Record<string, unknown> {
  if (!isRecord(body)) throw new ApiError('invalid_body', 'The body must be a JSON object.')
  return named(schema, body, inPath)
}

function named(
  schema: InputSchema,
  values: Record<string, unknown>,
  inPath: readonly string[] = [],
): Record<string, unknown> {
  const entries = new Map<string, unknown>()
  for (const [name, value] of Object.entries(values)) {
    const key = keyOf(schema, name, inPath)
    const rule = key === undefined ? undefined : schema.shape[key]
    if (key !== undefined && entries.has(key))
      throw new ApiError('invalid_parameter', `The parameter "${name}" was given more than once.`, { param: name })
    const fields = rule && metaOf(rule).object?.fields
    entries.set(key ?? name, fields ? nested(fields, value) : value)
  }
  return Object.fromEntries(entries)
}

function nested(fields: InputSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => nested(fields, item))
  return isRecord(value) ? named(fields, value) : value
}

/** A structured value in a query string is JSON. */
function jsonText(name: string, raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    throw new ApiError('invalid_parameter', `"${name}" must be JSON, URL-encoded: ${jsonFault(raw)}.`, { param: name })
  }
}

/** What is wrong with JSON text, and where; the engine itself tells a place only sometimes. */
function jsonFault(raw: string): string {
  const errors: ParseError[] = []
  parse(raw, errors, { disallowComments: true, allowTrailingComma: false })
  const [first] = errors
  if (!first || first.offset >= raw.length) return `it ends too early, after ${raw.length} characters`
  const near = toldText(raw.slice(first.offset, first.offset + FAULT_SHOWN))
  return `it is malformed at position ${first.offset}, at ${JSON.stringify(near)}`
}

/** Characters of malformed JSON that a message repeats. */
const FAULT_SHOWN = 20

/** The rule's own key of a parameter as REST spells it; the spellings of GraphQL ("minImpact", "tickers" for "ticker") are not parameters of REST. */
function keyOf(schema: InputSchema, name: string, inPath: readonly string[]): string | undefined {
  const keys = keysOf(schema)
  const key = keys.get(name)
  if (key !== undefined && !inPath.includes(key)) return key
  const meant = [...keys].find(([known, own]) => known !== name && (camelCase(known) === name || own === name))?.[0]
  if (key !== undefined || meant === undefined || inPath.includes(name)) return undefined
  throw new ApiError('invalid_parameter', `There is no parameter "${name}"; it is spelled "${meant}".`, {
    param: name,
    did_you_mean: meant,
  })
}

const knownKeys = new WeakMap<InputSchema, ReadonlyMap<string, string>>()

/** Every name REST knows a rule by, with the rule's key. */
function keysOf(schema: InputSchema): ReadonlyMap<string, string> {
  const known = knownKeys.get(schema)
  if (known) return known
  const keys = new Map(
    Object.entries(schema.shape).flatMap(([key, rule]) =>
      (metaOf(rule).restNames ?? [restName(schema, key)]).map((name) => [name, key] as const),
    ),
  )
  knownKeys.set(schema, keys)
  return keys
}

function typed(meta: ParameterMeta, raw: string): unknown {
  if (meta.type === 'Int' || meta.type === 'Float')
    return /^[+-]?\d{1,300}(\.\d{1,300})?$/.test(raw) ? Number(raw) : raw
  if (meta.type === 'Boolean')
    return raw === 'true' || raw === '1' ? true : raw === 'false' || raw === '0' ? false : raw
  return raw
}
