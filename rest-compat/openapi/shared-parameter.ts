import type { ServedRoute as Route } from '../served-route.ts'
import type { Parameter, Reference } from './types.ts'

/** Parameters and headers of requests that many operations take. */
export const SHARED_PARAMETERS = {
  Format: {
    name: 'format',
    in: 'query',
    description:
      'csv returns the rows as text/csv (RFC 4180) with the header row x-csv-columns: fields of nested objects have their own columns, lists of scalars are joined by |, other lists are JSON. Generated clients read it as text (parseAs of openapi-fetch).',
    schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
  },
  FormatOrText: {
    name: 'format',
    in: 'query',
    description:
      'csv returns rows as text/csv (RFC 4180) with the header row x-csv-columns, followed by a column for each figure; text returns an aligned table as text/plain.',
    schema: { type: 'string', enum: ['json', 'csv', 'text'], default: 'json' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of a cached answer.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Unique key of this call, such as a UUID. A call with the same key within 24 hours returns the first answer and creates nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
} as const satisfies Readonly<Record<string, Parameter>>

/** Links to the shared parameters a route takes. */
export function sharedParametersOf(route: Route): Reference[] {
  const names: (keyof typeof SHARED_PARAMETERS)[] = [
    ...(route.formats.includes('text')
      ? (['FormatOrText'] as const)
      : route.formats.includes('csv')
        ? (['Format'] as const)
        : []),
    ...(route.method === 'GET' ? (['IfNoneMatch'] as const) : []),
    ...(route.created === undefined ? [] : (['IdempotencyKey'] as const)),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}
