import { stringify } from 'csv-stringify/sync'
import type { ExecutionResult, GraphQLSchema } from 'graphql'
import type { FetchAPI, Plugin } from 'graphql-yoga'
import { callOf } from '../src/account/call.ts'
import { metered } from '../src/account/metering.plugin.ts'
import { type CompiledDocument, compiledDocument } from '../src/core/compiled-document.ts'
import type { Context } from '../src/core/context.ts'
import { entityTag, matchesTag } from '../src/core/entity-tag.math.ts'
import { errorResponse } from '../src/core/error-response.ts'
import { ApiError, type ErrorFacts, errorCodeOf } from '../src/core/errors.ts'
import { parseInput, snakeCase } from '../src/core/input.ts'
import { log } from '../src/core/log.ts'
import { rowColumns } from './columns.ts'
import { createMatcher } from './match.ts'
import { bodyInput, queryInput } from './request-input.ts'
import type { Route } from './route.ts'

/** Serves the specification's paths: matches, checks the input, runs the route's document, answers the value at `at`. */
export function restPlugin(
  routes: readonly Route[],
  schema: GraphQLSchema,
  contextOf: (request: Request) => Context,
): Plugin {
  const match = createMatcher(routes)
  const documents = new Map<Route, CompiledDocument>()
  /** A route's document, compiled at its first call. */
  function documentOf(route: Route): CompiledDocument {
    const known = documents.get(route)
    if (known) return known
    const fresh = compiledDocument(schema, route.document)
    documents.set(route, fresh)
    return fresh
  }
  return {
    async onRequest({ request, url, fetchAPI, endResponse }) {
      const path = url.pathname
      if (path !== '/v1' && !path.startsWith('/v1/')) return
      const call = callOf(request)
      if (!call) throw new Error('A path was served past the gate.')
      try {
        const found = match(
          request.method,
          path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
          url.searchParams,
        )
        if (found.kind === 'nothing')
          throw new ApiError('not_found', 'There is no such path. /openapi.json lists all of them.')
        if (found.kind === 'method') {
          throw new ApiError('method_not_allowed', `This path takes ${found.allow.join(', ')}.`, { allow: found.allow })
        }
        const { route, variables } = found
        const format = formatOf(route, url.searchParams)
        const input = parseInput(route.input, { ...(await inputOf(route, request, url)) }, snakeCase)
        const body = route.bodyToInput ? route.bodyToInput(await jsonBody(request)) : {}
        const context = contextOf(request)
        const given = { ...input, ...body, ...variables }
        const document = documentOf(route)
        const result = await metered(context, call, document.writes, () => document.run(given, context))
        endResponse(answer(fetchAPI, request, route, valueAt(route, result), format))
      } catch (error) {
        endResponse(errorResponse(fetchAPI, request, restError(error, call.requestId), call.requestId))
      }
    },
  }
}

async function inputOf(route: Route, request: Request, url: URL): Promise<Record<string, unknown>> {
  if (route.method === 'GET' || route.method === 'DELETE' || route.bodyToInput)
    return queryInput(route.input, url.searchParams)
  const [stray] = [...url.searchParams.keys()].filter((name) => name !== 'format')
  if (stray !== undefined) {
    throw new ApiError(
      'invalid_parameter',
      'This path takes its parameters in the JSON body, none in the query string.',
      { param: stray.slice(0, 60) },
    )
  }
  return bodyInput(route.input, await jsonBody(request))
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

type Format = 'json' | 'csv'

function formatOf(route: Route, query: URLSearchParams): Format {
  const [format = null, ...others] = query.getAll('format')
  if (others.length > 0) {
    throw new ApiError('invalid_parameter', 'The parameter "format" was given more than once.', { param: 'format' })
  }
  if (format === null || format === 'json') return 'json'
  if (format === 'csv' && route.rows !== undefined) return 'csv'
  const allowed = route.rows === undefined ? 'json' : 'json or csv'
  throw new ApiError(
    'invalid_parameter',
    `"format" must be ${allowed}; ${JSON.stringify(format.slice(0, 60))} was given.`,
    { param: 'format' },
  )
}

/** The value the route answers; the first error of the execution, if there was one, is thrown instead. */
function valueAt(route: Route, { data, errors }: ExecutionResult): unknown {
  const [error] = errors ?? []
  if (error)
    throw new ApiError(errorCodeOf(error.extensions['code']) ?? 'internal', error.message, factsOf(error.extensions))
  let value: unknown = data
  for (const key of route.at.split('.')) value = isRecord(value) ? value[key] : undefined
  if (value === undefined || value === null) throw new ApiError('not_found', 'There is no such object.')
  return value
}

function factsOf(extensions: Readonly<Record<string, unknown>>): ErrorFacts {
  const { code: _, status: __, http: ___, ...facts } = extensions
  return facts
}

function restError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error
  // Nothing may be thrown from here: the server below would answer with the stack.
  log.error({ err: error, request_id: requestId }, 'request failed')
  return new ApiError('internal', 'The service failed on this request. The request id leads to the facts in its log.')
}

function answer(fetchAPI: FetchAPI, request: Request, route: Route, value: unknown, format: Format): Response {
  const text = format === 'csv' ? csv(route, value) : JSON.stringify(withoutEmptyNotes(value))
  const headers: Record<string, string> = {
    'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8',
    'Cache-Control': 'private, max-age=0, must-revalidate',
    ETag: entityTag(text),
  }
  const read = request.method === 'GET' || request.method === 'HEAD'
  if (read && matchesTag(request.headers.get('if-none-match'), headers['ETag'] ?? '')) {
    return new fetchAPI.Response(null, { status: 304, headers })
  }
  return new fetchAPI.Response(request.method === 'HEAD' ? null : text, { status: route.status ?? 200, headers })
}

/** `notes` is there when there is something to note. */
function withoutEmptyNotes(value: unknown): unknown {
  if (!isRecord(value) || value['notes'] !== null) return value
  const { notes: _, ...rest } = value
  return rest
}

/** The rows as RFC 4180 text; nested values are written as JSON. Cells that a spreadsheet would run are quoted with an apostrophe. */
function csv(route: Route, value: unknown): string {
  const rows = isRecord(value) && route.rows !== undefined ? value[route.rows] : []
  if (!Array.isArray(rows)) return ''
  return stringify(rows, {
    header: true,
    columns: rowColumns(route),
    record_delimiter: '\r\n',
    escape_formulas: true,
    cast: { boolean: (flag) => String(flag) },
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
