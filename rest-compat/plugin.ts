import type { GraphQLSchema } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { callOf } from '../src/account/admission/call.ts'
import { ApiError } from '../src/core/errors.ts'
import { type CompiledDocument, compiledDocument } from '../src/core/graphql/compiled-document.ts'
import type { Context } from '../src/core/graphql/context.ts'
import { createMatcher, type Match } from './match.ts'
import { restErrorResponse } from './rest-error.ts'
import { type RouteCall, readRouteCall } from './route-call.ts'
import { runRoute } from './run-route.ts'
import type { ServedRoute } from './served-route.ts'

/** Serves the specification's paths: matches, checks the input, runs the route's document, answers its field's value. */
export function restPlugin(
  routes: readonly ServedRoute[],
  schema: GraphQLSchema,
  contextOf: (request: Request) => Context,
): Plugin {
  const match = createMatcher(routes)
  const documents = new Map<string, CompiledDocument>()
  /** A route's document for a format, compiled at its first call. */
  function documentOf({ route, format }: RouteCall): CompiledDocument {
    const source = route.documents[format] ?? route.document
    const known = documents.get(source)
    if (known) return known
    const fresh = compiledDocument(schema, source)
    documents.set(source, fresh)
    return fresh
  }
  return {
    async onRequest({ request, url, fetchAPI, endResponse }) {
      const path = url.pathname
      if (path !== '/v1' && !path.startsWith('/v1/')) return
      const call = callOf(request)
      if (!call) throw new Error('A path was served past admission.')
      try {
        const { route, variables } = found(match(request.method, withoutSlash(path), url.searchParams))
        const routeCall = await readRouteCall(route, variables, request, url)
        const parsedInput = { schema: route.input, values: routeCall.input }
        const context: Context = { ...contextOf(request), parsedInput }
        const document = documentOf(routeCall)
        endResponse(await runRoute({ routeCall, document, request, call, context, fetchAPI }))
      } catch (error) {
        endResponse(restErrorResponse(fetchAPI, request, error, call.requestId))
      }
    },
  }
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** The matched route; throws 404 or 405 where there is none. */
function found(match: Match): Extract<Match, { kind: 'route' }> {
  if (match.kind === 'route') return match
  if (match.kind === 'nothing')
    throw new ApiError('not_found', 'There is no such path. /openapi.json lists all of them.')
  throw new ApiError('method_not_allowed', `This path takes ${match.allow.join(', ')}.`, { allow: match.allow })
}
