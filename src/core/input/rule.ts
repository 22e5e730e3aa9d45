import { z } from 'zod'
import { Decimal, DecimalError, parseDecimal } from '../decimal.ts'
import type { ErrorCode } from '../errors.ts'
import { isCountryCode, nearestCountry } from './country.ts'
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

function described<Schema extends z.ZodType>(schema: Schema, meta: ParameterMeta): Schema {
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
  throw new Error('A parameter was declared without the constructors of core/input/rule.ts.')
}

/** Gives a parameter its name in REST, where that is not the snake_case of the GraphQL name; further names mean the same. */
export function inRest<Schema extends z.ZodType>(
  name: string | readonly [string, ...string[]],
  schema: Schema,
): Schema {
  return described(schema, { ...metaOf(schema), restNames: typeof name === 'string' ? [name] : name })
}

/** A whole number within bounds. */
export function integer(description: string, bounds: { min?: number; max?: number } = {}) {
  const { min = -2_147_483_648, max = 2_147_483_647 } = bounds
  const range =
    bounds.max === undefined && bounds.min !== undefined
      ? `an integer of at least ${min}`
      : `an integer from ${min} to ${max}`
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

/** Text of at most `max` characters, not empty; PostgreSQL knows no NUL. */
export function text(description: string, max = 200) {
  return described(
    z
      .string()
      .min(1)
      .max(max)
      .regex(/^[^\0]*$/),
    { type: 'String', list: false, description, range: `text of 1 to ${max} characters` },
  )
}

/** Text that may be left out; empty text is absent text. */
export function optionalText(description: string, max: number) {
  const rule = z
    .string()
    .max(max)
    .regex(/^[^\0]*$/)
    .optional()
    .transform((value) => value || undefined)
  return described(rule, { type: 'String', list: false, description, range: `text of up to ${max} characters` })
}

/** Text of something that may have none: null and empty text take it away; left out, it stays as it is. */
export function clearableText(description: string, max: number) {
  const rule = z
    .string()
    .max(max)
    .regex(/^[^\0]*$/)
    .nullable()
    .optional()
    .transform((value) => (value === '' ? null : value))
  return described(rule, {
    type: 'String',
    list: false,
    description,
    range: `text of up to ${max} characters, null or empty for none`,
  })
}

/** A key of the caller's: visible ASCII without spaces. What is wrong with one is said without repeating it. */
export function secretText(description: string, max = 200) {
  const range = `1 to ${max} visible ASCII characters without spaces`
  const rule = z
    .unknown()
    .check(({ value, issues }) => {
      if (typeof value === 'string' && value.length <= max && /^[\x21-\x7e]+$/.test(value)) return
      const missing = value === undefined
      const message = missing
        ? `The parameter "{param}" is required: ${range}.`
        : `"{param}" must be ${range}; what was given is not repeated here.`
      const params = { code: missing ? 'missing_parameter' : 'invalid_parameter' }
      issues.push({ code: 'custom', input: undefined, message, params })
    })
    .transform(String)
  return described(rule, { type: 'String', list: false, description, range })
}

/** Text of a form of its own; `meant` tells what a wrong text most likely means. */
export function form(
  description: string,
  range: string,
  hasForm: (text: string) => boolean,
  meant?: (text: string) => string | undefined,
) {
  return described(z.string().refine(hasForm), {
    type: 'String',
    list: false,
    description,
    range,
    ...(meant ? { meant } : {}),
  })
}

/** A number or text that identifies an object, of a form that `pattern` describes; read as text. */
export function identifier(description: string, pattern: RegExp, range: string) {
  const asText = z.string().regex(pattern)
  const asNumber = z.int().refine((value) => pattern.test(String(value)))
  return described(z.union([asText, asNumber]).transform(String), { type: 'ID', list: false, description, range })
}

/** Whatever names an object: a number or text; a name that fits none is for the look-up to refuse. */
export function objectKey(description: string) {
  const range = 'a number or text'
  return described(z.union([z.string(), z.int()]).transform(String), { type: 'ID', list: false, description, range })
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

/** A calendar day, `YYYY-MM-DD`. */
export function day(description: string) {
  const realDay = (value: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value)
  return described(z.string().refine(realDay), {
    type: 'Date',
    list: false,
    description,
    range: 'a calendar day, YYYY-MM-DD',
  })
}

/** A country, ISO 3166 alpha-2 in any letter case. */
export function country(description: string) {
  return described(z.string().refine(isCountryCode).toUpperCase(), {
    type: 'CountryCode',
    list: false,
    description,
    range: 'an ISO 3166 country code of two letters, such as US or JP',
    meant: nearestCountry,
  })
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** A language, ISO 639-1 in any letter case. */
export function language(description: string, range = 'an ISO 639-1 language code of two letters, such as en or ja') {
  const isLanguage = (value: string) => /^[A-Za-z]{2}$/.test(value) && languageNames.of(value) !== undefined
  return described(z.string().refine(isLanguage).toLowerCase(), {
    type: 'String',
    list: false,
    description,
    range,
  })
}

/** Three letters in any letter case, as ISO 4217 codes have; whoever takes them says which it knows. */
export function currency(description: string) {
  return described(
    z
      .string()
      .regex(/^[A-Za-z]{3}$/)
      .toUpperCase(),
    {
      type: 'String',
      list: false,
      description,
      range: 'an ISO 4217 currency code of three letters, such as USD or EUR',
    },
  )
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** A currency that exists, ISO 4217 in any letter case. */
export function knownCurrency(description: string) {
  return described(
    z
      .string()
      .toUpperCase()
      .refine((code) => currencies.has(code)),
    {
      type: 'String',
      list: false,
      description,
      range: 'an ISO 4217 currency code of three letters, such as USD or EUR',
    },
  )
}

/** A GICS code of 2, 4, 6 or 8 digits. */
export function gicsCode(description: string) {
  return described(z.string().regex(/^(\d{2}){1,4}$/), {
    type: 'String',
    list: false,
    description,
    range: 'a GICS code of 2, 4, 6 or 8 digits',
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

/** The paging parameters of every list, with the endpoint's own default size. */
export function paging(defaultLimit = 50, maxLimit = 1000) {
  return {
    limit: integer('Maximum number of rows per page.', { min: 1, max: maxLimit }).default(defaultLimit),
    offset: integer('Number of rows to skip.', { min: 0 }).default(0),
    all: flag('Return the full matching set, up to 5,000 rows, ignoring limit and offset.').default(false),
  }
}

/** The two ends of a span of days or years. */
interface Span {
  readonly from?: string | number | undefined
  readonly to?: string | number | undefined
}

/** Requires that the day `from`, where both are given, is not after `to`. */
export function withDayOrder<Schema extends z.ZodType<Span & { from?: string | undefined }>>(schema: Schema): Schema {
  return withOrder(schema)
}

/** Requires that the year `from`, where both are given, is not after `to`. */
export function withYearOrder<Schema extends z.ZodType<Span & { from?: number | undefined }>>(schema: Schema): Schema {
  return withOrder(schema)
}

function withOrder<Schema extends z.ZodType<Span>>(schema: Schema): Schema {
  return schema.check(({ value: { from, to }, issues }) => {
    if (from === undefined || to === undefined || from <= to) return
    issues.push({
      code: 'custom',
      path: ['from'],
      input: from,
      message: `"from" (${from}) must not be after "to" (${to}).`,
      params: { nearest: to },
    })
  })
}
