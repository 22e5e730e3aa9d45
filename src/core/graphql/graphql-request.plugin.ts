import type { GraphQLParams, Plugin } from 'graphql-yoga'
import { ApiError } from '../errors.ts'
import { errorResponse } from '../http/error-response.ts'
import { takesAny } from '../http/negotiation.ts'

/** Reads GraphQL requests strictly: JSON bodies in UTF-8, one operation a request, every member of its type. */
export function graphqlRequestPlugin(): Plugin {
  return {
    onRequest({ request, url, fetchAPI, endResponse }) {
      const refusal = refusalOf(request, url)
      if (refusal) endResponse(errorResponse(fetchAPI, request, refusal, ''))
    },
    onRequestParse({ request, setRequestParser }) {
      setRequestParser(request.method === 'POST' ? readBody : readQuery)
    },
  }
}

/** Why a request is none for GraphQL; null when it may be read. */
function refusalOf({ method, headers }: Request, { pathname }: URL): ApiError | null {
  // Whatever came this far leads nowhere; Yoga would take any address that ends in /graphql for its own.
  if (pathname !== '/graphql') return new ApiError('not_found', 'There is no such page.')
  if (!METHODS.includes(method))
    return new ApiError('method_not_allowed', 'GraphQL takes GET and POST.', { allow: METHODS })
  if (!takesAny(headers.get('accept'), TAKEN))
    return new ApiError('not_acceptable', 'GraphQL answers application/json.')
  if (method === 'POST' && !isJson(headers.get('content-type')))
    return new ApiError('unsupported_media_type', 'The body must be JSON, sent with Content-Type: application/json.')
  return null
}

const METHODS = ['GET', 'POST', 'OPTIONS']

function isJson(type: string | null): boolean {
  const media = type?.split(';')[0]?.trim().toLowerCase() ?? ''
  return media === 'application/json' || media === 'application/graphql+json'
}

/** What GraphQL answers; HTML is taken too, since browsers that follow a link ask for it. */
const TAKEN = ['application/json', 'application/graphql-response+json', 'text/html']

function readQuery(request: Request): GraphQLParams {
  const given = new URL(request.url, 'http://localhost').searchParams
  const member = (name: string) => {
    const text = given.get(name)
    if (text === null || text === '') return undefined
    try {
      return JSON.parse(text)
    } catch {
      throw requestLevel(`"${name}" must be a JSON object.`)
    }
  }
  const query = given.get('query')
  if (query === null || query === '') throw requestLevel('The address must hold the document as text under "query".')
  return params(query, member('variables'), given.get('operationName'), member('extensions'))
}

async function readBody(request: Request): Promise<GraphQLParams> {
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await request.arrayBuffer()))
  } catch {
    throw requestLevel('The body is not well-formed JSON in UTF-8.')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw requestLevel('The body must be a JSON object with "query"; lists of operations are not taken.')
  }
  const { query, variables, operationName, extensions }: Record<string, unknown> = { ...body }
  if (typeof query !== 'string' || query === '')
    throw requestLevel('The body must hold the document as text under "query".')
  return params(query, variables, operationName, extensions)
}

function params(query: string, variables: unknown, operationName: unknown, extensions: unknown): GraphQLParams {
  if (variables !== undefined && !isObjectOrNull(variables)) throw requestLevel('"variables" must be a JSON object.')
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw requestLevel('"operationName" must be text.')
  }
  if (extensions !== undefined && !isObjectOrNull(extensions)) throw requestLevel('"extensions" must be a JSON object.')
  return {
    query,
    ...(isObjectOrNull(variables) && variables ? { variables } : {}),
    ...(typeof operationName === 'string' ? { operationName } : {}),
  }
}

function isObjectOrNull(value: unknown): value is Record<string, unknown> | null {
  return typeof value === 'object' && !Array.isArray(value)
}

function requestLevel(message: string): ApiError {
  const error = new ApiError('invalid_body', message)
  error.extensions['http'] = { status: 400 }
  return error
}
