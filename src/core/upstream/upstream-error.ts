import { ApiError } from '../errors.ts'
import { UpstreamFailure } from './upstream-failure.ts'

/** What a caller is told when an upstream fails and nothing is stored: 503 when it cannot be reached, 504 when it is late, 502 otherwise. Other errors stay as they are. */
export function upstreamError(error: unknown, name: string): unknown {
  if (!(error instanceof UpstreamFailure)) return error
  const nothing = 'and nothing is stored from it for this request'
  const wait =
    error.retryAfterMs === null ? {} : { retry_after_seconds: Math.max(1, Math.ceil(error.retryAfterMs / 1000)) }
  switch (error.kind) {
    case 'unreachable':
    case 'paused':
      return new ApiError('unavailable', `${name} cannot be reached right now, ${nothing}. Try again later.`, wait)
    case 'late':
      return new ApiError('timeout', `${name} gave no answer in time, ${nothing}. Try again later.`)
    case 'refused':
      return new ApiError(
        'upstream_error',
        `${name} refused the request of this service, ${nothing}. Its operator finds the reason in the log.`,
      )
    case 'unusable':
      return new ApiError('upstream_error', `${name} sent an answer that cannot be used, ${nothing}.`)
  }
}
