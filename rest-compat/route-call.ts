import { ApiError } from '../src/core/errors.ts'
import { acceptedFormat, type Format } from '../src/core/http/negotiation.ts'
import { parseInput } from '../src/core/input/parse.ts'
import { bodyInput, queryInput } from './request-input.ts'
import { camelCase, type ServedRoute } from './served-route.ts'

/** A checked request to a route. */
export interface RouteCall {
  readonly route: ServedRoute
  /** Values as given, path variables included, by camelCase name. */
  readonly values: Readonly<Record<string, unknown>>
  /** The same by the rules of the field: typed, defaults filled in. */
  readonly input: Readonly<Record<string, unknown>>
  readonly format: Format
}

/** Reads the path, query string and body of a request; throws 400, 406, 413 or 415 for what does not fit the route. */
export async function readRouteCall(
  route: ServedRoute,
  variables: Readonly<Record<string, string>>,
  request: Request,
  url: URL,
): Promise<RouteCall> {
  const format = formatOf(route, url.searchParams, request.headers.get('accept'))
  const given = await inputOf(route, request, url)
  const inPath = argumentsInPath(variables)
  const twice = Object.keys(given).find((name) => Object.hasOwn(inPath, name))
  if (twice !== undefined)
    throw new ApiError('invalid_parameter', `There is no parameter "${twice}" here: the path gives it.`, {
      param: twice,
    })
  const values = { ...given, ...inPath }
  const input = parseInput(route.input, ownValues(route, values), {
    face: 'rest',
    inPath: hiddenNames(route),
    mode: route.mode,
  })
  return { route, values, input, format }
}

/** The input a request gives, but for what is in its path. */
async function inputOf(route: ServedRoute, request: Request, url: URL): Promise<Record<string, unknown>> {
  if (route.method === 'GET' || route.method === 'DELETE')
    return queryInput(route.input, url.searchParams, route.pathArguments)
  if (route.bodyToInput) {
    const stray = queryInput(route.input, url.searchParams, Object.keys(route.input.shape))
    return { ...stray, ...route.bodyToInput(await jsonBody(request)) }
  }
  const [stray] = [...url.searchParams.keys()].filter((name) => name !== 'format')
  if (stray !== undefined) {
    throw new ApiError(
      'invalid_parameter',
      'This path takes its parameters in the JSON body, none in the query string.',
      { param: stray.slice(0, 60) },
    )
  }
  return bodyInput(route.input, await jsonBody(request), route.pathArguments)
}

function argumentsInPath(variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [camelCase(name), value]))
}

/** Without the path arguments of fields on the way: those are no parameters of the field the route calls. */
function ownValues(route: ServedRoute, values: Record<string, unknown>): Record<string, unknown> {
  const onTheWay = route.pathArguments.filter((name) => !Object.hasOwn(route.input.shape, name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !onTheWay.includes(name)))
}

/** Parameters that messages do not offer: those in the path, and a whole body. */
function hiddenNames(route: ServedRoute): readonly string[] {
  return route.bodyToInput ? Object.keys(route.input.shape) : route.pathArguments
}

async function jsonBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new ApiError('unsupported_media_type', 'The body must be JSON, sent with Content-Type: application/json.')
  }
  let bytes: ArrayBuffer
  try {
    bytes = await request.arrayBuffer()
  } catch {
    throw new ApiError('invalid_body', 'The body could not be read to its end.')
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ApiError('invalid_body', 'The body is not well-formed JSON in UTF-8.')
  }
}

const EITHER = new Intl.ListFormat('en', { type: 'disjunction', style: 'long' })

/** The format from the `format` parameter, else from the Accept header. */
function formatOf(route: ServedRoute, query: URLSearchParams, accept: string | null): Format {
  const [format = null, ...others] = query.getAll('format')
  if (others.length > 0) {
    throw new ApiError('invalid_parameter', 'The parameter "format" was given more than once.', { param: 'format' })
  }
  if (format === null) return acceptedFormat(accept, route.formats)
  const known = route.formats.find((one) => one === format)
  if (known !== undefined) return known
  throw new ApiError(
    'invalid_parameter',
    `"format" must be ${EITHER.format(route.formats)}; ${JSON.stringify(format.slice(0, 60))} was given.`,
    { param: 'format' },
  )
}
