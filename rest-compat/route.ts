import type { InputSchema } from '../src/core/input.ts'

/** One path of the specification: a method, a path, its parameters and one GraphQL document whose aliases spell the answer. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `/v1/stocks/{id}/news`. */
  readonly path: string
  readonly summary: string
  /** What this set of parameters is called where a path takes two. */
  readonly mode?: string
  /** Whether a query string is of this set of parameters; absent = every one. */
  readonly when?: (query: URLSearchParams) => boolean
  /** Query parameters or body fields, by camelCase name; REST spells them snake_case. */
  readonly input: InputSchema
  /** Executed with the path variables and the input as variables. */
  readonly document: string
  /** Where the answer stands in the document's data: `news`, `stock.news`. */
  readonly at: string
  /** Key of the rows in lists: what `format=csv` writes. */
  readonly rows?: string
  /** Turns the body into input where it isn't an object of named fields; the reason stands with the route. */
  readonly bodyToInput?: (body: unknown) => Record<string, unknown>
  readonly status?: number
  /** Row of costs.csv; by default `at` in camelCase (`stock.news`: stockNews). */
  readonly cost?: string
  /** A call worth trying, for the reference: path variables and query parameters or body fields by their REST names. */
  readonly example?: Readonly<Record<string, string | number | readonly string[]>>
}
