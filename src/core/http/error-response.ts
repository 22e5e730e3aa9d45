import { type ApiError, ERRORS, errorBody, problemBody } from '../errors.ts'
import { namesType } from './negotiation.ts'

interface ResponseMaker {
  readonly Response: typeof Response
}

/** Answers an error over HTTP: the contract's body on REST paths, a GraphQL error result on /graphql, a problem document on request. */
export function errorResponse(fetchAPI: ResponseMaker, request: Request, error: ApiError, requestId: string): Response {
  const { status } = ERRORS[error.code]
  const accept = request.headers.get('accept')
  const path = new URL(request.url, 'http://localhost').pathname
  const graphql = path === '/graphql'
  const problem = !graphql && namesType(accept, 'application/problem+json')
  const body = graphql
    ? { errors: [error.toJSON()] }
    : problem
      ? problemBody(error, requestId)
      : errorBody(error, requestId)
  const type = graphql
    ? namesType(accept, 'application/graphql-response+json')
      ? 'application/graphql-response+json'
      : 'application/json'
    : problem
      ? 'application/problem+json'
      : 'application/json'
  const headers: Record<string, string> = { 'Content-Type': `${type}; charset=utf-8` }
  if (error.code === 'unauthorized') headers['WWW-Authenticate'] = 'Bearer'
  if (error.facts.retry_after_seconds !== undefined) headers['Retry-After'] = String(error.facts.retry_after_seconds)
  if (error.facts.allow) headers['Allow'] = error.facts.allow.join(', ')
  return new fetchAPI.Response(request.method === 'HEAD' ? null : JSON.stringify(body), { status, headers })
}
