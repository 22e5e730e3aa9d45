import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isEnumType } from 'graphql'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../rest-compat/openapi/openapi.ts'
import type { Answer, JsonSchema, Operation, Parameter } from '../../rest-compat/openapi/types.ts'
import { routes } from '../../rest-compat/routes.ts'
import { type ServedRoute as Route, serveRoutes } from '../../rest-compat/served-route.ts'
import { ERRORS } from '../../src/core/errors.ts'
import { schema } from '../../src/schema.ts'
import { ingest, newsItem, useApp } from '../setup/app.ts'
import { figuresFollowMarket, storeRankedCompanies } from '../setup/companies.ts'
import { nextMinute } from '../setup/hands.ts'
import { storeMacroExamples } from '../setup/macro.ts'
import { storeCloses, storeListingActions } from '../setup/market.ts'
import { storePositions } from '../setup/positions.ts'
import { repeated } from '../setup/repeated.ts'
import { nameOf, pathVariables } from '../setup/route-call.ts'
import { useScreener } from '../setup/screener.ts'
import { FRESH } from './laws/demo-rows.ts'

const app = useApp()
const served = serveRoutes(routes, schema)
const document = openApiDocument(served, schema)

beforeAll(async () => {
  await storeCloses('AAPL', '2026-11-20', [270, 271, 272, 273, 274])
  await storeListingActions('AAPL', [['2026-08-10', 'dividend', 0.26]])
  await storeRankedCompanies()
  await storeMacroExamples()
  await figuresFollowMarket()
  await storePositions()
  await ingest([
    newsItem({ title: 'Apple cuts iPhone production as demand for smartphones weakens', url: 'https://example.com/a' }),
    newsItem({ title: 'Nvidia AI chips demand surges as data center orders jump' }),
    newsItem({ title: 'Electric vehicle demand lifts Tesla and BYD deliveries to a record' }),
  ])
})
useScreener()
beforeEach(nextMinute)

/** One route a method and path: of two modes the first, whose example the document shows. */
function distinct(all: readonly Route[]): readonly Route[] {
  return [...new Map(all.toReversed().map((route) => [`${route.method} ${route.path}`, route])).values()].toReversed()
}

/** Every operation beside the route it was read off. */
const operations = distinct(served).map((route) => {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()]
  if (!operation) throw new Error(`${route.method} ${route.path} is not in the document.`)
  return { name: `${route.method} ${route.path}`, route, operation }
})

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true })
formats.default(ajv)
const $defs: Readonly<Record<string, JsonSchema>> = linked(closed(document.components.schemas))
ajv.addSchema({ $id: 'document', $defs })

/** The named schemas, so that they allow no field beside those they name. */
function closed(schemas: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, one]) => [
      name,
      one.properties ? { ...one, additionalProperties: false } : one,
    ]),
  )
}

/** A schema whose links lead into the `$defs` of the document, each of which is compiled once. */
function linked<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', 'document#/$defs/'))
}

/** Validators of the schemas that answers have, each compiled once. */
const validators = new WeakMap<object, ValidateFunction>()

function compile(answer: Answer, type = 'application/json'): ValidateFunction {
  const body = answer.content?.[type]?.schema
  if (!body) throw new Error(`No schema of ${type}.`)
  const validator = validators.get(body) ?? ajv.compile(linked(body))
  validators.set(body, validator)
  return validator
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
  const always = Object.keys(answer.headers ?? {}).filter((name) => document.components.headers[name]?.required)
  for (const name of always) expect(response.headers.has(name), `the header ${name}`).toBe(true)
}

/** The example of an operation as a request, the way a reader of the document would send it, with the ids of objects that exist. */
async function exampleOf(one: { route: Route; operation: Operation }): Promise<{ path: string; init: RequestInit }> {
  const { route, operation } = one
  const made = (await FRESH[nameOf(route)]?.(app, undefined)) ?? {}
  const parameters = (operation.parameters ?? []).filter((one): one is Parameter => !('$ref' in one))
  let path = route.path
  const query = new URLSearchParams()
  for (const { name, in: place, required, example } of parameters) {
    if (required) expect(example, `an example of ${name}`).toBeDefined()
    if (example === undefined) continue
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(made[name] ?? example)))
    else for (const value of Array.isArray(example) ? example : [example]) query.append(name, String(value))
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

const successOf = (route: Route) => (route.created === undefined ? 200 : 201)

