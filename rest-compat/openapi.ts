import type { GraphQLSchema } from 'graphql'
import packageFacts from '../package.json' with { type: 'json' }
import { costRule } from '../src/core/cost.ts'
import { ERRORS, type ErrorCode } from '../src/core/errors.ts'
import { createAnswerSchemas } from './openapi-answer.ts'
import { errorAnswers, errorCodesOf, errorSchemas, HEADERS, METERING_LINKS } from './openapi-errors.ts'
import { bodyOf, parametersOf } from './openapi-input.ts'
import { inBothModes } from './openapi-modes.ts'
import type { Answer, JsonSchema, OpenApiDocument, Operation } from './openapi-types.ts'
import type { Route } from './route.ts'

const DESCRIPTION = `Every call needs a key: \`Authorization: Bearer <API_KEY>\`. The minute's requests and the credits are shared with GraphQL; an error costs nothing.

Lists take \`limit\`, \`offset\` and \`all=true\` (up to 5,000 rows), and \`format=csv\`. Parameters that take several values take them with commas between. HEAD works where GET does.

Unknown parameters are errors. Errors are JSON objects with \`error\`, \`message\` and \`status\`; with \`Accept: application/problem+json\` they are problem documents (RFC 9457).`

/** The OpenAPI 3.1 document of a route table: all it says is read off the routes, their input rules, their documents and the schema. */
export function openApiDocument(routes: readonly Route[], schema: GraphQLSchema): OpenApiDocument {
  const answers = createAnswerSchemas(schema)
  const responses: Record<string, Answer> = {}
  const paths: Record<string, Record<string, Operation>> = {}
  const codes = new Set<ErrorCode>()
  for (const route of routes) {
    const credits = costRule(route.cost ?? operationName(route))
    const errors = errorCodesOf(route, credits)
    for (const code of errors) codes.add(code)
    const parameters = [...parametersOf(route, schema), ...(route.method === 'GET' ? [IF_NONE_MATCH] : [])]
    const requestBody = bodyOf(route)
    const method = route.method.toLowerCase()
    const operation: Operation = {
      operationId: operationName(route),
      tags: [tagOf(route)],
      summary: route.summary,
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(requestBody ? { requestBody } : {}),
      responses: { ...successes(route, answers.of(route)), ...errorAnswers(errors, responses) },
      'x-credits': { credits: credits.credits, per: credits.per },
    }
    const before = paths[route.path]?.[method]
    paths[route.path] = { ...paths[route.path], [method]: before ? inBothModes(before, operation) : operation }
  }
  const known = Object.keys(ERRORS).flatMap((name) => [...codes].filter((code) => code === name))
  return {
    openapi: '3.1.1',
    info: {
      title: packageFacts.name,
      version: packageFacts.version,
      summary: packageFacts.description,
      description: DESCRIPTION,
      license: { name: packageFacts.license, identifier: packageFacts.license },
    },
    // Wherever the document was fetched from.
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...errorSchemas(known), ...answers.components },
      responses,
      parameters: {
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          description: 'ETag of the answer that is already there.',
          schema: { type: 'string' },
        },
      },
      headers: HEADERS,
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key of the form mi_live_…' } },
    },
  }
}

const IF_NONE_MATCH = { $ref: '#/components/parameters/IfNoneMatch' }

/** `stock.news` -> `stockNews`: name of the operation, also in the table of costs unless the route says otherwise. */
function operationName(route: Route): string {
  return route.at.replaceAll(/\.(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** `/v1/stocks/{id}/news` -> `stocks`. */
function tagOf(route: Route): string {
  return route.path.split('/')[2] ?? ''
}

function successes(route: Route, schema: JsonSchema): Record<string, Answer> {
  const headers = { ...METERING_LINKS, ETag: { $ref: '#/components/headers/ETag' } }
  const csv = route.rows === undefined ? {} : { 'text/csv': { schema: { type: 'string' } } }
  const success: Answer = {
    description: route.status === 201 ? 'Made.' : 'The answer.',
    headers,
    content: { 'application/json': { schema }, ...csv },
  }
  const unchanged: Answer = { description: 'Nothing changed since the answer that If-None-Match names.', headers }
  return { [route.status ?? 200]: success, ...(route.method === 'GET' ? { 304: unchanged } : {}) }
}
