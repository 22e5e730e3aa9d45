import { readFileSync } from 'node:fs'
import { Kind, OperationTypeNode, parse, type SelectionSetNode, specifiedRules, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ServedRoute } from '../../rest-compat/served-route.ts'
import { costOf } from '../../src/account/metering/cost.ts'
import { snakeCase } from '../../src/core/input/parse.ts'
import { schema } from '../../src/schema.ts'
import { repeated } from '../setup/repeated.ts'
import { nameOf, parametersOf, pathVariables, type RouteParameter, takesBody } from '../setup/route-call.ts'
import { BEYOND, DECIDED, MODES, OF_CHANGES } from './laws/beyond-spec.ts'
import { namedRoutes, served } from './laws/routes.ts'

const parameterShape = z.strictObject({
  type: z.enum(['string', 'integer', 'number', 'boolean', 'date', 'iso2', 'gics', 'object', 'array']),
  in: z.enum(['path', 'body']).optional(),
  required: z.boolean().optional(),
  list: z.boolean().optional(),
  json: z.string().optional(),
  alias: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  min: z.unknown().optional(),
  max: z.unknown().optional(),
  exclusiveMin: z.number().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
})

type SpecifiedParameter = z.output<typeof parameterShape>

/** The specification's table of paths, as it was handed over: what the served routes are held to. */
const table = z
  .array(
    z.strictObject({
      method: z.string(),
      path: z.string(),
      cost: z.union([z.number(), z.enum(['per-row', 'per-cell'])]),
      rows: z.string().optional(),
      params: z.record(z.string(), parameterShape),
    }),
  )
  .parse(JSON.parse(readFileSync(new URL('../fixtures/endpoints.json', import.meta.url), 'utf8')))

const entryOf = (route: ServedRoute) => table.find(({ method, path }) => method === route.method && path === route.path)

test('the table has the 59 paths of the specification, each once', () => {
  expect(table).toHaveLength(59)
  expect(repeated(table.map(nameOf))).toEqual([])
  expect(repeated(namedRoutes.map((one) => one.name))).toEqual([])
})

test('nothing is served that the table does not know', () => {
  expect(namedRoutes.filter(({ route }) => !entryOf(route)).map(({ name }) => name)).toEqual([])
})

test('the paths not served yet are known by name', () => {
  const present = new Set(served.map(entryOf))
  expect(table.filter((entry) => !present.has(entry)).map(nameOf)).toMatchSnapshot()
})

test('every difference from the specification is one that is there', () => {
  const names = new Set(namedRoutes.map(({ name }) => name))
  for (const listed of [MODES, BEYOND]) expect(Object.keys(listed).filter((name) => !names.has(name))).toEqual([])
  const parameters = new Set(served.flatMap((route) => parametersOf(route).map(({ name }) => name)))
  expect(Object.keys(DECIDED).filter((name) => !parameters.has(name))).toEqual([])
})