/** The number of parameter sets a path has. */
const modesOf = ({ method, path }: Route) =>
  served.filter((other) => other.method === method && other.path === path).length

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
      distinct(served)
        .map((route) => `${route.method} ${route.path}`)
        .toSorted(),
    )
    expect(repeated(operations.map(({ operation }) => operation.operationId))).toEqual([])
  })

  test('names no host outside its sample answers', () => {
    const plain = JSON.stringify(document, (key, value) =>
      key === 'example' || key === 'examples' ? undefined : value,
    )
    expect(plain.match(/https?:|localhost|127\.0\.0\.1/g)).toBeNull()
  })

  test('has only schemas that a strict validator accepts, and resolvable references', () => {
    for (const name of Object.keys($defs)) expect(() => ajv.compile({ $ref: `document#/$defs/${name}` })).not.toThrow()
    for (const { operation } of operations) {
      for (const status of Object.keys(operation.responses)) {
        const answer = answerOf(operation, Number(status))
        for (const type of Object.keys(answer.content ?? {})) expect(() => compile(answer, type)).not.toThrow()
        for (const { $ref } of Object.values(answer.headers ?? {}))
          expect(document.components.headers).toHaveProperty([$ref.replace('#/components/headers/', '')])
      }
      for (const parameter of operation.parameters ?? []) {
        if ('$ref' in parameter) continue
        const valid = ajv.compile(linked(parameter.schema))
        if (parameter.example !== undefined) expect(valid(parameter.example), parameter.name).toBe(true)
      }
      const body = operation.requestBody?.content['application/json']
      if (body) expect(ajv.compile(linked(body.schema))(body.example), operation.operationId).toBe(true)
    }
  })

  test('describes every parameter and every field', () => {
    const unsaid = operations.flatMap(({ name, operation }) =>
      (operation.parameters ?? []).flatMap((one) => ('$ref' in one || one.description ? [] : [`${name} ${one.name}`])),
    )
    const fields = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([key, one]) => (one.description ? [] : [`${name}.${key}`])),
    )
    expect([...unsaid, ...fields]).toEqual([])
  })

  test('has a sample of every answer that is valid by its schema', () => {
    for (const { name, route, operation } of operations) {
      const answer = answerOf(operation, successOf(route))
      const { example, examples } = answer.content?.['application/json'] ?? {}
      const samples = examples ? Object.values(examples).map(({ value }) => value) : [example]
      expect(samples, `${name}: npm run examples makes its sample`).toHaveLength(modesOf(route))
      const valid = compile(answer)
      for (const sample of samples) expect(valid(sample), `${name}: ${JSON.stringify(valid.errors)}`).toBe(true)
    }
  })

  test('defines every enumeration once, for answers and parameters', () => {
    const inline: string[] = []
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, member] of Object.entries(value)) {
        if (key === 'example' || key === 'examples') continue
        if (key === 'enum') inline.push(JSON.stringify(member))
        visit(member, `${path}/${key}`)
      }
    }
    visit(document.paths, '')
    visit(document.components.schemas, '')
    const enums = Object.values(schema.getTypeMap()).filter(isEnumType)
    const tokens = enums.map((type) =>
      JSON.stringify(
        type
          .getValues()
          .map(({ name }) => name)
          .toSorted(),
      ),
    )
    const sorted = inline.map((text) => JSON.stringify(JSON.parse(text).toSorted()))
    expect(repeated(sorted.filter((text) => tokens.includes(text)))).toEqual([])
    for (const name of ['Direction', 'Aspect', 'NewsType', 'Exposure', 'MatchQuality'])
      expect(document.components.schemas[name]?.enum, name).toBeDefined()
  })

  test('links every problem document to an entry of the page /docs', async () => {
    const page = await (await app.fetch('/docs')).text()
    const anchors = [...page.matchAll(/ id="(error-\w+)"/g)].map(([, id]) => id)
    expect(anchors).toEqual(Object.keys(ERRORS).map((code) => `error-${code}`))
    const headers = { accept: 'application/problem+json' }
    const problem = await (await app.fetch('/v1/stocks/NOSUCHTHING/news', { headers })).json()
    const plain = await (await app.fetch('/v1/stocks/NOSUCHTHING/news')).json()
    expect(problem).toEqual({
      ...plain,
      request_id: problem.request_id,
      type: '/docs#error-unknown_ticker',
      title: ERRORS.unknown_ticker.means,
      detail: plain.message,
      instance: `urn:request:${problem.request_id}`,
    })
  })
})

describe('the service conforms to the document', () => {
  test.each(operations)('$name: its example has the documented answer and cost', async (one) => {
    const { route, operation } = one
    const { path, init } = await exampleOf(one)
    const response = await app.fetch(path, init)
    const body = await response.json()
    const status = successOf(route)
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
      const { path } = await exampleOf(one)
      const first = await app.fetch(path)
      const again = await app.fetch(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
      expect(again.status).toBe(304)
      expectHeaders(again, answerOf(one.operation, 304))
    },
  )

  test.each(operations.filter(({ route }) => route.rows !== undefined))(
    '$name: CSV is answered as described',
    async (one) => {
      const { path, init } = await exampleOf(one)
      const response = await app.fetch(`${path}${path.includes('?') ? '&' : '?'}format=csv`, init)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/^text\/csv;/)
      const [header] = (await response.text()).split('\r\n')
      const columns = header?.split(',') ?? []
      const described = one.operation['x-csv-columns'] ?? []
      // The keys of maps of figures are columns too, behind the described ones.
      const isOpen = one.route.columns.some(({ isMap }) => isMap)
      expect(isOpen ? columns.slice(0, described.length) : columns).toEqual(described)
    },
  )

  test.each(operations)('$name: its errors are documented', async (one) => {
    const { route, operation } = one
    const { path, init } = await exampleOf(one)
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
    const sample = operation.requestBody?.content['application/json']?.example
    for (const [name, unknown] of Object.entries({ ticker: 'NOSUCHTHING', megatrend: '99999999' })) {
      if (!(name in route.input.shape) || pathVariables(route).includes(name)) continue
      if (!operation.requestBody) attempts.push([404, `${route.path}?${name}=${unknown}`, init])
      else attempts.push([404, path, { ...init, body: JSON.stringify({ ...Object(sample), [name]: unknown }) }])
    }
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

describe('a route that creates', () => {
  const [post] = served.filter(({ method }) => method === 'POST')
  if (!post) throw new Error('No route takes POST.')
  const created = openApiDocument([{ ...post, created: '/v1/things/{id}', errors: ['upstream_error'] }], schema)
  const operation = created.paths[post.path]?.['post']

  test('answers 201 with Location, accepts an Idempotency-Key and documents the conflict', async () => {
    expect(operation?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
    expect(operation?.responses).not.toHaveProperty('200')
    expect(operation?.responses['201']).toHaveProperty(['headers', 'Location'])
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['409', '502']))
    expect((await new Validator().validate(JSON.parse(JSON.stringify(created)))).valid).toBe(true)
  })
})
