import fc from 'fast-check'
import { type GraphQLField, getNamedType, isListType, isNonNullType, isObjectType, isScalarType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../rest-compat/routes.ts'
import { type ServedRoute, serveRoutes } from '../rest-compat/served-route.ts'
import { config } from '../src/core/config.ts'
import { isRecord } from '../src/core/record.pure.ts'
import { schema } from '../src/schema.ts'
import { ingest, useApp } from './setup/app.ts'
import { corpus } from './setup/corpus.ts'
import { denyKey } from './setup/playing-trade-database.ts'
import { startPlayingUpstream } from './setup/playing-upstream.ts'
import { fieldsOf, nameOf, parametersOf, type RouteParameter, takesBody, textOf } from './setup/route-call.ts'
import { expectMetering, expectNoInsides } from './setup/route-laws.ts'
import './setup/property-seed.ts'

const app = useApp()
const served = serveRoutes(routes, schema)
beforeAll(async () => void (await ingest(corpus())))

const { tradestats } = config
beforeAll(async () => {
  const upstream = await startPlayingUpstream()
  // No key that is made up here is one of the trade database.
  upstream.play(denyKey)
  Object.assign(config, { tradestats: { baseUrl: upstream.baseUrl, rowsMax: 100_000 } })
  return () => upstream.close()
})
afterAll(() => void Object.assign(config, { tradestats }))

const RUNS = 60

/** Text that occurs in good calls, in bad ones, and any at all. */
const text = fc.oneof(
  fc.constantFrom(
    'AAPL',
    'apple',
    '005930.KS',
    'US',
    'jp',
    '45',
    '10000000',
    '2026-11-01',
    'pos',
    'demand',
    'impact',
    '1',
    '0',
  ),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    "' OR 1=1",
    '%',
    '1e999',
    '-1',
    '99999999999',
    'null',
    'true',
    '[]',
    '__proto__',
    '{}',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const number = fc.oneof(
  fc.integer({ min: -2, max: 30 }),
  fc.constantFrom(10_000_000, 99_999_999, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 1e300, 0.5),
)

/** What went on between two looks at the account. */
async function chargesOf(work: () => Promise<void>, key: string): Promise<number> {
  const used = async () => (await (await app.fetch('/v1/account', { key })).json()).quota.used
  const before = await used()
  await work()
  return (await used()) - before
}

/** What holds for every answer whatever was asked; returns the credits it says it took. */
async function expectSane(response: Response, asked: unknown): Promise<{ charged: number; body: string }> {
  const body = await response.text()
  const context = JSON.stringify(asked).slice(0, 500)
  // A call that takes too long is a 504.
  expect(response.status, context).toBeLessThan(500)
  expectMetering(response)
  if (response.status >= 400) {
    expect(response.headers.get('x-credits-charged'), context).toBe('0')
    expect(() => JSON.parse(body)).not.toThrow()
  }
  return { charged: Number(response.headers.get('x-credits-charged')), body }
}

describe('any REST call', () => {
  /** Any value of a parameter or field, nested ones included. */
  function anyValueOf({ meta }: RouteParameter): fc.Arbitrary<unknown> {
    const one: fc.Arbitrary<unknown> = meta.object
      ? fc.record(fieldsRecord(fieldsOf(meta.object.fields)), { requiredKeys: [] })
      : meta.choices
        ? fc.oneof(fc.constantFrom(...meta.choices), text)
        : meta.type === 'Int' || meta.type === 'Float'
          ? number
          : meta.type === 'JSON'
            ? fc.jsonValue({ maxDepth: 3 })
            : text
    return fc.oneof(one, meta.list ? fc.array(one, { maxLength: 4 }) : one, text)
  }

  function fieldsRecord(parameters: readonly RouteParameter[]): Record<string, fc.Arbitrary<unknown>> {
    return Object.fromEntries(parameters.map((one) => [one.name, anyValueOf(one)]))
  }

  function callTo(route: ServedRoute): fc.Arbitrary<{ path: string; init: RequestInit }> {
    const inQuery = !takesBody(route)
    const values = fc.record(fieldsRecord(parametersOf(route)), { requiredKeys: [] })
    const strange = fc.option(fc.tuple(text, text), { nil: undefined, freq: 6 })
    const body = route.bodyToInput ? fc.jsonValue({ maxDepth: 4 }) : values
    return fc
      .tuple(inQuery ? values : body, text, strange, fc.constantFrom('', 'csv', 'json', 'xml'))
      .map(([given, id, extra, format]) => {
        const all = isRecord(given) ? { ...given, ...(extra ? { [extra[0]]: extra[1] } : {}) } : given
        const pairs = inQuery && isRecord(all) ? Object.entries(all) : []
        const query = new URLSearchParams(pairs.map(([name, value]) => [name, textOf(value)]))
        if (format) query.set('format', format)
        const at = route.path.replaceAll(/\{\w+\}/g, encodeURIComponent(id.toWellFormed()))
        const sent = inQuery ? {} : { body: JSON.stringify(all), headers: { 'content-type': 'application/json' } }
        return { path: query.size > 0 ? `${at}?${query}` : at, init: { method: route.method, ...sent } }
      })
  }

  test.each(served.map((route) => ({ name: nameOf(route), route })))(
    '$name never fails on our side, and charges what it says',
    async ({ route }) => {
      const key = await app.keyWith({ credits: 1_000_000 })
      let said = 0
      const spent = await chargesOf(
        () =>
          fc.assert(
            fc.asyncProperty(callTo(route), async ({ path, init }) => {
              const { charged, body } = await expectSane(await app.fetch(path, { ...init, key }), path)
              said += charged
              if (charged > 0 && body.startsWith('{')) expect(body).not.toContain('"error":')
            }),
            { numRuns: RUNS },
          ),
        key,
      )
      expect(spent).toBe(said)
    },
  )
})

describe('any GraphQL call', () => {
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    type ? Object.values(type.getFields()).map((field) => ({ place: `${type.name}.${field.name}`, field })) : [],
  )

  /** All fields without arguments that end within a few levels. */
  function selectionOf(field: GraphQLField<unknown, unknown>, depth: number): string {
    const type = getNamedType(field.type)
    if (!isObjectType(type)) return isScalarType(type) ? '' : '{ __typename }'
    const inner = Object.values(type.getFields()).flatMap((one) => {
      if (one.args.length > 0 || ['members', 'relations', 'competitors', 'children'].includes(one.name)) return []
      const leaf = isScalarType(getNamedType(one.type))
      return leaf || depth > 1 ? [`${one.name} ${leaf ? '' : selectionOf(one, depth - 1)}`] : []
    })
    return `{ __typename ${inner.join(' ')} }`
  }

  test.each(roots)('$place never fails on our side, and charges what it says', async ({ place, field }) => {
    const key = await app.keyWith({ credits: 1_000_000 })
    const declared = field.args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')
    const passed = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
    const query = `${place.startsWith('Mutation') ? 'mutation' : 'query'} ${declared ? `(${declared})` : ''} {
      ${field.name}${passed ? `(${passed})` : ''} ${selectionOf(field, 2)} }`
    const value = (arg: (typeof field.args)[number]) => {
      const kind = String(getNamedType(arg.type))
      const one: fc.Arbitrary<unknown> =
        kind === 'Int'
          ? number
          : kind === 'Boolean'
            ? fc.boolean()
            : kind === 'JSON'
              ? fc.jsonValue({ maxDepth: 4 })
              : text
      const list = isListType(isNonNullType(arg.type) ? arg.type.ofType : arg.type)
      return fc.oneof(list ? fc.array(one, { maxLength: 4 }) : one, one, fc.constant(null))
    }
    const variables = fc.record(Object.fromEntries(field.args.map((arg) => [arg.name, value(arg)])), {
      requiredKeys: [],
    })
    let said = 0
    const spent = await chargesOf(
      () =>
        fc.assert(
          fc.asyncProperty(variables, async (given) => {
            const response = await app.fetch('/graphql', {
              method: 'POST',
              key,
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ query, variables: given }),
            })
            const { charged, body } = await expectSane(response, given)
            said += charged
            const { errors, extensions } = JSON.parse(body)
            if (extensions) expect(extensions.credits.charged).toBe(charged)
            expect(JSON.stringify(errors ?? [])).not.toContain('INTERNAL')
            for (const error of errors ?? []) expectNoInsides(error.message.replaceAll(/".*"/gs, ''))
          }),
          { numRuns: RUNS },
        ),
      key,
    )
    expect(spent).toBe(said)
  })
})
