import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../rest-compat/openapi.ts'
import type { Answer, JsonSchema, Operation, Parameter } from '../../rest-compat/openapi-types.ts'
import type { Route } from '../../rest-compat/route.ts'
import { routes } from '../../rest-compat/routes.ts'
import { schema } from '../../src/schema.ts'
import { ingest, newsItem, useApp } from '../setup/app.ts'
import { nextMinute } from '../setup/hands.ts'
import { storeCloses, storeListingActions } from '../setup/market.ts'
import { repeated } from '../setup/repeated.ts'

const app = useApp()
const document = openApiDocument(routes, schema)

beforeAll(async () => {
  await storeCloses('AAPL', '2026-11-20', [270, 271, 272, 273, 274])
  await storeListingActions('AAPL', [['2026-08-10', 'dividend', 0.26]])
  await ingest([
    newsItem({ title: 'Apple cuts iPhone production as demand for smartphones weakens', url: 'https://example.com/a' }),
    newsItem({ title: 'Nvidia AI chips demand surges as data center orders jump' }),
    newsItem({ title: 'Electric vehicle demand lifts Tesla and BYD deliveries to a record' }),
  ])
})
beforeEach(nextMinute)

/** One route a method and path: of two modes the first, whose example the document shows. */
function distinct(all: readonly Route[]): readonly Route[] {
  return [...new Map(all.toReversed().map((route) => [`${route.method} ${route.path}`, route])).values()].toReversed()
}

/** Every operation beside the route it was read off. */
const operations = distinct(routes).map((route) => {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()]
  if (!operation) throw new Error(`${route.method} ${route.path} is not in the document.`)
  return { name: `${route.method} ${route.path}`, route, operation }
})

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true })
formats.default(ajv)
const $defs: Readonly<Record<string, JsonSchema>> = linked(closed(document.components.schemas))

/** The named schemas, so that they allow no field beside those they name. */
function closed(schemas: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, one]) => [
      name,
      one.properties ? { ...one, additionalProperties: false } : one,
    ]),
  )
}

/** A schema whose links lead into `$defs` beside it. */
function linked<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/'))
}

function compile(answer: Answer, type = 'application/json'): ValidateFunction {
  const body = answer.content?.[type]?.schema
  if (!body) throw new Error(`No schema of ${type}.`)
  return ajv.compile({ $defs, ...linked(body) })
}

function answerOf(operation: Operation, status: number): Answer {
  const answer = operation.responses[status]
  if (!answer) throw new Error(`The document does not know the status ${status} of ${operation.operationId}.`)
  if (!('$ref' in answer)) return answer
  const shared = document.components.responses[answer.$ref.replace('#/components/responses/', '')]
  if (!shared) throw new Error(`${answer.$ref} leads nowhere.`)
  return shared
}

function expectHeaders(response: Response, answer: Answer): void {
  for (const name of Object.keys(answer.headers ?? {}))
    expect(response.headers.has(name), `the header ${name}`).toBe(true)
}

/** The example of an operation as a request, the way a reader of the document would send it. */
function exampleOf({ route, operation }: { route: Route; operation: Operation }): { path: string; init: RequestInit } {
  const parameters = (operation.parameters ?? []).filter((one): one is Parameter => !('$ref' in one))
  let path = route.path
  const query = new URLSearchParams()
  for (const { name, in: place, required, example } of parameters) {
    if (required) expect(example, `an example of ${name}`).toBeDefined()
    if (example === undefined) continue
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(example)))
    else query.set(name, Array.isArray(example) ? example.join(',') : String(example))
  }
  const body = operation.requestBody?.content['application/json']
  const init: RequestInit = body
    ? {
        method: route.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body.example),
      }
    : { method: route.method }
  return { path: query.size > 0 ? `${path}?${query}` : path, init }
}

type Attempt = [status: number, address: string, options: Parameters<typeof app.fetch>[1]]

describe('the document', () => {
  test('is valid OpenAPI 3.1 by the published schema', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  test('has every served route and nothing else', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(documented.toSorted()).toEqual(
      distinct(routes)
        .map((route) => `${route.method} ${route.path}`)
        .toSorted(),
    )
    expect(repeated(operations.map(({ operation }) => operation.operationId))).toEqual([])
  })

  test('names no host', () => {
    expect(JSON.stringify(document).match(/https?:|localhost|127\.0\.0\.1/g)).toBeNull()
  })

  test('has only schemas a strict validator takes, and links that lead somewhere', () => {
    for (const name of Object.keys($defs)) expect(() => ajv.compile({ $defs, $ref: `#/$defs/${name}` })).not.toThrow()
    for (const { operation } of operations) {
      for (const status of Object.keys(operation.responses)) {
        const answer = answerOf(operation, Number(status))
        for (const type of Object.keys(answer.content ?? {})) expect(() => compile(answer, type)).not.toThrow()
        for (const { $ref } of Object.values(answer.headers ?? {}))
          expect(document.components.headers).toHaveProperty([$ref.replace('#/components/headers/', '')])
      }
      for (const parameter of operation.parameters ?? []) {
        if ('$ref' in parameter) continue
        const valid = ajv.compile(parameter.schema)
        if (parameter.example !== undefined) expect(valid(parameter.example), parameter.name).toBe(true)
      }
      const body = operation.requestBody?.content['application/json']
      if (body) expect(ajv.compile(body.schema)(body.example), operation.operationId).toBe(true)
    }
  })

  test('says of every parameter and every field what it is', () => {
    const unsaid = operations.flatMap(({ name, operation }) =>
      (operation.parameters ?? []).flatMap((one) => ('$ref' in one || one.description ? [] : [`${name} ${one.name}`])),
    )
    const fields = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      name === 'Problem'
        ? []
        : Object.entries(properties).flatMap(([key, one]) => (one.description ? [] : [`${name}.${key}`])),
    )
    expect([...unsaid, ...fields]).toEqual([])
  })
})

