import type { ErrorCode } from '../src/core/errors.ts'

/** One path of the specification: a method, a path, the GraphQL field it calls, and a selection whose aliases spell the answer. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `/v1/stocks/{id}/news`; a variable is the argument of that name, in camelCase, of a field on the way. */
  readonly path: string
  readonly summary: string
  /** What this set of parameters is called where a path takes two. */
  readonly mode?: string
  /** Whether a query string is of this set of parameters; absent = every one. */
  readonly when?: (query: URLSearchParams) => boolean
  /** The field it calls, from the root: `news`, `stock.news`. Its input rules are the route's parameters, its cost the route's. */
  readonly field: string
  /** What is selected of the field, each alias a name of the answer. Paging facts are added to pages. */
  readonly select: string
  /** What is selected for CSV where its rows are others than the list's: a list called `rows`. */
  readonly csv?: string
  /** The field whose text is the answer in `format=text`, where it is offered. */
  readonly text?: string
  /** Turns the body into input where it isn't an object of named fields; the reason is given with the route. */
  readonly bodyToInput?: (body: unknown) => Record<string, unknown>
  /** 201 for what creates: `Location` is this path, its variables filled in from the answer. */
  readonly created?: string
  /** True where null is an answer, not a missing object. */
  readonly answersNull?: true
  /** True where the answer is about the caller's account without coming from rows it owns; no cache may store it then. */
  readonly ofTheCaller?: true
  /** Errors it answers beyond those that follow from its method, parameters and cost. */
  readonly errors?: readonly ErrorCode[]
  /** A call worth trying, for the reference: path variables and query parameters or body fields by their REST names. */
  readonly example?: Readonly<Record<string, unknown>>
}
