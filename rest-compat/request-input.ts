import { ApiError } from '../src/core/errors.ts'
import { type InputSchema, metaOf, type ParameterMeta, snakeCase } from '../src/core/input.ts'

const camelCase = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Reads a query string into typed values by the declared types; what does not fit stays text, for the rules to name. */
export function queryInput(schema: InputSchema, query: URLSearchParams): Record<string, unknown> {
  const values = new Map<string, unknown>()
  for (const [name, raw] of query) {
    if (name === 'format') continue
    const key = keyOf(schema, name)
    const rule = key === undefined ? undefined : schema.shape[key]
    if (key === undefined || rule === undefined) {
      values.set(name, raw)
      continue
    }
    if (values.has(key))
      throw new ApiError('invalid_parameter', `The parameter "${name}" was given more than once.`, { param: name })
    const meta = metaOf(rule)
    const value = meta.list ? raw.split(',').map((part) => typed(meta, part.trim())) : typed(meta, raw)
    values.set(key, value)
  }
  return Object.fromEntries(values)
}

/** Reads a JSON body into values; names are snake_case as in query strings, values keep their JSON types. */
export function bodyInput(schema: InputSchema, body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError('invalid_body', 'The body must be a JSON object.')
  }
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [keyOf(schema, name) ?? name, value]))
}

/** The rule's own key of a parameter as REST spells it; camelCase spellings are not parameters of REST. */
function keyOf(schema: InputSchema, name: string): string | undefined {
  const key = camelCase(name)
  if (Object.hasOwn(schema.shape, key) && snakeCase(key) === name) return key
  if (!Object.hasOwn(schema.shape, name)) return undefined
  const meant = snakeCase(name)
  throw new ApiError('invalid_parameter', `There is no parameter "${name}"; it is spelled "${meant}".`, {
    param: name,
    did_you_mean: meant,
  })
}

function typed(meta: ParameterMeta, raw: string): unknown {
  if (meta.type === 'Int' || meta.type === 'Float')
    return /^[+-]?\d{1,300}(\.\d{1,300})?$/.test(raw) ? Number(raw) : raw
  if (meta.type === 'Boolean')
    return raw === 'true' || raw === '1' ? true : raw === 'false' || raw === '0' ? false : raw
  return raw
}