describe('the service keeps to the document', () => {
  test.each(operations)('$name: its example answers as described, and costs what it says', async (one) => {
    const { route, operation } = one
    const { path, init } = exampleOf(one)
    const response = await app.fetch(path, init)
    const body = await response.json()
    const status = route.status ?? 200
    expect(response.status, JSON.stringify(body)).toBe(status)
    const answer = answerOf(operation, status)
    const valid = compile(answer)
    expect(valid(body), JSON.stringify(valid.errors)).toBe(true)
    expectHeaders(response, answer)
    const rows = route.rows === undefined ? 1 : body[route.rows].length
    expect(rows, 'rows that were checked').toBeGreaterThan(0)
    const { credits, per } = operation['x-credits']
    expect(response.headers.get('x-credits-charged')).toBe(String(per === 'row' ? credits * rows : credits))
  })

  test.each(operations.filter(({ route }) => route.method === 'GET'))(
    '$name: an unchanged answer is a 304',
    async (one) => {
      const { path } = exampleOf(one)
      const first = await app.fetch(path)
      const again = await app.fetch(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
      expect(again.status).toBe(304)
      expectHeaders(again, answerOf(one.operation, 304))
    },
  )

  test.each(operations.filter(({ route }) => route.rows !== undefined))(
    '$name: CSV is answered as described',
    async (one) => {
      const { path, init } = exampleOf(one)
      const response = await app.fetch(`${path}${path.includes('?') ? '&' : '?'}format=csv`, init)
      expect(response.status).toBe(200)
      const type = response.headers.get('content-type')?.split(';')[0] ?? ''
      expect(type).toBe('text/csv')
      expect(answerOf(one.operation, 200).content).toHaveProperty([type])
    },
  )

  test.each(operations)('$name: its errors are those of the document', async (one) => {
    const { route, operation } = one
    const { path, init } = exampleOf(one)
    const wrong = (name: string) => `${path}${path.includes('?') ? '&' : '?'}${name}=x`
    const other = ['POST', 'DELETE', 'PATCH'].find((method) => !document.paths[route.path]?.[method.toLowerCase()])
    const broke = await app.keyWith({ credits: 0 })
    const hasty = await app.keyWith({ credits: null, perMinute: 1 })
    await app.fetch('/v1/news/types', { key: hasty })
    const attempts: Attempt[] = [
      [400, wrong('no_such_parameter'), init],
      [401, path, { ...init, key: null }],
      [405, path, { method: other ?? 'DELETE' }],
    ]
    if (operation['x-credits'].credits > 0) attempts.push([402, path, { ...init, key: broke }])
    if (route.path.includes('{')) attempts.push([404, route.path.replace(/\{\w+\}/, 'NOSUCHTHING'), init])
    if ('ticker' in route.input.shape) attempts.push([404, `${route.path}?ticker=NOSUCHTHING`, init])
    if ('megatrend' in route.input.shape) attempts.push([404, `${route.path}?megatrend=99999999`, init])
    if (operation.requestBody)
      attempts.push(
        [415, path, { ...init, headers: { 'content-type': 'text/plain' } }],
        [400, path, { ...init, body: '{' }],
      )
    // The one call that the minute does not refuse.
    if (operation.operationId !== 'account') attempts.push([429, path, { ...init, key: hasty }])
    for (const [status, address, options] of attempts) {
      for (const type of ['application/json', 'application/problem+json']) {
        const headers = { ...options?.headers, accept: type }
        const response = await app.fetch(address, { ...options, headers })
        const body = await response.json()
        expect(response.status, `${address}: ${JSON.stringify(body)}`).toBe(status)
        const answer = answerOf(operation, status)
        const valid = compile(answer, type)
        expect(valid(body), `${status} ${JSON.stringify(valid.errors)} ${JSON.stringify(body)}`).toBe(true)
        expectHeaders(response, answer)
      }
    }
  })
})
