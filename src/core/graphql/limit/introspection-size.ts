import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import type { ListSize } from './list-size.source.ts'

const known = new WeakMap<GraphQLSchema, ReadonlyMap<string, ListSize>>()

/** How many entries the lists of introspection have for this schema, and how often a type wraps another one. */
export function introspectionSizes(schema: GraphQLSchema): ReadonlyMap<string, ListSize> {
  const sizes = known.get(schema) ?? measure(schema)
  known.set(schema, sizes)
  return sizes
}

function measure(schema: GraphQLSchema): ReadonlyMap<string, ListSize> {
  const types = Object.values(schema.getTypeMap())
  const fields = types.flatMap(fieldsOf)
  const directives = schema.getDirectives()
  const counts: [field: string, lengths: number[], ofTypesOfFields?: number[]][] = [
    ['__Schema.types', [types.length]],
    ['__Schema.directives', [directives.length]],
    [
      '__Type.fields',
      types.map((type) => fieldsOf(type).length),
      fields.map(({ type }) => fieldsOf(getNamedType(type)).length),
    ],
    [
      '__Type.inputFields',
      types.map(inputFieldCount),
      fields.flatMap(({ args }) => args).map(({ type }) => inputFieldCount(getNamedType(type))),
    ],
    [
      '__Type.enumValues',
      types.map((type) => valueCount(type)),
      fields.map(({ type }) => valueCount(getNamedType(type))),
    ],
    [
      '__Type.interfaces',
      types.map((type) => (isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().length : 0)),
    ],
    ['__Type.possibleTypes', types.map((type) => (isAbstractType(type) ? schema.getPossibleTypes(type).length : 0))],
    ['__Field.args', fields.map(({ args }) => args.length)],
    ['__Directive.args', directives.map(({ args }) => args.length)],
    ['__Directive.locations', directives.map(({ locations }) => locations.length)],
    // A type that wraps another one says which.
    ['__Type.ofType', fields.map(({ type }) => Number(type !== getNamedType(type)))],
  ]
  return new Map(
    counts.map(([field, lengths, others = []]) => [
      field,
      { ...sizeOf(lengths), reached: Math.max(mean(lengths), mean(others)) },
    ]),
  )
}

function fieldsOf(type: GraphQLNamedType) {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
}

function inputFieldCount(type: GraphQLNamedType): number {
  return isInputObjectType(type) ? Object.keys(type.getFields()).length : 0
}

function valueCount(type: GraphQLNamedType): number {
  return isEnumType(type) ? type.getValues().length : 0
}

function mean(lengths: readonly number[]): number {
  return lengths.reduce((total, one) => total + one, 0) / Math.max(1, lengths.length)
}

/** The size of some lists. */
export function sizeOf(lengths: readonly number[]): ListSize {
  const sorted = lengths.toSorted((a, b) => a - b)
  const sum = lengths.reduce((total, one) => total + one, 0)
  const squares = lengths.reduce((total, one) => total + one * one, 0)
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    reached: sum === 0 ? 0 : squares / sum,
    largest: sorted.at(-1) ?? 0,
  }
}
