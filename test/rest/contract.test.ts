import { readFileSync } from 'node:fs'
import {
  getNamedType,
  isObjectType,
  Kind,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { rowColumns } from '../../rest-compat/columns.ts'
import type { Route } from '../../rest-compat/route.ts'
import { routes } from '../../rest-compat/routes.ts'
import { costOf } from '../../src/core/cost.ts'
import { type InputSchema, metaOf, snakeCase } from '../../src/core/input.ts'
import { schema } from '../../src/schema.ts'
import { repeated } from '../setup/repeated.ts'

const parameterShape = z.strictObject({
  type: z.enum(['string', 'integer', 'number', 'boolean', 'date', 'iso2', 'gics', 'object', 'array']),
  in: z.enum(['path', 'body']).optional(),
  required: z.boolean().optional(),
  list: z.boolean().optional(),
  json: z.string().optional(),
  alias: z.string().optional(),
  default: z.unknown().optional(),
  /** A default that gives way to another parameter of the path. */
  default_without_span: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  min: z.unknown().optional(),
  max: z.unknown().optional(),
  exclusiveMin: z.number().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
})

/** The specification's table of paths: what the served routes are held to. */
const table = z
  .array(
    z.strictObject({
      method: z.string(),
      path: z.string(),
      /** Paths that take two sets of parameters stand twice. */
      mode: z.string().optional(),
      cost: z.union([z.number(), z.enum(['per-row', 'per-cell'])]),
      rows: z.string().optional(),
      params: z.record(z.string(), parameterShape),
    }),
  )
  .parse(JSON.parse(readFileSync(new URL('../fixtures/endpoints.json', import.meta.url), 'utf8')))

const nameOf = (one: { method: string; path: string; mode?: string | undefined }) =>
  `${one.method} ${one.path}${one.mode ? ` ${one.mode}` : ''}`

/** The row of the table a route serves; of two modes the one whose required parameters it requires. */
function entryOf(route: Route) {
  const candidates = table.filter((entry) => entry.method === route.method && entry.path === route.path)
  return candidates.find((entry) => !entry.mode || entry.mode === ('q' in route.input.shape ? 'with q' : 'without q'))
}

const served = routes.map((route) => ({ name: nameOf(route), route }))

test('the table has the 59 paths of the specification, each once', () => {
  expect(new Set(table.map((entry) => `${entry.method} ${entry.path}`)).size).toBe(59)
  expect(repeated(table.map(nameOf))).toEqual([])
  expect(repeated(served.map((one) => one.name))).toEqual([])
})

test('nothing is served that the table does not know', () => {
  expect(served.filter(({ route }) => !entryOf(route)).map(({ name }) => name)).toEqual([])
})

test('the paths not served yet are known by name', () => {
  const present = new Set(routes.map(entryOf))
  expect(table.filter((entry) => !present.has(entry)).map(nameOf)).toMatchSnapshot()
})

describe.each(served)('$name', ({ route }) => {
  const entry = entryOf(route)

  test('takes exactly the parameters of the table, with their types, defaults, ranges and choices', () => {
    const expected = Object.entries(entry?.params ?? {}).flatMap(([name, rule]): [string, Facts][] =>
      rule.in === 'path' ? [] : [[name, expectedFacts(rule)]],
    )
    const facts = Object.fromEntries(expected)
    expect(parametersOf(route.input, facts)).toEqual(facts)
  })

  test('has the path variables of the table, and its document declares each', () => {
    const variables = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const inPath = Object.entries(entry?.params ?? {}).flatMap(([name, rule]) => (rule.in === 'path' ? [name] : []))
    expect(variables).toEqual(inPath)
    expect(variablesOf(route.document)).toEqual(
      new Set([...variables, ...Object.keys(route.input.shape), ...(route.bodyToInput ? ['prefs'] : [])]),
    )
  })

  test('countries and GICS codes are told from other text', () => {
    for (const [name, rule] of Object.entries(entry?.params ?? {})) {
      if (rule.type !== 'iso2' && rule.type !== 'gics') continue
      const own = route.input.shape[name]
      const one = (value: string) => own?.safeParse(rule.list ? [value] : value).success
      const [good, bad] =
        rule.type === 'iso2'
          ? [
              ['US', 'jp'],
              ['USA', 'UK', '1'],
            ]
          : [
              ['10', '45102010'],
              ['123', 'IT'],
            ]
      expect(good.map(one)).not.toContain(false)
      expect(bad.map(one)).not.toContain(true)
    }
  })

  test('costs what the table says', () => {
    const operation = operationOf(route)
    expect([costOf(operation, 1), costOf(operation, 7)]).toEqual(
      entry?.cost === 'per-row' ? [1, 7] : [entry?.cost, entry?.cost],
    )
  })

  test('its document is valid, and what it answers stands where the route says', () => {
    const document = parse(route.document)
    expect(validate(schema, document, specifiedRules).map((error) => error.message)).toEqual([])
    expect(document.definitions).toHaveLength(1)
    expect(selectionAt(route), `nothing at ${route.at}`).toBeDefined()
  })

  test('a list has its rows under the key of the table, and pages', () => {
    expect(route.rows).toBe(entry?.rows)
    if (route.rows === undefined) return
    expect(rowColumns(route).length).toBeGreaterThan(1)
    expect(keysOf(selectionAt(route))).toEqual(
      expect.arrayContaining(['count', 'total', 'limit', 'offset', 'all', 'has_more', 'notes', route.rows]),
    )
  })

  test('every key is snake_case', () => {
    expect(everyKey(selectionAt(route)).filter((key) => key !== snakeCase(key))).toEqual([])
  })
})

interface Facts {
  type: string
  list: boolean
  required: boolean
  default?: unknown
  enum?: readonly unknown[]
  min?: unknown
  max?: unknown
  maxLength?: number
  maxItems?: number
}

const GRAPHQL_TYPES: Readonly<Record<string, string>> = {
  integer: 'Int',
  number: 'Float',
  boolean: 'Boolean',
  date: 'Date',
  object: 'JSON',
}

function expectedFacts(rule: z.output<typeof parameterShape>): Facts {
  return {
    type: GRAPHQL_TYPES[rule.type] ?? 'String',
    list: rule.list ?? false,
    required: rule.required ?? false,
    ...pick(rule, ['default', 'enum', 'min', 'max', 'maxLength', 'maxItems']),
  }
}

/** Limits of length the specification leaves open: ours may be any. */
const OPEN = ['maxLength', 'maxItems'] as const

function parametersOf(input: InputSchema, expected: Readonly<Record<string, object>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input.shape).map(([key, rule]) => {
      const name = snakeCase(key)
      const meta = metaOf(rule)
      const json = z.toJSONSchema(rule, { io: 'input', unrepresentable: 'any' })
      const inner: Record<string, unknown> =
        meta.list && typeof json.items === 'object' ? { ...json.items } : { ...json }
      const facts: Record<string, unknown> = {
        type: meta.type,
        list: meta.list,
        required: !rule.safeParse(undefined).success,
        ...pick({ ...inner, default: json.default, maxItems: json.maxItems }, [
          'default',
          'enum',
          'maxLength',
          'maxItems',
        ]),
        ...(meta.type === 'Int' ? boundsOf(inner) : {}),
      }
      for (const open of OPEN) if (!(open in (expected[name] ?? {}))) delete facts[open]
      return [name, facts]
    }),
  )
}