describe.each(namedRoutes)('$name', ({ name, route }) => {
  const entry = entryOf(route)
  const mode = MODES[name]

  test('takes the parameters of the table with their types, defaults, ranges and choices, and those listed beyond it', () => {
    const specified = Object.entries(entry?.params ?? {}).filter(
      ([param, rule]) => rule.in !== 'path' && param !== 'format' && (!mode || mode.takes.includes(param)),
    )
    const expected = Object.fromEntries(
      specified.map(([param, rule]) => [
        param,
        factsExpected(param, { ...rule, ...mode?.says[param], ...(route.method === 'PATCH' ? OF_CHANGES.facts : {}) }),
      ]),
    )
    const own = parametersOf(route)
    const beyond = BEYOND[name] ?? {}
    expect(own.map((one) => one.name).toSorted()).toEqual([...Object.keys(expected), ...Object.keys(beyond)].toSorted())
    const facts = own.filter((one) => !Object.hasOwn(beyond, one.name)).map((one) => [one.name, factsOf(one, expected)])
    expect(Object.fromEntries(facts)).toEqual(expected)
  })

  test('answers the formats of the table, the same one first', () => {
    const { format } = entry?.params ?? {}
    if (!format) return
    expect(route.formats).toEqual(expect.arrayContaining(format.enum ?? []))
    expect(route.formats[0]).toBe(format.default)
  })

  test('second names of parameters are those of the table', () => {
    for (const { name: param, names } of parametersOf(route)) {
      const alias = entry?.params[param]?.alias
      expect(names.slice(1), param).toEqual(alias === undefined ? [] : [alias])
    }
  })

  test('takes its parameters where the table says', () => {
    // Of one parameter of a body the table does not say where it is.
    const places = Object.entries(entry?.params ?? {}).flatMap(([param, rule]) =>
      rule.in === 'path' || param === 'format' ? [] : [rule.in],
    )
    if (places.length > 0) expect(places.includes('body')).toBe(takesBody(route))
    if (places.includes('body')) expect(places.filter((place) => place !== 'body').length).toBeLessThanOrEqual(1)
  })

  test('has the path variables of the table, and its document declares each', () => {
    const inPath = Object.entries(entry?.params ?? {}).flatMap(([param, rule]) => (rule.in === 'path' ? [param] : []))
    expect(pathVariables(route)).toEqual(inPath)
    expect(variablesOf(route.document)).toEqual(new Set([...route.pathArguments, ...Object.keys(route.input.shape)]))
  })

  test('countries and GICS codes are told from other text', () => {
    for (const { name: param, rule, meta } of parametersOf(route)) {
      const type = entry?.params[param]?.type
      if (type !== 'iso2' && type !== 'gics') continue
      const takes = (value: string) => rule.safeParse(meta.list ? [value] : value).success
      const good = type === 'iso2' ? ['US', 'jp'] : ['10', '45102010']
      const bad = type === 'iso2' ? ['USA', 'UK', '1'] : ['123', 'IT']
      expect([good.every(takes), bad.some(takes)], param).toEqual([true, false])
    }
  })

  test('costs what the table says', () => {
    const expected = entry?.cost === 'per-row' || entry?.cost === 'per-cell' ? [1, 7] : [entry?.cost, entry?.cost]
    expect([costOf(route.cost, 1), costOf(route.cost, 7)]).toEqual(expected)
  })

  test('its document is valid, writes where its method does, and selects something', () => {
    const document = parse(route.document)
    expect(validate(schema, document, specifiedRules).map((error) => error.message)).toEqual([])
    expect(document.definitions).toHaveLength(1)
    const [definition] = document.definitions
    const operation = definition?.kind === Kind.OPERATION_DEFINITION ? definition.operation : undefined
    if (route.method === 'GET') expect(operation).toBe(OperationTypeNode.QUERY)
    if (['PUT', 'PATCH', 'DELETE'].includes(route.method)) expect(operation).toBe(OperationTypeNode.MUTATION)
    expect(keysOf(selectionAt(route)).length).toBeGreaterThan(0)
  })

  test('a list has its rows under the key of the table, pages, and has columns for CSV', () => {
    expect(route.rows).toBe(mode?.rows ?? entry?.rows)
    if (route.rows === undefined) {
      expect(route.columns).toEqual([])
      return
    }
    expect(route.columns.length).toBeGreaterThan(1)
    expect(repeated(route.columns.map((column) => column.name))).toEqual([])
    expect(keysOf(selectionAt(route))).toEqual(
      expect.arrayContaining(['count', 'total', 'limit', 'offset', 'all', 'has_more', 'notes', route.rows]),
    )
  })

  test('every key is snake_case', () => {
    expect(everyKey(selectionAt(route)).filter((key) => key !== snakeCase(key))).toEqual([])
  })

  test('its example shows its path variables and what it requires, and nothing it does not take', () => {
    const example = Object.keys(route.example ?? {})
    const required = parametersOf(route).filter((one) => one.required)
    expect(example).toEqual(expect.arrayContaining([...pathVariables(route), ...required.map((one) => one.name)]))
    if (route.bodyToInput) return
    const known = [...pathVariables(route), ...parametersOf(route).map((one) => one.name)]
    expect(example.filter((one) => !known.includes(one))).toEqual([])
  })

  test.skipIf(route.created === undefined)('what it creates can be found by the path it names', () => {
    if (route.created === undefined) throw new Error('Skipped.')
    expect(served.map((one) => (one.method === 'POST' ? '' : one.path))).toContain(route.created)
    const told = [...keysOf(selectionAt(route)), ...pathVariables(route)]
    expect(told).toEqual(expect.arrayContaining(pathVariables({ path: route.created })))
  })
})

