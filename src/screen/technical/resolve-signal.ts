import { nearest } from '../../core/input/nearest.pure.ts'
import { defaultForBars } from './detection/detect.pure.ts'
import type { OperandKey } from './line-key.pure.ts'
import { OPERANDS, splitList } from './operand.source.ts'
import { type OperandKind, PATTERNS, type PatternRow } from './pattern.source.ts'
import type { Operand, PatternArguments, PatternKey } from './pattern-key.pure.ts'
import { operandRow, resolveOperand } from './resolve-operand.ts'

/** A signal as a caller writes it. */
export interface SignalText {
  readonly pattern: string
  readonly a?: string | null | undefined
  readonly b?: string | null | undefined
  readonly forBars?: number | null | undefined
  readonly windowBars?: number | null | undefined
}

/** A signal that can be detected: defaults filled in. */
export interface Signal extends PatternArguments {
  readonly pattern: PatternKey
  readonly kind: PatternRow['kind']
  readonly windowBars: number
}

/** What is wrong with a signal, and what would do instead. */
interface SignalProblem {
  readonly field: keyof SignalText
  readonly code: 'unknown_pattern' | 'unknown_operand' | 'missing_parameter' | 'invalid_parameter'
  readonly message: string
  /** Valid values, the nearest first. */
  readonly nearest: readonly string[]
}

/** A signal ready to be detected with notes on what was replaced or not used, or all that is wrong with it. */
export type ResolvedSignal =
  | { readonly signal: Signal; readonly notes: readonly string[] }
  | { readonly signal: null; readonly problems: readonly SignalProblem[] }

const BY_KEY: ReadonlyMap<string, PatternRow> = new Map(PATTERNS.map((row) => [row.key, row]))
const NUMERIC: ReadonlySet<OperandKind> = new Set(['level', 'range', 'fraction'])

/** What resolving one signal found so far. */
interface Findings {
  readonly row: PatternRow
  readonly notes: string[]
  readonly problems: SignalProblem[]
}

/** The row of a pattern. */
export function patternRow(key: PatternKey): PatternRow {
  const row = BY_KEY.get(key)
  if (!row) throw new Error(`The pattern ${key} is not in technical-patterns.csv.`)
  return row
}

/** Reads a signal: pattern and operands by name, defaults filled in, averages and percentages brought to what is kept. */
export function resolveSignal(text: SignalText): ResolvedSignal {
  const row = BY_KEY.get(text.pattern.trim().toLowerCase())
  if (!row) return { signal: null, problems: [unknownPattern(text.pattern)] }
  const findings: Findings = { row, notes: [], problems: [] }
  const a = resolveSide(findings, 'a', text.a)
  const b = resolveSide(findings, 'b', text.b, a)
  const forBars = resolveBars(findings, 'forBars', text.forBars, row.forBars)
  const windowBars = resolveBars(findings, 'windowBars', text.windowBars, row.windowBars)
  checkPair(findings, a, b)
  if (findings.problems.length > 0) return { signal: null, problems: findings.problems }
  return {
    signal: { pattern: row.key, kind: row.kind, a, b, forBars, windowBars: windowBars ?? row.windowBars },
    notes: findings.notes,
  }
}

function unknownPattern(pattern: string): SignalProblem {
  const shown = pattern.slice(0, 64)
  const meant = nearest(shown.trim(), [...BY_KEY.keys()])
  const message = `There is no pattern "${shown}"${meant ? `; did you mean ${meant}?` : '. GET /v1/screen/fields lists them all.'}`
  return { field: 'pattern', code: 'unknown_pattern', message, nearest: meant ? [meant] : [] }
}

function resolveSide(
  findings: Findings,
  field: 'a' | 'b',
  given: string | null | undefined,
  a?: Operand | null,
): Operand | null {
  const { row, notes, problems } = findings
  const kinds = row[field]
  const text = given?.trim() ?? ''
  if (kinds.length === 0) {
    if (text !== '') notes.push(`${row.key} takes no operand ${field}: ${text.slice(0, 64)} is not used.`)
    return null
  }
  if (text === '') return defaultOf(findings, field, a ?? null)
  const resolved = resolveOperand(text)
  if (resolved.operand === null) {
    // Where no line fits, the nearest line is no help.
    if (kinds.every((kind) => NUMERIC.has(kind)) && !resolved.nearest.some((one) => /^-?\d/.test(one))) {
      const message = `${row.key} needs ${describeKinds(kinds)} as operand ${field}; ${text.slice(0, 64)} is not one.`
      problems.push({ field, code: 'invalid_parameter', message, nearest: [] })
      return null
    }
    const valid = resolved.nearest.length > 0 ? resolved.nearest : keysOf(kinds)
    const code = /^\W*\d/.test(text) ? 'invalid_parameter' : 'unknown_operand'
    problems.push({ field, code, message: withNearest(resolved.message, valid), nearest: valid })
    return null
  }
  if (resolved.note !== null) notes.push(resolved.note)
  return isOfKind(resolved.operand, kinds)
    ? inRange(findings, field, resolved.operand, kinds, a ?? null)
    : wrongKind(findings, field, text, resolved.operand)
}

function isOfKind(operand: Operand, kinds: readonly OperandKind[]): boolean {
  if (typeof operand === 'object') return kinds.includes('range')
  if (typeof operand === 'number') return ['any', 'level', 'fraction'].some((kind) => kinds.some((one) => one === kind))
  return kinds.includes('any') || kinds.includes(operandRow(operand).family)
}

