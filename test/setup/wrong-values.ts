import { z } from 'zod'
import type { ErrorCode } from '../../src/core/errors.ts'
import { isRecord } from '../../src/core/record.pure.ts'
import { fieldsOf, type RouteParameter } from './route-call.ts'

/** A value that a parameter refuses, and how the refusal reads. */
export interface WrongValue {
  readonly given: unknown
  /** The parameter as the error names it: `universe.include[0].country`. */
  readonly param: string
  readonly error: ErrorCode
  /** What the message says, the allowed values among it. */
  readonly says: string
  /** The nearest valid value. */
  readonly meant?: string
}

type Scalar = Pick<RouteParameter, 'rule' | 'meta'>
type Candidate = readonly [given: unknown, meant?: string | undefined]

const INT_MIN = -2_147_483_648
/** Text that some kinds of text take and others refuse. */
const SUSPECT_TEXTS = ['', 'a\0b', '1', '123', 'IT!', '451020101', '☃', 'x'.repeat(5_000)]

/** Wrong values of a parameter in a query string; each is text. */
export function wrongTexts(parameter: RouteParameter, good: unknown): WrongValue[] {
  const { name, meta } = parameter
  if (meta.object) {
    const malformed = { given: '{', param: name, error: 'invalid_parameter', says: `"${name}" must be JSON` } as const
    return [malformed, ...wrongValues(parameter, good).map((one) => ({ ...one, given: JSON.stringify(one.given) }))]
  }
  const wrong = scalarTexts(parameter)
  const candidates: Candidate[] = meta.list ? listTexts(parameter, wrong) : wrong
  return candidates.map((one) => refusal(parameter, name, one))
}

function listTexts(parameter: RouteParameter, wrong: readonly Candidate[]): Candidate[] {
  const good = goodText(parameter)
  const items = wrong.map(([given, meant]): Candidate => [given, meant])
  const oneOfTwo = items.slice(0, 1).map(([given, meant]): Candidate => [`${good},${given}`, meant])
  return [
    ...items,
    ...oneOfTwo,
    [`${good},`],
    [
      Array(itemsMax(parameter) + 1)
        .fill(good)
        .join(','),
    ],
  ]
}

/** Wrong values of a parameter in a JSON body; `good` is the example's value, which structures are made of. */
export function wrongValues(parameter: RouteParameter, good: unknown, at = parameter.name): WrongValue[] {
  const { meta } = parameter
  if (meta.object) return wrongObjects(parameter, good, at)
  const wrong = scalarValues(parameter)
  const candidates: Candidate[] = meta.list
    ? [
        ['x'],
        [{}],
        [[]],
        [Array(itemsMax(parameter) + 1).fill(goodValue(parameter))],
        ...wrong.map(([given, meant]): Candidate => [[goodValue(parameter), given], meant]),
      ]
    : [...wrong, [[]], [{}]]
  return candidates.map((one) => refusal(parameter, at, one))
}

function wrongObjects(parameter: RouteParameter, good: unknown, at: string): WrongValue[] {
  const { meta } = parameter
  const fields = meta.object?.fields
  if (!fields) return []
  const first: unknown = Array.isArray(good) ? good[0] : good
  const needed = fieldsOf(fields).flatMap((one) =>
    one.required && !one.meta.object ? [[one.name, goodValue(one)]] : [],
  )
  const base = isRecord(first) ? first : Object.fromEntries(needed)
  if (!isRecord(first) && !fields.safeParse(base).success)
    throw new Error(`The example of the route has to show "${at}".`)
  const place = meta.list ? `${at}[0]` : at
  const whole = (value: unknown) => (meta.list ? [value] : value)
  const shapes: Candidate[] = meta.list
    ? [['x'], [5], [{}], [Array(itemsMax(parameter) + 1).fill(base)]]
    : [['x'], [5], [[]]]
  const nested = fieldsOf(fields).flatMap((field) => [
    ...wrongValues(field, base[field.name], `${place}.${field.name}`).map((one) => ({
      ...one,
      given: whole({ ...base, [field.name]: one.given }),
    })),
    ...(field.required ? [missing(whole({ ...base, [field.name]: undefined }), `${place}.${field.name}`)] : []),
  ])
  const unknown: WrongValue = {
    given: whole({ ...base, nonsense_field: 1 }),
    param: `${place}.nonsense_field`,
    error: 'invalid_parameter',
    says: `There is no parameter "nonsense_field" in "${place}".`,
  }
  return [...shapes.map((one) => refusal(parameter, at, one)), ...nested, unknown]
}

/** The refusal of a value that is not there. */
export function missing(given: unknown, param: string): WrongValue {
  return { given, param, error: 'missing_parameter', says: `The parameter "${param}" is required:` }
}

function refusal({ meta }: Scalar, param: string, [given, meant]: Candidate): WrongValue {
  const error = meta.refusal ?? 'invalid_parameter'
  const wrong = { given, param, error, says: `"${param}" must be ${meta.range};` }
  return meant === undefined ? wrong : { ...wrong, meant }
}

