import { z } from 'zod'
import { ApiError, type ErrorDetail } from './errors.ts'
import { nearest } from './nearest.math.ts'

/** What both faces need to know of a parameter beyond its rule: the GraphQL type and the words of the reference. */
export interface ParameterMeta {
  readonly type: 'Int' | 'Float' | 'String' | 'Boolean' | 'Date' | 'JSON'
  readonly list: boolean
  readonly description: string
  /** Allowed values of a choice, for messages and documents. */
  readonly choices?: readonly string[]
  readonly range?: string
  /** What a wrong text most likely means. */
  readonly meant?: (text: string) => string | undefined
  /** Bounds of a number. */
  readonly min?: number
  readonly max?: number
}

const metas = z.registry<ParameterMeta>()

function described<Schema extends z.ZodType>(schema: Schema, meta: ParameterMeta): Schema {
  metas.add(schema, meta)
  return schema
}

/** The meta of a parameter, found through `optional`, `default` and the like. */
export function metaOf(schema: z.core.$ZodType): ParameterMeta {
  for (let current: z.core.$ZodType | undefined = schema; current; ) {
    const meta = metas.get(current)
    if (meta) return meta
    current = current instanceof z.ZodOptional || current instanceof z.ZodDefault ? current.def.innerType : undefined
  }
  throw new Error('A parameter was declared without the constructors of core/input.ts.')
}

/** A whole number within bounds. */
export function integer(description: string, bounds: { min?: number; max?: number } = {}) {
  const { min = -2_147_483_648, max = 2_147_483_647 } = bounds
  const range = bounds.max === undefined ? `an integer of at least ${min}` : `an integer from ${min} to ${max}`
  return described(z.int().min(min).max(max), { type: 'Int', list: false, description, range, min, max })
}

/** Text of at most `max` characters, not empty; PostgreSQL knows no NUL. */
export function text(description: string, max = 200) {
  return described(
    z
      .string()
      .min(1)
      .max(max)
      .regex(/^[^\0]*$/),
    {
      type: 'String',
      list: false,
      description,
      range: `text of 1 to ${max} characters`,
    },
  )
}

/** `true` or `false`. */
export function flag(description: string) {
  return described(z.boolean(), { type: 'Boolean', list: false, description, range: 'true or false' })
}

/** One of a few words. */
export function choice<const Values extends readonly [string, ...string[]]>(description: string, choices: Values) {
  return described(z.enum(choices), {
    type: 'String',
    list: false,
    description,
    choices,
    range: `one of ${choices.join(', ')}`,
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
    type: 'String',
    list: false,
    description,
    range: 'an ISO 3166 country code of two letters, such as US or JP',
    meant: (text) => (/^[A-Za-z]{2}$/.test(text) ? usableCountry(text.toUpperCase()) : undefined),
  })
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
/** Codes Unicode names although they stand for no country: unions, an unknown region, pseudo locales. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

function isCountryCode(value: string): boolean {
  const code = value.toUpperCase()
  return (
    /^[A-Z]{2}$/.test(code) &&
    regionNames.of(code) !== undefined &&
    !NO_COUNTRIES.has(code) &&
    presentCountry(code) === code
  )
}

function usableCountry(code: string): string | undefined {
  const present = presentCountry(code)
  return present !== undefined && isCountryCode(present) ? present : undefined
}

/** The code that stands for a country today: UK -> GB, SU -> RU. */
function presentCountry(code: string): string | undefined {
  return new Intl.Locale('und', { region: code }).region
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

/** Several values of one kind; REST writes them with commas between. */
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
    limit: integer('Rows per page.', { min: 1, max: maxLimit }).default(defaultLimit),
    offset: integer('Rows to skip.', { min: 0 }).default(0),
    all: flag('Return the full matching set, up to 5,000 rows, ignoring limit and offset.').default(false),
  }
}

/** The parameters of one field or route, by camelCase name. */
export type InputSchema = z.ZodObject<Record<string, z.ZodType>>

/** How a face spells parameter names; messages use it. */
export type Spelling = (name: string) => string

const asIs: Spelling = (name) => name

/** `minImpact` -> `min_impact`. */
export const snakeCase: Spelling = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Checks values against their rules; throws one 400 that names every wrong parameter, what was given and what is allowed. */
export function parseInput<Schema extends InputSchema>(
  schema: Schema,
  values: Record<string, unknown>,
  spell: Spelling = asIs,
): z.output<Schema> {
  // GraphQL says null where REST leaves a parameter out.
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  // One problem a parameter: a number can be no safe integer and too large at once.
  const problems = parsed.error.issues
    .map((issue) => describeIssue(schema, issue, given, spell))
    .filter((problem, index, every) => every.findIndex((other) => other.param === problem.param) === index)
  const [first] = problems
  if (!first) throw parsed.error
  throw new ApiError(first.missing ? 'missing_parameter' : 'invalid_parameter', first.message, {
    param: first.param,
    ...(problems.length > 1 ? { details: problems.map(({ param, message }) => ({ param, message })) } : {}),
    ...(first.nearest === undefined ? {} : { did_you_mean: first.nearest }),
  })
}

interface Problem extends ErrorDetail {
  readonly missing: boolean
  readonly nearest?: string | undefined
}

function describeIssue(
  schema: InputSchema,
  issue: z.core.$ZodIssue,
  given: Record<string, unknown>,
  spell: Spelling,
): Problem {
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys[0] ?? ''
    const known = Object.keys(schema.shape).map(spell)
    const close = nearest(unknown, known)
    const allowed = known.length > 0 ? `Known parameters: ${known.join(', ')}.` : 'There are no parameters here.'
    return {
      param: unknown,
      message: `There is no parameter "${quote(unknown)}". ${allowed}`,
      missing: false,
      nearest: close ?? undefined,
    }
  }
  const name = String(issue.path[0] ?? '')
  const rule = schema.shape[name]
  const meta = rule ? metaOf(rule) : undefined
  const param = spell(name)
  const allowed = meta?.range ?? 'a valid value'
  if (!(name in given)) return { param, message: `The parameter "${param}" is required: ${allowed}.`, missing: true }
  const value = issue.path
    .slice(1)
    .reduce<unknown>((inner, key) => (Array.isArray(inner) ? inner[Number(key)] : inner), given[name])
  const close = nearestValid(value, meta)
  return {
    param,
    message: `"${param}" must be ${allowed}; ${JSON.stringify(quote(value))} was given.${close === undefined ? '' : ` The nearest valid value is ${close}.`}`,
    missing: false,
    nearest: close,
  }
}

function nearestValid(value: unknown, meta: ParameterMeta | undefined): string | undefined {
  if (meta?.min !== undefined && meta.max !== undefined) {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof number !== 'number' || Number.isNaN(number)) return undefined
    return String(Math.min(meta.max, Math.max(meta.min, Math.round(number))))
  }
  if (meta?.meant && typeof value === 'string') return meta.meant(value)
  if (meta?.choices && typeof value === 'string') return nearest(value, meta.choices) ?? undefined
  return undefined
}

/** What was given, short enough to repeat and free of control characters. */
function quote(value: unknown): unknown {
  if (typeof value === 'string') {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
    const clean = value.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ').toWellFormed()
    return clean.length > 60 ? `${clean.slice(0, 60)}…` : clean
  }
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? `a list of ${value.length}` : 'an object'
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}
