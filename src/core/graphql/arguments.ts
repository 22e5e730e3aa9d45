import type { InputFieldMap, InputType } from '@pothos/core'
import { z } from 'zod'
import { type InputSchema, metaOf, type ParameterMeta, rangeSentence } from '../input/rule.ts'
import { builder, type Types } from './builder.ts'
import { enumRefOf } from './enum-type.ts'
import { DecimalScalar } from './scalar/decimal-scalar.ts'

type InputRef = PothosSchemaTypes.InputObjectRef<Types, Record<string, unknown>>

/**
 * GraphQL arguments of a field, taken from its input rules: types, defaults, descriptions. The rules themselves are applied by
 * `parseInput`, so that both faces obey the same ones.
 */
export function argumentsOf(schema: InputSchema): InputFieldMap {
  return builder.args((arg) =>
    Object.fromEntries(
      Object.entries(schema.shape).map(([name, rule]) => {
        const { type, list, ...options } = optionsOf(rule)
        return [name, list ? arg.field({ ...options, type: [type] }) : arg.field({ ...options, type })]
      }),
    ),
  )
}

/** Type, default, description and necessity of one argument or input field. */
function optionsOf(rule: z.ZodType) {
  const meta = metaOf(rule)
  const range = meta.range && !meta.enumeration && !meta.object ? ` ${rangeSentence(meta.range)}` : ''
  // Where null says something, GraphQL cannot ask for a value; that one is given is for the rule to check.
  const required = !rule.safeParse(undefined).success && !rule.safeParse(null).success
  return {
    description: `${meta.description}${range}`,
    required,
    type: typeOf(meta),
    list: meta.list,
    // The default of a rule is of the rule's type, which Pothos cannot see.
    ...((rule instanceof z.ZodDefault || rule instanceof z.ZodPrefault) && !meta.list
      ? { defaultValue: rule.def.defaultValue as never }
      : {}),
  }
}

function typeOf(meta: ParameterMeta): InputType<Types> {
  if (meta.enumeration) return enumRefOf(meta.enumeration)
  if (meta.object) return inputObjectOf(meta.object.name, meta.object.fields, meta.description)
  if (meta.type === 'Decimal') declareDecimal()
  return meta.type
}

let hasDecimal = false

/** Adds the scalar with its first use: a schema has no type that nothing leads to. */
function declareDecimal(): void {
  if (!hasDecimal) builder.addScalarType('Decimal', DecimalScalar)
  hasDecimal = true
}

const inputObjects = new Map<string, InputRef>()

/** The GraphQL input type of an object rule; two rules of one name share it. */
function inputObjectOf(name: string, schema: InputSchema, description: string): InputRef {
  const known = inputObjects.get(name)
  if (known) return known
  const ref: InputRef = builder.inputRef<Record<string, unknown>>(name)
  inputObjects.set(name, ref)
  builder.inputType(ref, {
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(schema.shape).map(([field, rule]) => {
          const { type, list, ...options } = optionsOf(rule)
          return [field, list ? t.field({ ...options, type: [type] }) : t.field({ ...options, type })]
        }),
      ),
  })
  return ref
}