/** Wrong texts of one value, whatever list it is in. */
function scalarTexts({ rule, meta }: Scalar): Candidate[] {
  if (meta.type === 'Int' || meta.type === 'Float') {
    const fraction: Candidate[] = meta.type === 'Int' ? [['1.5']] : []
    return [
      ['x'],
      [''],
      ['0x1f'],
      ...fraction,
      ...beyond({ meta }).map(([value, meant]): Candidate => [String(value), meant]),
    ]
  }
  if (meta.type === 'Decimal') return decimals({ rule, meta }).map((given): Candidate => [String(given)])
  if (meta.type === 'Boolean') return [['yes'], ['2'], ['']]
  if (meta.choices) return misspelled(meta.choices)
  if (meta.type === 'Date') return ['2026-02-30', 'yesterday', '2026-1-1', '20260101', ''].map((text) => [text])
  if (meta.type === 'CountryCode') return [['USA', 'US'], ['Japan', 'JP'], ['UK', 'GB'], ['1'], ['ZZ'], ['']]
  return refusedTexts({ rule, meta })
}

/** Wrong JSON values of one value, whatever list it is in. */
function scalarValues({ rule, meta }: Scalar): Candidate[] {
  if (meta.type === 'JSON') return []
  if (meta.type === 'Int' || meta.type === 'Float') {
    const fraction: Candidate[] = meta.type === 'Int' ? [[1.5]] : []
    return [['x'], [true], ['1'], ...fraction, ...beyond({ meta })]
  }
  if (meta.type === 'Decimal') return [[true], ...decimals({ rule, meta }).map((given): Candidate => [given])]
  if (meta.type === 'Boolean') return [['true'], [1], ['']]
  const types: Candidate[] = [[true], ...(itemRule(rule).safeParse(5).success ? [] : [[5] as const])]
  return [...types, ...scalarTexts({ rule, meta })]
}

/** What is no exact number of the allowed digits, and small numbers that the rule says it refuses. */
function decimals({ rule }: Scalar): unknown[] {
  const small = [0, -0.01, -1].filter((value) => !itemRule(rule).safeParse(value).success)
  return ['x', '', '1e999', '0.123456789', `1${'0'.repeat(18)}`, ...small]
}

/** Numbers just outside the bounds, with the bound as nearest valid value. */
function beyond({ meta: { min, max } }: Pick<Scalar, 'meta'>): Candidate[] {
  const below: Candidate[] = min === undefined || min === INT_MIN ? [] : [[min - 1, String(min)]]
  const above: Candidate[] = max === undefined ? [] : [[max + 1, String(max)]]
  return [...below, ...above]
}

function misspelled(choices: readonly string[]): Candidate[] {
  const [longest = ''] = choices.toSorted((a, b) => b.length - a.length)
  const shouted: Candidate[] = longest === longest.toUpperCase() ? [] : [[longest.toUpperCase(), longest]]
  return [[`${longest}x`, longest], ...shouted, ['no-such-token-at-all'], ['']]
}

/** Texts by the declared bounds, and suspect ones that the rule says it refuses. */
function refusedTexts({ rule }: Scalar): Candidate[] {
  const item = itemRule(rule)
  const { maxLength, minLength } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' })
  const bounds = [
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...((minLength ?? 0) > 0 ? [''] : []),
  ]
  const suspects = SUSPECT_TEXTS.filter((text) => !item.safeParse(text).success)
  return [...new Set([...bounds, ...suspects])].map((text) => [text])
}

function goodText(parameter: RouteParameter): string {
  return String(goodValue(parameter))
}

/** A value the parameter takes, whatever it then finds. */
export function goodValue({ rule, meta }: Scalar): unknown {
  if (meta.choices) return meta.choices[0]
  const candidates = [
    'US',
    'USD',
    'AAPL',
    '45',
    'en',
    '2026-11-01',
    10_000_000,
    meta.min,
    1,
    true,
    'https://example.com/',
  ]
  return candidates.find((one) => one !== undefined && itemRule(rule).safeParse(one).success)
}

function itemRule(rule: z.core.$ZodType): z.ZodType {
  const inner = unwrapped(rule)
  const item = inner instanceof z.ZodArray ? unwrapped(inner.element) : inner
  if (!(item instanceof z.ZodType)) throw new Error('A rule is no schema of zod.')
  return item
}

function unwrapped(rule: z.core.$ZodType): z.core.$ZodType {
  return rule instanceof z.ZodOptional ||
    rule instanceof z.ZodDefault ||
    rule instanceof z.ZodPrefault ||
    rule instanceof z.ZodNullable
    ? unwrapped(rule.def.innerType)
    : rule
}

/** Most values a list takes. */
function itemsMax({ rule }: Scalar): number {
  const { maxItems } = z.toJSONSchema(unwrapped(rule), { io: 'input', unrepresentable: 'any' })
  if (maxItems === undefined) throw new Error('A list has no upper bound.')
  return maxItems
}