/** Percentages given where a fraction is meant become fractions; a level has to lie on its oscillator's scale. */
function inRange(
  { row, notes, problems }: Findings,
  field: 'a' | 'b',
  operand: Operand,
  kinds: readonly OperandKind[],
  a: Operand | null,
): Operand | null {
  if (typeof operand !== 'number') return operand
  if (kinds.includes('fraction')) {
    // A price can more than double: only a rise is not taken for a percentage.
    const isPercentage = operand >= 1 && row.key !== 'net_change_up'
    const fraction = isPercentage ? operand / 100 : operand
    if (fraction < 0 || (isPercentage && fraction >= 1)) {
      const message = `b of ${row.key} is a fraction of the price of at least 0, such as 0.1 for 10 %; ${operand} is not.`
      problems.push({ field, code: 'invalid_parameter', message, nearest: [] })
      return null
    }
    if (isPercentage) notes.push(`b of ${row.key} is a fraction: ${operand} was read as ${operand} %, ${fraction}.`)
    return fraction
  }
  if (kinds.includes('level') && typeof a === 'string' && (operand < 0 || operand > 100)) {
    const message = `${a} is between 0 and 100: the level ${operand} is never reached.`
    problems.push({ field, code: 'invalid_parameter', message, nearest: [operand < 0 ? '0' : '100'] })
    return null
  }
  return operand
}

function defaultOf({ row, problems }: Findings, field: 'a' | 'b', a: Operand | null): Operand | null {
  const given = field === 'a' ? row.aDefault : defaultLevel(row, a)
  if (given !== null) return given
  // Without its operand `a`, what `b` would be is not known.
  if (field === 'b' && a === null && problems.length > 0 && row.bDefault !== '') return null
  const kinds = row[field]
  const what = describeKinds(kinds)
  const why = row.bDefault !== '' && field === 'b' ? `${String(a)} has no usual level: ` : ''
  const message = `${why}${row.key} needs operand ${field}: ${what}.`
  problems.push({ field, code: 'missing_parameter', message, nearest: keysOf(kinds) })
  return null
}

/** `b` unless given: one number, or one for each of some operands `a`. */
function defaultLevel(row: PatternRow, a: Operand | null): number | null {
  for (const part of splitList(row.bDefault)) {
    const [key, level] = part.split('=')
    if (level === undefined) return Number(key)
    if (key === a) return Number(level)
  }
  return null
}

function wrongKind({ row, problems }: Findings, field: 'a' | 'b', text: string, operand: Operand): null {
  const kinds = row[field]
  const keys = keysOf(kinds)
  const key = typeof operand === 'string' ? operand : null
  const closest = key === null ? null : nearest(key, keys)
  const valid = closest === null ? keys : [closest, ...keys.filter((one) => one !== closest)]
  const message = `${row.key} needs ${describeKinds(kinds)} as operand ${field}; ${text.slice(0, 64)} is not one.`
  problems.push({ field, code: 'invalid_parameter', message: withNearest(message, valid), nearest: valid })
  return null
}

function resolveBars(
  { row, notes, problems }: Findings,
  field: 'forBars' | 'windowBars',
  given: number | null | undefined,
  otherwise: number | null,
): number | null {
  if (given === null || given === undefined) return otherwise
  if (!Number.isSafeInteger(given) || given < 1) {
    const message = `A number of bars is a whole number of at least 1; ${given} is not.`
    problems.push({ field, code: 'invalid_parameter', message, nearest: ['1'] })
    return otherwise
  }
  if (field === 'forBars' && defaultForBars(row.key) === null) {
    notes.push(`${row.key} is an event, which is not held for bars: for_bars ${given} is not used.`)
    return null
  }
  return given
}

function checkPair({ row, problems }: Findings, a: Operand | null, b: Operand | null): void {
  if (a === null || b === null || !row.b.includes('any')) return
  if (typeof a === 'number' && typeof b === 'number') {
    const message = `${row.key} compares lines: a and b cannot both be levels.`
    problems.push({ field: 'a', code: 'invalid_parameter', message, nearest: [] })
  } else if (a === b) {
    const message = `${row.key} compares two lines: a and b are both ${String(a)}.`
    problems.push({ field: 'b', code: 'invalid_parameter', message, nearest: [] })
  }
}

function keysOf(kinds: readonly OperandKind[]): OperandKey[] {
  if (kinds.includes('any')) return OPERANDS.map(({ key }) => key)
  return OPERANDS.filter(({ family }) => kinds.includes(family)).map(({ key }) => key)
}

const FAMILY_WORDS: Readonly<Record<OperandKind, string>> = {
  any: 'a line or a level',
  level: 'a level',
  range: 'a range such as 30-70',
  fraction: 'a fraction such as 0.1',
  ema: 'an EMA',
  sma: 'an SMA',
  price: 'the close',
  oscillator: 'an oscillator',
  macd: 'a MACD line',
  bollinger: 'a Bollinger Band',
  ichimoku: 'an Ichimoku line',
  realized_vol: 'a realised volatility',
}

function describeKinds(kinds: readonly OperandKind[]): string {
  const words = kinds.map((kind) => FAMILY_WORDS[kind]).join(' or ')
  const keys = kinds.some((kind) => NUMERIC.has(kind) || kind === 'any') ? [] : keysOf(kinds)
  return keys.length > 0 ? `${words} (${keys.join(', ')})` : words
}

function withNearest(message: string, valid: readonly string[]): string {
  return valid.length === 1 ? `${message.replace(/\.$/, '')}; did you mean ${valid[0]}?` : message
}
