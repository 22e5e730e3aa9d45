import type { z } from 'zod'
import { ApiError, type ErrorCode, type ErrorDetail, errorCodeOf } from '../errors.ts'
import { isRecord } from '../record.pure.ts'
import { nearest } from './nearest.pure.ts'
import { type InputSchema, metaOf, type ParameterMeta } from './rule.ts'
import { toldText } from './told-text.pure.ts'

/** How a face spells parameter names in messages. */
export interface Spelling {
  readonly face: 'graphql' | 'rest'
  /** Parameters that are in the path, which no message offers as query parameter or body field. */
  readonly inPath?: readonly string[]
  /** What the set of parameters is called where there are two. */
  readonly mode?: string | undefined
}

const GRAPHQL: Spelling = { face: 'graphql' }

/** `minImpact` -> `min_impact`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The name of a rule's parameter in REST. */
export function restName(schema: InputSchema, name: string): string {
  const rule = ruleOf(schema, name)
  return (rule && metaOf(rule).restNames?.[0]) ?? snakeCase(name)
}

/** The rule of a parameter; a name such as `__proto__` has none. */
function ruleOf(schema: InputSchema, name: string): z.ZodType | undefined {
  return Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
}

function spelled(schema: InputSchema, name: string, { face }: Spelling): string {
  return face === 'rest' ? restName(schema, name) : name
}

/** Checks values against their rules; throws one 400 that names every wrong parameter, what was given and what is allowed. */
export function parseInput<Schema extends InputSchema>(
  schema: Schema,
  values: Record<string, unknown>,
  spelling: Spelling = GRAPHQL,
): z.output<Schema> {
  const given = withoutNulls(schema, values)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  // One problem a parameter: a number can be no safe integer and too large at once.
  const problems = parsed.error.issues
    .map((issue) => describeIssue(schema, issue, given, spelling))
    .filter((problem, index, every) => every.findIndex((other) => other.param === problem.param) === index)
  const [first] = problems
  if (!first) throw parsed.error
  throw new ApiError(first.code, first.message, {
    param: first.param,
    ...(problems.length > 1 ? { details: problems.map(({ param, message }) => ({ param, message })) } : {}),
    ...(first.nearest === undefined ? {} : { did_you_mean: first.nearest }),
  })
}

/** GraphQL says null where REST leaves a parameter out; only where a rule takes null does it mean something else. A name without a rule stays, to be refused. */
function withoutNulls(schema: InputSchema, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const rule = ruleOf(schema, name)
      if (value === undefined || (value === null && rule && !rule.safeParse(null).success)) return []
      const fields = rule && metaOf(rule).object?.fields
      return [[name, fields ? nestedWithoutNulls(fields, value) : value]]
    }),
  )
}

function nestedWithoutNulls(fields: InputSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => nestedWithoutNulls(fields, item))
  return isRecord(value) ? withoutNulls(fields, value) : value
}

interface Problem extends ErrorDetail {
  readonly code: ErrorCode
  readonly nearest?: string | undefined
}

/** What an issue is about: the parameter's name as the caller spells it (`trades[3].quantity`), its rule and what was given. */
interface Place {
  readonly param: string
  readonly fields: InputSchema | undefined
  readonly meta: ParameterMeta | undefined
  readonly value: unknown
  readonly present: boolean
}

function placeOf(
  schema: InputSchema,
  path: readonly PropertyKey[],
  given: Record<string, unknown>,
  spelling: Spelling,
): Place {
  let place: Place = { param: '', fields: schema, meta: undefined, value: given, present: true }
  for (const step of path) {
    const { param, fields, meta, value } = place
    if (typeof step === 'number') {
      // Of plain lists the message names the list; of lists of objects the entry.
      const entry = meta?.object ? { param: `${param}[${step}]`, meta: { ...meta, range: 'an object' } } : {}
      place = { ...place, ...entry, value: Array.isArray(value) ? value[step] : undefined }
      continue
    }
    const name = String(step)
    const rule = fields && ruleOf(fields, name)
    const found = rule && metaOf(rule)
    place = {
      param: `${param === '' ? '' : `${param}.`}${fields ? spelled(fields, name, spelling) : name}`,
      fields: found?.object?.fields,
      meta: found,
      value: isRecord(value) ? value[name] : undefined,
      present: isRecord(value) && name in value,
    }
  }
  return place
}

function describeIssue(
  schema: InputSchema,
  issue: z.core.$ZodIssue,
  given: Record<string, unknown>,
  spelling: Spelling,
): Problem {
  const { param, fields, meta, value, present } = placeOf(schema, issue.path, given, spelling)
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys[0] ?? ''
    // Only the parameters themselves are in the path, not fields of objects in them.
    const known = fields ? namesOf(fields, param === '' ? spelling : { face: spelling.face }) : []
    const close = nearest(unknown, known)
    const place = param === '' ? (spelling.mode === undefined ? '' : ` ${spelling.mode}`) : ` in "${param}"`
    const allowed = known.length > 0 ? `Known parameters: ${known.join(', ')}.` : 'There are no parameters here.'
    return {
      param: param === '' ? unknown : `${param}.${unknown}`,
      message: `There is no parameter "${short(unknown)}"${place}. ${allowed}`,
      code: 'invalid_parameter',
      nearest: close ?? undefined,
    }
  }
  if (issue.code === 'custom' && issue.params) {
    const close = issue.params['nearest']
    const beside = placeOf(schema, issue.path.slice(0, -1), given, spelling).fields
    const named = (whole: string, name: string) =>
      name === 'param' ? param : beside && ruleOf(beside, name) ? spelled(beside, name, spelling) : whole
    return {
      param,
      message: issue.message.replaceAll(/\{(\w+)\}/g, named),
      code: errorCodeOf(issue.params['code']) ?? 'invalid_parameter',
      nearest: typeof close === 'string' ? close : undefined,
    }
  }
  const allowed = meta?.range ?? 'a valid value'
  if (!present)
    return { param, message: `The parameter "${param}" is required: ${allowed}.`, code: 'missing_parameter' }
  const close = nearestValid(value, meta)
  const noList = issue.code === 'invalid_type' && issue.expected === 'array' ? ', which is no list' : ''
  return {
    param,
    message: `"${param}" must be ${allowed}; ${told(value)} was given${noList}.${close === undefined ? '' : ` The nearest valid value is ${close}.`}`,
    code: meta?.refusal ?? 'invalid_parameter',
    nearest: close,
  }
}

/** The parameters a message may offer. */
function namesOf(fields: InputSchema, spelling: Spelling): string[] {
  return Object.keys(fields.shape)
    .filter((name) => !spelling.inPath?.includes(name))
    .map((name) => spelled(fields, name, spelling))
}

function nearestValid(value: unknown, meta: ParameterMeta | undefined): string | undefined {
  if (meta?.min !== undefined && meta.max !== undefined) {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof number !== 'number' || Number.isNaN(number)) return undefined
    const whole = meta.type === 'Int' ? Math.round(number) : number
    return String(Math.min(meta.max, Math.max(meta.min, whole)))
  }
  if (meta?.meant && typeof value === 'string') return meta.meant(value)
  if (meta?.choices && typeof value === 'string') return nearest(value, meta.choices) ?? undefined
  return undefined
}

/** Characters of a wrong value that a message repeats. */
const TOLD_MAX = 60

function short(value: string): string {
  return toldText(value, TOLD_MAX)
}

/** What was given, as a message repeats it. */
function told(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(short(value))
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? `a list of ${value.length}` : 'an object'
  return typeof value === 'number' && !Number.isFinite(value) ? `"${value}"` : JSON.stringify(value)
}
