import { z } from 'zod'
import { Decimal, DecimalError, parseDecimal } from '../decimal.ts'
import type { ErrorCode } from '../errors.ts'
import type { Enumeration } from './enumeration.pure.ts'

/** The parameters of one field or route, or the fields of one object in them, by camelCase name. */
export type InputSchema = z.ZodObject<Record<string, z.ZodType>>

/** The GraphQL scalars a parameter can have; enums and objects are named by their own declarations. */
type InputScalar = 'ID' | 'Int' | 'Float' | 'String' | 'Boolean' | 'Date' | 'CountryCode' | 'Decimal' | 'JSON'

/** What both faces need to know of a parameter beyond its rule: the GraphQL type and the words of the reference. */
export interface ParameterMeta {
  readonly type: InputScalar
  readonly list: boolean
  readonly description: string
  /** Name in REST where it is not the snake_case of the GraphQL name, with other names that mean the same. */
  readonly restNames?: readonly [string, ...string[]]
  /** The closed set it takes a token of; a GraphQL enum. */
  readonly enumeration?: Enumeration<string>
  /** The fields of an object, and the name of its GraphQL input type. */
  readonly object?: { readonly name: string; readonly fields: InputSchema }
  /** Allowed values of a choice, for messages and documents. */
  readonly choices?: readonly string[]
  /** Code of the error for what is no such choice, where it has one of its own. */
  readonly refusal?: ErrorCode
  readonly range?: string
  /** What a wrong text most likely means. */
  readonly meant?: (text: string) => string | undefined
  /** Bounds of a number. */
  readonly min?: number
  readonly max?: number
}

const metas = new WeakMap<z.core.$ZodType, ParameterMeta>()

/** Declares what both faces need to know of a rule. */
export function described<Schema extends z.ZodType>(schema: Schema, meta: ParameterMeta): Schema {
  metas.set(schema, meta)
  return schema
}

/** The meta of a parameter, found through `optional`, `nullable` and `default`. */
export function metaOf(schema: z.core.$ZodType): ParameterMeta {
  for (let current: z.core.$ZodType | undefined = schema; current; ) {
    const meta = metas.get(current)
    if (meta) return meta
    current =
      current instanceof z.ZodOptional ||
      current instanceof z.ZodDefault ||
      current instanceof z.ZodPrefault ||
      current instanceof z.ZodNullable
        ? current.def.innerType
        : undefined
  }
  throw new Error('A parameter was declared without the constructors of core/input.')
}

/** The range of a rule as a sentence. */
export function rangeSentence(range: string): string {
  return `${range.charAt(0).toUpperCase()}${range.slice(1)}.`
}

/** Gives a parameter its name in REST, where that is not the snake_case of the GraphQL name; further names mean the same. */
export function inRest<Schema extends z.ZodType>(
  name: string | readonly [string, ...string[]],
  schema: Schema,
): Schema {
  return described(schema, { ...metaOf(schema), restNames: typeof name === 'string' ? [name] : name })
}

/** A whole number within bounds; `range` says in words what it is. */
export function integer(description: string, bounds: { min?: number; max?: number; range?: string } = {}) {
  const { min = -2_147_483_648, max = 2_147_483_647 } = bounds
  const within =
    bounds.max === undefined && bounds.min !== undefined
      ? `an integer of at least ${min}`
      : `an integer from ${min} to ${max}`
  const range = bounds.range ?? within
  return described(z.int().min(min).max(max), { type: 'Int', list: false, description, range, min, max })
}

/** A finite number within bounds, both inclusive. */
export function number(description: string, { min, max }: { min: number; max: number }) {
  const range = `a number from ${min} to ${max}`
  return described(z.number().min(min).max(max), { type: 'Float', list: false, description, range, min, max })
}

/** An exact decimal number, given as a number or as text; at most 18 digits before and 8 behind the point. */
export function decimal(description: string, allowed: { above?: number; min?: number } = {}) {
  const { above, min } = allowed
  const bound = above === undefined ? (min === undefined ? '' : ` of at least ${min}`) : ` above ${above}`
  const rule = z
    .union([z.number(), z.string(), z.instanceof(Decimal)])
    .transform((value, context) => {
      try {
        return parseDecimal(value)
      } catch (error) {
        if (!(error instanceof DecimalError)) throw error
        context.issues.push({ code: 'custom', input: value, message: error.message })
        return z.NEVER
      }
    })
    .refine((value) => (above === undefined || value.gt(above)) && (min === undefined || value.gte(min)))
  return described(rule, {
    type: 'Decimal',
    list: false,
    description,
    range: `a number${bound} with at most 18 digits before and 8 behind the point`,
  })
}

/** `true` or `false`. */
export function flag(description: string) {
  return described(z.boolean(), { type: 'Boolean', list: false, description, range: 'true or false' })
}

/** One of a few tokens: of an enumeration, or of words that GraphQL enums cannot spell (`7d`). */
export function choice<const Token extends string>(
  description: string,
  choices: Enumeration<Token> | readonly [Token, ...Token[]],
  refusal?: ErrorCode,
) {
  const tokens = 'tokens' in choices ? choices.tokens : choices
  return described(z.enum(tokens), {
    type: 'String',
    list: false,
    description,
    choices: tokens,
    range: `one of ${tokens.join(', ')}`,
    ...('tokens' in choices ? { enumeration: choices } : {}),
    ...(refusal === undefined ? {} : { refusal }),
  })
}

/** Any JSON value, taken as it is. */
export function json(description: string) {
  return described(
    z.unknown().refine((value) => value !== undefined),
    { type: 'JSON', list: false, description, range: 'a JSON value' },
  )
}

/** What is wrong with fields that fit their rules one by one: the field, a message in which `{param}` stands for its name and `{other}` for that of the field `other` beside it, and the code. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
  readonly code?: ErrorCode
  readonly nearest?: string | undefined
}

/** An object with rules of its own for its fields; `name` is its GraphQL input type. `check` finds what is wrong with them together. */
export function object<const Shape extends Record<string, z.ZodType>>(
  name: string,
  description: string,
  shape: Shape,
  check: (value: z.output<z.ZodObject<Shape, z.core.$strict>>) => readonly FieldProblem[] = () => [],
) {
  const fields = z.strictObject(shape).check(({ value, issues }) => {
    for (const { field, message, code, nearest } of check(value))
      issues.push({ code: 'custom', path: [field], input: value, message, params: { code, nearest } })
  })
  return described(fields, { type: 'JSON', list: false, description, range: 'an object', object: { name, fields } })
}

/** Several values of one kind; in a query string they are separated by commas. */
export function listOf<Item extends z.ZodType>(item: Item, max: number, description: string) {
  const meta = metaOf(item)
  return described(z.array(item).min(1).max(max), {
    ...meta,
    list: true,
    description,
    range: `1 to ${max} values, each ${meta.range ?? 'text'}`,
  })
}
