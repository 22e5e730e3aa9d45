import { readFileSync } from 'node:fs'
import {
  type GraphQLField,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { expect, test } from 'vitest'
import { factsOf } from '../rest-compat/served-route.ts'
import { schema } from '../src/schema.ts'

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)

interface Named {
  /** `Stock.news(limit)`. */
  readonly place: string
  readonly name: string
  readonly kind: 'type' | 'field' | 'argument' | 'value'
  readonly description: string | null | undefined
}

function fieldsOf(type: GraphQLNamedType): GraphQLField<unknown, unknown>[] {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
}

function membersOf(type: GraphQLNamedType): Named[] {
  const fields = fieldsOf(type).flatMap((field): Named[] => [
    { place: `${type.name}.${field.name}`, name: field.name, kind: 'field', description: field.description },
    ...field.args.map(
      (arg): Named => ({
        place: `${type.name}.${field.name}(${arg.name})`,
        name: arg.name,
        kind: 'argument',
        description: arg.description,
      }),
    ),
  ])
  const inputs = isInputObjectType(type) ? Object.values(type.getFields()) : []
  const values = isEnumType(type) ? type.getValues() : []
  return [
    { place: type.name, name: type.name, kind: 'type', description: type.description },
    ...fields,
    ...inputs.map(
      (one): Named => ({
        place: `${type.name}.${one.name}`,
        name: one.name,
        kind: 'field',
        description: one.description,
      }),
    ),
    ...values.map(
      (one): Named => ({
        place: `${type.name}.${one.name}`,
        name: one.name,
        kind: 'value',
        description: one.description,
      }),
    ),
  ]
}

const named = types.flatMap(membersOf)
const placesWhere = (wrong: (one: Named) => boolean) => named.filter(wrong).map((one) => one.place)

test('the committed schema.graphql is the schema', () => {
  const committed = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8')
  expect(committed, 'run "npm run schema" and commit it').toBe(`${printSchema(lexicographicSortSchema(schema))}\n`)
})

test('every type, field, argument, value and input is described in a sentence', () => {
  expect(named.length).toBeGreaterThan(200)
  expect(placesWhere((one) => !/^\S[\s\S]*\.$/.test(one.description ?? ''))).toEqual([])
})

test('descriptions end once, in one line of thought', () => {
  expect(placesWhere((one) => /\.\.$|\s$| {2}|\bTODO\b/.test(one.description ?? ''))).toEqual([])
})

test('types are named in PascalCase, fields and arguments in camelCase, values as REST writes them', () => {
  const patterns = {
    type: /^[A-Z][A-Za-z0-9]*$/,
    field: /^[a-z][A-Za-z0-9]*$/,
    argument: /^[a-z][A-Za-z0-9]*$/,
    value: /^[A-Za-z0-9_]+$/,
  }
  const all = named.filter((one) => one.place !== 'JSON')
  expect(all.filter((one) => !patterns[one.kind].test(one.name)).map((one) => one.place)).toEqual([])
})

test('an argument that needs no value says its default or may be left out', () => {
  const needing = types
    .flatMap(fieldsOf)
    .flatMap((field) => field.args.filter((arg) => arg.name === 'limit' || arg.name === 'offset'))
  for (const arg of needing) expect([arg.name, arg.defaultValue]).toEqual([arg.name, expect.any(Number)])
})

test('root fields can fail alone: each may be null', () => {
  const roots = [
    ...fieldsOf(schema.getQueryType() ?? (types[0] as never)),
    ...fieldsOf(schema.getMutationType() ?? (types[0] as never)),
  ]
  expect(
    roots.filter((field) => String(field.type).endsWith('!') && field.name !== 'nodes').map((field) => field.name),
  ).toEqual([])
})

test('every object that has a global id can be fetched by it', () => {
  const withId = types.filter((type) => isObjectType(type) && 'id' in type.getFields()).map((type) => type.name)
  const nodes = types.filter((type) => isObjectType(type) && type.getInterfaces().some((one) => one.name === 'Node'))
  expect(withId).toEqual(nodes.map((type) => type.name))
})

/** Operations that costs.csv prices. */
const priced = readFileSync(new URL('../prisma/reference/costs.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.slice(0, line.indexOf(',')))

test('every root field declares its input rules and a cost that costs.csv has', () => {
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => (type ? fieldsOf(type) : []))
  // The two of Relay charge by the type of what they find.
  const ours = roots.filter(({ name }) => name !== 'node' && name !== 'nodes')
  expect(ours.length).toBeGreaterThan(15)
  const costs = ours.map((field) => [field.name, factsOf(field)?.cost])
  expect(costs.filter(([, cost]) => cost === undefined || !priced.includes(cost))).toEqual([])
})

test('every cost is that of a field, and no field has a cost without a price', () => {
  const costs = types.flatMap(fieldsOf).flatMap((field) => factsOf(field)?.cost ?? [])
  expect(new Set(costs)).toEqual(new Set(priced))
})

test('the arguments of a field that declares rules are those of its rules', () => {
  const paging = ['after', 'before', 'first', 'last']
  for (const field of types.flatMap(fieldsOf)) {
    const facts = factsOf(field)
    if (!facts) continue
    const cursors = field.args.some(({ name }) => name === 'first') ? paging : []
    const args = field.args.map(({ name }) => name).filter((name) => !cursors.includes(name))
    expect([field.name, args.sort()]).toEqual([field.name, Object.keys(facts.input.shape).sort()])
  }
})
