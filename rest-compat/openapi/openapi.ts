import type { GraphQLSchema } from 'graphql'
import packageFacts from '../../package.json' with { type: 'json' }
import { costRule } from '../../src/account/metering/cost.ts'
import type { ErrorCode } from '../../src/core/errors.ts'
import type { ServedRoute as Route } from '../served-route.ts'
import { answerSchemas } from './answer.ts'
import type { Components } from './component.ts'
import { errorAnswers, errorCodesOf, errorSchemas, inTableOrder } from './errors.ts'
import { exampleAnswer } from './example.ts'
import { HEADERS, headerLinks, METERING_LINKS } from './header.ts'
import { routeInputs } from './input.ts'
import { bothModes } from './mode.ts'
import { SHARED_PARAMETERS, sharedParametersOf } from './shared-parameter.ts'
import type { Answer, JsonSchema, MediaType, OpenApiDocument, Operation } from './types.ts'

const DESCRIPTION = `Every call needs a key: \`Authorization: Bearer <API_KEY>\`. Rate limit and credits are shared with GraphQL; errors cost nothing.

Lists take \`limit\`, \`offset\` and \`all=true\` (up to 5,000 rows). Parameters with several values are repeated or separated by commas. HEAD is supported wherever GET is.

With \`format=csv\` or \`Accept: text/csv\` lists return their rows as text/csv. This document describes JSON answers only, so that generated clients have one type per answer; \`x-csv-columns\` lists the CSV columns.

Unknown parameters are errors. Errors are JSON objects with \`error\`, \`message\`, \`status\` and \`request_id\`; with \`Accept: application/problem+json\` they also have the members of RFC 9457.`

/** Generates the OpenAPI 3.1 document from the routes, their input rules, their GraphQL documents and the schema. */
export function openApiDocument(routes: readonly Route[], schema: GraphQLSchema): OpenApiDocument {
  const shared: Components = {}
  const answerOf = answerSchemas(schema, shared)
  const inputOf = routeInputs(schema, shared)
  const responses: Record<string, Answer> = {}
  const paths: Record<string, Record<string, Operation>> = {}
  const codes = new Set<ErrorCode>()
  for (const route of routes) {
    const credits = costRule(route.cost)
    const errors = errorCodesOf(route, credits)
    for (const code of errors) codes.add(code)
    const { parameters: own, requestBody } = inputOf(route)
    const parameters = [...own, ...sharedParametersOf(route)]
    const method = route.method.toLowerCase()
    const operation: Operation = {
      operationId: operationName(route),
      tags: [tagOf(route)],
      summary: route.summary,
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(requestBody ? { requestBody } : {}),
      responses: { ...successes(route, answerOf(route)), ...errorAnswers(errors, responses) },
      'x-credits': { credits: credits.credits, per: credits.per },
      ...(route.rows === undefined
        ? {}
        : { 'x-csv-columns': route.columns.flatMap(({ name, isMap }) => (isMap ? [] : name)) }),
    }
    const standing = paths[route.path]?.[method]
    paths[route.path] = { ...paths[route.path], [method]: standing ? bothModes(standing, operation) : operation }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: packageFacts.name,
      version: packageFacts.version,
      summary: packageFacts.description,
      description: DESCRIPTION,
      license: { name: packageFacts.license, identifier: packageFacts.license },
    },
    // Relative to the host that serves the document.
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...errorSchemas(inTableOrder(codes)), ...shared },
      responses,
      parameters: SHARED_PARAMETERS,
      headers: HEADERS,
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key of the form mi_live_…' } },
    },
  }
}

/** `stock.news` -> `stockNews`: name of the operation, also in the table of costs unless the route says otherwise. */
function operationName(route: Route): string {
  return route.field.replaceAll(/\.(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** `/v1/stocks/{id}/news` -> `stocks`. */
function tagOf(route: Route): string {
  return route.path.split('/')[2] ?? ''
}

function successes(route: Route, schema: JsonSchema): Record<string, Answer> {
  const headers = { ...METERING_LINKS, ...headerLinks(['ETag', 'X-Data-Set']) }
  const success: Answer = {
    description: route.created === undefined ? 'The answer.' : 'Created.',
    headers:
      route.created === undefined ? headers : { ...headers, ...headerLinks(['Location', 'Idempotent-Replayed']) },
    content: { 'application/json': { schema, ...sampleOf(route) } },
  }
  const unchanged: Answer = {
    description: 'Not modified: the answer still has the ETag sent as If-None-Match.',
    headers,
  }
  return { [route.created === undefined ? 200 : 201]: success, ...(route.method === 'GET' ? { 304: unchanged } : {}) }
}

/** The sample answer of a route, or one per mode when a path has two. */
function sampleOf(route: Route): Omit<MediaType, 'schema'> {
  const sample = exampleAnswer(route)
  if (route.mode === undefined || sample.example === undefined) return sample
  return { examples: { [route.mode.replaceAll(' ', '-')]: { value: sample.example } } }
}
