import { readFileSync } from 'node:fs'
import type { Route } from '../route.ts'
import type { ServedRoute } from '../served-route.ts'
import { takesBody } from './input.ts'
import { queryText } from './query-text.ts'

/** Name of a route in examples.json: `GET /v1/stocks with q`. */
export function exampleName({ method, path, mode }: Pick<Route, 'method' | 'path' | 'mode'>): string {
  return `${method} ${path}${mode === undefined ? '' : ` ${mode}`}`
}

/** Sample answers by the name of their route, as `npm run examples` wrote them: real answers on demo data, lists cut short. */
const ANSWERS: ReadonlyMap<string, unknown> = new Map(
  Object.entries(JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'))),
)

/** The sample answer of a route, where there is one. */
export function exampleAnswer(route: Pick<Route, 'method' | 'path' | 'mode'>): { readonly example?: unknown } {
  const example = ANSWERS.get(exampleName(route))
  return example === undefined ? {} : { example }
}

/** A call with the values of a route's example, its list cut short by the service where it can. */
export function exampleRequest(route: ServedRoute): {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
} {
  const isPaged = route.rows !== undefined && 'limit' in route.input.shape
  const values = Object.entries({ ...route.example, ...(isPaged ? { limit: ROWS } : {}) })
  const inPath = values.filter(([name]) => route.path.includes(`{${name}}`))
  const others = values.filter(([name]) => !route.path.includes(`{${name}}`))
  const path = inPath.reduce(
    (so, [name, value]) => so.replace(`{${name}}`, encodeURIComponent(String(value))),
    route.path,
  )
  if (takesBody(route)) {
    const body = JSON.stringify(Object.fromEntries(others))
    return { path, method: route.method, headers: { 'content-type': 'application/json' }, body }
  }
  const query = new URLSearchParams(others.map(([name, value]) => [name, queryText(value)]))
  return { path: query.size > 0 ? `${path}?${query}` : path, method: route.method, headers: {} }
}

/** Objects and plain values that a sample shows of a list. */
const ROWS = 2
const VALUES = 5

/** An answer with its lists cut short, at every depth. */
export function shortened(answer: unknown): unknown {
  if (Array.isArray(answer)) {
    const plain = answer.every((item) => typeof item !== 'object' || item === null)
    return answer.slice(0, plain ? VALUES : ROWS).map(shortened)
  }
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, shortened(value)]))
}
