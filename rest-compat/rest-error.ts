import type { FetchAPI } from 'graphql-yoga'
import { ApiError } from '../src/core/errors.ts'
import { errorResponse } from '../src/core/http/error-response.ts'
import { log } from '../src/core/log.ts'

/** Answers an error as the contract spells it; any other error is logged and answered as `internal`. */
export function restErrorResponse(fetchAPI: FetchAPI, request: Request, error: unknown, requestId: string): Response {
  return errorResponse(fetchAPI, request, restError(error, requestId), requestId)
}

function restError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error
  // Nothing may be thrown from here: the server below would answer with the stack.
  log.error({ err: error, request_id: requestId }, 'request failed')
  return new ApiError('internal', 'The service failed on this request. The request id leads to the facts in its log.')
}