type Facts = Readonly<Record<string, unknown>>

/** GraphQL types of the specification's; an iso2 or gics is told from text by a test of its own. */
const GRAPHQL_TYPES: Readonly<Record<string, string>> = {
  integer: 'Int',
  number: 'Float',
  boolean: 'Boolean',
  date: 'Date',
  iso2: 'CountryCode',
  object: 'JSON',
  array: 'JSON',
}
const COMPARED = ['default', 'enum', 'min', 'max', 'exclusiveMin', 'maxLength', 'maxItems'] as const

function factsExpected(param: string, rule: SpecifiedParameter): Facts {
  const facts = {
    // Text that holds JSON is a structured value of both faces.
    type: GRAPHQL_TYPES[rule.json ?? rule.type] ?? 'String',
    list: (rule.json ?? rule.type) === 'array' || (rule.list ?? false),
    required: rule.required ?? false,
    ...pick(rule, COMPARED),
  }
  const decided = DECIDED[param]?.facts ?? {}
  const stated = Object.entries({ ...facts, ...decided }).filter(([, value]) => value !== undefined)
  return pick(
    Object.fromEntries(stated),
    stated.map(([fact]) => fact),
  )
}

/** Bounds of length and number that the specification leaves open: ours may be any. */
const OPEN = ['maxLength', 'maxItems', 'min', 'max'] as const

function factsOf({ name, rule, meta, required }: RouteParameter, expected: Readonly<Record<string, Facts>>): Facts {
  const json = z.toJSONSchema(rule, { io: 'input', unrepresentable: 'any' })
  const inner: Facts = meta.list && typeof json.items === 'object' ? { ...json.items } : { ...json }
  const facts: Record<string, unknown> = {
    // An exact number is a number of the specification.
    type: meta.type === 'Decimal' ? 'Float' : meta.type,
    list: meta.list,
    required,
    ...pick({ ...inner, default: json.default, maxItems: json.maxItems, min: meta.min, max: meta.max }, COMPARED),
  }
  if (meta.type === 'Decimal') Object.assign(facts, boundsKept(rule, expected[name] ?? {}))
  for (const open of OPEN) if (!Object.hasOwn(expected[name] ?? {}, open)) delete facts[open]
  return facts
}

/** The bounds of an exact number that its rule keeps to. */
function boundsKept(rule: z.ZodType, { min, exclusiveMin }: Facts): Facts {
  const takes = (value: number) => rule.safeParse(value).success
  return {
    ...(typeof min === 'number' && takes(min) && !takes(min - 0.01) ? { min } : {}),
    ...(typeof exclusiveMin === 'number' && !takes(exclusiveMin) && takes(exclusiveMin + 0.01) ? { exclusiveMin } : {}),
  }
}

function pick(from: Facts, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const fact = from[name]
      // Choices have no order.
      return fact === undefined ? [] : [[name, name === 'enum' && Array.isArray(fact) ? fact.toSorted() : fact]]
    }),
  )
}

function variablesOf(document: string): Set<string> {
  const names = parse(document).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  )
  return new Set(names.map((one) => one.variable.name.value))
}

function selectionAt(route: ServedRoute): SelectionSetNode | undefined {
  const [definition] = parse(route.document).definitions
  let selection = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet : undefined
  for (const key of route.field.split('.')) selection = fields(selection).find((field) => field.key === key)?.inner
  return selection
}

function fields(selection: SelectionSetNode | undefined) {
  return (selection?.selections ?? []).flatMap((node) =>
    node.kind === Kind.FIELD ? [{ key: (node.alias ?? node.name).value, inner: node.selectionSet }] : [],
  )
}

const keysOf = (selection: SelectionSetNode | undefined) => fields(selection).map((field) => field.key)
const everyKey = (selection: SelectionSetNode | undefined): string[] =>
  fields(selection).flatMap((field) => [field.key, ...everyKey(field.inner)])
