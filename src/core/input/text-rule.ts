import { z } from 'zod'
import { described } from './rule.ts'

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