function boundsOf(json: Record<string, unknown>) {
  const bounds: Record<string, unknown> = {}
  if (json['minimum'] !== -2_147_483_648) bounds['min'] = json['minimum']
  if (json['maximum'] !== 2_147_483_647) bounds['max'] = json['maximum']
  return bounds
}

function pick(from: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
}

function variablesOf(document: string): Set<string> {
  const names = parse(document).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  )
  return new Set(names.map((one) => one.variable.name.value))
}

function selectionAt(route: Route): SelectionSetNode | undefined {
  const [definition] = parse(route.document).definitions
  let selection = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet : undefined
  for (const key of route.at.split('.')) selection = fields(selection).find((field) => field.key === key)?.inner
  return selection
}

function fields(selection: SelectionSetNode | undefined) {
  return (selection?.selections ?? []).flatMap((node) =>
    node.kind === Kind.FIELD
      ? [{ key: (node.alias ?? node.name).value, name: node.name.value, inner: node.selectionSet }]
      : [],
  )
}

const keysOf = (selection: SelectionSetNode | undefined) => fields(selection).map((field) => field.key)
const everyKey = (selection: SelectionSetNode | undefined): string[] =>
  fields(selection).flatMap((field) => [field.key, ...everyKey(field.inner)])

/** The operation a route is charged as: its root field, or both fields' names where it hangs on a stock. */
function operationOf(route: Route): string {
  const [definition] = parse(route.document).definitions
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return ''
  const [root] = fields(definition.selectionSet)
  if (!root) return ''
  if (definition.operation === OperationTypeNode.MUTATION) return 'preferences'
  const type = getNamedType(schema.getQueryType()?.getFields()[root.name]?.type)
  const [inner] = fields(root.inner)
  return root.key === 'stock' && isObjectType(type) && inner
    ? `stock${inner.name.charAt(0).toUpperCase()}${inner.name.slice(1)}`
    : root.name
}
