import { camelCase, type ServedRoute } from '../../rest-compat/served-route.ts'
import { restName } from '../../src/core/input/parse.ts'
import { type InputSchema, metaOf, type ParameterMeta } from '../../src/core/input/rule.ts'
import type { TestApp } from './app.ts'

/** A query parameter or body field of a route, by its name in REST. */
export interface RouteParameter {
  readonly name: string
  /** Every name that means it, the first one included. */
  readonly names: readonly [string, ...string[]]
  readonly rule: InputSchema['shape'][string]
  readonly meta: ParameterMeta
  readonly required: boolean
}

/** `GET /v1/stocks with q`. */
export function nameOf({
  method,
  path,
  mode,
}: {
  readonly method: string
  readonly path: string
  readonly mode?: string | undefined
}): string {
  return `${method} ${path}${mode === undefined ? '' : ` ${mode}`}`
}

/** Whether a route takes a JSON body. */
export function takesBody({ method }: Pick<ServedRoute, 'method'>): boolean {
  return method !== 'GET' && method !== 'DELETE'
}

/** The fields of an object rule as REST spells them. */
export function fieldsOf(schema: InputSchema): RouteParameter[] {
  return Object.entries(schema.shape).map(([key, rule]) => {
    const meta = metaOf(rule)
    const name = restName(schema, key)
    return { name, names: meta.restNames ?? [name], rule, meta, required: !rule.safeParse(undefined).success }
  })
}

/** Parameters of a route that are neither in its path nor the caller's own body. */
export function parametersOf(route: ServedRoute): RouteParameter[] {
  if (route.bodyToInput) return []
  const inPath = pathVariables(route)
  return fieldsOf(route.input).filter(({ name }) => !inPath.includes(name))
}

/** Names of the variables in a path, as REST spells them. */
export function pathVariables({ path }: Pick<ServedRoute, 'path'>): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].flatMap(([, name]) => name ?? [])
}

/** Whether a list is paged by limit, offset and all. */
export function hasPaging(route: ServedRoute): boolean {
  const names = parametersOf(route).map(({ name }) => name)
  return ['limit', 'offset', 'all'].every((name) => names.includes(name))
}

/** How a call differs from the example of its route. */
interface CallChanges {
  /** Values by REST name instead of or beside those of the example; undefined leaves one out. */
  readonly set?: Readonly<Record<string, unknown>>
  /** Only what the route requires is taken from the example. */
  readonly bare?: boolean
  /** Appended to the query string as it is. */
  readonly query?: string
  /** Sent instead of the example's body. */
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string | null
  /** Rewrites the path as it stands in the request. */
  readonly path?: (path: string) => string
}

/** Makes what an example speaks of, for calls that use it up or belong to a key; returns values of the example by REST name. */
export type Fresh = (app: TestApp, key: string | undefined) => Promise<Readonly<Record<string, unknown>>>

/** Calls a route with its example, changed. */
export type CallRoute = (route: ServedRoute, changes?: CallChanges) => Promise<Response>

/** Sends the examples of routes; `fresh` makes what an example needs anew, by the route's name. */
export function routeCaller(app: TestApp, fresh: Readonly<Record<string, Fresh>> = {}): CallRoute {
  const made = new Map<string, Promise<Readonly<Record<string, unknown>>>>()
  /** What is only read is made once for each key; null stands for no key at all. */
  function make(route: ServedRoute, key: string | null | undefined) {
    const name = nameOf(route)
    const makes = fresh[name]
    if (!makes) return {}
    if (route.method !== 'GET') return makes(app, key ?? undefined)
    const place = `${name} ${key ?? ''}`
    const known = made.get(place) ?? makes(app, key ?? undefined)
    made.set(place, known)
    return known
  }
  return async (route, changes = {}) => {
    const { key, query = '', method = route.method } = changes
    const example = { ...route.example, ...(await make(route, key)) }
    const required = parametersOf(route).filter((parameter) => parameter.required)
    const kept = [...pathVariables(route), ...required.map(({ name }) => name)]
    const base = changes.bare
      ? Object.entries(example).filter(([name]) => kept.includes(name))
      : Object.entries(example)
    const values = Object.fromEntries(
      Object.entries({ ...Object.fromEntries(base), ...changes.set }).filter(([, value]) => value !== undefined),
    )
    const path = pathOf(route, values)
    const rest = Object.entries(values).filter(([name]) => !pathVariables(route).includes(name))
    const asked = [takesBody(route) ? '' : queryOf(rest), query].filter(Boolean).join('&')
    const body = takesBody(route) ? (changes.body ?? JSON.stringify(Object.fromEntries(rest))) : undefined
    const sendsBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
    return app.fetch(`${changes.path?.(path) ?? path}${asked ? `?${asked}` : ''}`, {
      method,
      headers: { ...(sendsBody ? { 'content-type': 'application/json' } : {}), ...changes.headers },
      ...(sendsBody ? { body } : {}),
      ...(key === undefined ? {} : { key }),
    })
  }
}

function pathOf(route: ServedRoute, values: Readonly<Record<string, unknown>>): string {
  return route.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    if (values[name] === undefined) throw new Error(`${nameOf(route)} has no example of {${name}}.`)
    return encodeURIComponent(String(values[name]))
  })
}

function queryOf(values: readonly (readonly [string, unknown])[]): string {
  return values.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`).join('&')
}

/** A value as a query string spells it: lists by commas, structures as JSON. */
export function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** `order_by` -> `orderBy`. */
export const camelCased = camelCase
